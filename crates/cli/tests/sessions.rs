//! The sessions of the guide, the README and `tests/cmd`, typed and compared.

#[test]
fn every_session_goes_as_written() {
    // `tests/cmd/tables.md` is a link to docs/tables.md, so that the files which its sessions leave can stand here.
    trycmd::TestCases::new()
        .case("../../docs/guide.md")
        .case("../../docs/notation.md")
        .case("../../docs/notation-codes.md")
        .case("../../README.md")
        .case("tests/cmd/*.md")
        .case("tests/cmd/*.toml");
}

#[test]
fn the_guide_tells_the_game_that_is_played_in_the_tests() {
    let guide = include_str!("../../../docs/guide.md");
    assert!(
        guide.contains(include_str!("cmd/play.stdout")),
        "docs/guide.md and tests/cmd/play.stdout differ"
    );
}
