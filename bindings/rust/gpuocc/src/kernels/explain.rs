// SPDX-License-Identifier: MIT
//! The loops of compiled kernels, and whether the resident waves hide their latency.
use std::ffi::c_void;
use std::string::String;
use std::vec::Vec;

use super::predict::{binding, known, pipes, refusal};
use super::{is_foreign, names, read, Asked, Found, Launch, Prediction, Refusal};
use crate::{blank, name_of, one, sys, text_of, Device, Kernel, KernelField, Occupancy, Purpose,
            Value};

crate::sized!(gpuocc_verdict, gpuocc_explain_options, gpuocc_code_wave, gpuocc_code_instruction);

/// Threads of a group if neither the file nor the caller says it.
pub const ASSUMED_THREADS: u32 = 256;

/// A change that makes a loop faster.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// What to change ("wider_loads").
    pub change: &'static str,
    /// Of "occupancy": the field, its value now and then, and the waves of a core then.
    pub step: Option<(&'static str, u32, u32, u64)>,
    /// The throughput after the change over that before it.
    pub gain: f64,
}

/// Whether the resident waves hide the latency of a loop. A pair is a range, None: not known.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Verdict {
    /// Waves that are resident on a core.
    pub waves: Option<(f64, f64)>,
    /// Waves of a core that hide the latency.
    pub waves_needed: Option<(f64, f64)>,
    /// "yes", "no" or "perhaps".
    pub hidden: Option<&'static str>,
    /// Cycles of an iteration of a wave that is alone.
    pub wave_latency_cycles: Option<(f64, f64)>,
    /// The largest share of the throughput that the busiest resource allows.
    pub share_of_peak_upper: Option<(f64, f64)>,
    /// The share that is expected.
    pub share_of_peak_expected: Option<(f64, f64)>,
    /// The bandwidth that is expected on the whole device, in 10^9 bytes per second.
    pub gb_per_s_expected: Option<(f64, f64)>,
    /// What limits the loop ("dram"); empty if it is inside another one.
    pub binding: Vec<&'static str>,
    /// What limits it with all waves in this loop.
    pub binding_alone: Vec<&'static str>,
    /// Pipes without a known rate, which are left out.
    pub pipes_without_rate: Vec<&'static str>,
    /// Constants that the device lacks, which are left out.
    pub not_in_the_bound: Vec<&'static str>,
    /// What makes the loop at least 1.02 times as fast.
    pub changes: Vec<Change>,
}

/// A loop of a kernel, or all of its code (depth 0). Bytes are those of a thread in an iteration.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loop {
    /// "loop", "waiting_loop" or "all".
    pub extent: &'static str,
    /// The address of the first instruction.
    pub first: u32,
    /// The address of the last instruction.
    pub last: u32,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// Loops inside it, except waiting ones.
    pub loops_inside: u32,
    /// Whether branches lead to addresses that are not in the code.
    pub partial: bool,
    /// Instructions.
    pub instructions: u32,
    /// Instructions of each class that it has ("fp32").
    pub counts: Vec<(&'static str, u32)>,
    /// Bytes that are loaded from global memory.
    pub load_bytes: u32,
    /// Bytes that are stored to global memory.
    pub store_bytes: u32,
    /// Bytes that are loaded from and stored to shared memory.
    pub shared_bytes: u32,
    /// Bytes of asynchronous copies.
    pub copy_bytes: u32,
    /// Loads that an iteration or a lane may skip.
    pub conditional_loads: u32,
    /// Loads with one address in all lanes.
    pub uniform_loads: u32,
    /// Least cycles of an iteration in which nothing waits.
    pub stall_cycles: u32,
    /// Loads in flight when the first one is waited for.
    pub loads_in_flight: u32,
    /// Their bytes.
    pub bytes_in_flight: u32,
    /// Most loads in flight.
    pub most_in_flight: u32,
    /// Shared loads in flight when the first one is waited for.
    pub shared_in_flight: u32,
    /// The address of the first instruction that waits for a load.
    pub wait_address: Option<u32>,
    /// Whether the waves hide its latency. None: it has no verdict of its own, because it contains
    /// loops or only waits; an error: why there is none.
    pub verdict: Option<Result<Verdict, Refusal>>,
}

