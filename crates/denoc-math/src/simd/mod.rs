//! Selection of the instruction set at run time.
//!
//! A plain `cargo build --release` targets baseline x86-64, where a fused multiply-add is a library call and lanes are
//! two wide. A [`Kernel`] is therefore written once over an [`Isa`] and entered through [`Isa::enter`], which for AVX2
//! is a function compiled with these instructions enabled; everything inside is `#[inline(always)]` and so compiled
//! with them too. [`detect`] provides the best instruction set of the CPU.
//!
//! The AVX2 numbers cannot be named outside this crate: safe code obtains them only as `I::F64x4` of an `I` that [`detect`]
//! selected after querying the CPU. This makes their `unsafe` arithmetic sound.

#[cfg(target_arch = "x86_64")]
mod avx2;

use crate::{Constant, F32x8, F64x4, Lane};

/// An instruction set: its number types, and the entry into code compiled for it.
pub trait Isa: Copy + Send + Sync + 'static {
    /// Its name, for reports.
    const NAME: &'static str;
    /// Whether four lanes cost little more than one, so that limbs of one tree should share them.
    const WIDE: bool;
    /// One `f64`.
    type F64: Lane<Element = f64>;
    /// One `f32`.
    type F32: Lane<Element = f32>;
    /// Four `f64`.
    type F64x4: Lane<Element = f64> + Constant<Self::F64x4>;
    /// Eight `f32`.
    type F32x8: Lane<Element = f32>;

    /// Runs a kernel with this instruction set.
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output;

    /// The same for a long kernel that needs many registers.
    #[inline(always)]
    fn enter_long<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        self.enter(kernel)
    }
}

/// A computation that can be entered; implement `run` with `#[inline(always)]`.
pub trait Kernel<I: Isa> {
    /// Result type.
    type Output;
    /// Runs the kernel.
    fn run(self) -> Self::Output;
}

/// A computation that is generic over the instruction set.
pub trait Choose {
    /// Result type.
    type Output;
    /// Called once with the selected instruction set.
    fn with<I: Isa>(self, isa: I) -> Self::Output;
}

/// Portable Rust: any CPU, no fused operations.
#[derive(Copy, Clone, Debug)]
pub struct Portable;

impl Isa for Portable {
    const NAME: &'static str = "portable";
    const WIDE: bool = false;
    type F64 = f64;
    type F32 = f32;
    type F64x4 = F64x4;
    type F32x8 = F32x8;
    #[inline(always)]
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        kernel.run()
    }
}

/// The requested instruction set.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Level {
    /// The best one of this CPU.
    #[default]
    Best,
    /// Portable code on any CPU.
    Portable,
}

/// Calls `choice` with the requested instruction set, or with portable code if the CPU does not have it.
pub fn detect<C: Choose>(level: Level, choice: C) -> C::Output {
    #[cfg(target_arch = "x86_64")]
    if level == Level::Best
        && let Some(isa) = avx2::Avx2::detect()
    {
        return choice.with(isa);
    }
    let _ = level;
    choice.with(Portable)
}

/// The name of the instruction set that [`detect`] selects.
pub fn name(level: Level) -> &'static str {
    struct Name;
    impl Choose for Name {
        type Output = &'static str;
        fn with<I: Isa>(self, _: I) -> &'static str {
            I::NAME
        }
    }
    detect(level, Name)
}

#[cfg(test)]
mod tests;
