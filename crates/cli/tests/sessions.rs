//! The sessions of the guide, the README and `tests/cmd`, typed and compared.

#[test]
fn every_session_goes_as_written() {
    trycmd::TestCases::new().case("../../docs/guide.md").case("../../README.md").case("tests/cmd/*.md");
}
