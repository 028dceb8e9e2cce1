//! Animations as GIF files.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::palette::{MOST, Palette};
use super::stage::Stage;

/// Frames from which the colours are chosen.
const SAMPLES: usize = 8;
/// The number that leaves a pixel as it was.
const AS_BEFORE: u8 = MOST as u8;

/// Draws and encodes frames one by one; `delays` are in hundredths of a second.
pub(super) fn encode(
    stage: &mut Stage<'_>,
    [width, height]: [u16; 2],
    times: &[f64],
    delays: &[u16],
) -> Result<Vec<u8>, gif::EncodingError> {
    let last = times.len().saturating_sub(1);
    let mut samples: Vec<usize> = (0..SAMPLES).map(|i| i * last / (SAMPLES - 1)).collect();
    samples.dedup();
    let pixels: Vec<[u8; 3]> = samples.iter().flat_map(|&i| stage.draw(times[i])).collect();
    let mut palette = Palette::of(pixels.iter(), stage.paper());
    drop(pixels);
    let mut bytes = Vec::new();
    let mut colors: Vec<u8> = palette.colors.as_flattened().to_vec();
    colors.resize(3 * (MOST + 1), 0);
    let mut encoder = Encoder::new(&mut bytes, width, height, &colors)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut before: Vec<u8> = Vec::new();
    for (&time, &delay) in times.iter().zip(delays) {
        let now: Vec<u8> = stage.draw(time).into_iter().map(|color| palette.number(color)).collect();
        let area = if before.is_empty() {
            Area { left: 0, top: 0, right: width, bottom: height }
        } else {
            Area::of(&before, &now, width)
        };
        let frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: (!before.is_empty()).then_some(AS_BEFORE),
            left: area.left,
            top: area.top,
            width: area.right - area.left,
            height: area.bottom - area.top,
            buffer: Cow::Owned(area.pixels(&before, &now, width)),
            ..Frame::default()
        };
        encoder.write_frame(&frame)?;
        before = now;
    }
    drop(encoder);
    Ok(bytes)
}

/// A rectangle of pixels.
struct Area {
    left: u16,
    top: u16,
    right: u16,
    bottom: u16,
}

impl Area {
    /// The smallest rectangle around the pixels that change, of at least one pixel.
    fn of(before: &[u8], now: &[u8], width: u16) -> Self {
        let mut area = Self { left: u16::MAX, top: u16::MAX, right: 0, bottom: 0 };
        let row = usize::from(width);
        for (y, (old, new)) in before.chunks_exact(row).zip(now.chunks_exact(row)).enumerate() {
            let Some(first) = old.iter().zip(new).position(|(a, b)| a != b) else { continue };
            let last = old.iter().zip(new).rposition(|(a, b)| a != b).unwrap_or(first);
            area.top = area.top.min(y as u16);
            area.bottom = y as u16 + 1;
            area.left = area.left.min(first as u16);
            area.right = area.right.max(last as u16 + 1);
        }
        if area.right == 0 { Self { left: 0, top: 0, right: 1, bottom: 1 } } else { area }
    }

    /// Its pixels; those that do not change are left as they were.
    fn pixels(&self, before: &[u8], now: &[u8], width: u16) -> Vec<u8> {
        let mut pixels = Vec::with_capacity(usize::from(self.right - self.left) * usize::from(self.bottom - self.top));
        for y in usize::from(self.top)..usize::from(self.bottom) {
            let row = y * usize::from(width);
            let (from, to) = (row + usize::from(self.left), row + usize::from(self.right));
            let old = before.get(from..to).unwrap_or_default();
            for (i, &new) in now[from..to].iter().enumerate() {
                pixels.push(if old.get(i) == Some(&new) { AS_BEFORE } else { new });
            }
        }
        pixels
    }
}
