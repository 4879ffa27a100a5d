// SPDX-License-Identifier: MIT
//! The predicted time of a kernel, and builds in the order of their times.
use std::ffi::{c_void, CString};
use std::string::String;
use std::vec::Vec;

use super::Refusal;
use crate::{blank, sys, text_of, until_nul, Device, Kernel, Purpose};

crate::sized!(gpuocc_prediction, gpuocc_predict_options);

/// What the code of a kernel does not show.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    pub(super) grid: Option<u64>,
    pub(super) trips: Vec<sys::gpuocc_predict_trips>,
    pub(super) l1_hit: Option<f64>,
    pub(super) l2_hit: Option<f64>,
    pub(super) efficiency: Option<f64>,
    pub(super) conflicts: Option<f64>,
    pub(super) threads: Option<(u32, u32)>,
}

impl Launch {
    /// Nothing is known.
    pub fn new() -> Launch {
        Launch::default()
    }

    /// Groups of the grid.
    pub fn grid(self, groups: u64) -> Launch {
        Launch { grid: Some(groups), ..self }
    }

    /// The trip count of all loops of which neither the code nor `trips_at` has it.
    pub fn trips(self, count: f64) -> Launch {
        self.trips_at(sys::GPUOCC_CODE_NONE, count)
    }

    /// The trip count of the loop whose first instruction has this address.
    pub fn trips_at(mut self, first: u32, count: f64) -> Launch {
        self.trips.push(sys::gpuocc_predict_trips { first, count });
        self
    }

    /// The share of the loads that hit in L1, 0 to 1.
    pub fn l1_hit(self, share: f64) -> Launch {
        Launch { l1_hit: Some(share), ..self }
    }

    /// The share of the other loads that hit in L2, 0 to 1.
    pub fn l2_hit(self, share: f64) -> Launch {
        Launch { l2_hit: Some(share), ..self }
    }

    /// Bytes requested / bytes moved of global memory, up to 1, instead of what the code shows.
    pub fn efficiency(self, share: f64) -> Launch {
        Launch { efficiency: Some(share), ..self }
    }

    /// Passes of an access to shared memory over those without bank conflicts, 1 to 64, instead of
    /// what the code shows.
    pub fn conflicts(self, factor: f64) -> Launch {
        Launch { conflicts: Some(factor), ..self }
    }

    /// Threads of a group in x and y.
    pub fn threads(self, x: u32, y: u32) -> Launch {
        Launch { threads: Some((x, y)), ..self }
    }

    pub(super) fn options(&self) -> sys::gpuocc_predict_options {
        let mut options: sys::gpuocc_predict_options = blank();
        options.trip_count = self.trips.len() as u32;
        options.trips = self.trips.as_ptr();
        options.grid_groups = self.grid.unwrap_or(0);
        options.l1_hit = self.l1_hit.unwrap_or(sys::GPUOCC_PREDICT_NOT_GIVEN);
        options.l2_hit = self.l2_hit.unwrap_or(sys::GPUOCC_PREDICT_NOT_GIVEN);
        options.efficiency = self.efficiency.unwrap_or(0.0);
        options.conflict_factor = self.conflicts.unwrap_or(0.0);
        (options.threads_x, options.threads_y) = self.threads.unwrap_or((0, 0));
        options
    }
}

/// What is expected, between two bounds; None: not known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The lower bound.
    pub low: Option<f64>,
    /// What is expected.
    pub expected: Option<f64>,
    /// The upper bound.
    pub high: Option<f64>,
}

/// A number that is -1 if it is not known.
pub(super) fn known(number: f64) -> Option<f64> {
    (number >= 0.0).then_some(number)
}

impl From<sys::gpuocc_predict_range> for Span {
    fn from(range: sys::gpuocc_predict_range) -> Span {
        Span { low: known(range.low), expected: known(range.expected), high: known(range.high) }
    }
}

/// A loop whose trip count is not known.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Uncounted {
    /// The address of its first instruction.
    pub first: u32,
    /// The address of its last instruction.
    pub last: u32,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// Cycles of one more iteration, on the whole grid.
    pub cycles: Option<f64>,
    /// Microseconds of one more iteration, on the whole grid.
    pub us: Option<f64>,
}

