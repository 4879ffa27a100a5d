// SPDX-License-Identifier: MIT
#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![warn(missing_docs)]

use core::fmt;
use core::ptr::{null, null_mut};

pub use gpuocc_sys as sys;

mod names;
pub use names::*;
mod named;
#[cfg(feature = "std")]
mod texts;
#[cfg(feature = "kernels")]
mod kernels;
#[cfg(feature = "kernels")]
pub use kernels::*;
#[cfg(feature = "runs")]
mod runs;
#[cfg(feature = "runs")]
pub use runs::*;
#[cfg(feature = "runs")]
mod profile;
#[cfg(feature = "runs")]
pub use profile::*;

/// An amount in a field of a kernel: a number, or any possible value, which makes results ranges.
/// The largest number is 4,294,967,292; larger ones are reduced to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, which may be zero.
    Known(u32),
    /// Not known yet.
    Unknown,
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Known(number)
    }
}

impl Value {
    fn word(self) -> u32 {
        match self {
            Value::Unknown => sys::GPUOCC_UNKNOWN,
            Value::Known(0) => sys::GPUOCC_ZERO,
            Value::Known(number) => number.min(sys::GPUOCC_NONE - 1),
        }
    }
}

/// The reason why there is no answer: a sentence with the field, its value and the limit
/// (`Display`), and each of these separately.
///
/// ```
/// use gpuocc::{Device, Kernel, Occupancy};
///
/// let error = Device::find("RTX 4091").unwrap_err();
/// assert_eq!(error.to_string(), "no device has this name or PCI id; the nearest names are \
///            GeForce RTX 4090, GeForce RTX 4090 D, GeForce RTX 4090 Laptop GPU");
/// let device = Device::find("RTX 4090")?;
/// let error = Occupancy::new(device, &Kernel::new().threads(256).registers(300)).unwrap_err();
/// assert_eq!(error.to_string(), "registers_per_thread is 300, sm_89 allows 255");
/// assert_eq!((error.field(), error.device()), (Some("registers_per_thread"), Some("sm_89")));
/// # Ok::<(), gpuocc::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Error {
    status: i32,
    detail: sys::gpuocc_error,
    /// The devices that share the name that was looked up, or those with the nearest names: one
    /// more than their places among all devices, then zeros.
    others: [u16; OTHERS],
}

/// As many of the devices that share a name are listed.
const OTHERS: usize = 16;

/// As many of the nearest names are listed, as by the command.
const NEAREST: usize = 3;

impl Error {
    fn new(status: i32) -> Error {
        Error { status, detail: blank(), others: [0; OTHERS] }
    }

    fn list(&mut self, most: usize, devices: impl Iterator<Item = Device>) {
        for (place, one) in self.others[..most].iter_mut().zip(devices) {
            *place = 1 + one.place();
        }
    }

    /// The status, a number of enum gpuocc_status.
    pub fn status(&self) -> i32 {
        self.status
    }

