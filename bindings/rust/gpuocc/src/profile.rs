// SPDX-License-Identifier: MIT
//! What the occupancy of a GPU means for the launches of a run.
use std::vec::Vec;

use crate::{sys, Device, DeviceField, Error, Kernel, Launches, Limits, Occupancy, Outcome, Shape};

/// From the least to the most. None: unknown, or without bound.
pub type Range<T> = Option<(T, T)>;

/// The occupancy of a shape, and what it means for its launches.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Weight {
    /// Resident groups of a core.
    pub groups: Range<u64>,
    /// Resident waves of a core.
    pub waves: Range<u64>,
    /// Wave slots of a core.
    pub max_waves: Range<u64>,
    /// The resources that limit, or may limit.
    pub limiters: Limits,
    /// Percent of the wave slots.
    pub percent: Range<f64>,
    /// The same with the groups of the grid spread over all cores.
    pub percent_with_grid: Range<f64>,
    /// Nanoseconds that are lost in a last round that is not full, at most; `None` if the rounds
    /// are not known.
    pub tail_ns: Option<u64>,
    /// Whether the whole grid is less than one round; `None` if that is not known.
    pub less_than_one_round: Option<bool>,
}

/// The shapes with the same limiters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limited {
    /// The resources that limit.
    pub limiters: Limits,
    /// Nanoseconds of these shapes.
    pub time_ns: u64,
    /// Their number.
    pub shapes: u64,
}

/// The sums over all shapes of a run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sums {
    /// Nanoseconds of all shapes.
    pub time_ns: u64,
    /// Nanoseconds of the shapes that have an occupancy.
    pub answered_ns: u64,
    /// Shapes that have none.
    pub refused_shapes: u64,
    /// Nanoseconds of these.
    pub refused_ns: u64,
    /// Percent of the wave slots, on average over `answered_ns`.
    pub percent: Range<f64>,
    /// The same with the groups of each grid spread over all cores.
    pub percent_with_grid: Range<f64>,
    /// What the profiler says, on average over the time of which it says it.
    pub profiler_percent: Option<f64>,
    /// Nanoseconds below 25 %: certainly, and at most.
    pub below_25_percent_ns: (u64, u64),
    /// Nanoseconds that are lost in last rounds that are not full, at most, of the shapes whose
    /// rounds are known; `None` if those of no shape are.
    pub tail_ns: Option<u64>,
    /// Launches whose whole grid is less than one round; `None` as for `tail_ns`.
    pub less_than_one_round_launches: Option<u64>,
    /// Nanoseconds of these; `None` as for `tail_ns`.
    pub less_than_one_round_ns: Option<u64>,
    /// Nanoseconds of the shapes whose rounds are not known.
    pub rounds_unknown_ns: u64,
    /// The time by limiters, the longest first.
    pub limiters: Vec<Limited>,
    /// The same of the shapes of which no group fits on a core.
    pub no_group_fits: Vec<Limited>,
}

/// A run on a GPU.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Profile {
    /// For each shape of the run, in its order.
    pub rows: Vec<Result<Weight, Error>>,
    /// The sums.
    pub sums: Sums,
}

const NONE: u64 = sys::GPUOCC_RUNS_NO_NUMBER;

fn range(low: u64, high: u64) -> Range<u64> {
    (low != NONE && high != NONE).then_some((low, high))
}

/// The bounds of a result between those with the least and with the most shared memory.
fn span(ends: &[Occupancy; 2], result: Outcome) -> (u64, u64) {
    match (ends[0].range(result, 0), ends[1].range(result, 0)) {
        (Ok(one), Ok(two)) => (one.0.min(two.0),
                               one.1.unwrap_or(NONE).max(two.1.unwrap_or(NONE))),
        _ => (NONE, NONE),
    }
}

fn exact((low, high): (u64, u64)) -> u64 {
    if low == high { low } else { NONE }
}

fn ask(shape: &Shape, device: Device, answer: &mut sys::gpuocc_runs_answer) -> Result<(), Error> {
    let (mut low, mut high) = (Kernel::new(), Kernel::new());
    let vendor = device.get(DeviceField::Vendor, 0)? as u32;
    // SAFETY: all pointers are valid.
    unsafe { sys::gpuocc_runs_shape_kernel(&shape.key, vendor, &mut low.0, &mut high.0) };
    let ends = [Occupancy::new(device, &low)?, Occupancy::new(device, &high)?];
    let of = |result| span(&ends, result);
    (answer.waves_low, answer.waves_high) = of(Outcome::Waves);
    (answer.max_waves_low, answer.max_waves_high) = of(Outcome::MaxWaves);
    (answer.groups_low, answer.groups_high) = of(Outcome::Groups);
    (answer.device_low, answer.device_high) = of(Outcome::GroupsPerDevice);
    answer.waves_per_group = exact(of(Outcome::WavesPerGroup));
    answer.cores = exact(of(Outcome::CoreCount));
    answer.limiters = u64::from(ends[0].limiters().0 | ends[1].limiters().0);
    answer.grid = shape.key.grid;
    Ok(())
}

