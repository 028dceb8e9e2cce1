//! Readers of robot files: from text to a [`Description`](denoc_model::Description) with places.
//!
//! | format | read it with |
//! |---|---|
//! | URDF | [`read_urdf`], [`parse_urdf`]; [`load_urdf`] goes on to a [`Model`](denoc_model::Model) |
//!
//! What cannot be read is a [`FormatError`]: file, line and column, the line itself with a caret under the place, the rule and
//! a remedy. What is read but not used, or only in a simplified way, is a [`Note`]: one for each kind of thing, with a count.
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

mod error;
mod excerpt;
mod load;
mod note;
mod source;
pub mod urdf;

pub use error::FormatError;
pub use excerpt::Spot;
pub use load::{LoadError, load_urdf};
pub use note::{Note, NoteKind};
pub use urdf::{Mimic, Urdf, parse_urdf, read_urdf};
