//! What the style sheet says of a shape, as attributes: a file for the world carries plain colours, because
//! many programs that read SVG know nothing of style sheets' variables.
//!
//! The one style sheet is read here by the few rules of it that are used: classes, elements, descendants, `:not` and
//! variables. What a pointer does (`:hover`, `:focus`) has no place in a file.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Light paper or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// Dark ink on light paper.
    #[default]
    Light,
    /// Light ink on dark paper.
    Dark,
}

/// Declarations by their property.
type Declarations = BTreeMap<String, String>;

/// Properties that SVG has as attributes.
const ATTRIBUTES: [&str; 12] = [
    "display",
    "fill",
    "fill-opacity",
    "font-family",
    "font-weight",
    "paint-order",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
];

/// What an element without a declaration has: not worth an attribute.
const USUAL: [(&str, &str); 4] =
    [("stroke", "none"), ("font-weight", "400"), ("fill-opacity", "1"), ("stroke-opacity", "1")];

/// An element as a rule sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element<'e> {
    /// Its name: `circle`.
    pub(crate) name: &'e str,
    /// Its classes with blanks between.
    pub(crate) classes: &'e str,
}

impl Element<'_> {
    fn is(&self, class: &str) -> bool {
        self.classes.split(' ').any(|word| word == class)
    }
}

/// One step of a selector: `text.label:not(.wins)`.
#[derive(Clone, Debug, Default)]
struct Compound {
    name: Option<String>,
    classes: Vec<String>,
    without: Vec<String>,
}

impl Compound {
    /// Reads a step; none where it asks for what a file has not, such as a pointer above it.
    fn read(text: &str) -> Option<Compound> {
        let mut compound = Compound::default();
        let (text, nots) = text.split_once(":not(").map_or((text, ""), |(text, nots)| (text, nots));
        for class in nots.split(":not(").filter(|class| !class.is_empty()) {
            compound.without.push(class.trim_end_matches(')').trim_start_matches('.').to_owned());
        }
        if text.contains(':') || text.contains('>') || text.contains('[') {
            return None;
        }
        let mut pieces = text.split('.');
        compound.name = pieces.next().filter(|name| !name.is_empty()).map(str::to_owned);
        compound.classes = pieces.map(str::to_owned).collect();
        Some(compound)
    }

    fn fits(&self, element: &Element<'_>) -> bool {
        self.name.as_deref().is_none_or(|name| name == element.name)
            && self.classes.iter().all(|class| element.is(class))
            && !self.without.iter().any(|class| element.is(class))
    }

    fn weight(&self) -> (usize, usize) {
        (self.classes.len() + self.without.len(), usize::from(self.name.is_some()))
    }
}

/// A rule: from the outermost step of its selector to the element itself.
#[derive(Clone, Debug)]
struct Rule {
    steps: Vec<Compound>,
    weight: (usize, usize),
    is_dark: bool,
    declarations: Vec<(String, String)>,
}

impl Rule {
    fn fits(&self, element: &Element<'_>, around: &[Element<'_>]) -> bool {
        let Some((last, before)) = self.steps.split_last() else { return false };
        if !last.fits(element) {
            return false;
        }
        let mut ancestors = around.iter().rev();
        before.iter().rev().all(|step| ancestors.any(|ancestor| step.fits(ancestor)))
    }
}

/// The rules of the style sheet, the weaker first.
pub(crate) struct Cascade {
    rules: Vec<Rule>,
}

/// The rules of [`crate::STYLE`].
pub(crate) static CASCADE: LazyLock<Cascade> = LazyLock::new(|| Cascade::read(crate::STYLE));

impl Cascade {
    /// Reads a style sheet whose only media queries ask for dark paper.
    fn read(sheet: &str) -> Cascade {
        let mut rules = Vec::new();
        let (mut rest, mut is_dark) = (sheet, false);
        while let Some((head, after)) = rest.split_once('{') {
            // The end of a media query stands before the head of the next rule.
            is_dark &= !head.trim_start().starts_with('}');
            let head = head.trim_start().trim_start_matches('}').trim();
            if head.starts_with('@') {
                (is_dark, rest) = (true, after);
                continue;
            }
            let Some((body, after)) = after.split_once('}') else { break };
            read_rule(head, body, is_dark, &mut rules);
            rest = after;
        }
        rules.sort_by_key(|rule| rule.weight);
        Cascade { rules }
    }

