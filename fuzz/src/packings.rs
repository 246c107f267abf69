//! Certificates of packings.

use crate::text_of;
use grundy::packing::verify;
use grundy::{draw_packing, read_certificate};

/// What is read is verified or refused in exact arithmetic, and can be drawn.
pub fn packing_certificate(data: &[u8]) {
    let text = text_of(&data[..data.len().min(2048)]);
    let Ok(certificate) = read_certificate(&text) else { return };
    let verified = verify(&certificate);
    let drawn = draw_packing(&certificate);
    if let Ok(slack) = verified {
        assert!(!slack.amount.to_string().starts_with('-'), "a slack below nothing was verified: {text}");
        assert!(drawn.is_ok(), "what is verified can be drawn: {text}");
    }
}
