// SPDX-License-Identifier: MIT
// Many kernels at once from Rust. Built with: rustc bulk.rs -L LIBRARY_FOLDER
use std::ffi::c_void;
use std::ptr::{null, null_mut};

#[link(name = "gpuocc")]
extern "C" {
    fn gpuocc_device_for(name: *const u8, length: usize, index: u32, device: *mut *const c_void,
                          quality: *mut u32, error: *mut c_void) -> i32;
    fn gpuocc_plan_init(plan: *mut u64, device: *const c_void, convention: u32,
                        base: *const u32, error: *mut c_void) -> i32;
    fn gpuocc_plan_run(plan: *const u64, rows: usize, fields: *const u32,
                       inputs: *const *const u32, ins: usize, results: *const u32,
                       outputs: *const *mut u32, outs: usize, status: *mut i32) -> i32;
}

const REGISTERS: u32 = 3;
const GROUPS_WAVES: [u32; 2] = [0, 1];

fn main() {
    let (name, mut device) = ("RTX 4090", null());
    let mut base = [0u32; 26];
    (base[0], base[1]) = (4 * 26, 256);
    let mut plan = vec![0u64; 49152 / 8];
    let registers: Vec<u32> = (16..256).collect();
    let (mut groups, mut waves) = (vec![0u32; 240], vec![0u32; 240]);
    unsafe {
        assert_eq!(0, gpuocc_device_for(name.as_ptr(), name.len(), 0, &mut device, null_mut(),
                                         null_mut()));
        assert_eq!(0, gpuocc_plan_init(plan.as_mut_ptr(), device, 0, base.as_ptr(),
                                       null_mut()));
        assert_eq!(0, gpuocc_plan_run(plan.as_ptr(), registers.len(), &REGISTERS,
                                      &registers.as_ptr(), 1,
                                      GROUPS_WAVES.as_ptr(),
                                      [groups.as_mut_ptr(), waves.as_mut_ptr()].as_ptr(), 2,
                                      null_mut()));
    }
    println!("{} rows, {} groups, {} waves", registers.len(), groups.iter().sum::<u32>(),
             waves.iter().sum::<u32>());
}
