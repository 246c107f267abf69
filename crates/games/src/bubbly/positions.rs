//! The forests of the Mystery Hunt, and of the article on them.

use grundy_core::NamedPosition;

/// The puzzle's seven forests as its published solution writes them.
const HUNT: [&str; 7] = [
    "(C(H(S(V(E(L)))(U(I))(T)))(R(A))(G))(N)",
    "(I(T(C(A(L))))(F(N(U))(S)))(H(V(P(R))))(E(G))",
    "(F(H(E(C(I(T(S))(G))(V))(A(Y(M))(N)))(R))(L(U))(P))",
    "(I(Y(U(T(H)))(N(F))))(M(R(C(L))(K)))(A(S(P(E)))(V))(B(G))",
    "(F(L(E(D(T(U)))(A(R))(B))(S(I(V(H))(C))(Y))(G(M)))(N(K(P))(Z)))",
    "(A(B(E(Z(M(K))(V))(Y))(L(M))(H))(T(F(G)))(U(X))(D))(C(R(P))(I))(S(W))",
    "(T(S(D(K(X))))(Y(J(M))(A)))(R(G(U(L(Z(C))))))(F(Q(B(V(I)))))(P(H(W)))(N(E))",
];

/// The same forests as circles, in places of our own: laid over each other, their winning bubbles spell the answer.
const PLACED: &str = include_str!("mystery-hunt-2019-placed.txt");

/// The second forest as circles, where the picture of the article has them: E above H on the left, I on the right.
const ARTICLE: &str = "75 70 55 E / 75 82 28 G / 75 230 75 H / 75 242 56 V / 75 254 38 P / 75 266 20 R / 330 160 150 I / \
    255 170 62 T / 255 180 46 C / 255 188 31 A / 255 194 17 L / 400 175 68 F / 378 185 36 N / 378 193 18 U / 434 185 18 S";

/// Pieces of the second forest that the article works out, each a bubble with all that is in it.
const PIECES: [(&str, &str); 5] = [
    ("hunt-2-e", "(E(G))"),
    ("hunt-2-h", "(H(V(P(R))))"),
    ("hunt-2-f", "(F(N(U))(S))"),
    ("hunt-2-t", "(T(C(A(L))))"),
    ("hunt-2-i", "(I(T(C(A(L))))(F(N(U))(S)))"),
];

/// What is said of the first forest.
const SLIP: &str = "it is published with a `)` too many, the 37th character, which is left out here";

/// The positions with a name.
pub(super) fn positions() -> impl Iterator<Item = NamedPosition> {
    let of_hunt = |(index, text): (usize, &'static str)| {
        let source = "Bubbly, MIT Mystery Hunt 2019, the program of the solution";
        let position = NamedPosition::new(format!("hunt-{}", index + 1), text, source);
        if index == 0 { position.remarked(SLIP) } else { position }
    };
    let of_article =
        |(name, text): (&'static str, &'static str)| NamedPosition::new(name, text, "\"How to win Bubbly\"");
    let placed = PLACED.lines().filter_map(|line| line.strip_prefix("bubbly "));
    let of_picture = |(index, text): (usize, &'static str)| {
        let source = "Bubbly, MIT Mystery Hunt 2019; the places of the circles are Grundy's";
        NamedPosition::new(format!("hunt-{}-picture", index + 1), text, source)
    };
    let hunt = HUNT.into_iter().enumerate().map(of_hunt);
    let article = [("hunt-2-article", ARTICLE)].into_iter().chain(PIECES).map(of_article);
    hunt.chain(placed.enumerate().map(of_picture)).chain(article)
}