    /// The field of the kernel or of the device that was refused.
    pub fn field(&self) -> Option<&'static str> {
        let list = match self.detail.scope {
            sys::GPUOCC_SCOPE_KERNEL => sys::GPUOCC_LIST_KERNEL_FIELDS,
            sys::GPUOCC_SCOPE_DEVICE => sys::GPUOCC_LIST_DEVICE_FIELDS,
            _ => return None,
        };
        name_of(list, self.detail.field)
    }

    /// The value that was refused.
    pub fn value(&self) -> Option<u64> {
        (self.detail.known & 5 == 1).then_some(self.detail.value)
    }

    /// The largest value that is valid, or the only one.
    pub fn limit(&self) -> Option<u64> {
        (self.detail.known & 2 != 0).then_some(self.detail.limit)
    }

    /// The devices that share the name that was looked up, at most 16, if they answer differently.
    pub fn candidates(&self) -> impl Iterator<Item = Device> + '_ {
        self.others(self.is_ambiguous())
    }

    /// The devices with the names that are most like the one that no device has, at most three.
    pub fn nearest(&self) -> impl Iterator<Item = Device> + '_ {
        self.others(self.is_unknown())
    }

    fn others(&self, wanted: bool) -> impl Iterator<Item = Device> + '_ {
        let given = self.others.iter().take_while(move |&&place| wanted && place != 0);
        given.filter_map(|&place| Device::at(u32::from(place) - 1))
    }

    /// The name of the device that refused.
    pub fn device(&self) -> Option<&str> {
        let name = until_nul(&self.detail.subject);
        (!name.is_empty() && !self.is_unknown()).then_some(name)
    }

    /// Whether no device has the name that was looked up.
    pub fn is_unknown(&self) -> bool {
        self.status == sys::GPUOCC_ERROR_DEVICE_UNKNOWN
    }

    /// Whether several devices have the name that was looked up and answer differently.
    pub fn is_ambiguous(&self) -> bool {
        self.status == sys::GPUOCC_ERROR_DEVICE_AMBIGUOUS
    }

    /// Whether the value is not published, so that the caller made no mistake.
    pub fn is_not_known(&self) -> bool {
        self.status == sys::GPUOCC_NOT_KNOWN
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0u8; 256];
        let detail = if self.is_unknown() { null() } else { &self.detail };
        // SAFETY: the length of the text is passed, and the library adds a NUL.
        unsafe {
            sys::gpuocc_error_text(detail, self.status, text.as_mut_ptr(), text.len());
        }
        formatter.write_str(until_nul(&text))?;
        let before = match self.nearest().count() {
            0 => ": ",
            1 => "; the nearest name is ",
            _ => "; the nearest names are ",
        };
        for (index, device) in self.others(true).enumerate() {
            write!(formatter, "{}{}", if index == 0 { before } else { ", " }, device.name())?;
        }
        if self.is_ambiguous() && self.others[OTHERS - 1] != 0
            && self.detail.value > OTHERS as u64
        {
            write!(formatter, " and {} more", self.detail.value - OTHERS as u64)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Error({}: {self})", self.status)
    }
}

#[cfg(feature = "std")]
impl std::error::Error for Error {}

fn check(status: i32, detail: sys::gpuocc_error) -> Result<(), Error> {
    if status == sys::GPUOCC_OK {
        Ok(())
    } else {
        Err(Error { detail, ..Error::new(status) })
    }
}

/// A struct of the library, zero except for its size.
trait Sized32 {
    fn with_size(size: u32) -> Self;
}

fn blank<T: Sized32>() -> T {
    T::with_size(core::mem::size_of::<T>() as u32)
}

macro_rules! sized {
    ($($name:ident),*) => {$(
        impl $crate::Sized32 for $crate::sys::$name {
            fn with_size(size: u32) -> Self {
                // SAFETY: its members are numbers, for which all-zero bits are valid.
                let mut blank: Self = unsafe { core::mem::zeroed() };
                blank.size = size;
                blank
            }
        }
    )*};
}
#[cfg(feature = "kernels")]
use sized;
sized!(gpuocc_error, gpuocc_kernel, gpuocc_pci_id, gpuocc_step);

fn until_nul(text: &[u8]) -> &str {
    let length = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    core::str::from_utf8(&text[..length]).unwrap_or("")
}

/// # Safety
/// The pointer is NULL, or a string that remains valid.
unsafe fn text_of(text: *const u8) -> Option<&'static str> {
    if text.is_null() {
        return None;
    }
    let length = (0..).take_while(|i| *text.add(*i) != 0).count();
    core::str::from_utf8(core::slice::from_raw_parts(text, length)).ok()
}

fn name_of(list: u32, number: u32) -> Option<&'static str> {
    // SAFETY: any numbers are allowed, and names are static.
    unsafe { text_of(sys::gpuocc_name(list, number)) }
}

