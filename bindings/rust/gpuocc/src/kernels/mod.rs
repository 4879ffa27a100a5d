// SPDX-License-Identifier: MIT
//! Compiled kernels: what is in a file, what its loops wait for, and which build is the fastest.
use std::ffi::c_void;
use std::fmt;
use std::string::{String, ToString};
use std::vec::Vec;

use crate::{one, sys, text_of, Device, DeviceField, Error, Kernel, Occupancy};

mod explain;
mod predict;
pub use explain::*;
pub use predict::*;

/// Why there is no answer: a sentence (`Display`), and the library's error if it has one.
#[derive(Clone, Debug)]
pub struct Refusal {
    sentence: String,
    error: Option<Error>,
}

impl Refusal {
    pub(crate) fn new(sentence: impl Into<String>) -> Refusal {
        Refusal { sentence: sentence.into(), error: None }
    }

    fn named(name: &str, error: Error) -> Refusal {
        Refusal { sentence: format!("{name:?}: {error}"), error: Some(error) }
    }

    /// The field, its value and the limit, if the library refused them.
    pub fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.sentence)
    }
}

impl std::error::Error for Refusal {}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal { sentence: error.to_string(), error: Some(error) }
    }
}

/// What is asked about the kernels of a file.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    device: Option<String>,
    part: Option<String>,
    kernel: Kernel,
}

impl Asked {
    /// All kernels of the file, on the device that each was built for.
    pub fn new() -> Asked {
        Asked::default()
    }

    /// The name of the GPU, instead of the one that the file was built for.
    pub fn device(self, name: impl Into<String>) -> Asked {
        Asked { device: Some(name.into()), ..self }
    }

    /// Only kernels with this in their name.
    pub fn part(self, part: impl Into<String>) -> Asked {
        Asked { part: Some(part.into()), ..self }
    }

    /// The fields that the file does not contain.
    pub fn kernel(self, kernel: Kernel) -> Asked {
        Asked { kernel, ..self }
    }

    fn wants(&self, name: &str) -> bool {
        self.part.as_ref().map_or(true, |part| name.contains(part.as_str()))
    }

    /// The name of the GPU to ask about, "" if neither the caller nor the file names one.
    fn name<'a>(&'a self, target: &'a str) -> &'a str {
        self.device.as_deref().unwrap_or(target)
    }
}

/// A kernel of a compiled file, with its occupancy.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompiledKernel {
    /// The name as the file has it, mangled.
    pub name: String,
    /// What it was compiled for ("sm_90a"), "" if the file does not say it.
    pub target: String,
    /// The format of the file ("cubin ABI 8").
    pub format: &'static str,
    /// What the file says in addition to the numbers ("dynamic_shared").
    pub notes: Vec<&'static str>,
    /// What the answer assumes ("any_group").
    pub assumed: Vec<&'static str>,
    /// The stage of a shader that has no groups.
    pub stage: Option<String>,
    /// The least and the most registers that the code gives to a warp group with setmaxnreg.
    pub setmaxnreg: Option<(u32, u32)>,
    /// Bytes of scratch memory of a thread, in Intel's files of a wave; None: not in the file.
    pub stack_bytes: Option<u32>,
    /// Bytes that are stored to spill registers, likewise.
    pub spill_bytes: Option<u32>,
    /// The fields of the file, then those that the caller gave, then assumptions.
    pub kernel: Kernel,
    /// The occupancy, or why there is none.
    pub answer: Result<Occupancy, Refusal>,
}

impl CompiledKernel {
    /// Groups per core; None: refused, or a range.
    pub fn groups(&self) -> Option<u32> {
        self.answer.as_ref().ok().and_then(Occupancy::groups)
    }

    /// Waves per core, likewise.
    pub fn waves(&self) -> Option<u32> {
        self.answer.as_ref().ok().and_then(Occupancy::waves)
    }

    /// Wave slots of a core, likewise.
    pub fn max_waves(&self) -> Option<u32> {
        self.answer.as_ref().ok().and_then(Occupancy::max_waves)
    }

