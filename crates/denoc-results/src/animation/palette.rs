//! The 255 colours of an animation.

/// Most colours; one more is left for "as before".
pub(super) const MOST: usize = 255;
/// Bits of each channel by which colours are told apart.
const BITS: u32 = 6;

/// A number for every colour, and the colours of the numbers.
pub(super) struct Palette {
    pub(super) colors: Vec<[u8; 3]>,
    /// The nearest colour of every class of colours, once it has been asked for.
    nearest: Vec<Option<u8>>,
}

/// Colours of one class: their sum and number.
#[derive(Clone, Copy, Default)]
struct Class {
    sum: [f64; 3],
    count: f64,
}

impl Class {
    fn mean(&self) -> [f64; 3] {
        self.sum.map(|x| x / self.count)
    }

    /// Rare colours count more than their number: they are thin or small bodies.
    fn weight(&self) -> f64 {
        self.count.sqrt()
    }
}

fn class([r, g, b]: [u8; 3]) -> usize {
    let part = |x: u8| usize::from(x >> (8 - BITS));
    part(r) << (2 * BITS) | part(g) << BITS | part(b)
}

impl Palette {
    /// The palette of these pixels, by median cut; `first` is one of its colours, exactly.
    pub(super) fn of<'p>(pixels: impl Iterator<Item = &'p [u8; 3]>, first: [u8; 3]) -> Self {
        let mut classes = vec![Class::default(); 1 << (3 * BITS)];
        for pixel in pixels.filter(|pixel| **pixel != first) {
            let class = &mut classes[class(*pixel)];
            (0..3).for_each(|k| class.sum[k] += f64::from(pixel[k]));
            class.count += 1.0;
        }
        classes.retain(|class| class.count > 0.0);
        let mut groups = vec![Group::new(classes)];
        while groups.len() < MOST - 1 {
            let widest = (0..groups.len()).max_by(|&a, &b| groups[a].spread.total_cmp(&groups[b].spread));
            let Some(widest) = widest.filter(|&i| groups[i].spread > 0.0) else { break };
            let [a, b] = groups.swap_remove(widest).split();
            groups.extend([a, b]);
        }
        let means = groups.iter().filter(|group| !group.classes.is_empty()).map(Group::mean);
        let colors = [first].into_iter().chain(means).collect();
        Self { colors, nearest: vec![None; 1 << (3 * BITS)] }
    }

    /// The number of the nearest colour.
    pub(super) fn number(&mut self, color: [u8; 3]) -> u8 {
        if color == self.colors[0] {
            return 0;
        }
        let class = class(color);
        *self.nearest[class].get_or_insert_with(|| {
            let distance =
                |known: &[u8; 3]| (0..3).map(|k| (i32::from(known[k]) - i32::from(color[k])).pow(2)).sum::<i32>();
            let found = self.colors.iter().enumerate().min_by_key(|(_, known)| distance(known));
            found.map_or(0, |(number, _)| number as u8)
        })
    }
}

/// Classes that share a colour.
struct Group {
    classes: Vec<Class>,
    /// The channel in which they differ most, and by how much altogether.
    channel: usize,
    spread: f64,
}

impl Group {
    fn new(classes: Vec<Class>) -> Self {
        let weight: f64 = classes.iter().map(Class::weight).sum();
        let variance = |k: usize| {
            let mean = classes.iter().map(|c| c.weight() * c.mean()[k]).sum::<f64>() / weight;
            classes.iter().map(|c| c.weight() * (c.mean()[k] - mean).powi(2)).sum::<f64>()
        };
        let (channel, spread) =
            (0..3).map(|k| (k, variance(k))).fold((0, 0.0), |most, x| if x.1 > most.1 { x } else { most });
        let spread = if classes.len() > 1 { spread } else { 0.0 };
        Self { classes, channel, spread }
    }

    /// Two groups of about the same weight.
    fn split(mut self) -> [Self; 2] {
        let channel = self.channel;
        self.classes.sort_by(|a, b| a.mean()[channel].total_cmp(&b.mean()[channel]));
        let half = 0.5 * self.classes.iter().map(Class::weight).sum::<f64>();
        let mut sum = 0.0;
        let lower = self.classes.iter().take_while(|class| {
            sum += class.weight();
            sum <= half
        });
        let at = lower.count().clamp(1, self.classes.len() - 1);
        let upper = self.classes.split_off(at);
        [Self::new(self.classes), Self::new(upper)]
    }

    fn mean(&self) -> [u8; 3] {
        let count: f64 = self.classes.iter().map(|class| class.count).sum();
        std::array::from_fn(|k| (self.classes.iter().map(|class| class.sum[k]).sum::<f64>() / count).round() as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: few colours are kept as they are
    #[test]
    fn few_colors_are_exact() {
        let pixels = [[0, 0, 0], [255, 0, 0], [0, 200, 100], [255, 0, 0], [250, 250, 250]];
        let mut palette = Palette::of(pixels.iter(), [250; 3]);
        assert_eq!((palette.colors.len(), palette.colors[0]), (4, [250; 3]));
        for pixel in pixels {
            let number = palette.number(pixel);
            assert_eq!(palette.colors[usize::from(number)], pixel);
        }
    }

    // oracle: with 255 colours, shades of two hues are at most a few steps away from their nearest colour
    #[test]
    fn shades_are_near_their_colors() {
        let pixels: Vec<[u8; 3]> = (0..=255).flat_map(|x| [[x, x / 2, 0], [0, x / 3, x]]).collect();
        let mut palette = Palette::of(pixels.iter(), [250; 3]);
        assert!(palette.colors.len() <= MOST);
        for pixel in pixels {
            let number = palette.number(pixel);
            let found = palette.colors[usize::from(number)];
            assert!((0..3).all(|k| found[k].abs_diff(pixel[k]) <= 6), "{pixel:?} {found:?}");
        }
    }
}
