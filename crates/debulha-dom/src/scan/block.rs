//! Sixteen bytes in one register: SSE2 on x86-64 and NEON on AArch64, which every processor of these families has,
//! and plain loops elsewhere. All give the same results.
//!
//! The crate's only unsafe code. Vector instructions are unsafe to call for a processor may lack them; the modules
//! that call them are compiled for processors that have them only.
#![allow(unsafe_code)]

/// Bytes of a block.
pub(super) const WIDTH: usize = 16;

/// Sixteen bytes, or the answers of a test on each of them (all bits set where it holds).
pub(super) trait ByteBlock: Copy {
    fn load(bytes: &[u8; WIDTH]) -> Self;
    /// Tests which bytes are `byte`.
    fn equal(self, byte: u8) -> Self;
    /// Tests which bytes lie in `low..=high`.
    fn within(self, low: u8, high: u8) -> Self;
    /// Where one of two tests holds.
    fn or(self, other: Self) -> Self;
    /// A test's answers, the first byte's in the lowest bit.
    fn mask(self) -> u16;
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) type Native = std::arch::x86_64::__m128i;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub(super) type Native = std::arch::aarch64::uint8x16_t;
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon")
)))]
pub(super) type Native = [u8; WIDTH];

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2 {
    use super::{ByteBlock, WIDTH};
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set1_epi8, _mm_sub_epi8,
    };

    impl ByteBlock for __m128i {
        #[inline]
        fn load(bytes: &[u8; WIDTH]) -> Self {
            // SAFETY: this module is compiled with SSE2 only; the load reads the array's 16 bytes, of any alignment.
            unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
        }

        #[inline]
        fn equal(self, byte: u8) -> Self {
            // SAFETY: this module is compiled with SSE2 only.
            unsafe { _mm_cmpeq_epi8(self, _mm_set1_epi8(byte as i8)) }
        }

        #[inline]
        fn within(self, low: u8, high: u8) -> Self {
            // Bytes below `low` wrap around to large ones. SSE2 has no unsigned comparison but by the minimum.
            // SAFETY: this module is compiled with SSE2 only.
            unsafe {
                let above_low = _mm_sub_epi8(self, _mm_set1_epi8(low as i8));
                _mm_cmpeq_epi8(_mm_min_epu8(above_low, _mm_set1_epi8((high - low) as i8)), above_low)
            }
        }

        #[inline]
        fn or(self, other: Self) -> Self {
            // SAFETY: this module is compiled with SSE2 only.
            unsafe { _mm_or_si128(self, other) }
        }

        #[inline]
        fn mask(self) -> u16 {
            // SAFETY: this module is compiled with SSE2 only.
            unsafe { _mm_movemask_epi8(self) as u16 }
        }
    }
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon {
    use super::{ByteBlock, WIDTH};
    use std::arch::aarch64::{
        uint8x16_t, vaddv_u8, vandq_u8, vceqq_u8, vcleq_u8, vdupq_n_u8, vget_high_u8, vget_low_u8, vld1q_u8,
        vorrq_u8, vsubq_u8,
    };

    /// The bit of each byte in the mask of its half.
    const BITS: [u8; WIDTH] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

    impl ByteBlock for uint8x16_t {
        #[inline]
        fn load(bytes: &[u8; WIDTH]) -> Self {
            // SAFETY: this module is compiled with NEON only; the load reads the array's 16 bytes, of any alignment.
            unsafe { vld1q_u8(bytes.as_ptr()) }
        }

        #[inline]
        fn equal(self, byte: u8) -> Self {
            // SAFETY: this module is compiled with NEON only.
            unsafe { vceqq_u8(self, vdupq_n_u8(byte)) }
        }

        #[inline]
        fn within(self, low: u8, high: u8) -> Self {
            // Bytes below `low` wrap around to large ones.
            // SAFETY: this module is compiled with NEON only.
            unsafe { vcleq_u8(vsubq_u8(self, vdupq_n_u8(low)), vdupq_n_u8(high - low)) }
        }

        #[inline]
        fn or(self, other: Self) -> Self {
            // SAFETY: this module is compiled with NEON only.
            unsafe { vorrq_u8(self, other) }
        }

        #[inline]
        fn mask(self) -> u16 {
            let bits = Self::load(&BITS);
            // SAFETY: this module is compiled with NEON only.
            let (low, high) = unsafe {
                let bits = vandq_u8(self, bits);
                (vaddv_u8(vget_low_u8(bits)), vaddv_u8(vget_high_u8(bits)))
            };
            u16::from_le_bytes([low, high])
        }
    }
}

#[cfg(any(
    test,
    not(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon")
    ))
))]
mod portable {
    use super::{ByteBlock, WIDTH};

    impl ByteBlock for [u8; WIDTH] {
        #[inline]
        fn load(bytes: &[u8; WIDTH]) -> Self {
            *bytes
        }

        #[inline]
        fn equal(self, byte: u8) -> Self {
            self.map(|b| if b == byte { u8::MAX } else { 0 })
        }

        #[inline]
        fn within(self, low: u8, high: u8) -> Self {
            self.map(|b| if (low..=high).contains(&b) { u8::MAX } else { 0 })
        }

        #[inline]
        fn or(self, other: Self) -> Self {
            std::array::from_fn(|at| self[at] | other[at])
        }

        #[inline]
        fn mask(self) -> u16 {
            self.iter().rev().fold(0, |mask, &b| mask << 1 | u16::from(b & 1))
        }
    }
}
