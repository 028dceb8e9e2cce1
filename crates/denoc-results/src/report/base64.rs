//! Numbers in a page: little-endian bytes in base 64, a third of the size of decimal digits.

use serde::{Serialize, Serializer};

/// Bytes that serialise as base 64.
#[derive(Debug, Clone, Default)]
pub(super) struct Bytes(Vec<u8>);

impl Bytes {
    pub(super) fn f64(values: impl IntoIterator<Item = f64>) -> Self {
        Bytes(values.into_iter().flat_map(f64::to_le_bytes).collect())
    }

    pub(super) fn f32(values: impl IntoIterator<Item = f32>) -> Self {
        Bytes(values.into_iter().flat_map(f32::to_le_bytes).collect())
    }

    pub(super) fn u32(values: impl IntoIterator<Item = u32>) -> Self {
        Bytes(values.into_iter().flat_map(u32::to_le_bytes).collect())
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&encode(&self.0))
    }
}

fn encode(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let sign = char::from(SIGNS[(word >> (18 - 6 * place)) as usize & 63]);
            text.push(if place <= chunk.len() { sign } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    // oracle: RFC 4648, section 10
    #[test]
    fn base_64_follows_the_rfc() {
        let known =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE=")];
        for (text, code) in known {
            assert_eq!(super::encode(text.as_bytes()), code);
        }
    }
}
