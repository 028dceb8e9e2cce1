//! Numbers in the page: little-endian bytes in base 64, a third of the size of decimal text.

use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;
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
        serializer.collect_str(&Base64Display::new(&self.0, &STANDARD))
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    // oracle: the bytes of IEEE 754 by hand, encoded as RFC 4648 says
    #[test]
    fn numbers_are_little_endian_bytes_in_base_64() {
        let text = |bytes: &Bytes| serde_json::to_string(bytes).unwrap();
        assert_eq!(text(&Bytes::f64([1.0])), "\"AAAAAAAA8D8=\"");
        assert_eq!(text(&Bytes::f32([-2.0, 0.0])), "\"AAAAwAAAAAA=\"");
        assert_eq!(text(&Bytes::u32([1, 0x0403_0201, 7])), "\"AQAAAAECAwQHAAAA\"");
        assert_eq!(text(&Bytes::default()), "\"\"");
    }
}