/// What a device is needed for. Each purpose includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The occupancy of a core.
    Occupancy = sys::GPUOCC_PURPOSE_OCCUPANCY as isize,
    /// Figures of the whole device: schedules, and grids that are resident at once.
    Schedule = sys::GPUOCC_PURPOSE_SCHEDULE as isize,
    /// Every figure, clock and memory bandwidth among them.
    Latency = sys::GPUOCC_PURPOSE_LATENCY as isize,
}

/// A product or an architecture that the library knows.
#[derive(Clone, Copy)]
pub struct Device(&'static sys::gpuocc_device);

impl Device {
    fn asked(status: i32, device: *const sys::gpuocc_device) -> Result<Device, Error> {
        check(status, blank())?;
        // SAFETY: a built-in device lives as long as the library.
        Ok(Device(unsafe { &*device }))
    }

    /// Finds a device by its name ("RTX 4090", "gfx942", a driver's string) for the occupancy of
    /// its cores: `find_for` with `Purpose::Occupancy`.
    pub fn find(name: &str) -> Result<Device, Error> {
        Device::find_for(name, Purpose::Occupancy)
    }

    /// Finds the device that answers for all devices with a name, which is never one of several
    /// that answer differently: that is an error with their names. If they differ only in figures
    /// of the whole device, their architecture answers for the occupancy of a core.
    pub fn find_for(name: &str, purpose: Purpose) -> Result<Device, Error> {
        let (mut device, mut detail) = (null(), blank());
        // SAFETY: the length of the name is passed; the other output may be NULL.
        let status = unsafe {
            sys::gpuocc_device_for(
                name.as_ptr(),
                name.len(),
                purpose as u32,
                &mut device,
                null_mut(),
                &mut detail,
            )
        };
        let found = check(status, detail).and_then(|()| Device::asked(status, device));
        found.map_err(|mut error| {
            if error.is_ambiguous() {
                error.list(OTHERS, Device::every(name));
            } else if error.is_unknown() {
                error.list(NEAREST, Device::near(name));
            }
            error
        })
    }

    /// Every device with a name that several devices share.
    pub fn every(name: &str) -> impl Iterator<Item = Device> + '_ {
        let mut index = 0;
        core::iter::from_fn(move || loop {
            let mut device = null();
            // SAFETY: the length of the name is passed; the other outputs may be NULL.
            let status = unsafe {
                sys::gpuocc_device_find(
                    name.as_ptr(),
                    name.len(),
                    index,
                    &mut device,
                    null_mut(),
                    null_mut(),
                )
            };
            index += 1;
            if status != sys::GPUOCC_ERROR_DEVICE_NO_MODEL {
                return Device::asked(status, device).ok();
            }
        })
    }

    fn near(name: &str) -> impl Iterator<Item = Device> + '_ {
        (0..).map_while(move |index| {
            let mut device = null();
            // SAFETY: the length of the name is passed.
            let status = unsafe {
                sys::gpuocc_device_nearest(name.as_ptr(), name.len(), index, &mut device)
            };
            Device::asked(status, device).ok()
        })
    }

    /// Finds a device by its PCI ids, as `find` by a name.
    pub fn pci(vendor: u32, id: u32) -> Result<Device, Error> {
        let mut name = *b"0000:0000";
        for (at, number) in [(0, vendor), (5, id)] {
            if number > 0xffff {
                return Err(Error::new(sys::GPUOCC_ERROR_DEVICE_UNKNOWN));
            }
            for digit in 0..4 {
                let bits = (number >> (12 - 4 * digit) & 15) as usize;
                name[at + digit] = b"0123456789abcdef"[bits];
            }
        }
        Device::find(core::str::from_utf8(&name).unwrap_or(""))
    }

    fn at(index: u32) -> Option<Device> {
        let mut device = null();
        // SAFETY: any index is allowed.
        let status = unsafe { sys::gpuocc_device_at(index, &mut device) };
        Device::asked(status, device).ok()
    }

    fn place(self) -> u16 {
        let same = |one: &Device| core::ptr::eq(one.0, self.0);
        Device::all().take_while(|one| !same(one)).count() as u16
    }

    /// All devices.
    pub fn all() -> impl Iterator<Item = Device> {
        // SAFETY: there is no condition.
        (0..unsafe { sys::gpuocc_device_count() }).filter_map(Device::at)
    }

    /// The name of the device, "GeForce RTX 4090".
    pub fn name(&self) -> &'static str {
        // SAFETY: the device exists, so that it has a text, which lives as long as the device.
        unsafe { text_of(sys::gpuocc_device_name(self.0)) }.unwrap_or("")
    }

    /// The architecture, "sm_89".
    pub fn architecture(&self) -> &'static str {
        // SAFETY: the device exists, so that it has a text, which lives as long as the device.
        unsafe { text_of(sys::gpuocc_device_architecture(self.0)) }.unwrap_or("")
    }

    /// A figure; of a list, the one at `index`.
    pub fn get(&self, field: DeviceField, index: u32) -> Result<u64, Error> {
        let mut value = 0;
        // SAFETY: any numbers are allowed.
        let status = unsafe { sys::gpuocc_device_get(self.0, field as u32, index, &mut value) };
        check(status, blank())?;
        Ok(value)
    }

    /// The vendor's word for a limit ("LDS").
    pub fn word(&self, limit: Limit) -> &'static str {
        // SAFETY: the word is static.
        unsafe { text_of(sys::gpuocc_limit_word(self.0, limit as u32)) }.unwrap_or("")
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Device({})", self.name())
    }
}

