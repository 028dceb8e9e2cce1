use denoc_math::{Mat3, Vec3, quaternion_rotation};

/// A small random generator (SplitMix64): the same seed gives the same numbers everywhere and for ever.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in [low, high).
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Uniform in [−size, size).
    pub fn signed(&mut self, size: f64) -> f64 {
        self.range(-size, size)
    }

    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// `count` numbers in [−size, size).
    pub fn vector(&mut self, count: usize, size: f64) -> Vec<f64> {
        (0..count).map(|_| self.signed(size)).collect()
    }

    /// A point of the cube [−size, size)³.
    pub fn point(&mut self, size: f64) -> Vec3<f64> {
        Vec3::new(self.signed(size), self.signed(size), self.signed(size))
    }

    /// A unit vector.
    pub fn direction(&mut self) -> Vec3<f64> {
        loop {
            let v = self.point(1.0);
            if (0.1..=1.0).contains(&v.norm()) {
                return v.normalized();
            }
        }
    }

    /// A unit quaternion `[x, y, z, w]`.
    pub fn quaternion(&mut self) -> [f64; 4] {
        loop {
            let q: [f64; 4] = std::array::from_fn(|_| self.signed(1.0));
            let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (0.1..=1.0).contains(&norm) {
                return q.map(|x| x / norm);
            }
        }
    }

    /// A rotation matrix.
    pub fn rotation(&mut self) -> Mat3<f64> {
        quaternion_rotation(self.quaternion())
    }

    /// One of the 24 rotations that map coordinate axes to coordinate axes, exactly.
    pub fn quarter_turns(&mut self) -> Mat3<f64> {
        let (first, turn) = (self.below(3), 1 + self.below(2));
        let x = Vec3::unit(first).scale(self.sign());
        let y = Vec3::unit((first + turn) % 3).scale(self.sign());
        Mat3::from_columns(x, y, x.cross(y))
    }

    /// 1 or −1.
    pub fn sign(&mut self) -> f64 {
        if self.chance(0.5) { 1.0 } else { -1.0 }
    }

    /// Puts the items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