/// The loops of a compiled kernel on a device.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explained {
    /// The name as the file has it, mangled.
    pub name: String,
    /// What it was compiled for.
    pub target: String,
    /// What the occupancy assumes ("bound"); "any_group": groups of `ASSUMED_THREADS` threads.
    pub assumed: Vec<&'static str>,
    /// The fields of the file, then those that the caller gave, then assumptions.
    pub kernel: Kernel,
    /// The occupancy, or why there is none.
    pub answer: Result<Occupancy, Refusal>,
    /// The loops, the innermost first, and all of the code at the end.
    pub loops: Vec<Loop>,
    /// Why the machine code is not read.
    pub unread: Option<Refusal>,
    /// The time, if the launch has a grid or trip counts, or why there is none.
    pub prediction: Option<Result<Prediction, Refusal>>,
}

fn range(range: sys::gpuocc_explain_range) -> Option<(f64, f64)> {
    known(range.low).map(|low| (low, range.high))
}

/// # Safety
/// The name is static.
unsafe fn named(name: *const u8) -> Option<&'static str> {
    text_of(name).filter(|name| !name.is_empty())
}

fn change(found: &sys::gpuocc_explain_change) -> Change {
    let step = (found.kind == sys::GPUOCC_EXPLAIN_OCCUPANCY).then(|| {
        let field = name_of(sys::GPUOCC_LIST_KERNEL_FIELDS, found.field).unwrap_or("");
        (field, found.now, found.then, found.waves)
    });
    // SAFETY: any number is allowed, and names are static.
    let name = unsafe { named(sys::gpuocc_explain_change_name(found.kind)) };
    Change { change: name.unwrap_or(""), step, gain: found.gain }
}

fn verdict(found: &sys::gpuocc_verdict, depth: u32) -> Verdict {
    let alone = binding(&found.binding, found.binding_count);
    Verdict {
        waves: range(found.waves),
        waves_needed: range(found.waves_needed),
        // SAFETY: any number is allowed, and names are static.
        hidden: unsafe { named(sys::gpuocc_explain_hidden_name(found.hidden)) },
        wave_latency_cycles: range(found.wave_latency_cycles),
        share_of_peak_upper: range(found.share_of_peak_upper),
        share_of_peak_expected: range(found.share_of_peak_expected),
        gb_per_s_expected: range(found.gb_per_s_expected),
        binding: if depth <= 1 { alone.clone() } else { Vec::new() },
        binding_alone: alone,
        pipes_without_rate: pipes(found.unrated_resources, found.unrated_classes),
        not_in_the_bound: (0..64).filter(|i| found.left_out >> i & 1 != 0)
            .filter_map(|i| name_of(sys::GPUOCC_LIST_CONSTANTS, i)).collect(),
        changes: found.changes.iter().take(found.change_count as usize).map(change).collect(),
    }
}

/// What the search for loops reports to.
struct Judging<'a> {
    answer: &'a Result<Occupancy, Refusal>,
    launch: &'a Launch,
    notes: u32,
    accesses: Vec<sys::gpuocc_code_access>,
    loops: Vec<Loop>,
}

impl Judging<'_> {
    fn judge(&self, found: &sys::gpuocc_code_loop) -> Option<Result<Verdict, Refusal>> {
        // SAFETY: the loop is valid during this call, and so is what is passed with it.
        let reason = unsafe { sys::gpuocc_explain_reason(found) };
        if reason == sys::GPUOCC_EXPLAIN_OUTER_LOOP || reason == sys::GPUOCC_EXPLAIN_WAITING_LOOP {
            return None;
        }
        let answer = match self.answer {
            Ok(answer) => answer,
            Err(refusal) => return Some(Err(refusal.clone())),
        };
        let mut options: sys::gpuocc_explain_options = blank();
        options.l1_hit = self.launch.l1_hit.unwrap_or(0.0);
        options.l2_hit = self.launch.l2_hit.unwrap_or(0.0);
        options.efficiency = self.launch.efficiency.unwrap_or(1.0);
        options.accesses = self.accesses.as_ptr();
        options.access_count = self.accesses.len() as u32;
        options.notes = self.notes;
        options.conflict_factor = self.launch.conflicts.unwrap_or(0.0);
        let (mut judged, mut detail): (sys::gpuocc_verdict, _) = (blank(), blank());
        let status = unsafe {
            sys::gpuocc_explain_loop(found, answer.handle(), &options, &mut judged, &mut detail)
        };
        Some(match crate::check(status, detail) {
            Ok(()) => Ok(verdict(&judged, found.depth)),
            Err(_) if reason == sys::GPUOCC_EXPLAIN_COPY_SIZE => Err(Refusal::new(
                "the size of the copies that it waits for is not in the code")),
            Err(error) => Err(error.into()),
        })
    }
}

