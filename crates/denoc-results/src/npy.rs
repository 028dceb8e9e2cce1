//! An array in the npy format of NumPy: a magic string, a header in Python notation, the numbers.

/// An array with one or two dimensions, as columns.
pub(crate) struct Array {
    /// One list of rows per column; a one-dimensional array has one column.
    pub(crate) columns: Vec<Vec<f64>>,
    /// Whether the array had two dimensions.
    pub(crate) matrix: bool,
}

const MAGIC: &[u8] = b"\x93NUMPY";

/// A one-dimensional array of little-endian doubles.
pub(crate) fn write(values: &[f64]) -> Vec<u8> {
    let mut head = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}", values.len());
    // The numbers begin at a multiple of 64 bytes; magic, version and length take ten bytes, the line end one.
    let fill = (64 - (10 + head.len() + 1) % 64) % 64;
    head.extend(std::iter::repeat_n(' ', fill));
    head.push('\n');
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend((head.len() as u16).to_le_bytes());
    bytes.extend(head.as_bytes());
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    bytes
}

/// Why an array cannot be read.
#[derive(Debug)]
pub(crate) struct NpyError {
    pub(crate) problem: String,
    pub(crate) remedy: &'static str,
}

/// Reads an array.
pub(crate) fn read(bytes: &[u8]) -> Result<Array, NpyError> {
    let not_npy =
        || NpyError { problem: "this is not a NumPy array".into(), remedy: "write the file with numpy.savez" };
    let version = *bytes.strip_prefix(MAGIC).and_then(|rest| rest.first()).ok_or_else(not_npy)?;
    let wide = version >= 2;
    let length = match wide {
        true => bytes.get(8..12).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as usize),
        false => bytes.get(8..10).map(|b| usize::from(u16::from_le_bytes([b[0], b[1]]))),
    };
    let start = if wide { 12 } else { 10 };
    let end = start + length.ok_or_else(not_npy)?;
    let head = bytes.get(start..end).and_then(|head| std::str::from_utf8(head).ok()).ok_or_else(not_npy)?;
    let (kind, fortran, shape) = parse_header(head).ok_or_else(not_npy)?;
    let (rows, width) = match shape[..] {
        [rows] => (rows, 1),
        [rows, width] => (rows, width),
        _ => {
            let problem = format!("the array has {} dimensions", shape.len());
            return Err(NpyError { problem, remedy: "store arrays with one or two dimensions" });
        }
    };
    let numbers = decode(&kind, &bytes[end..])?;
    if rows.checked_mul(width) != Some(numbers.len()) {
        let problem = format!("the header announces {rows} × {width} numbers, but the file has {}", numbers.len());
        return Err(NpyError { problem, remedy: TRUNCATED });
    }
    let at = |row: usize, column: usize| if fortran { column * rows + row } else { row * width + column };
    let columns = (0..width).map(|column| (0..rows).map(|row| numbers[at(row, column)]).collect()).collect();
    Ok(Array { columns, matrix: shape.len() == 2 })
}

/// Type, order and shape from the header.
fn parse_header(head: &str) -> Option<(String, bool, Vec<usize>)> {
    let after = |key: &str| Some(head.split_once(key)?.1.trim_start().strip_prefix(':')?.trim_start());
    let kind = after("'descr'")?.strip_prefix('\'')?.split_once('\'')?.0.to_string();
    let fortran = after("'fortran_order'")?.starts_with("True");
    let shape = after("'shape'")?.strip_prefix('(')?.split_once(')')?.0;
    let shape = shape.split(',').map(str::trim).filter(|size| !size.is_empty());
    Some((kind, fortran, shape.map(|size| size.parse().ok()).collect::<Option<_>>()?))
}

const TRUNCATED: &str = "the file is truncated: write it again";

/// Converts numbers of any type to doubles.
fn decode(kind: &str, data: &[u8]) -> Result<Vec<f64>, NpyError> {
    macro_rules! numbers {
        ($number:ty, $convert:expr) => {{
            let chunks = data.chunks_exact(size_of::<$number>());
            if !chunks.remainder().is_empty() {
                let problem = format!("{} bytes are not a multiple of the size of type {kind}", data.len());
                return Err(NpyError { problem, remedy: TRUNCATED });
            }
            // A chunk has the size of the number, so the default is never used.
            chunks.map(|b| $convert(<$number>::from_le_bytes(b.try_into().unwrap_or_default()))).collect()
        }};
    }
    Ok(match kind {
        "<f8" => numbers!(f64, |x| x),
        "<f4" => numbers!(f32, f64::from),
        "<i8" => numbers!(i64, |x| x as f64),
        "<i4" => numbers!(i32, f64::from),
        "<i2" => numbers!(i16, f64::from),
        "|i1" => numbers!(i8, f64::from),
        "<u8" => numbers!(u64, |x| x as f64),
        "<u4" => numbers!(u32, f64::from),
        "<u2" => numbers!(u16, f64::from),
        "|u1" | "|b1" => numbers!(u8, f64::from),
        _ => {
            let problem = format!("values of type {kind} are not supported");
            return Err(NpyError { problem, remedy: "convert with .astype('<f8') before saving" });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(head: &str, data: &[u8]) -> Vec<u8> {
        [MAGIC, &[1, 0], &(head.len() as u16).to_le_bytes(), head.as_bytes(), data].concat()
    }

    fn message(bytes: &[u8]) -> String {
        read(bytes).err().map(|error| format!("{}; {}", error.problem, error.remedy)).unwrap_or_default()
    }

    // oracle: NumPy's description of the format, with bytes set by hand
    #[test]
    fn orders_and_types_are_understood() {
        let head =
            |kind: &str, fortran: &str| format!("{{'descr': '{kind}', 'fortran_order': {fortran}, 'shape': (2, 3), }}");
        let bytes = [1, 2, 3, 4, 5, 250];
        let rows = read(&array(&head("|i1", "False"), &bytes)).unwrap();
        assert!(rows.matrix);
        assert_eq!(rows.columns, [[1.0, 4.0], [2.0, 5.0], [3.0, -6.0]]);
        assert_eq!(read(&array(&head("|u1", "True"), &bytes)).unwrap().columns, [[1.0, 2.0], [3.0, 4.0], [5.0, 250.0]]);
        let four: Vec<u8> = [0.5f32, -2.0].iter().flat_map(|x| x.to_le_bytes()).collect();
        let flat = read(&array("{'shape': (2,), 'fortran_order': False, 'descr': '<f4'}", &four)).unwrap();
        assert!(!flat.matrix);
        assert_eq!(flat.columns, [[0.5, -2.0]]);
        assert_eq!(write(&[1.0]).len() % 64, 8);
    }

    // oracle: the message a user needs
    #[test]
    fn what_cannot_be_read_is_explained() {
        let head =
            |kind: &str, shape: &str| format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
        assert_eq!(message(b"text"), "this is not a NumPy array; write the file with numpy.savez");
        let complex = array(&head("<c16", "(1,)"), &[0; 16]);
        assert_eq!(
            message(&complex),
            "values of type <c16 are not supported; convert with .astype('<f8') before saving"
        );
        let cube = array(&head("|u1", "(1, 1, 1)"), &[0]);
        assert_eq!(message(&cube), "the array has 3 dimensions; store arrays with one or two dimensions");
        let short = array(&head("<f8", "(2,)"), &[0; 8]);
        assert_eq!(
            message(&short),
            "the header announces 2 × 1 numbers, but the file has 1; the file is truncated: write it again"
        );
    }
}
