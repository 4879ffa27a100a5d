// SPDX-License-Identifier: MIT
//! The launches of real runs, out of what profilers write.
use std::ffi::c_void;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use crate::kernels::{names, string};
use crate::{one, sys, text_of, Refusal};

/// A GPU of a profile, as the profile describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunGpu {
    /// "NVIDIA H100 80GB HBM3", "" if it is not given.
    pub name: String,
    /// "sm_90", "gfx942", "" if it is not given.
    pub architecture: String,
    /// SMs or CUs.
    pub cores: Option<u32>,
}

/// A number of bytes: exact, or the least and the most that the profile rounds to what it prints.
pub type Bytes = Option<(u32, u32)>;

/// The launches of a kernel with the same resources and grid on a GPU. None: not in the profile.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Shape {
    /// The name as the profile has it.
    pub name: String,
    /// The kind of profile ("Kineto").
    pub profile: &'static str,
    /// The GPU.
    pub gpu: RunGpu,
    /// What the profile lacks ("registers").
    pub missing: Vec<&'static str>,
    /// Launches.
    pub calls: u64,
    /// Nanoseconds of all launches of which the time is known.
    pub time_ns: Option<u64>,
    /// Nanoseconds of the shortest one.
    pub min_ns: Option<u64>,
    /// Nanoseconds of the longest one.
    pub max_ns: Option<u64>,
    /// Groups of the grid.
    pub grid_groups: Option<u64>,
    /// Threads of a group.
    pub threads: Option<u32>,
    /// Groups of a cluster.
    pub cluster: Option<u32>,
    /// Threads of a wave.
    pub wave_size: Option<u32>,
    /// Registers of a thread in profiles of NVIDIA and Intel.
    pub registers: Option<u32>,
    /// VGPRs of a thread in profiles of AMD.
    pub vector_registers: Option<u32>,
    /// AGPRs of a thread, which AMD's GPUs from gfx90a on add to the VGPRs.
    pub accumulation_registers: Option<u32>,
    /// SGPRs of a wave in profiles of AMD.
    pub scalar_registers: Option<u32>,
    /// Bytes of shared memory that the kernel declares.
    pub shared_static: Bytes,
    /// Bytes of shared memory that the launch adds.
    pub shared_dynamic: Bytes,
    /// Bytes of shared memory together.
    pub shared: Bytes,
    /// The occupancy that the profiler estimates, in percent: least and most.
    pub estimated_percent: Option<(f64, f64)>,
    /// The theoretical occupancy that it says.
    pub theoretical_percent: Option<(f64, f64)>,
    /// The occupancy that it measured, on average.
    pub achieved_percent: Option<f64>,
    pub(crate) key: sys::gpuocc_runs_shape_key,
    said: [u32; 4],
}

impl Shape {
    /// As the library has it, without its name.
    pub(crate) fn found(&self) -> sys::gpuocc_runs_shape {
        // SAFETY: its members are numbers and pointers, for which zeros are valid.
        let none: sys::gpuocc_runs_shape = unsafe { std::mem::zeroed() };
        let [estimated_low, estimated_high, theoretical_low, theoretical_high] = self.said;
        sys::gpuocc_runs_shape {
            key: self.key, calls: self.calls, time_ns: self.time_ns.unwrap_or(0), estimated_low,
            estimated_high, theoretical_low, theoretical_high, ..none
        }
    }
}

/// The launches of a run by shape, the longest total time first.
#[derive(Clone, Debug, Default)]
pub struct Launches {
    /// The shapes.
    pub shapes: Vec<Shape>,
    /// Launches of all shapes.
    pub count: u64,
    /// Nanoseconds of all shapes.
    pub time_ns: u64,
    /// Why parts of the profile are skipped.
    pub warnings: Vec<String>,
}

struct Reading {
    shapes: *mut sys::gpuocc_runs_shapes,
    warnings: Vec<String>,
    failed: bool,
}

impl Drop for Reading {
    fn drop(&mut self) {
        // SAFETY: it was opened, or is NULL.
        unsafe { sys::gpuocc_runs_shapes_close(self.shapes) }
    }
}

unsafe extern "C" fn take_launch(user: *mut c_void, launch: *const sys::gpuocc_runs_launch) -> i32 {
    let reading = &mut *(user as *mut Reading);
    let status = sys::gpuocc_runs_shapes_launch(reading.shapes, launch, std::ptr::null_mut());
    reading.failed |= status != sys::GPUOCC_RUNS_OK;
    i32::from(reading.failed)
}