    /// What to write for the vendor's compiler so that more waves are resident, or "", also for
    /// code of another vendor than the device, and for registers that warp groups share.
    ///
    /// ```
    /// use gpuocc::{kernels, Asked, Kernel};
    ///
    /// let log = b"ptxas info    : Compiling entry function 'tiny' for 'sm_90'\n\
    ///             ptxas info    : Used 168 registers, used 1 barriers, 128 bytes smem\n";
    /// let mut found = kernels(log, &Asked::new().kernel(Kernel::new().threads(384)))?.into_iter();
    /// let mut kernel = found.next().unwrap();
    /// assert_eq!(kernel.settings(), "__launch_bounds__(384, 2) (may spill)");
    /// kernel.notes.push("setmaxnreg"); // as a cubin says it
    /// assert_eq!(kernel.settings(), "");
    /// # Ok::<(), gpuocc::Refusal>(())
    /// ```
    pub fn settings(&self) -> String {
        let note = |name, number| u32::from(self.notes.contains(&name)) << number;
        let notes = note("required_group", sys::GPUOCC_SETTING_NOTE_REQUIRED_GROUP) |
            note("setmaxnreg", sys::GPUOCC_SETTING_NOTE_SETMAXNREG);
        let spilled = self.spill_bytes.unwrap_or(sys::GPUOCC_UNKNOWN);
        let mut text = [0; 1024]; // at most GPUOCC_SETTINGS short ones
        match &self.answer {
            Ok(answer) if !is_foreign(&self.target, answer.device()) =>
                String::from(answer.settings_of(&self.kernel, spilled, notes, &mut text)),
            _ => String::new(),
        }
    }
}

/// Parts of a file that are compiled further before they run, so that they have no resources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncompiled {
    /// "PTX" or "link-time IR".
    pub kind: String,
    /// What they are compiled for.
    pub target: String,
    /// How many there are.
    pub parts: u64,
}

/// The kernels of a file.
#[derive(Clone, Debug, Default)]
pub struct Kernels {
    rows: Vec<CompiledKernel>,
    /// Why parts of the file are skipped.
    pub warnings: Vec<String>,
    /// What has no resources yet.
    pub uncompiled: Vec<Uncompiled>,
}

impl std::ops::Deref for Kernels {
    type Target = [CompiledKernel];

    fn deref(&self) -> &[CompiledKernel] {
        &self.rows
    }
}

impl IntoIterator for Kernels {
    type Item = CompiledKernel;
    type IntoIter = std::vec::IntoIter<CompiledKernel>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.into_iter()
    }
}

/// # Safety
/// The text is valid.
pub(crate) unsafe fn string(text: sys::gpuocc_kernels_text) -> String {
    if text.length == 0 {
        return String::new();
    }
    String::from_utf8_lossy(std::slice::from_raw_parts(text.at, text.length)).into_owned()
}

/// The names in a set.
pub(crate) fn names(set: u32, name: unsafe extern "C" fn(u32) -> *const u8) -> Vec<&'static str> {
    // SAFETY: any number is allowed, and names are static.
    (0..32).filter(|i| set >> i & 1 != 0).filter_map(|i| unsafe { text_of(name(i)) })
        .filter(|name| !name.is_empty()).collect()
}

/// Whether code for a target is of another vendor than a device.
fn is_foreign(target: &str, device: Device) -> bool {
    let vendor = |device: Device| {
        device.get(DeviceField::Vendor, 0).ok()
            .filter(|number| *number != u64::from(sys::GPUOCC_VENDOR_GENERIC))
    };
    match (Device::find(target).ok().and_then(vendor), vendor(device)) {
        (Some(own), Some(other)) => own != other,
        _ => false,
    }
}

/// What a file has of a kernel, with what the caller gave and what is assumed.
struct Found<'a> {
    of_file: &'a sys::gpuocc_kernels_found,
    name: String,
    target: String,
}

impl Found<'_> {
    fn convert(&self, given: &Kernel) -> (Kernel, u32) {
        let mut kernel = *given;
        // SAFETY: all are valid; the result may be what is given.
        let assumed = unsafe {
            sys::gpuocc_kernels_convert(self.of_file, &given.0, &mut kernel.0)
        };
        (kernel, assumed)
    }

    /// # Safety
    /// What the file has is that of the call in progress.
    unsafe fn kernel(&self, asked: &Asked) -> CompiledKernel {
        let (kernel, assumed) = self.convert(&asked.kernel);
        let name = asked.name(&self.target);
        let answer = if name.is_empty() {
            Err(Refusal::new("device is not given, and the file does not say it"))
        } else {
            Occupancy::named(name, &kernel).map_err(|error| match error.field() {
                Some(_) if !error.is_ambiguous() => error.into(),
                _ => Refusal::named(name, error),
            })
        };
        let of_file = self.of_file;
        let [least, most] = of_file.setmaxnreg;
        CompiledKernel {
            name: self.name.clone(),
            target: self.target.clone(),
            format: text_of(of_file.format).unwrap_or(""),
            notes: names(of_file.notes, sys::gpuocc_kernels_note_name),
            assumed: names(assumed, sys::gpuocc_kernels_assumption_name),
            stage: Some(string(of_file.stage)).filter(|stage| !stage.is_empty()),
            setmaxnreg: (least != 0).then_some((least, most)),
            stack_bytes: one(of_file.stack_bytes),
            spill_bytes: one(of_file.spill_bytes),
            kernel,
            answer,
        }
    }
}

