//! Laws of layouts, by the exact check.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_packing::{
    Decimal, Layout, LayoutError, MAX_DISKS, PackingCertificate, PlacedDisk, layout, verify,
};
use proptest::prelude::*;

/// Whether the exact check accepts a layout, its floating-point numbers taken as they are.
fn is_exact(radii: &[f64], layout: &Layout) -> bool {
    let exact = |x: f64| Decimal::from_f64(x).expect("finite");
    let certificate = PackingCertificate {
        cavity: exact(2.0 * layout.radius).to_string(),
        disks: radii
            .iter()
            .zip(&layout.centres)
            .map(|(&radius, &(x, y))| PlacedDisk {
                diameter: exact(2.0 * radius).to_string(),
                x: exact(x).to_string(),
                y: exact(y).to_string(),
            })
            .collect(),
    };
    radii.len() == layout.centres.len() && verify(&certificate).is_ok()
}

fn density(radii: &[f64], layout: &Layout) -> f64 {
    radii.iter().map(|r| r * r).sum::<f64>() / (layout.radius * layout.radius)
}

#[test]
fn five_hundred_equal_circles_are_dense() {
    let radii = [1.0; MAX_DISKS];
    let found = layout(&radii).expect("a layout");
    assert!(is_exact(&radii, &found));
    assert!(density(&radii, &found) >= 0.7, "{}", density(&radii, &found));
}

#[test]
fn small_layouts_are_the_known_ones() {
    for (count, known) in [(1, 1.0), (2, 2.0), (3, 2.154_700_538), (4, 2.414_213_562), (7, 3.0)] {
        let found = layout(&vec![1.0; count]).expect("a layout");
        assert!((found.radius - known).abs() < 1e-8, "{count}: {}", found.radius);
    }
}

#[test]
fn radii_that_are_no_lengths_are_refused() {
    assert_eq!(layout(&[]), Err(LayoutError::NoCircles));
    let many = [1.0; MAX_DISKS + 1];
    assert_eq!(layout(&many), Err(LayoutError::TooManyCircles(MAX_DISKS + 1)));
    for radius in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-200, 1e200] {
        let error = layout(&[1.0, radius]).expect_err("refused");
        assert!(matches!(error, LayoutError::NotALength { circle: 1, .. }), "{error}");
    }
    assert!(matches!(layout(&[1.0, 1e-7]), Err(LayoutError::TooUnequal { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn layouts_never_overlap_and_repeat_themselves(
        radii in prop_oneof![
            prop::collection::vec(0.1f64..10.0, 1..12),
            prop::collection::vec(1e-3f64..1.0, 1..120),
            prop::collection::vec((-13.0f64..0.0).prop_map(f64::exp), 1..60),
        ]
    ) {
        let found = layout(&radii).expect("a layout");
        prop_assert!(is_exact(&radii, &found));
        prop_assert_eq!(&layout(&radii).expect("a layout"), &found);
        // No circle can do better than lying side by side.
        let sum: f64 = radii.iter().sum();
        prop_assert!(found.radius <= sum * (1.0 + 1e-9));
    }

    #[test]
    fn many_like_circles_are_dense(radii in prop::collection::vec(1.0f64..3.0, 100..200)) {
        let found = layout(&radii).expect("a layout");
        prop_assert!(density(&radii, &found) >= 0.7, "{}", density(&radii, &found));
    }

    #[test]
    fn layouts_scale_with_their_radii(radii in prop::collection::vec(0.5f64..2.0, 2..20), power in -40i32..40) {
        // A power of two changes no digit of a floating-point number.
        let times = 2f64.powi(power);
        let scaled: Vec<f64> = radii.iter().map(|r| r * times).collect();
        let (small, large) = (layout(&radii).expect("a layout"), layout(&scaled).expect("a layout"));
        prop_assert_eq!(small.radius * times, large.radius);
    }
}

/// A case that once failed: the search ended with a container larger than a row needs.
#[test]
fn one_large_circle_among_specks_is_no_worse_than_a_row() {
    let radii = [4.99e-5, 6.09e-5, 1.63e-4, 1.88e-4, 5.95e-4, 3.66e-4, 0.153];
    let found = layout(&radii).expect("a layout");
    assert!(is_exact(&radii, &found));
    assert!(found.radius <= radii.iter().sum::<f64>() * (1.0 + 1e-9));
}
