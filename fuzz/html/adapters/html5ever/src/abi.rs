//! The types of adapter_abi.h, version 1.

use std::os::raw::{c_char, c_int, c_void};

pub const ABI: c_int = 1;
pub const OK: c_int = 0;
pub const UNSUPPORTED: c_int = 1;
pub const PANIC: c_int = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Bytes {
    pub data: *const c_char,
    pub size: usize,
}

impl Bytes {
    pub fn of(text: &str) -> Bytes {
        Bytes { data: text.as_ptr() as *const c_char, size: text.len() }
    }

    /// # Safety
    /// `data` points to `size` bytes that outlive the result.
    pub unsafe fn as_slice<'a>(&self) -> &'a [u8] {
        if self.size == 0 {
            &[]
        } else {
            std::slice::from_raw_parts(self.data as *const u8, self.size)
        }
    }
}

#[repr(C)]
pub struct Case {
    pub data: Bytes,
    pub context_name: Bytes,
    pub context_namespace: c_int,
    pub scripting: c_int,
    pub quirks: c_int,
    pub splits: *const usize,
    pub split_count: usize,
}

#[repr(C)]
pub struct Sink {
    pub this: *mut c_void,
    pub doctype: extern "C" fn(*mut c_void, Bytes, Bytes, Bytes),
    pub start: extern "C" fn(*mut c_void, c_int, Bytes),
    pub attribute: extern "C" fn(*mut c_void, c_int, Bytes, Bytes),
    pub template_begin: extern "C" fn(*mut c_void),
    pub template_end: extern "C" fn(*mut c_void),
    pub end: extern "C" fn(*mut c_void),
    pub text: extern "C" fn(*mut c_void, Bytes),
    pub comment: extern "C" fn(*mut c_void, Bytes),
    pub pi: extern "C" fn(*mut c_void, Bytes, Bytes),
    pub output: extern "C" fn(*mut c_void, Bytes),
}
