// SPDX-License-Identifier: MIT
// libgpuocc from Rust. Built with: rustc example.rs -L LIBRARY_FOLDER
use std::ffi::c_void;
use std::ptr::{null, null_mut};

#[repr(C)]
#[derive(Default)]
struct Kernel {
    size: u32,
    threads_per_group: u32,
    wave_size: u32,
    registers_per_thread: u32,
    shared_bytes: u32,
    rest: [u32; 21],
}

type Occupancy = [u64; 256];

#[link(name = "gpuocc")]
extern "C" {
    fn gpuocc_device_for(name: *const u8, length: usize, index: u32, device: *mut *const c_void,
                          quality: *mut u32, error: *mut c_void) -> i32;
    fn gpuocc_occupancy_init(occupancy: *mut Occupancy, device: *const c_void, convention: u32,
                             kernel: *const Kernel, error: *mut c_void) -> i32;
    fn gpuocc_occupancy_groups(occupancy: *const Occupancy) -> u32;
    fn gpuocc_occupancy_waves(occupancy: *const Occupancy) -> u32;
    fn gpuocc_occupancy_max_waves(occupancy: *const Occupancy) -> u32;
}

fn main() {
    let (name, mut device, mut occupancy) = ("RTX 4090", null(), [0u64; 256]);
    let kernel = Kernel {
        size: std::mem::size_of::<Kernel>() as u32,
        threads_per_group: 256,
        registers_per_thread: 72,
        shared_bytes: 24 * 1024,
        ..Default::default()
    };
    unsafe {
        assert_eq!(0, gpuocc_device_for(name.as_ptr(), name.len(), 0, &mut device, null_mut(),
                                         null_mut()));
        assert_eq!(0, gpuocc_occupancy_init(&mut occupancy, device, 0, &kernel, null_mut()));
        println!("{} groups, {} of {} waves", gpuocc_occupancy_groups(&occupancy),
                 gpuocc_occupancy_waves(&occupancy), gpuocc_occupancy_max_waves(&occupancy));
    }
}