/// The predicted time of a kernel. Cycles are those of the core's clock.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Prediction {
    /// Microseconds of the grid.
    pub time_us: Span,
    /// Cycles of the grid.
    pub cycles: Span,
    /// Cycles of a round with full cores.
    pub round_cycles: Span,
    /// Cycles of a wave that runs alone.
    pub alone_cycles: Span,
    /// The clock.
    pub clock_ghz: Option<f64>,
    /// Groups of a core in a full round.
    pub groups_per_core: u64,
    /// Waves of a core in a full round.
    pub waves_per_core: u64,
    /// Rounds with the last one; 0: the grid is not known.
    pub rounds: u64,
    /// Groups of the last round, on the whole device.
    pub last_groups: u64,
    /// Share of the expected time that the last round takes, if it is not full.
    pub tail_share: f64,
    /// What limits a full round ("dram"); empty: not known.
    pub binding: Vec<&'static str>,
    /// Pipes without a known rate, which are left out.
    pub pipes_without_rate: Vec<&'static str>,
    /// What is not known ("trips").
    pub unknown: Vec<&'static str>,
    /// What is assumed, as the words of a sentence.
    pub assumptions: Vec<&'static str>,
    /// The one change that saves most, if one saves 2 %.
    pub best_change: Option<&'static str>,
    /// Microseconds after it.
    pub best_change_us: Span,
    /// The loops without a trip count, which are executed once.
    pub loops_without_count: Vec<Uncounted>,
}

fn names(set: u32, name: unsafe extern "C" fn(u32) -> *const u8) -> Vec<&'static str> {
    super::names(set, name)
}

/// The names of the pipes without a known rate.
pub(super) fn pipes(resources: u64, classes: u32) -> Vec<&'static str> {
    // SAFETY: any numbers are allowed, and names are static.
    (0..).map_while(|i| unsafe { text_of(sys::gpuocc_explain_pipe_name(resources, classes, i)) })
        .collect()
}

/// The names of what binds.
pub(super) fn binding(list: &[u32; 2], count: u32) -> Vec<&'static str> {
    // SAFETY: any number is allowed, and names are static.
    list.iter().take(count as usize)
        .filter_map(|number| unsafe { text_of(sys::gpuocc_predict_pipe_name(*number)) }).collect()
}

impl From<&sys::gpuocc_prediction> for Prediction {
    fn from(found: &sys::gpuocc_prediction) -> Prediction {
        let loops = &found.loops[..found.loop_count as usize];
        // SAFETY: any number is allowed, and the name is static.
        let change = unsafe { text_of(sys::gpuocc_predict_change_name(found.change)) };
        Prediction {
            time_us: found.time_us.into(),
            cycles: found.cycles.into(),
            round_cycles: found.round_cycles.into(),
            alone_cycles: found.alone_cycles.into(),
            clock_ghz: known(found.clock_ghz),
            groups_per_core: found.groups_per_core,
            waves_per_core: found.waves_per_core,
            rounds: found.rounds,
            last_groups: found.last_groups,
            tail_share: found.tail_share,
            binding: binding(&found.binding, found.binding_count),
            pipes_without_rate: pipes(found.unrated_resources, found.unrated_classes),
            unknown: names(found.unknown, sys::gpuocc_predict_unknown_name),
            assumptions: names(found.unknown, sys::gpuocc_predict_assumption_about),
            best_change: change.filter(|name| !name.is_empty()),
            best_change_us: found.changed_us.into(),
            loops_without_count: loops.iter().map(|one| Uncounted {
                first: one.first, last: one.last, depth: one.depth, cycles: known(one.cycles),
                us: known(one.us),
            }).collect(),
        }
    }
}

/// Why the library predicts nothing.
pub(super) fn refusal(status: i32, detail: sys::gpuocc_error) -> Refusal {
    let mut text = [0u8; 1024];
    // SAFETY: the length of the text is passed.
    unsafe {
        sys::gpuocc_predict_error_text(&detail, status, text.as_mut_ptr(), text.len());
    }
    Refusal {
        sentence: String::from(until_nul(&text)),
        error: crate::check(status, detail).err(),
    }
}

