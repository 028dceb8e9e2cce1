//! Pictures as PNG files.

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};

use super::palette::Palette;

/// All colours of the pixels.
pub(super) fn encode(size: [u32; 2], pixels: &[[u8; 3]]) -> Result<Vec<u8>, EncodingError> {
    write(size, ColorType::Rgb, None, pixels.as_flattened())
}

/// At most 255 colours, one of which is `paper`: about a third of the size.
pub(super) fn encode_small(size: [u32; 2], pixels: &[[u8; 3]], paper: [u8; 3]) -> Result<Vec<u8>, EncodingError> {
    let mut palette = Palette::of(pixels.iter(), paper);
    let numbers: Vec<u8> = pixels.iter().map(|pixel| palette.number(*pixel)).collect();
    write(size, ColorType::Indexed, Some(palette.colors.as_flattened()), &numbers)
}

fn write(
    [width, height]: [u32; 2],
    color: ColorType,
    palette: Option<&[u8]>,
    data: &[u8],
) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    if let Some(palette) = palette {
        encoder.set_palette(palette.to_vec());
        // neighbouring numbers are not similar colours
        encoder.set_filter(Filter::NoFilter);
    }
    encoder.write_header()?.write_image_data(data)?;
    Ok(bytes)
}
