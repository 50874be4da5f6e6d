//! Buffers that are reused from page to page.

/// Buffers that extractors reuse from page to page.
///
/// Owned by the caller, one a thread. What a page leaves behind is never read for the next.
#[derive(Debug, Default)]
pub struct Scratch {
    floats: Vec<Vec<f64>>,
    indices: Vec<Vec<u32>>,
}

impl Scratch {
    /// A buffer of `len` times `value`; hand it back with [`Scratch::give_floats`].
    pub fn floats(&mut self, len: usize, value: f64) -> Vec<f64> {
        let mut buffer = self.floats.pop().unwrap_or_default();
        buffer.clear();
        buffer.resize(len, value);
        buffer
    }

    /// Takes a buffer back.
    pub fn give_floats(&mut self, buffer: Vec<f64>) {
        self.floats.push(buffer);
    }

    /// A buffer of `len` times `value`; hand it back with [`Scratch::give_indices`].
    pub fn indices(&mut self, len: usize, value: u32) -> Vec<u32> {
        let mut buffer = self.indices.pop().unwrap_or_default();
        buffer.clear();
        buffer.resize(len, value);
        buffer
    }

    /// Takes a buffer back.
    pub fn give_indices(&mut self, buffer: Vec<u32>) {
        self.indices.push(buffer);
    }
}