/// The resources of a kernel. Fields that are not set are not given; each field of gpuocc_kernel
/// has a method.
#[derive(Clone, Copy)]
pub struct Kernel(sys::gpuocc_kernel);

impl Kernel {
    /// A kernel without any field.
    pub fn new() -> Kernel {
        Kernel(blank())
    }

    /// Threads per group.
    pub fn threads(self, value: impl Into<Value>) -> Kernel {
        self.threads_per_group(value)
    }

    /// Registers per thread.
    pub fn registers(self, value: impl Into<Value>) -> Kernel {
        self.registers_per_thread(value)
    }

    /// Bytes of static shared memory per group.
    pub fn shared(self, value: impl Into<Value>) -> Kernel {
        self.shared_bytes(value)
    }
}

impl Kernel {
    /// The amount of a field, None if it is not given.
    pub fn get(&self, field: KernelField) -> Option<Value> {
        // SAFETY: the struct begins with its size and has a word for each field, in their order.
        match unsafe { *(&self.0 as *const sys::gpuocc_kernel as *const u32).add(field as usize) } {
            0 => None,
            sys::GPUOCC_ZERO => Some(Value::Known(0)),
            sys::GPUOCC_UNKNOWN => Some(Value::Unknown),
            number => Some(Value::Known(number)),
        }
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_map().entries(KernelField::ALL.iter()
            .filter_map(|field| self.get(*field).map(|value| (field, value)))).finish()
    }
}

impl Default for Kernel {
    fn default() -> Kernel {
        Kernel::new()
    }
}

/// A set of limits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Limits(u32);

impl Limits {
    /// Whether the set contains a limit.
    pub fn contains(self, limit: Limit) -> bool {
        self.0 >> limit as u32 & 1 != 0
    }

    /// The limits in the set.
    pub fn iter(self) -> impl Iterator<Item = Limit> {
        Limit::ALL.iter().copied().filter(move |limit| self.contains(*limit))
    }
}

impl From<u32> for Limits {
    /// From a column of a plan.
    fn from(bits: u32) -> Limits {
        Limits(bits)
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

/// The nearest change of one field that allows more waves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The current value.
    pub now: u32,
    /// The largest value that costs nothing.
    pub slack: u32,
    /// The value to reach.
    pub then: u32,
    /// Groups per core with that value.
    pub groups: u32,
    /// Waves per core with that value.
    pub waves: u32,
    /// The resources that limit then.
    pub limiters: Limits,
}

/// A kernel on a device. It allocates nothing, and may be copied, moved and shared.
#[derive(Clone)]
pub struct Occupancy {
    handle: sys::gpuocc_occupancy,
    device: Device,
}

fn one(value: u32) -> Option<u32> {
    (value != sys::GPUOCC_UNKNOWN).then_some(value)
}

impl Occupancy {
    /// Evaluates the kernel by the rules of the hardware.
    pub fn new(device: Device, kernel: &Kernel) -> Result<Occupancy, Error> {
        Occupancy::with_convention(device, kernel, Convention::Default)
    }