unsafe extern "C" fn take_loop(user: *mut c_void, found: *const sys::gpuocc_code_loop) -> i32 {
    let judging = &mut *(user as *mut Judging<'_>);
    let found = &*found;
    let counts = found.counts.iter().enumerate().filter(|(_, count)| **count != 0);
    let verdict = judging.judge(found);
    judging.loops.push(Loop {
        extent: match found.extent {
            sys::GPUOCC_CODE_LOOP => "loop",
            sys::GPUOCC_CODE_WAITING_LOOP => "waiting_loop",
            _ => "all",
        },
        first: found.first,
        last: found.last,
        depth: found.depth,
        loops_inside: found.loops,
        partial: found.partial != 0,
        instructions: found.instructions,
        counts: counts.filter_map(|(kind, count)| {
            named(sys::gpuocc_code_class_name(kind as u32)).map(|name| (name, *count))
        }).collect(),
        load_bytes: found.load_bytes,
        store_bytes: found.store_bytes,
        shared_bytes: found.shared_bytes,
        copy_bytes: found.copy_bytes,
        conditional_loads: found.conditional_loads,
        uniform_loads: found.uniform_loads,
        stall_cycles: found.stall_cycles,
        loads_in_flight: found.loads_in_flight,
        bytes_in_flight: found.bytes_in_flight,
        most_in_flight: found.most_in_flight,
        shared_in_flight: found.shared_in_flight,
        wait_address: one(found.wait_address),
        verdict,
    });
    0
}

unsafe extern "C" fn take_access(user: *mut c_void, access: *const sys::gpuocc_code_access) -> i32 {
    (*(user as *mut Vec<sys::gpuocc_code_access>)).push(*access);
    0
}

/// Why machine code is not read.
fn unread(status: i32, target: &str) -> Option<Refusal> {
    match status {
        sys::GPUOCC_CODE_OK => None,
        sys::GPUOCC_CODE_TOO_COMPLEX => Some(Refusal::new(
            "the code has more instructions or branches than are followed")),
        sys::GPUOCC_CODE_NEEDS_LLVM => Some(Refusal::new(
            "AMD machine code is not read: the library of LLVM 22 was not found")),
        sys::GPUOCC_CODE_NOT_READ => Some(Refusal::new(format!(
            "the file has no machine code of this kernel, or that of {target:?} is not read"))),
        _ => Some(Refusal::new("there is too little memory for the code")),
    }
}

impl Found<'_> {
    /// The devices to explain the kernel for: the one that answers for all with the name, or each
    /// product with the name if they differ in a figure of the latency model.
    fn devices(&self, name: &str, kernel: &Kernel) -> Result<Vec<Device>, Refusal> {
        let error = match Device::find_for(name, Purpose::Latency) {
            Ok(device) => return Ok(vec![device]),
            Err(error) => error,
        };
        if !error.is_ambiguous() || Occupancy::named(name, kernel).is_err() {
            return Err(Refusal::named(name, error));
        }
        let every: Vec<Device> = Device::every(name).collect();
        let is_product = |device: &Device| device.name() != device.architecture();
        let products: Vec<Device> = every.iter().copied().filter(is_product).collect();
        Ok(if products.is_empty() { every } else { products })
    }

    /// The fields of a query: groups and dynamic shared memory that are not known are assumed.
    fn assume(&self, given: &Kernel) -> (Kernel, u32) {
        let (mut kernel, assumed) = self.convert(given);
        if assumed >> sys::GPUOCC_KERNELS_ASSUMED_ANY_GROUP & 1 != 0 {
            kernel = kernel.threads(ASSUMED_THREADS);
        }
        if kernel.get(KernelField::DynamicSharedBytes) == Some(Value::Unknown) {
            kernel.0.dynamic_shared_bytes = 0;
        }
        (kernel, assumed)
    }

    fn occupancy(&self, device: Device, kernel: &Kernel) -> Result<Occupancy, Refusal> {
        if is_foreign(&self.target, device) {
            return Err(Refusal::new(format!(
                "machine code of {} does not run on {}: name a device of the same vendor",
                self.target, device.name())));
        }
        Ok(Occupancy::new(device, kernel)?)
    }

    /// # Safety
    /// What the file has is that of the call in progress.
    unsafe fn explain(&self, asked: &Asked, launch: &Launch, rows: &mut Vec<Explained>) {
        let (kernel, assumed) = self.assume(&asked.kernel);
        let name = asked.name(&self.target);
        let answers = match self.devices(name, &kernel) {
            Ok(devices) =>
                devices.iter().map(|device| self.occupancy(*device, &kernel)).collect(),
            Err(refusal) => vec![Err(refusal)],
        };
        for answer in answers {
            let code = sys::gpuocc_code {
                size: std::mem::size_of::<sys::gpuocc_code>() as u32,
                target: self.of_file.target,
                bytes: self.of_file.code,
                length: self.of_file.code_bytes,
            };
            let (loops, status) = self.loops(&code, &answer, launch);
            let prediction = (launch.grid.is_some() || !launch.trips.is_empty())
                .then(|| self.predict(&code, &answer, launch));
            rows.push(Explained {
                name: self.name.clone(),
                target: self.target.clone(),
                assumed: names(assumed, sys::gpuocc_kernels_assumption_name),
                kernel,
                answer,
                loops,
                unread: unread(status, &self.target),
                prediction,
            });
        }
    }

    unsafe fn wave(&self, launch: &Launch) -> sys::gpuocc_code_wave {
        let mut wave: sys::gpuocc_code_wave = blank();
        sys::gpuocc_code_first_wave(self.of_file, &mut wave);
        (wave.threads_x, wave.threads_y) = launch.threads
            .unwrap_or((wave.threads_x, wave.threads_y));
        wave
    }

    unsafe fn loops(&self, code: &sys::gpuocc_code, answer: &Result<Occupancy, Refusal>,
                    launch: &Launch) -> (Vec<Loop>, i32) {
        let none = std::ptr::null_mut();
        let mut judging = Judging { answer, launch, notes: self.of_file.notes,
                                    accesses: Vec::new(), loops: Vec::new() };
        let mut first: sys::gpuocc_code_instruction = blank();
        let decoded = sys::gpuocc_code_decode(code, 0, &mut first);
        if decoded == sys::GPUOCC_CODE_NOT_READ || decoded == sys::GPUOCC_CODE_NEEDS_LLVM {
            return (judging.loops, decoded);
        }
        let wave = self.wave(launch);
        let found = sys::gpuocc_code_accesses(
            code, &wave, none, 0, Some(take_access),
            &mut judging.accesses as *mut Vec<sys::gpuocc_code_access> as *mut c_void);
        if found != sys::GPUOCC_CODE_OK {
            judging.accesses.clear();
        }
        if launch.efficiency.is_some() { // it is for all accesses
            judging.accesses.iter_mut().for_each(|access| access.sectors = 0);
        }
        let status = sys::gpuocc_code_loops(code, none, 0, Some(take_loop),
                                            &mut judging as *mut Judging<'_> as *mut c_void);
        (judging.loops, status)
    }

    unsafe fn predict(&self, code: &sys::gpuocc_code, answer: &Result<Occupancy, Refusal>,
                      launch: &Launch) -> Result<Prediction, Refusal> {
        let answer = answer.as_ref().map_err(Refusal::clone)?;
        let (mut found, mut detail): (sys::gpuocc_prediction, _) = (blank(), blank());
        let (wave, mut options) = (self.wave(launch), launch.options());
        (options.threads_x, options.threads_y) = (wave.threads_x, wave.threads_y);
        let status = sys::gpuocc_predict(code, answer.handle(), &options, &mut found, &mut detail);
        match status {
            sys::GPUOCC_OK => Ok(Prediction::from(&found)),
            sys::GPUOCC_NOT_APPLICABLE =>
                Err(unread(found.code_status, &self.target)
                    .unwrap_or_else(|| refusal(status, detail))),
            _ => Err(refusal(status, detail)),
        }
    }
}

/// Finds the loops of compiled kernels, and whether the resident waves hide their latency.
///
/// A verdict needs a product, whose bandwidth is known. Where the device has a name of several
/// products, the kernel is explained for each. With a grid or trip counts in the launch the time is
/// predicted as well. The error says why nothing can be read.
///
/// ```
/// use gpuocc::{explain, Asked, Kernel, Launch};
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.cubin");
///
/// let cubin = std::fs::read(path)?;
/// let asked = Asked::new().device("A100 PCIe 40 GB").part("chase")
///     .kernel(Kernel::new().threads(128));
/// let kernels = explain(&cubin, &asked, &Launch::new())?;
/// let chase = &kernels[0].loops[0];
/// assert_eq!((chase.depth, chase.loads_in_flight, chase.load_bytes), (1, 1, 4));
/// if let Some(Ok(verdict)) = &chase.verdict {
///     assert_eq!((verdict.waves, verdict.hidden), (Some((64.0, 64.0)), Some("yes")));
/// }
/// # assert!(matches!(chase.verdict, Some(Ok(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(bytes: &[u8], asked: &Asked, launch: &Launch) -> Result<Vec<Explained>, Refusal> {
    let mut rows = Vec::new();
    // SAFETY: the kernel is explained during the call that reports it.
    read(bytes, asked, &mut |found| unsafe { found.explain(asked, launch, &mut rows) })?;
    Ok(rows)
}
