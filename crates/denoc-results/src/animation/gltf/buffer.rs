//! The numbers of a glTF file, and the file itself.

use serde_json::{Value, json};

/// What an accessor consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Scalar,
    Vec3,
    Vec4,
}

impl Kind {
    fn size(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Vec3 => 3,
            Self::Vec4 => 4,
        }
    }

    fn keyword(self) -> &'static str {
        match self {
            Self::Scalar => "SCALAR",
            Self::Vec3 => "VEC3",
            Self::Vec4 => "VEC4",
        }
    }
}

const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// Numbers with their accessors.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    /// Adds numbers; the index of their accessor.
    pub(super) fn floats(&mut self, kind: Kind, numbers: impl IntoIterator<Item = f32>) -> usize {
        self.add(kind, numbers.into_iter().collect(), None)
    }

    /// Adds a number of each vertex.
    pub(super) fn vertices(&mut self, numbers: &[[f32; 3]]) -> usize {
        self.add(Kind::Vec3, numbers.as_flattened().to_vec(), Some(VERTICES))
    }

    /// Adds triangles.
    pub(super) fn triangles(&mut self, triangles: &[[u32; 3]]) -> usize {
        let start = self.bytes.len();
        self.bytes.extend(triangles.as_flattened().iter().flat_map(|index| index.to_le_bytes()));
        self.accessor(start, UNSIGNED_INT, 3 * triangles.len(), Kind::Scalar, Some(INDICES), json!({}))
    }

    fn add(&mut self, kind: Kind, numbers: Vec<f32>, target: Option<u32>) -> usize {
        let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
            let of = |k: usize| numbers.iter().skip(k).step_by(kind.size()).copied().reduce(pick).unwrap_or_default();
            (0..kind.size()).map(of).collect()
        };
        let bounds = json!({ "min": bound(f32::min), "max": bound(f32::max) });
        let start = self.bytes.len();
        self.bytes.extend(numbers.iter().flat_map(|x| x.to_le_bytes()));
        self.accessor(start, FLOAT, numbers.len() / kind.size(), kind, target, bounds)
    }

    fn accessor(
        &mut self,
        start: usize,
        component: u32,
        count: usize,
        kind: Kind,
        target: Option<u32>,
        mut rest: Value,
    ) -> usize {
        let mut view = json!({ "buffer": 0, "byteOffset": start, "byteLength": self.bytes.len() - start });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        rest["bufferView"] = json!(self.views.len());
        rest["componentType"] = json!(component);
        rest["count"] = json!(count);
        rest["type"] = json!(kind.keyword());
        self.views.push(view);
        self.accessors.push(rest);
        self.accessors.len() - 1
    }

    /// The binary file with this contents and these numbers.
    pub(super) fn into_file(self, mut contents: Value) -> Vec<u8> {
        if !self.bytes.is_empty() {
            contents["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
            contents["bufferViews"] = Value::Array(self.views);
            contents["accessors"] = Value::Array(self.accessors);
        }
        let mut text = contents.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let chunks = [(*b"JSON", text), (*b"BIN\0", self.bytes)].into_iter().filter(|(_, bytes)| !bytes.is_empty());
        let mut body = Vec::new();
        for (kind, bytes) in chunks {
            body.extend((bytes.len() as u32).to_le_bytes());
            body.extend(kind);
            body.extend(bytes);
        }
        let mut file = b"glTF".to_vec();
        file.extend(2_u32.to_le_bytes());
        file.extend((body.len() as u32 + 12).to_le_bytes());
        file.extend(body);
        file
    }
}