    /// Evaluates the kernel by the rules of one of the vendors' tools.
    pub fn with_convention(device: Device, kernel: &Kernel, convention: Convention)
                           -> Result<Occupancy, Error> {
        const WORDS: usize = core::mem::size_of::<sys::gpuocc_occupancy>() / 8;
        let handle = sys::gpuocc_occupancy { opaque: [0; WORDS] };
        let (mut placed, mut detail) = (Occupancy { handle, device }, blank());
        // SAFETY: an occupancy does not contain pointers to itself, and its device is static.
        check(unsafe {
            sys::gpuocc_occupancy_init(&mut placed.handle, device.0, convention as u32, &kernel.0,
                                       &mut detail)
        }, detail)?;
        // SAFETY: it was initialised by the call above.
        check(unsafe { sys::gpuocc_occupancy_expand(&mut placed.handle) }, blank())?;
        Ok(placed)
    }

    /// The device that it was made of.
    pub fn device(&self) -> Device {
        self.device
    }

    fn handle(&self) -> *const sys::gpuocc_occupancy {
        &self.handle
    }

    /// Groups per core; None: a range or unknown. 0: the kernel cannot be launched.
    pub fn groups(&self) -> Option<u32> {
        // SAFETY: the memory contains an occupancy, here and below.
        one(unsafe { sys::gpuocc_occupancy_groups(self.handle()) })
    }

    /// Waves per core; None: a range or unknown.
    pub fn waves(&self) -> Option<u32> {
        one(unsafe { sys::gpuocc_occupancy_waves(self.handle()) })
    }

    /// Wave slots of a core in the mode of this kernel.
    pub fn max_waves(&self) -> Option<u32> {
        one(unsafe { sys::gpuocc_occupancy_max_waves(self.handle()) })
    }

    /// The resources that limit, or may limit.
    pub fn limiters(&self) -> Limits {
        Limits(unsafe { sys::gpuocc_occupancy_limiters(self.handle()) })
    }

    /// The bounds of any result; for results by limit, `index` is a Limit `as u32`. The upper bound
    /// is None if it is unknown.
    pub fn range(&self, result: Outcome, index: u32) -> Result<(u64, Option<u64>), Error> {
        let (mut low, mut high) = (0, 0);
        check(unsafe {
            sys::gpuocc_occupancy_get(self.handle(), result as u32, index, &mut low, &mut high)
        }, blank())?;
        Ok((low, (high != u64::MAX).then_some(high)))
    }

    /// The largest value of a field with which that many groups (or waves) are resident.
    pub fn maximum(&self, field: KernelField, target: Target, count: u32) -> Result<u32, Error> {
        let (mut value, mut detail) = (0, blank());
        check(unsafe {
            sys::gpuocc_occupancy_maximum(self.handle(), field as u32, target as u32, count,
                                       &mut value, &mut detail)
        }, detail)?;
        Ok(value)
    }

    /// The next step of a field; None if no value of it allows more waves.
    pub fn next_step(&self, field: KernelField) -> Result<Option<Step>, Error> {
        let (mut step, mut detail): (sys::gpuocc_step, _) = (blank(), blank());
        let status = unsafe {
            sys::gpuocc_occupancy_next_step(self.handle(), field as u32, &mut step, &mut detail)
        };
        if status == sys::GPUOCC_NOT_POSSIBLE {
            return Ok(None);
        }
        check(status, detail)?;
        Ok(Some(Step { now: step.now, slack: step.slack, then: step.then, groups: step.groups,
                       waves: step.waves, limiters: Limits(step.limiters) }))
    }