unsafe extern "C" fn take_device(user: *mut c_void, device: *const sys::gpuocc_runs_device) {
    let reading = &mut *(user as *mut Reading);
    let status = sys::gpuocc_runs_shapes_device(reading.shapes, device);
    reading.failed |= status != sys::GPUOCC_RUNS_OK;
}

unsafe extern "C" fn take_warning(user: *mut c_void, offset: u64, sentence: *const u8) {
    let sentence = text_of(sentence).unwrap_or("");
    (*(user as *mut Reading)).warnings.push(format!("{sentence} (at byte {offset})"));
}

fn bytes(range: sys::gpuocc_runs_bytes) -> Bytes {
    one(range.low).and_then(|low| one(range.high).map(|high| (low, high)))
}

pub(crate) fn percent(low: u32, high: u32) -> Option<(f64, f64)> {
    (low != sys::GPUOCC_RUNS_NO_PERCENT).then(|| (f64::from(low) / 1e3, f64::from(high) / 1e3))
}

/// # Safety
/// The texts are valid.
unsafe fn gpu(found: &sys::gpuocc_runs_device) -> RunGpu {
    RunGpu { name: string(found.name), architecture: string(found.architecture),
             cores: one(found.cores) }
}

/// # Safety
/// The texts are valid.
unsafe fn shape(found: &sys::gpuocc_runs_shape, gpus: &[RunGpu]) -> Shape {
    let key = &found.key;
    let timed = |ns: u64| (found.timed != 0).then_some(ns);
    let average = found.achieved_sum as f64 / found.achieved_count as f64 / 1e3;
    Shape {
        name: string(found.name),
        profile: text_of(sys::gpuocc_runs_format_name(key.format)).unwrap_or(""),
        gpu: gpus.get(key.gpu as usize).cloned().unwrap_or_default(),
        missing: names(key.missing, sys::gpuocc_runs_field_name),
        calls: found.calls,
        time_ns: timed(found.time_ns),
        min_ns: timed(found.least_ns),
        max_ns: timed(found.most_ns),
        grid_groups: (key.grid != sys::GPUOCC_RUNS_NO_NUMBER).then_some(key.grid),
        threads: one(key.threads),
        cluster: one(key.cluster),
        wave_size: one(key.wave_size),
        registers: one(key.registers),
        vector_registers: one(key.vector_registers),
        accumulation_registers: one(key.accumulation_registers),
        scalar_registers: one(key.scalar_registers),
        shared_static: bytes(key.shared_static),
        shared_dynamic: bytes(key.shared_dynamic),
        shared: bytes(key.shared),
        estimated_percent: percent(found.estimated_low, found.estimated_high),
        theoretical_percent: percent(found.theoretical_low, found.theoretical_high),
        achieved_percent: (found.achieved_count != 0).then_some(average),
        key: *key,
        said: [found.estimated_low, found.estimated_high, found.theoretical_low,
               found.theoretical_high],
    }
}

impl Reading {
    fn new() -> Result<Reading, Refusal> {
        let mut reading =
            Reading { shapes: std::ptr::null_mut(), warnings: Vec::new(), failed: false };
        // SAFETY: the pointer is valid.
        let status = unsafe { sys::gpuocc_runs_shapes_open(0, &mut reading.shapes) };
        reading.failed = status != sys::GPUOCC_RUNS_OK;
        reading.check(status).map(|()| reading)
    }

    fn callbacks(&mut self) -> sys::gpuocc_runs_callbacks {
        sys::gpuocc_runs_callbacks {
            size: std::mem::size_of::<sys::gpuocc_runs_callbacks>() as u32,
            user: self as *mut Reading as *mut c_void,
            launch: Some(take_launch),
            device: Some(take_device),
            warning: Some(take_warning),
            memory: std::ptr::null_mut(),
            memory_bytes: 0,
            plain: None,
        }
    }

    fn check(&self, status: i32) -> Result<(), Refusal> {
        Err(Refusal::new(match status {
            _ if self.failed => "there is not enough memory for the launches".to_string(),
            sys::GPUOCC_RUNS_OK => return Ok(()),
            sys::GPUOCC_RUNS_NONE => "the file is no profile that is known".to_string(),
            sys::GPUOCC_RUNS_NOT_READ => format!("the profile is not read: {}",
                                                 self.warnings.join("; ")),
            _ => "there is not enough memory for the profile".to_string(),
        }))
    }