/// A compiled build of a kernel.
#[derive(Clone, Debug)]
pub struct Build<'a> {
    bytes: &'a [u8],
    name: Option<String>,
    kernel: Kernel,
    launch: Launch,
}

impl<'a> Build<'a> {
    /// A cubin or a code object, of which the only kernel is meant.
    pub fn new(bytes: &'a [u8]) -> Build<'a> {
        Build { bytes, name: None, kernel: Kernel::new(), launch: Launch::new() }
    }

    /// The name of the kernel.
    pub fn name(self, name: impl Into<String>) -> Build<'a> {
        Build { name: Some(name.into()), ..self }
    }

    /// The fields that the file does not contain.
    pub fn kernel(self, kernel: Kernel) -> Build<'a> {
        Build { kernel, ..self }
    }

    /// The grid, trip counts and what else the code does not show. Without a grid it has 65,536
    /// groups.
    pub fn launch(self, launch: Launch) -> Build<'a> {
        Build { launch, ..self }
    }

    fn predict(&self, device: Device) -> Result<Prediction, Refusal> {
        let (mut found, mut detail): (sys::gpuocc_prediction, _) = (blank(), blank());
        let name = self.name.as_ref().map(|name| CString::new(name.as_str())).transpose()
            .map_err(|_| Refusal::new("the name of the kernel contains a NUL"))?;
        let mut options = self.launch.options();
        if self.launch.grid == Some(0) {
            return Err(Refusal::new("grid is 0; it must be at least 1"));
        }
        options.grid_groups = self.launch.grid.unwrap_or(65536);
        // SAFETY: the length of the bytes is passed, and the name ends with a NUL.
        let status = unsafe {
            sys::gpuocc_predict_file(self.bytes.as_ptr() as *const c_void, self.bytes.len(),
                                     name.as_ref().map_or(std::ptr::null(),
                                                          |name| name.as_ptr() as *const u8),
                                     device.0, &self.kernel.0, &options, &mut found, &mut detail)
        };
        match status {
            sys::GPUOCC_OK if found.time_us.expected < 0.0 =>
                Err(Refusal::new("clock_mhz is unknown for this device")),
            sys::GPUOCC_OK => Ok(Prediction::from(&found)),
            _ => Err(refusal(status, detail)),
        }
    }
}

/// A build in the order of the times.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ranked {
    /// Its place among the builds that were given, from 0 on.
    pub position: usize,
    /// Its predicted time, or why it has none.
    pub prediction: Result<Prediction, Refusal>,
}

impl Ranked {
    /// The expected time in microseconds.
    pub fn us(&self) -> Option<f64> {
        self.prediction.as_ref().ok().and_then(|time| time.time_us.expected)
    }
}

/// Predicts the time of compiled builds of a kernel, and orders them: the fastest first, then those
/// that are refused, with the reason.
///
/// The error is that of the device's name: it must be that of a product, or of products with the
/// same figures.
///
/// ```
/// use gpuocc::{rank, Build, Kernel, Launch};
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.cubin");
///
/// let cubin = std::fs::read(path)?;
/// let build = Build::new(&cubin).name("matmul").kernel(Kernel::new().threads(256));
/// let builds = [64.0, 8.0].map(|trips| {
///     build.clone().launch(Launch::new().grid(4096).trips(trips))
/// });
/// let ranked = rank(&builds, "A100 PCIe 40 GB")?;
/// assert_eq!(ranked[0].position, 1); // fewer iterations take less time
/// assert!(ranked[0].us() < ranked[1].us());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank(builds: &[Build<'_>], device: &str) -> Result<Vec<Ranked>, Refusal> {
    let place = Device::find_for(device, Purpose::Latency)
        .map_err(|error| Refusal::named(device, error))?;
    let mut found: Vec<Ranked> = builds.iter().enumerate()
        .map(|(position, build)| Ranked { position, prediction: build.predict(place) }).collect();
    let key = |one: &Ranked| one.us().unwrap_or(f64::INFINITY);
    found.sort_by(|one, other| key(one).total_cmp(&key(other)));
    Ok(found)
}
