// SPDX-License-Identifier: MIT
//! Answers for a name that several devices have.
use crate::{sys, Device, Error, Kernel, Limit, Occupancy, Outcome};

impl Occupancy {
    /// Evaluates the kernel on the device with a name. If several devices have it and the kernel
    /// has the same occupancy of a core on all of them, that is the answer; otherwise the error
    /// lists them.
    ///
    /// ```
    /// use gpuocc::{Kernel, Occupancy};
    ///
    /// let kernel = Kernel::new().threads(256).registers(64);
    /// assert_eq!(Occupancy::named("H100", &kernel)?.groups(), Some(4));
    /// let error = Occupancy::named("M4", &kernel).unwrap_err(); // a Tesla and an Apple GPU
    /// assert!(error.is_ambiguous());
    /// # Ok::<(), gpuocc::Error>(())
    /// ```
    pub fn named(name: &str, kernel: &Kernel) -> Result<Occupancy, Error> {
        let error = match Device::find(name) {
            Ok(device) => return Occupancy::new(device, kernel),
            Err(error) => error,
        };
        let mut devices = Device::every(name);
        match devices.next().map(|device| Occupancy::new(device, kernel)) {
            Some(Ok(first)) if error.is_ambiguous() && devices.all(|device| {
                Occupancy::new(device, kernel).map_or(false, |other| first.agrees(&other))
            }) => Ok(first),
            _ => Err(error),
        }
    }

    /// Whether two devices give the same answer, apart from figures of the whole device.
    fn agrees(&self, other: &Occupancy) -> bool {
        let same = |outcome: Outcome, index| {
            match (self.range(outcome, index), other.range(outcome, index)) {
                (Ok(one), Ok(two)) => one == two,
                (Err(one), Err(two)) => one.status() == two.status(),
                _ => false,
            }
        };
        let of_device = [Outcome::CoreCount, Outcome::GroupsPerDevice, Outcome::ClustersPerDevice,
                         Outcome::Notes];
        Outcome::ALL.iter().all(|&outcome| {
            // SAFETY: any number is allowed.
            let single = unsafe { sys::gpuocc_result_indices(outcome as u32) } == 1;
            !single || of_device.contains(&outcome) || same(outcome, 0)
        }) && Limit::ALL.iter().all(|&limit| same(Outcome::Limit, limit as u32))
    }
}
