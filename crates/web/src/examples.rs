//! What to write: an address of every route that asks for something, and mistakes in questions as people read
//! them.

/// Paths that take questions, each with a question that has an answer.
const EXAMPLES: [(&str, &str); 27] = [
    ("/analyse", "/analyse?position=nim+3+5+7"),
    ("/play", "/play?position=nim+1+3+5+7"),
    ("/build", "/build?position=nim+3+4+5"),
    ("/review", "/review?game=nim+1+2%0Anim+1%0Anim+-"),
    ("/tree", "/tree?position=2d-nim+4x4"),
    ("/proof", "/proof?of=cram-5x7"),
    ("/moves", "/moves?position=nim+3+5+7"),
    ("/preview.png", "/preview.png?position=nim+3+5+7"),
    ("/demo.svg", "/demo.svg?position=nim+3+5+7"),
    ("/hunt", "/hunt?text=MEX+RULE&forests=3"),
    ("/own", "/own?rules=game+my-cram%0Agrid%0Amove+..+-%3E+%23%23&position=4x5"),
    ("/book", "/book?position=2d-nim+4x4"),
    ("/sequences", "/sequences?code=0.07&terms=300"),
    ("/sequences/live", "/sequences?code=0.07&terms=300"),
    ("/code", "/code?code=0.16"),
    ("/packing", "/packing?disks=1+2+3&cavity=6"),
    ("/packing/live", "/packing?disks=1+2+3&cavity=6"),
    ("/api/solve", "/api/solve?position=nim+3+5+7"),
    ("/api/play", "/api/play?position=nim+1+3+5+7"),
    ("/api/draw", "/api/draw?position=nim+3+5+7"),
    ("/api/sequence", "/api/sequence?code=0.07&terms=300"),
    ("/api/pack", "/api/pack?disks=1+2+3&cavity=6"),
    ("/api/check", "/api/check?disks=1+1&cavity=4&at=-1,0+1,0"),
    ("/api/review", "/api/review?game=nim+1+2%0Anim+1%0Anim+-"),
    ("/api/mex", "/api/mex?numbers=0+1+2+4+5+6"),
    ("/api/nim-sum", "/api/nim-sum?numbers=3+4+5"),
    ("/learn", "/learn"),
];

/// A right address for who wrote a wrong one; that of the chapters for each of them.
pub fn example(path: &str) -> &'static str {
    let of = |path: &str| EXAMPLES.iter().find(|(known, _)| *known == path);
    let chapters = || path.starts_with("/learn/").then_some("/learn");
    of(path).map(|(_, example)| *example).or_else(chapters).unwrap_or("/")
}

/// What serde says of a question, without the names of what it is built of.
pub fn plain(error: &str) -> String {
    let told = error.strip_prefix("Failed to deserialize query string: ").unwrap_or(error);
    let field = |before: &str| told.split_once(before)?.1.split_once('`').map(|(name, _)| name.to_owned());
    if let Some(name) = field("missing field `") {
        return format!("`{name}` is missing");
    }
    if let Some(name) = field("duplicate field `") {
        return format!("`{name}` stands there twice: write it once");
    }
    let told = told
        .replace("invalid digit found in string", "this is no whole number from 0 on")
        .replace("number too large to fit in target type", "this number is too large")
        .replace("cannot parse integer from empty string", "a number is missing")
        .replace("invalid float literal", "this is no number")
        .replace("cannot parse float from empty string", "a number is missing")
        .replace("provided string was not `true` or `false`", "a switch is `true` or `false`");
    match told.split_once(": ") {
        Some((name, told)) if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => {
            format!("`{name}`: {told}")
        }
        _ => told,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_name_the_parameter() {
        let whole = |told: &str| plain(&format!("Failed to deserialize query string: {told}"));
        assert_eq!(whole("missing field `position`"), "`position` is missing");
        assert_eq!(whole("duplicate field `code`"), "`code` stands there twice: write it once");
        assert_eq!(whole("code: duplicate field `code`"), "`code` stands there twice: write it once");
        assert_eq!(whole("seed: invalid digit found in string"), "`seed`: this is no whole number from 0 on");
        assert_eq!(whole("winning: a switch is 1 or 0"), "`winning`: a switch is 1 or 0");
        assert_eq!(plain("expected value at line 1 column 1"), "expected value at line 1 column 1");
    }
}
