//! COLLADA: the triangles of all geometries, transformed by the nodes of the scene, in metres with z up.

use std::collections::HashMap;

use denoc_math::{Mat3, Vec3};
use roxmltree::{Document, Node};

use super::{Mesh, UpAxis};

/// Maximum nesting depth of nodes.
const DEEPEST: usize = 200;
/// Maximum number of triangles; a file may instantiate a geometry many times.
const MOST_TRIANGLES: usize = 50_000_000;

pub(super) fn parse(bytes: &[u8], up: UpAxis) -> Result<Mesh, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())?;
    let document = Document::parse(text).map_err(|e| format!("this is not XML: {e}"))?;
    let root = document.root_element();
    if root.tag_name().name() != "COLLADA" {
        return Err(format!(
            "the root element of a .dae file is <COLLADA>, but this file has <{}>",
            root.tag_name().name()
        ));
    }
    let scene = Scene {
        by_id: document.descendants().filter_map(|n| n.attribute("id").map(|id| (id, n))).collect(),
        mesh: Mesh::default(),
    };
    scene.read(root, up)
}

struct Scene<'a, 'i> {
    by_id: HashMap<&'a str, Node<'a, 'i>>,
    mesh: Mesh,
}

/// An affine map.
#[derive(Copy, Clone)]
struct Map {
    linear: Mat3<f64>,
    shift: Vec3<f64>,
}

impl Map {
    fn then(self, inner: Map) -> Map {
        Map { linear: self.linear * inner.linear, shift: self.linear.apply(inner.shift) + self.shift }
    }
}

impl<'a, 'i> Scene<'a, 'i> {
    fn read(mut self, root: Node<'a, 'i>, up: UpAxis) -> Result<Mesh, String> {
        let world = world(root, up)?;
        let scenes = root.descendants().filter(|n| named(*n, "visual_scene"));
        // nodes to be visited, with the map of their parent and their depth
        let mut pending: Vec<(Node, Map, usize)> = scenes.map(|n| (n, world, 0)).collect();
        if pending.is_empty() {
            let geometries: Vec<Node> = root.descendants().filter(|n| named(*n, "geometry")).collect();
            for geometry in geometries {
                self.geometry(geometry, world)?;
            }
        }
        while let Some((node, outer, depth)) = pending.pop() {
            if depth > DEEPEST {
                return Err("its nodes are nested too deeply".into());
            }
            let map = transforms(node)?.into_iter().fold(outer, Map::then);
            for child in node.children().filter(Node::is_element) {
                match child.tag_name().name() {
                    "node" => pending.push((child, map, depth + 1)),
                    "instance_node" => pending.push((self.target(child, "url")?, map, depth + 1)),
                    "instance_geometry" => {
                        let geometry = self.target(child, "url")?;
                        self.geometry(geometry, map)?;
                    }
                    _ => {}
                }
            }
        }
        Ok(self.mesh)
    }

    /// The element that an attribute such as `url="#id"` refers to.
    fn target(&self, node: Node<'a, 'i>, attribute: &str) -> Result<Node<'a, 'i>, String> {
        let name = node.tag_name().name();
        let url = node.attribute(attribute).ok_or_else(|| format!("<{name}> has no {attribute}"))?;
        let found = url.strip_prefix('#').and_then(|id| self.by_id.get(id).copied());
        found.ok_or_else(|| format!("<{name}> refers to \"{url}\", which is not in the file"))
    }

    fn geometry(&mut self, geometry: Node<'a, 'i>, map: Map) -> Result<(), String> {
        let Some(mesh) = geometry.children().find(|n| named(*n, "mesh")) else { return Ok(()) };
        for group in mesh.children().filter(Node::is_element) {
            let kind = group.tag_name().name();
            if matches!(kind, "triangles" | "polylist" | "polygons" | "trifans" | "tristrips") {
                self.group(group, kind, map)?;
            }
        }
        Ok(())
    }

    /// Triangles, or polygons that are split into triangles at their first vertex.
    fn group(&mut self, group: Node<'a, 'i>, kind: &str, map: Map) -> Result<(), String> {
        let inputs: Vec<Node> = group.children().filter(|n| named(*n, "input")).collect();
        let offset = |n: &Node| n.attribute("offset").unwrap_or("0").trim().parse::<usize>().map_err(|e| e.to_string());
        let mut stride = 1;
        for input in &inputs {
            stride = stride.max(offset(input)?.saturating_add(1));
        }
        let vertex = inputs.iter().find(|n| n.attribute("semantic") == Some("VERTEX"));
        let vertex = *vertex.ok_or_else(|| format!("<{kind}> has no input VERTEX"))?;
        let corner = offset(&vertex)?;
        let (first, count) = self.positions(self.target(vertex, "source")?, map)?;

        let counts: Option<Vec<usize>> = match group.children().find(|n| named(*n, "vcount")) {
            Some(vcount) if kind == "polylist" => Some(numbers(vcount)?),
            _ => None,
        };
        for list in group.children().filter(|n| named(*n, "p")) {
            let indices: Vec<usize> = numbers(list)?;
            let corners: Vec<usize> = indices.chunks(stride).filter_map(|c| c.get(corner).copied()).collect();
            if let Some(bad) = corners.iter().find(|&&i| i >= count) {
                return Err(format!("<{kind}> refers to vertex {bad}, but there are {count}"));
            }
            let strip = kind == "tristrips";
            let mut rest = &corners[..];
            let sizes = match (&counts, kind) {
                (Some(counts), _) => counts.clone(),
                (None, "triangles") => vec![3; corners.len() / 3],
                _ => vec![corners.len()],
            };
            for size in sizes {
                let (polygon, behind) =
                    rest.split_at_checked(size).ok_or("<vcount> needs more vertices than <p> has")?;
                rest = behind;
                for k in 2..polygon.len() {
                    let [a, b, c] = match strip {
                        false => [polygon[0], polygon[k - 1], polygon[k]],
                        true if k % 2 == 0 => [polygon[k - 2], polygon[k - 1], polygon[k]],
                        true => [polygon[k - 1], polygon[k - 2], polygon[k]],
                    };
                    // a reflection reverses the orientation of triangles
                    let [b, c] = if determinant(map.linear) < 0.0 { [c, b] } else { [b, c] };
                    self.mesh.triangles.push([a, b, c].map(|i| (first + i) as u32));
                }
            }
            if self.mesh.triangles.len() > MOST_TRIANGLES {
                return Err(format!("it has more than {MOST_TRIANGLES} triangles"));
            }
        }
        Ok(())
    }