    fn feed(&mut self, source: &mut dyn Read) -> Result<(), Refusal> {
        let (callbacks, mut reader) = (self.callbacks(), std::ptr::null_mut());
        // SAFETY: the reader is closed in any case before `self` is used again.
        let opened = unsafe { sys::gpuocc_runs_open(&callbacks, &mut reader) };
        self.check(opened)?;
        let (mut piece, mut status, mut failed) = (vec![0; 1 << 20], sys::GPUOCC_RUNS_OK, None);
        while status == sys::GPUOCC_RUNS_OK {
            match source.read(&mut piece) {
                Ok(0) => break,
                Ok(count) => status = unsafe {
                    sys::gpuocc_runs_feed(reader, piece.as_ptr() as *const c_void, count)
                },
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        let closed = unsafe { sys::gpuocc_runs_close(reader) };
        match failed {
            Some(error) => Err(Refusal::new(error.to_string())),
            None => self.check(if status == sys::GPUOCC_RUNS_OK { closed } else { status }),
        }
    }

    fn finish(mut self) -> Result<Launches, Refusal> {
        let mut found: sys::gpuocc_runs_contents =
            // SAFETY: its members are numbers and pointers, for which zeros are valid.
            unsafe { std::mem::zeroed() };
        found.size = std::mem::size_of::<sys::gpuocc_runs_contents>() as u32;
        // SAFETY: the contents are valid until the shapes are closed.
        unsafe {
            let mut alike = 0;
            for status in [sys::gpuocc_runs_shapes_describe_alike(self.shapes, &mut alike),
                           sys::gpuocc_runs_shapes_sort(self.shapes),
                           sys::gpuocc_runs_shapes_contents(self.shapes, &mut found)] {
                self.check(status)?;
            }
            let every = |at, count| if count == 0 { &[] } else {
                std::slice::from_raw_parts(at, count as usize)
            };
            let gpus: Vec<RunGpu> = if found.gpu_count == 0 { Vec::new() } else {
                std::slice::from_raw_parts(found.gpus, found.gpu_count as usize).iter()
                    .map(|one| gpu(one)).collect()
            };
            let shapes: &[sys::gpuocc_runs_shape] = every(found.shapes, found.shape_count);
            Ok(Launches {
                shapes: shapes.iter().map(|one| shape(one, &gpus)).collect(),
                count: found.launches,
                time_ns: found.time_ns,
                warnings: std::mem::take(&mut self.warnings),
            })
        }
    }
}

/// Reads the launches of a profile: traces of PyTorch and XLA, and what rocprofv3, rocprof, nsys,
/// nvprof, ncu and unitrace write. It is read in pieces, however long it is. A database needs
/// `launches_of`.
///
/// ```
/// let trace: &[u8] = b"Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,\
/// StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MBps),SrcMemKd,DstMemKd,Device,Ctx,Strm,Name\n\
/// 100,2500,7,64,2,1,256,1,1,40,0.000,0.000,,,,,NVIDIA H100 PCIe (0),1,7,saxpy\n";
/// let run = gpuocc::launches(&mut &trace[..])?; // nsys stats --report cuda_gpu_trace
/// let shape = &run.shapes[0];
/// assert_eq!((shape.name.as_str(), shape.calls, shape.time_ns), ("saxpy", 1, Some(2500)));
/// assert_eq!((shape.grid_groups, shape.threads), (Some(128), Some(256)));
/// assert_eq!((shape.registers, shape.gpu.name.as_str()), (Some(40), "NVIDIA H100 PCIe"));
/// # Ok::<(), gpuocc::Refusal>(())
/// ```
pub fn launches(source: &mut dyn Read) -> Result<Launches, Refusal> {
    let mut reading = Reading::new()?;
    reading.feed(source)?;
    reading.finish()
}

/// Reads the launches of a profile in a file, which may be a database of rocprofv3 or nsys (feature
/// `sqlite`).
pub fn launches_of(path: &Path) -> Result<Launches, Refusal> {
    let open = || File::open(path).map_err(|error| {
        Refusal::new(format!("{}: {error}", path.display()))
    });
    let mut head = Vec::new();
    open()?.take(16).read_to_end(&mut head).map_err(|error| Refusal::new(error.to_string()))?;
    if head != b"SQLite format 3\0" {
        return launches(&mut open()?);
    }
    let name = path.to_str().and_then(|name| std::ffi::CString::new(name).ok())
        .ok_or_else(|| Refusal::new("the path of a database must be UTF-8 without a NUL"))?;
    let mut reading = Reading::new()?;
    let callbacks = reading.callbacks();
    // SAFETY: the name ends with a NUL, and `reading` lives as long as the call.
    let status = unsafe { sys::gpuocc_runs_file(&callbacks, name.as_ptr() as *const u8) };
    reading.check(status)?;
    reading.finish()
}
