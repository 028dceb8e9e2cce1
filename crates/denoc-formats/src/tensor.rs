//! Inertia tensors in XML files, whose numbers are rounded.

use denoc_math::Sym3;
use denoc_model::checks::principal_axes;

use crate::note::{NoteKind, Notes};
use crate::xml::Element;

/// Negative principal moments of inertia up to this size, kg m², are taken as zero. A matchbox has more: they come from placeholders and
/// rounded numbers of parts that do not matter, as in TIAGo's antennas. Larger ones are errors.
const NEGLIGIBLE_MOMENT: f64 = 1e-6;

/// Tensors with moments up to this size, kg m², are zero but for rounding in the program that wrote them.
const ROUNDING: f64 = 1e-15;

/// The tensor with negligible negative principal moments replaced by zero, with a note.
pub(crate) fn without_negligible_negatives(
    inertia: Sym3<f64>,
    at: Element,
    owner: &str,
    notes: &mut Notes,
) -> Sym3<f64> {
    let (moments, axes) = principal_axes(inertia);
    // what rounding may have made of zero is left alone
    if !(-NEGLIGIBLE_MOMENT..-1e-9 * moments[2]).contains(&moments[0]) {
        return inertia;
    }
    if moments[0] > -ROUNDING {
        return Sym3::zero();
    }
    notes.add(NoteKind::NegativeMoment, "", || {
        let [a, b, c] = moments;
        let text = format!(
            "{owner} has the principal moments of inertia {a:.4e}, {b:.4e}, {c:.4e} kg m² about its mass centre: none may be \
             negative; taken as zero, since it is negligible"
        );
        (at.place(), text)
    });
    let [a, b, c] = moments.map(|moment| moment.max(0.0));
    Sym3::diagonal(a, b, c).rotate(axes)
}
