// SPDX-License-Identifier: MIT
//! The texts of an occupancy as strings of their own.
use std::string::String;
use std::vec::Vec;

use crate::{sys, until_nul, Kernel, Language, Limit, Occupancy};

/// Calls with more room until the text fits, whose length the function returns.
fn whole(write: impl Fn(&mut [u8]) -> usize) -> String {
    let mut text: Vec<u8> = vec![0; 256];
    let length = write(&mut text);
    if length >= text.len() {
        text.resize(length + 1, 0);
        write(&mut text);
    }
    String::from(until_nul(&text))
}

impl Occupancy {
    /// The advice on what to change, sentence by sentence, in neutral words and the names of
    /// fields: `advice` with strings of its own.
    ///
    /// ```
    /// # use gpuocc::{Device, Kernel, Occupancy};
    /// let kernel = Kernel::new().threads(256).registers(72);
    /// let answer = Occupancy::new(Device::find("RTX 4090")?, &kernel)?;
    /// let advice: Vec<String> = answer.advice_lines().collect();
    /// assert!(advice[0].starts_with("cut 8 registers_per_thread (72 -> 64)"));
    /// # Ok::<(), gpuocc::Error>(())
    /// ```
    pub fn advice_lines(&self) -> impl Iterator<Item = String> + '_ {
        (0..).map_while(move |index| {
            let text = whole(|text| {
                let mut length = 0;
                // SAFETY: the memory contains an occupancy, and the length of the text is passed.
                unsafe {
                    sys::gpuocc_occupancy_advice(self.handle(), index, text.as_mut_ptr(),
                                                 text.len(), &mut length);
                }
                length
            });
            (!text.is_empty()).then_some(text)
        })
    }

    /// The answer, then the advice, in the words of the GPU's vendor: blocks and warps, or
    /// work-groups and waves.
    ///
    /// ```
    /// # use gpuocc::{Device, Kernel, Language, Occupancy};
    /// let kernel = Kernel::new().threads(256).registers(72);
    /// let answer = Occupancy::new(Device::find("RTX 4090")?, &kernel)?;
    /// assert_eq!(answer.sentences(Language::English).next().as_deref(),
    ///            Some("3 blocks, 24 of 48 warps (50 %), limited by registers"));
    /// # Ok::<(), gpuocc::Error>(())
    /// ```
    pub fn sentences(&self, language: Language) -> impl Iterator<Item = String> + '_ {
        let mut wording = sys::gpuocc_wording { language: 0, is_neutral: 0, core: 0 };
        let none = sys::gpuocc_sentence_value { status: 0, low: 0, high: 0 };
        let mut values = [none; sys::GPUOCC_SENTENCE_VALUES as usize];
        // SAFETY: the memory contains an occupancy, and the values have the room that is needed.
        unsafe {
            sys::gpuocc_wording_init(&mut wording, self.handle(), language as u32, 0);
            sys::gpuocc_sentence_read(self.handle(), sys::GPUOCC_SENTENCE_ANSWER,
                                      values.as_mut_ptr());
        }
        // SAFETY: the length of the text is passed, here and below.
        let answer = whole(|text| unsafe {
            sys::gpuocc_sentence_text(self.device.0, &wording, sys::GPUOCC_SENTENCE_ANSWER,
                                      values.as_ptr(), text.as_mut_ptr(), text.len())
        });
        core::iter::once(answer).chain((0..).map(move |index| whole(|text| unsafe {
            sys::gpuocc_advice_text(self.handle(), &wording, index, text.as_mut_ptr(), text.len())
        }))).take_while(|text| !text.is_empty())
    }

    /// `settings` as a string of its own.
    ///
    /// ```
    /// # use gpuocc::{Device, Kernel, Occupancy};
    /// let kernel = Kernel::new().threads(256).registers(40);
    /// let answer = Occupancy::new(Device::find("sm_80")?, &kernel)?;
    /// assert_eq!(answer.settings_text(&kernel, 0, true), "__maxnreg__(32) (may spill)");
    /// # Ok::<(), gpuocc::Error>(())
    /// ```
    pub fn settings_text(&self, kernel: &Kernel, spill_bytes: u32, requires_group: bool)
                         -> String {
        let mut text = vec![0; 1024]; // at most GPUOCC_SETTINGS short ones
        String::from(self.settings(kernel, spill_bytes, requires_group, &mut text))
    }

    /// `why` line by line: the steps of the derivation of a limit, then the documents that the
    /// figures come from. `kernel` is the one that the occupancy was made of.
    ///
    /// ```
    /// # use gpuocc::{Device, Kernel, Limit, Occupancy};
    /// let kernel = Kernel::new().threads(224).registers(97);
    /// let answer = Occupancy::new(Device::find("sm_86")?, &kernel)?;
    /// assert_eq!(answer.why_lines(&kernel, Limit::Registers).next().as_deref(), Some(
    ///     "97 registers x 32 threads = 3104 registers of a warp, allocated in multiples of 256: \
    ///      3328."));
    /// # Ok::<(), gpuocc::Error>(())
    /// ```
    pub fn why_lines(&self, kernel: &Kernel, limit: Limit) -> impl Iterator<Item = String> {
        // SAFETY: the length of the text is passed.
        let text = whole(|text| unsafe {
            sys::gpuocc_why_text(self.handle(), self.device.0, &kernel.0, limit as u32,
                                 text.as_mut_ptr(), text.len())
        });
        let lines: Vec<String> = text.lines().map(String::from).collect();
        lines.into_iter()
    }
}