    /// The fewest bytes to add to dynamic shared memory so that exactly this number of groups is
    /// resident.
    pub fn pad(&self, groups: u32) -> Result<u32, Error> {
        let (mut bytes, mut detail) = (0, blank());
        check(unsafe {
            sys::gpuocc_occupancy_pad(self.handle(), groups, &mut bytes, &mut detail)
        }, detail)?;
        Ok(bytes)
    }

    /// The largest grid of which all groups are certainly resident at once, for a cooperative
    /// launch. `core_count` is that of the device at the launch, and `reserve` groups are left to
    /// other contexts.
    pub fn safe_grid(&self, core_count: Option<u32>, reserve: u32) -> Result<u64, Error> {
        let mut groups = 0;
        check(unsafe {
            sys::gpuocc_safe_grid(self.handle(), core_count.unwrap_or(0), reserve, &mut groups)
        }, blank())?;
        Ok(groups)
    }

    /// Sentence `index` of the advice on what to change, in the caller's memory; None: there are no
    /// more. The text is cut off if there is no room.
    pub fn advice<'a>(&self, index: u32, text: &'a mut [u8]) -> Option<&'a str> {
        let mut length = 0;
        let status = unsafe {
            sys::gpuocc_occupancy_advice(self.handle(), index, text.as_mut_ptr(),
                                         text.len(), &mut length)
        };
        (status == sys::GPUOCC_OK && !text.is_empty()).then(|| until_nul(text))
    }

    /// What to write for the vendor's compiler so that more waves of this kernel are resident:
    /// options, attributes or launch bounds, or "". It is written to the caller's memory, and cut
    /// off if there is no room. The bytes that the compiled kernel spills (0: none), and whether it
    /// requires its group size, change the answer.
    pub fn settings<'a>(&self, kernel: &Kernel, spill_bytes: u32, requires_group: bool,
                        text: &'a mut [u8]) -> &'a str {
        let note = sys::GPUOCC_SETTING_NOTE_REQUIRED_GROUP;
        self.settings_of(kernel, spill_bytes, u32::from(requires_group) << note, text)
    }

    /// The same for a set of gpuocc_setting_note.
    pub(crate) fn settings_of<'a>(&self, kernel: &Kernel, spill_bytes: u32, notes: u32,
                                  text: &'a mut [u8]) -> &'a str {
        let mut settings: [sys::gpuocc_setting; sys::GPUOCC_SETTINGS as usize] =
            [unsafe { core::mem::zeroed() }; sys::GPUOCC_SETTINGS as usize];
        // SAFETY: there is room for GPUOCC_SETTINGS, of which as many are set as are counted.
        unsafe {
            let count = sys::gpuocc_settings_find(self.handle(), &kernel.0, notes, spill_bytes,
                                                  settings.as_mut_ptr());
            sys::gpuocc_settings_text(settings.as_ptr(), count.max(0) as usize, text.as_mut_ptr(),
                                      text.len());
        }
        until_nul(text)
    }

    /// Why a limit allows as many groups as it does: a line for each step of its derivation, then
    /// the documents that the figures come from. It is written to the caller's memory, and cut off
    /// if there is no room. Empty if the limit does not apply. The occupancy was made of `device`
    /// and `kernel`.
    pub fn why<'a>(&self, device: Device, kernel: &Kernel, limit: Limit, text: &'a mut [u8])
                   -> &'a str {
        // SAFETY: at most as many bytes are written as there are.
        unsafe {
            sys::gpuocc_why_text(self.handle(), device.0, &kernel.0, limit as u32,
                                 text.as_mut_ptr(), text.len());
        }
        until_nul(text)
    }
}

impl fmt::Debug for Occupancy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Occupancy").field("groups", &self.groups())
            .field("waves", &self.waves()).field("limiters", &self.limiters()).finish()
    }
}