    /// The attributes of an element, in order of their names; `around` are its ancestors, the outermost first.
    pub(crate) fn attributes(
        &self,
        element: &Element<'_>,
        around: &[Element<'_>],
        scheme: Scheme,
    ) -> Vec<(&'static str, String)> {
        let declared = self.declared(element, around, scheme);
        let mut attributes = Vec::new();
        for name in ATTRIBUTES {
            let Some(value) = declared.get(name) else { continue };
            let value = self.plain(value, element, around, scheme);
            if !USUAL.contains(&(name, value.as_str())) {
                attributes.push((name, value));
            }
        }
        attributes
    }

    /// The value with each `var(--x)` replaced by what the nearest element says that x is.
    fn plain(&self, value: &str, element: &Element<'_>, around: &[Element<'_>], scheme: Scheme) -> String {
        let mut plain = value.to_owned();
        while let Some((before, after)) = plain.clone().split_once("var(") {
            let Some((name, after)) = after.split_once(')') else { break };
            plain = format!("{before}{}{after}", self.variable(name, element, around, scheme));
        }
        plain
    }

    fn variable(&self, name: &str, element: &Element<'_>, around: &[Element<'_>], scheme: Scheme) -> String {
        let own = self.declared(element, around, scheme);
        if let Some(value) = own.get(name) {
            return value.clone();
        }
        match around.split_last() {
            Some((parent, around)) => self.variable(name, parent, around, scheme),
            None => String::new(),
        }
    }

    fn declared(&self, element: &Element<'_>, around: &[Element<'_>], scheme: Scheme) -> Declarations {
        let applies = |rule: &&Rule| (scheme == Scheme::Dark || !rule.is_dark) && rule.fits(element, around);
        let declarations =
            self.rules.iter().filter(applies).flat_map(|rule| rule.declarations.iter().cloned());
        declarations.collect()
    }
}

/// Reads the selectors of a rule, each as a rule of its own.
fn read_rule(head: &str, body: &str, is_dark: bool, rules: &mut Vec<Rule>) {
    let declarations: Vec<(String, String)> = body
        .split(';')
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
        .collect();
    for selector in head.split(',') {
        let steps: Option<Vec<Compound>> = selector.split_whitespace().map(Compound::read).collect();
        let Some(steps) = steps else { continue };
        let weight =
            steps.iter().map(Compound::weight).fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
        rules.push(Rule { steps, weight, is_dark, declarations: declarations.clone() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: Element<'static> = Element { name: "svg", classes: "grundy" };

    fn of(name: &'static str, classes: &'static str, around: &[Element<'_>], scheme: Scheme) -> String {
        let attributes = CASCADE.attributes(&Element { name, classes }, around, scheme);
        attributes.iter().map(|(name, value)| format!("{name}={value} ")).collect()
    }

    #[test]
    fn stronger_rules_and_later_ones_win() {
        let stone = of("circle", "stone", &[ROOT], Scheme::Light);
        assert_eq!(stone, "fill=#dbe6f6 stroke=#3d5a87 stroke-width=1.5 ");
        let winning = of("circle", "stone winning", &[ROOT], Scheme::Light);
        assert_eq!(winning, "fill=#a9e5c6 stroke=#0b7a4b stroke-width=3.5 ");
        assert_eq!(of("path", "nothing", &[ROOT], Scheme::Light), "fill=none ");
        assert!(of("path", "edge green winning", &[ROOT], Scheme::Light).contains("stroke-width=7.5"));
    }

    #[test]
    fn dark_paper_and_colours_of_layers_change_variables() {
        assert!(of("circle", "stone", &[ROOT], Scheme::Dark).contains("fill=#26354f"));
        let layer = Element { name: "g", classes: "over colour-0" };
        assert!(of("circle", "bubble winning", &[ROOT, layer], Scheme::Light).contains("stroke=#b3261e"));
        assert!(of("circle", "bubble winning", &[ROOT, layer], Scheme::Dark).contains("stroke=#ff8f85"));
        assert!(of("circle", "bubble", &[ROOT, layer], Scheme::Light).contains("fill=none"));
        assert!(of("text", "label", &[ROOT, layer], Scheme::Light).contains("display=none"));
        assert!(!of("text", "label wins", &[ROOT, layer], Scheme::Light).contains("display"));
    }

    /// Whatever shapes there are, no attribute is left with a variable in it.
    #[test]
    fn no_variable_is_left() {
        let sheet = crate::STYLE;
        let classes: std::collections::BTreeSet<&str> = sheet
            .split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.'))
            .filter_map(|word| word.strip_prefix('.'))
            .flat_map(|word| word.split('.'))
            .collect();
        assert!(classes.len() > 40, "{}", classes.len());
        for class in classes {
            for name in ["circle", "rect", "path", "text", "g"] {
                for scheme in [Scheme::Light, Scheme::Dark] {
                    for (name, value) in
                        CASCADE.attributes(&Element { name, classes: class }, &[ROOT], scheme)
                    {
                        assert!(!value.is_empty() && !value.contains("var"), "{class}: {name}={value}");
                    }
                }
            }
        }
    }
}
