//! Checksums that tell whether a model or a file is the one that a run or a sweep began with.

use denoc_formats::native::canonical_text;
use denoc_model::Description;
use sha2::{Digest, Sha256};

use crate::Error;

/// The SHA-256 checksum of a model, in hexadecimal digits: of its canonical text, so that it depends on neither platform nor
/// compiler, nor on where the model file is or how it is laid out.
///
/// ```
/// let arm = denoc_run::load("planar_3r")?;
/// let checksum = denoc_run::model_checksum(&arm.description)?;
/// assert_eq!(checksum.len(), 64);
/// assert_ne!(checksum, denoc_run::model_checksum(&denoc_run::load("puma")?.description)?);
/// # Ok::<(), denoc_run::Error>(())
/// ```
pub fn model_checksum(description: &Description) -> Result<String, Error> {
    Ok(of_bytes(canonical_text(description)?.as_bytes()))
}

/// The SHA-256 checksum of bytes, in hexadecimal digits.
pub(crate) fn of_bytes(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The checksum of numbers: of their bytes, least significant first.
pub(crate) fn of_numbers<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> String {
    let mut sum = Sha256::new();
    numbers.into_iter().for_each(|x| sum.update(x.to_le_bytes()));
    sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: FIPS 180-2, appendix B.1
    #[test]
    fn checksums_are_sha_256() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of_bytes(b"abc"), known);
        assert_eq!(of_numbers(&[1.0, -0.0]), of_bytes(&[0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x80]));
    }

    // oracle: the checksum of the catalogue's four-bar, which must be the same on every platform and with every compiler
    #[test]
    fn the_checksum_of_a_model_is_stable() {
        let bars = crate::load("fourbar").unwrap().description;
        assert_eq!(model_checksum(&bars).unwrap(), "38581451cd175762cd203f29f4190a01da6bb6c6c212da0c70a473d0c3135f81");
        let mut heavier = bars.clone();
        heavier.links[0].mass.mass = heavier.links[0].mass.mass.next_up();
        assert_ne!(model_checksum(&heavier).unwrap(), model_checksum(&bars).unwrap());
    }
}