/// The group size with the most waves, and its groups per core; `rank` 0 is the best.
pub fn best_group(device: Device, kernel: &Kernel, rank: u32) -> Result<(u32, u32), Error> {
    let (mut threads, mut groups, mut detail) = (0, 0, blank());
    let search = sys::gpuocc_group_search {
        size: core::mem::size_of::<sys::gpuocc_group_search>() as u32,
        min_threads: 0, max_threads: 0, multiple_of: 0, prefer_small: 0, core_count: 0,
        grid_threads: 0, convention: Convention::Default as u32, index: rank, candidate_count: 0,
    };
    check(unsafe {
        sys::gpuocc_best_group(device.0, &kernel.0, &search, &mut threads, &mut groups,
                               &mut detail)
    }, detail)?;
    Ok((threads, groups))
}

/// Memory for a plan: on the stack, in a static or in a box.
pub struct PlanMemory(sys::gpuocc_plan);

impl PlanMemory {
    /// Memory for one plan at a time.
    pub const fn new() -> PlanMemory {
        PlanMemory(sys::gpuocc_plan { opaque: [0; core::mem::size_of::<sys::gpuocc_plan>() / 8] })
    }
}

impl Default for PlanMemory {
    fn default() -> PlanMemory {
        PlanMemory::new()
    }
}

/// Maximum number of columns of a plan, separately for inputs and outputs.
pub const PLAN_COLUMNS: usize = 32;

/// A kernel prepared for many rows, of which some fields are columns that differ from row to row.
pub struct Plan<'a> {
    handle: &'a sys::gpuocc_plan,
}

impl<'a> Plan<'a> {
    /// Prepares a plan; `base` has the fields that are not columns.
    pub fn new(memory: &'a mut PlanMemory, device: Device, base: &Kernel)
               -> Result<Plan<'a>, Error> {
        let mut detail = blank();
        // SAFETY: the memory lives as long as the plan.
        check(unsafe {
            sys::gpuocc_plan_init(&mut memory.0, device.0, Convention::Default as u32, &base.0,
                                  &mut detail)
        }, detail)?;
        Ok(Plan { handle: &memory.0 })
    }

    /// Fills the outputs, which all have the same number of rows as the inputs. A refused row has
    /// GPUOCC_UNKNOWN in each of them, and its status in `status`, if that is given.
    pub fn run(&self, inputs: &[(KernelField, &[u32])], outputs: &mut [(Outcome, &mut [u32])],
               status: Option<&mut [i32]>) -> Result<(), Error> {
        let rows = outputs.first().map_or(0, |column| column.1.len());
        let (mut fields, mut results) = ([0; PLAN_COLUMNS], [0; PLAN_COLUMNS]);
        let mut sources: [*const u32; PLAN_COLUMNS] = [null(); PLAN_COLUMNS];
        let mut targets: [*mut u32; PLAN_COLUMNS] = [null_mut(); PLAN_COLUMNS];

        if inputs.len().max(outputs.len()) > PLAN_COLUMNS
            || inputs.iter().any(|column| column.1.len() != rows)
            || outputs.iter().any(|column| column.1.len() != rows)
            || status.as_ref().map_or(false, |column| column.len() != rows)
        {
            return Err(Error::new(sys::GPUOCC_ERROR_INDEX));
        }
        for (i, (field, column)) in inputs.iter().enumerate() {
            (fields[i], sources[i]) = (*field as u32, column.as_ptr());
        }
        for (i, (result, column)) in outputs.iter_mut().enumerate() {
            (results[i], targets[i]) = (*result as u32, column.as_mut_ptr());
        }
        // SAFETY: every array has `rows` elements, and no output overlaps another array.
        check(unsafe {
            sys::gpuocc_plan_run(self.handle, rows, fields.as_ptr(), sources.as_ptr(),
                                 inputs.len(), results.as_ptr(), targets.as_ptr(), outputs.len(),
                                 status.map_or(null_mut(), |column| column.as_mut_ptr()))
        }, blank())
    }
}

/// The version of the device tables; answers may change when it does.
pub fn data_version() -> u32 {
    // SAFETY: there is no condition.
    unsafe { sys::gpuocc_data_version() }
}
