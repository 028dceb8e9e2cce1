//! STL, text and binary.

use std::collections::HashMap;

use super::Mesh;

/// Number of bytes before the first triangle of a binary file, per triangle, and per number.
const HEAD: usize = 84;
const TRIANGLE: usize = 50;
const NUMBER: usize = 4;

pub(super) fn parse(bytes: &[u8]) -> Result<Mesh, String> {
    let announced = bytes.get(80..HEAD).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let size = announced.map(|n| HEAD as u64 + u64::from(n) * TRIANGLE as u64);
    // the title of a binary file may also begin with "solid": the file size decides
    if size == Some(bytes.len() as u64) {
        return binary(&bytes[HEAD..]);
    }
    if bytes.starts_with(b"solid") {
        return text(bytes);
    }
    match size {
        Some(size) if size < bytes.len() as u64 => binary(&bytes[HEAD..size as usize]),
        Some(_) => {
            let there = bytes.len().saturating_sub(HEAD) / TRIANGLE;
            Err(format!("it ends after {there} of {} triangles", announced.unwrap_or(0)))
        }
        None => Err("this is not STL: it neither begins with \"solid\" nor has a binary header".into()),
    }
}

/// The triangles after the header. Their numbers are in single precision.
fn binary(triangles: &[u8]) -> Result<Mesh, String> {
    let mut corners = Corners::default();
    for triangle in triangles.chunks_exact(TRIANGLE) {
        // after the normal, which is three numbers too
        let (numbers, _) = triangle[3 * NUMBER..].as_chunks::<NUMBER>();
        let numbers: Vec<f64> = numbers.iter().take(9).map(|&b| f64::from(f32::from_le_bytes(b))).collect();
        corners.triangle(numbers.as_chunks::<3>().0)?;
    }
    Ok(corners.mesh)
}

/// Text keeps the digits that it is written with.
fn text(bytes: &[u8]) -> Result<Mesh, String> {
    let text = String::from_utf8_lossy(bytes);
    let mut corners = Corners::default();
    let mut face: Vec<[f64; 3]> = Vec::with_capacity(3);
    for (line, number) in text.lines().zip(1..) {
        let wrong = |what: &str| format!("this is not STL: line {number} {what}");
        let mut parts = line.split_ascii_whitespace();
        let keyword = parts.next().unwrap_or_default().to_ascii_lowercase();
        match keyword.as_str() {
            "" | "solid" | "endsolid" | "facet" | "endfacet" | "outer" => {}
            "vertex" => {
                let numbers: Result<Vec<f64>, _> = parts.map(str::parse).collect();
                let numbers = numbers.ok().and_then(|numbers| <[f64; 3]>::try_from(numbers).ok());
                face.push(numbers.ok_or_else(|| wrong("does not give three numbers for a vertex"))?);
            }
            "endloop" => {
                corners.triangle(&face).map_err(|_| wrong("ends a face that has not three vertices"))?;
                face.clear();
            }
            _ => return Err(wrong("begins with an unknown keyword")),
        }
    }
    if !face.is_empty() {
        return Err("this is not STL: the file ends inside a face".into());
    }
    Ok(corners.mesh)
}

/// A mesh whose coincident vertices are shared.
#[derive(Default)]
struct Corners {
    mesh: Mesh,
    known: HashMap<[u64; 3], u32>,
}

impl Corners {
    fn triangle(&mut self, face: &[[f64; 3]]) -> Result<(), String> {
        let face: [[f64; 3]; 3] = face.try_into().map_err(|_| "a face has not three vertices".to_owned())?;
        let mut triangle = [0; 3];
        for (index, p) in triangle.iter_mut().zip(face) {
            let next =
                u32::try_from(self.mesh.positions.len()).map_err(|_| "it has more than 2³² vertices".to_owned())?;
            *index = *self.known.entry(p.map(f64::to_bits)).or_insert(next);
            if *index == next {
                self.mesh.positions.push(p);
            }
        }
        self.mesh.triangles.push(triangle);
        Ok(())
    }
}
