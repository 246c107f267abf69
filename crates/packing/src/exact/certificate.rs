//! What a claimed packing says, as text.

/// A claim that disks fit a cavity, all numbers as exact decimal text.
///
/// The cavity is centred on the origin. A certificate is only a claim until [`verify`](crate::verify) has
/// accepted it; it may be made by any program, or by hand.
///
/// ```
/// use grundy_packing::{PackingCertificate, PlacedDisk, verify};
///
/// let disk = |x: &str| PlacedDisk { diameter: "1".into(), x: x.into(), y: "0".into() };
/// let claim = PackingCertificate { cavity: "2.1".into(), disks: vec![disk("-0.51"), disk("0.51")] };
/// assert_eq!(verify(&claim)?.amount.to_string(), "0.02");
/// # Ok::<(), grundy_packing::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackingCertificate {
    /// The cavity, written like a [`Cavity`](crate::Cavity): `12` or `10x12`.
    pub cavity: String,
    /// The disks, in the order of the problem.
    pub disks: Vec<PlacedDisk>,
}

/// One disk of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedDisk {
    /// The diameter.
    pub diameter: String,
    /// The centre's x coordinate.
    pub x: String,
    /// The centre's y coordinate.
    pub y: String,
}
