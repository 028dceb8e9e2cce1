//! Oracle: the scalar numbers. A lane must carry exactly the bits that the single number would.

use super::{Choose, Isa, Kernel, Level, detect};
use crate::{Lane, Real};

fn expression<T: Real>(a: T, b: T, c: T) -> T {
    let (s, k) = (a + b).sin_cos();
    let x = a.mul_add(b, c) - s.neg_mul_add(k, b);
    (x * x + T::lift(0.3)).sqrt().recip() + -c
}

fn samples(i: usize) -> [f64; 3] {
    let x = i as f64;
    [(x * 0.731).sin() * 9.0, (x * 1.37).cos() * 4.0, x * 0.01 - 3.0]
}

struct Rows<'a>(&'a mut [[f64; 2]], &'a mut [[f32; 2]]);

impl<I: Isa> Kernel<I> for Rows<'_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let lanes = I::F64x4::LANES;
        for (block, out) in self.0.chunks_exact_mut(lanes).enumerate() {
            let get = |k: usize| I::F64x4::from_lanes(|l| samples(block * lanes + l)[k]);
            let mut wide = vec![0.0; lanes];
            expression(get(0), get(1), get(2)).store(&mut wide);
            for (l, o) in out.iter_mut().enumerate() {
                let [a, b, c] = samples(block * lanes + l).map(<I::F64 as Real>::lift);
                let mut single = [0.0];
                expression(a, b, c).store(&mut single);
                *o = [wide[l], single[0]];
            }
        }
        let lanes = I::F32x8::LANES;
        for (block, out) in self.1.chunks_exact_mut(lanes).enumerate() {
            let get = |k: usize| I::F32x8::from_lanes(|l| samples(block * lanes + l)[k] as f32);
            let mut wide = vec![0.0; lanes];
            expression(get(0), get(1), get(2)).store(&mut wide);
            for (l, o) in out.iter_mut().enumerate() {
                let [a, b, c] = samples(block * lanes + l).map(<I::F32 as Real>::lift);
                let mut single = [0.0];
                expression(a, b, c).store(&mut single);
                *o = [wide[l], single[0]];
            }
        }
    }
}

impl Choose for Rows<'_> {
    type Output = ();
    fn with<I: Isa>(self, isa: I) {
        isa.enter(self);
    }
}

#[test]
fn lanes_carry_the_bits_of_the_single_number() {
    for level in [Level::Best, Level::Portable] {
        let mut wide = vec![[0.0; 2]; 4096];
        let mut narrow = vec![[0.0; 2]; 4096];
        detect(level, Rows(&mut wide, &mut narrow));
        for [a, b] in wide {
            assert!(a.is_finite());
            assert_eq!(a.to_bits(), b.to_bits());
        }
        for [a, b] in narrow {
            assert_eq!(a.to_bits(), b.to_bits());
        }
    }
}

struct Edge;
impl Choose for Edge {
    type Output = ();
    fn with<I: Isa>(self, _: I) {
        let mixed = [0.5, 3.0e9, f64::NAN, -2.0];
        let (s, _) = I::F64x4::load(&mixed).sin_cos();
        let mut out = [0.0; 4];
        s.store(&mut out);
        let (first, _) = <I::F64 as Real>::lift(0.5).sin_cos();
        assert_eq!(out[0], first.value());
        assert_eq!(out[1], 3.0e9f64.sin());
        assert!(out[2].is_nan());
        assert!(I::F64x4::load(&mixed).value().is_nan());
        assert_eq!(I::F64x4::load(&[3.0, -1.0, 2.0, 8.0]).value(), -1.0);
        let x = I::F64x4::load(&[3.0, -1.0, 2.0, 8.0]);
        assert!(x.exceeds(I::F64x4::load(&[2.0, -1.5, 1.0, 7.0])));
        assert!(!x.exceeds(I::F64x4::load(&[2.0, -1.0, 1.0, 7.0])));
        assert!(!I::F64x4::load(&mixed).exceeds(I::F64x4::splat(-3.0)));
        assert!(!I::F64x4::load(&[1.0, f64::INFINITY, 1.0, 1.0]).exceeds(I::F64x4::splat(0.0)));
    }
}

#[test]
fn lanes_out_of_range_do_not_disturb_their_neighbours() {
    detect(Level::Best, Edge);
    detect(Level::Portable, Edge);
}
