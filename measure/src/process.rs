//! What the kernel says of this process (Linux).

use std::error::Error;
use std::fs;

/// A figure of `/proc/self/status` in bytes, such as `VmRSS` (memory held) or `VmHWM` (its peak).
pub(crate) fn memory(field: &str) -> Result<usize, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with(field)).ok_or(field)?;
    let kibibytes: usize = line.split_whitespace().nth(1).ok_or(field)?.parse()?;
    Ok(kibibytes << 10)
}
