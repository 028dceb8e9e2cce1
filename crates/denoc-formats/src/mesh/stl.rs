//! STL, text and binary.

use std::borrow::Cow;
use std::io::Cursor;

use super::Mesh;

/// Number of bytes before the first triangle of a binary file, and per triangle.
const HEAD: usize = 84;
const TRIANGLE: usize = 50;

pub(super) fn parse(bytes: &[u8]) -> Result<Mesh, String> {
    let announced = bytes.get(80..HEAD).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let size = announced.map(|n| HEAD as u64 + u64::from(n) * TRIANGLE as u64);
    let text = bytes.starts_with(b"solid");
    // the title of a binary file may also begin with "solid": the file size decides
    let bytes = if size == Some(bytes.len() as u64) {
        Cow::Owned([&[0; 80], &bytes[80..]].concat())
    } else if !text && size.is_some_and(|size| size > bytes.len() as u64) {
        let there = bytes.len().saturating_sub(HEAD) / TRIANGLE;
        return Err(format!("it ends after {there} of {} triangles", announced.unwrap_or(0)));
    } else if text && !bytes.starts_with(b"solid ") {
        // the title is optional
        Cow::Owned([b"solid ", &bytes[5..]].concat())
    } else {
        Cow::Borrowed(bytes)
    };
    let stl = stl_io::read_stl(&mut Cursor::new(bytes)).map_err(|e| format!("this is not STL: {e}"))?;
    let corner = |i: usize| u32::try_from(i).map_err(|_| "it has more than 2³² vertices".to_owned());
    let triangles = stl.faces.iter().map(|f| {
        let [a, b, c] = f.vertices;
        Ok([corner(a)?, corner(b)?, corner(c)?])
    });
    Ok(Mesh {
        triangles: triangles.collect::<Result<_, String>>()?,
        positions: stl.vertices.iter().map(|v| [v[0], v[1], v[2]]).collect(),
    })
}