    /// Adds the transformed positions of `<vertices>`; returns the index of the first, and their number.
    fn positions(&mut self, vertices: Node<'a, 'i>, map: Map) -> Result<(usize, usize), String> {
        let input = vertices.children().find(|n| named(*n, "input") && n.attribute("semantic") == Some("POSITION"));
        let source = self.target(input.ok_or("<vertices> has no input POSITION")?, "source")?;
        let array = source.children().find(|n| named(*n, "float_array"));
        let values: Vec<f64> = numbers(array.ok_or("a <source> of positions has no <float_array>")?)?;
        let accessor = source.descendants().find(|n| named(*n, "accessor"));
        let stride = accessor.and_then(|a| a.attribute("stride")).unwrap_or("3").trim().parse::<usize>();
        let stride = stride.ok().filter(|s| *s >= 3).ok_or("positions need a stride of at least 3")?;
        let first = self.mesh.positions.len();
        for p in values.chunks_exact(stride) {
            let placed = map.linear.apply(Vec3::new(p[0], p[1], p[2])) + map.shift;
            self.mesh.positions.push(placed.to_array());
        }
        if self.mesh.positions.len() > MOST_TRIANGLES {
            return Err(format!("it has more than {MOST_TRIANGLES} vertices"));
        }
        Ok((first, self.mesh.positions.len() - first))
    }
}

/// The map to metres and z up, from the unit of the file and, if it counts, its up axis.
fn world(root: Node, up: UpAxis) -> Result<Map, String> {
    let asset = |name: &str| {
        let asset = root.children().find(|n| named(*n, "asset"))?;
        asset.children().find(|n| named(*n, name))
    };
    let meter = match asset("unit").and_then(|u| u.attribute("meter")) {
        Some(text) => text.trim().parse::<f64>().map_err(|_| format!("the unit \"{text}\" is not a number"))?,
        None => 1.0,
    };
    let written = asset("up_axis").and_then(|n| n.text()).map_or("Y_UP", str::trim);
    let [x, y, z] = [0, 1, 2].map(Vec3::<f64>::unit);
    // COLLADA 1.4.1 and 1.5, <up_axis>: the directions right, up and towards the viewer are −y, x, z for X_UP, x, y, z for
    // Y_UP, and x, z, −y for Z_UP; columns: where x, y and z of the file point here
    let turned = match written {
        _ if up == UpAxis::Ignored => Mat3::identity(),
        "Z_UP" => Mat3::identity(),
        "Y_UP" => Mat3::from_columns(x, z, -y),
        "X_UP" => Mat3::from_columns(z, -x, -y),
        other => return Err(format!("the up axis \"{other}\" is not X_UP, Y_UP or Z_UP")),
    };
    Ok(Map { linear: turned.map(|t| t * meter), shift: Vec3::zero() })
}

/// The map of a node: the product of its transformations, outermost first.
fn transforms(node: Node) -> Result<Vec<Map>, String> {
    let mut maps = Vec::new();
    for child in node.children().filter(Node::is_element) {
        let name = child.tag_name().name();
        let needed = match name {
            "matrix" => 16,
            "rotate" => 4,
            "translate" | "scale" => 3,
            _ => continue,
        };
        let n: Vec<f64> = numbers(child)?;
        if n.len() != needed {
            return Err(format!("<{name}> has {} numbers, but needs {needed}", n.len()));
        }
        let plain = Map { linear: Mat3::identity(), shift: Vec3::zero() };
        maps.push(match name {
            "matrix" => Map {
                linear: Mat3::from_rows([[n[0], n[1], n[2]], [n[4], n[5], n[6]], [n[8], n[9], n[10]]]),
                shift: Vec3::new(n[3], n[7], n[11]),
            },
            "translate" => Map { shift: Vec3::new(n[0], n[1], n[2]), ..plain },
            "scale" => Map { linear: Mat3::from_rows([[n[0], 0.0, 0.0], [0.0, n[1], 0.0], [0.0, 0.0, n[2]]]), ..plain },
            _ => {
                let axis = Vec3::new(n[0], n[1], n[2]);
                let (s, c) = n[3].to_radians().sin_cos();
                let turned = axis.norm() > 0.0;
                Map { linear: if turned { Mat3::rotation(axis.normalized(), s, c) } else { plain.linear }, ..plain }
            }
        });
    }
    Ok(maps)
}

fn determinant(m: Mat3<f64>) -> f64 {
    m.x.dot(m.y.cross(m.z))
}

fn named(node: Node, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name
}

/// The numbers in the text of an element.
fn numbers<T: std::str::FromStr>(node: Node) -> Result<Vec<T>, String> {
    let text = node.text().unwrap_or("");
    let parse =
        |text: &str| text.parse().map_err(|_| format!("\"{text}\" in <{}> is not a number", node.tag_name().name()));
    text.split_ascii_whitespace().map(parse).collect()
}
