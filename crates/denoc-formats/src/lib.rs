//! Reads and writes robot files: converts text to a [`Description`](denoc_model::Description) and back.
//!
//! | Format | Functions |
//! |---|---|
//! | any, detected by the file name extension | [`read()`], [`parse`]; [`convert()`] writes any format but SDF |
//! | URDF | [`read_urdf`], [`parse_urdf`], [`load_urdf`] (builds a [`Model`](denoc_model::Model)); [`write_urdf`] |
//! | MJCF (MuJoCo), a subset | [`read_mjcf`], [`parse_mjcf`]; [`write_mjcf`] |
//! | SDF (Gazebo) | [`read_sdf`], [`parse_sdf`] |
//! | DH table (CSV) | [`read_dh_csv`], [`parse_dh_csv`]; [`write_dh`] |
//! | model file (TOML) | [`read_native`], [`parse_native`], [`load_native`]; [`write_native`] |
//!
//! [`mesh`] reads STL, OBJ and COLLADA files and computes mass properties from them; [`catalogue`] contains example mechanisms.
//!
//! A [`FormatError`] states file, line and column, shows the source line with a caret, and gives the violated rule and a remedy.
//! A [`Note`] reports data that were ignored or simplified; there is one note per kind of data, with a count. Links and joints of a
//! description carry their location in the file, so that later errors can refer to it.
//!
//! This crate does not read scenarios and sweeps (`denoc-run`) or tables of results (`denoc-results`), and does not validate the
//! mechanics of a model: [`Description::build`](denoc_model::Description::build) does.
//!
//! ```
//! let text = r#"<robot name="pendulum">
//!   <link name="wall"/>
//!   <link name="rod">
//!     <inertial>
//!       <origin xyz="0 0 -0.5"/>
//!       <mass value="one"/>
//!       <inertia ixx="0.08" ixy="0" ixz="0" iyy="0.08" iyz="0" izz="0.001"/>
//!     </inertial>
//!   </link>
//!   <joint name="pivot" type="continuous">
//!     <parent link="wall"/> <child link="rod"/> <axis xyz="0 1 0"/>
//!   </joint>
//! </robot>"#;
//! let error = denoc_formats::parse_urdf(text, "pendulum.urdf").unwrap_err();
//! assert_eq!(error.to_string(), r#"pendulum.urdf:6:20: "one" in attribute "value" of <mass> is not a number
//!     6 |       <mass value="one"/>
//!       |                    ^ write a number such as 0.25"#);
//!
//! let urdf = denoc_formats::parse_urdf(&text.replace("one", "1.0"), "pendulum.urdf")?;
//! let model = urdf.description.build()?;
//! assert_eq!(model.ground_name(), "wall");
//! assert_eq!(model.nv(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod angle;
mod axis;
pub mod catalogue;
mod convert;
mod csv;
pub mod dh;
mod error;
mod excerpt;
mod load;
pub mod mesh;
pub mod mjcf;
pub mod native;
mod note;
mod quaternion;
mod read;
pub mod sdf;
mod source;
mod tensor;
pub mod urdf;
mod xml;

pub use convert::{Written, convert, write_mjcf, write_urdf};
pub use dh::{DhTable, parse_dh_csv, read_dh_csv, write_dh};
pub use error::FormatError;
pub use excerpt::Spot;
pub use load::{LoadError, build_with_excerpt, load_native, load_urdf};
pub use mjcf::{Mjcf, parse_mjcf, read_mjcf};
pub use native::{
    KeyProblem, KeyRule, Native, NativeExtra, from_toml, in_si, model_file_help, number_in_si, parse_native,
    read_native, write_native,
};
pub use note::{Note, NoteKind};
pub use read::{Format, Read, parse, read};
pub use sdf::{Sdf, parse_sdf, read_sdf};
pub use source::{read_text, similar_file};
pub use urdf::{Urdf, parse_urdf, read_urdf};