fn average(sum: f64, time_ns: u64) -> Option<f64> {
    (time_ns != 0).then(|| sum / time_ns as f64 / 1e3)
}

fn limited(limits: &sys::gpuocc_runs_limits) -> Vec<Limited> {
    limits.at[..limits.count as usize].iter().map(|one| Limited {
        limiters: Limits(one.set as u32), time_ns: one.time_ns, shapes: one.shapes,
    }).collect()
}

fn summed(sums: &sys::gpuocc_runs_sums) -> Sums {
    let both = |low, high, time_ns| average(low, time_ns).zip(average(high, time_ns));
    let known = |number| (sums.rounds_unknown_shapes != sums.shapes).then_some(number);
    Sums {
        time_ns: sums.time_ns,
        answered_ns: sums.answered_ns,
        refused_shapes: sums.refused,
        refused_ns: sums.refused_ns,
        percent: both(sums.weighted_low, sums.weighted_high, sums.answered_ns),
        percent_with_grid: both(sums.spread_low, sums.spread_high, sums.spread_ns),
        profiler_percent: average(sums.said, sums.said_ns),
        below_25_percent_ns: (sums.quarter_low_ns, sums.quarter_high_ns),
        tail_ns: known(sums.tail_ns),
        less_than_one_round_launches: known(sums.partial_calls),
        less_than_one_round_ns: known(sums.partial_ns),
        rounds_unknown_ns: sums.rounds_unknown_ns,
        limiters: limited(&sums.limits),
        no_group_fits: limited(&sums.impossible),
    }
}

/// Returns the occupancy of each shape of a run on a GPU, and the sums by time. Where the profile
/// rounds an amount, or does not have one, numbers are ranges.
///
/// ```
/// use gpuocc::Device;
/// let trace: &[u8] = b"Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,\
/// StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MBps),SrcMemKd,DstMemKd,Device,Ctx,Strm,Name\n\
/// 100,2500,7,64,2,1,256,1,1,40,0.000,0.000,,,,,NVIDIA H100 PCIe (0),1,7,saxpy\n";
/// let run = gpuocc::launches(&mut &trace[..])?; // nsys stats --report cuda_gpu_trace
/// let profile = gpuocc::profile(&run, Device::find(&run.shapes[0].gpu.name)?);
/// let saxpy = profile.rows[0].clone()?; // 65,536 registers are enough for 6 groups of 8 waves
/// assert_eq!((saxpy.groups, saxpy.percent), (Some((6, 6)), Some((75.0, 75.0))));
/// assert!(saxpy.less_than_one_round == Some(true) && profile.sums.answered_ns == 2500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn profile(run: &Launches, device: Device) -> Profile {
    // SAFETY: the members of the structs are numbers, for which zeros are valid, and all sizes are
    // set before the calls.
    let mut sums: sys::gpuocc_runs_sums = unsafe { std::mem::zeroed() };
    sums.size = std::mem::size_of::<sys::gpuocc_runs_sums>() as u32;
    let rows = run.shapes.iter().map(|shape| {
        let mut answer: sys::gpuocc_runs_answer = unsafe { std::mem::zeroed() };
        let mut weight: sys::gpuocc_runs_weight = unsafe { std::mem::zeroed() };
        answer.size = std::mem::size_of::<sys::gpuocc_runs_answer>() as u32;
        weight.size = std::mem::size_of::<sys::gpuocc_runs_weight>() as u32;
        let asked = ask(shape, device, &mut answer);
        answer.status = asked.as_ref().err().map_or(0, Error::status);
        let found = shape.found();
        unsafe {
            sys::gpuocc_runs_weigh(&found, &answer, &mut weight);
            sys::gpuocc_runs_sums_add(&mut sums, &found, &answer, &weight);
        }
        asked.map(|()| Weight {
            groups: range(answer.groups_low, answer.groups_high),
            waves: range(answer.waves_low, answer.waves_high),
            max_waves: range(answer.max_waves_low, answer.max_waves_high),
            limiters: Limits(answer.limiters as u32),
            percent: crate::runs::percent(weight.low, weight.high),
            percent_with_grid: crate::runs::percent(weight.spread_low, weight.spread_high),
            tail_ns: (weight.rounds_unknown == 0).then_some(weight.tail_ns),
            less_than_one_round: (weight.partial_unknown == 0).then_some(weight.partial != 0),
        })
    }).collect();
    Profile { rows, sums: summed(&sums) }
}