/// What is read of a file by a function that takes each kernel.
struct Reading<'a> {
    take: &'a mut dyn FnMut(Found<'_>),
    asked: &'a Asked,
    wanted: usize,
    others: usize,
    warnings: Vec<String>,
    uncompiled: Vec<Uncompiled>,
}

unsafe extern "C" fn take_kernel(user: *mut c_void, found: *const sys::gpuocc_kernels_found)
                                 -> i32 {
    let reading = &mut *(user as *mut Reading<'_>);
    let found = Found { of_file: &*found, name: string((*found).name),
                        target: string((*found).target) };
    if reading.asked.wants(&found.name) {
        reading.wanted += 1;
        (reading.take)(found);
    } else {
        reading.others += 1;
    }
    0
}

unsafe extern "C" fn take_warning(user: *mut c_void, offset: u64, sentence: *const u8) {
    let reading = &mut *(user as *mut Reading<'_>);
    let sentence = text_of(sentence).unwrap_or("");
    reading.warnings.push(format!("{sentence} (at byte {offset})"));
}

unsafe extern "C" fn take_uncompiled(user: *mut c_void, kind: *const u8, target: *const u8,
                                     parts: u64) {
    let reading = &mut *(user as *mut Reading<'_>);
    let text = |text| String::from(text_of(text).unwrap_or(""));
    reading.uncompiled.push(Uncompiled { kind: text(kind), target: text(target), parts });
}

/// Reads a file and takes its kernels. Returns the warnings and what is not compiled.
fn read(bytes: &[u8], asked: &Asked, take: &mut dyn FnMut(Found<'_>))
        -> Result<(Vec<String>, Vec<Uncompiled>), Refusal> {
    let mut reading = Reading { take, asked, wanted: 0, others: 0, warnings: Vec::new(),
                                uncompiled: Vec::new() };
    let callbacks = sys::gpuocc_kernels_callbacks {
        size: std::mem::size_of::<sys::gpuocc_kernels_callbacks>() as u32,
        user: &mut reading as *mut Reading<'_> as *mut c_void,
        kernel: Some(take_kernel),
        warning: Some(take_warning),
        memory: std::ptr::null_mut(),
        memory_bytes: 0,
        uncompiled: Some(take_uncompiled),
    };
    // SAFETY: the length of the bytes is passed, and `user` lives as long as the call.
    let status = unsafe {
        sys::gpuocc_kernels_read(&callbacks, bytes.as_ptr() as *const c_void, bytes.len())
    };
    if reading.wanted != 0 {
        return Ok((reading.warnings, reading.uncompiled));
    }
    Err(Refusal::new(match (status, &asked.part) {
        (sys::GPUOCC_KERNELS_NONE, _) =>
            "the file is neither a compiled file nor a log of a compiler that is known".to_string(),
        (_, Some(part)) if reading.others != 0 =>
            format!("none of {} kernels has {part:?} in its name", reading.others),
        _ if reading.warnings.is_empty() => "the file contains no kernel".to_string(),
        _ => format!("the file contains no kernel: {}", reading.warnings.join("; ")),
    }))
}

/// Reads the kernels of a compiled file or of a compiler's log, with their occupancy.
///
/// A kernel that is refused has the reason in its `answer`. The error says why nothing can be read.
///
/// ```
/// use gpuocc::{kernels, Asked, Kernel};
///
/// let log = b"ptxas info    : Compiling entry function 'tiny' for 'sm_80'\n\
///             ptxas info    : Used 40 registers, 128 bytes smem\n";
/// let asked = Asked::new().kernel(Kernel::new().threads(256));
/// for kernel in kernels(log, &asked)? {
///     assert_eq!((kernel.name.as_str(), kernel.waves(), kernel.max_waves()),
///                ("tiny", Some(48), Some(64)));
///     assert_eq!(kernel.settings(), "__launch_bounds__(256, 8) (may spill)");
/// }
/// # Ok::<(), gpuocc::Refusal>(())
/// ```
pub fn kernels(bytes: &[u8], asked: &Asked) -> Result<Kernels, Refusal> {
    let mut rows = Vec::new();
    // SAFETY: the kernel is taken during the call that reports it.
    let (warnings, uncompiled) =
        read(bytes, asked, &mut |found| rows.push(unsafe { found.kernel(asked) }))?;
    Ok(Kernels { rows, warnings, uncompiled })
}
