// SPDX-License-Identifier: MIT
//! Tests the answers of the safe interface. The expected ones are those of the C library's tests:
//! CUDA's cuda_occupancy.h, and reports with their links.
use gpuocc::*;

fn rtx4090() -> (Device, Kernel) {
    let kernel = Kernel::new().threads(256).registers(72).shared(24 * 1024);
    (Device::find("RTX 4090").unwrap(), kernel)
}

#[test]
fn occupancy_and_advice() {
    let (device, kernel) = rtx4090();
    let answer = Occupancy::new(device, &kernel).unwrap();
    let moved = [answer.clone()];
    let mut text = [0; 200];

    assert_eq!(answer.groups(), Some(3));
    assert_eq!((moved[0].waves(), answer.max_waves()), (Some(24), Some(48)));
    assert!(answer.limiters().iter().eq([Limit::Registers]));
    assert!(answer.limiters().contains(Limit::Registers));
    assert!(!answer.limiters().contains(Limit::Waves));
    assert_eq!(answer.range(Outcome::Limit, Limit::Shared as u32).unwrap(), (4, Some(4)));
    assert!(answer.advice(0, &mut text).unwrap()
        .starts_with("cut 8 registers_per_thread (72 -> 64): 4 groups instead of 3"));
    assert_eq!(answer.advice(0, &mut text[..8]), Some("cut 8 r"));
    assert_eq!(answer.advice(0, &mut []), None);
    assert_eq!(answer.advice(9, &mut text), None);
    assert_eq!(format!("{answer:?}"),
               "Occupancy { groups: Some(3), waves: Some(24), limiters: {Registers} }");
}

#[test]
fn inverse_questions() {
    let (device, kernel) = rtx4090();
    let answer = Occupancy::new(device, &kernel).unwrap();
    let step = answer.next_step(KernelField::RegistersPerThread).unwrap().unwrap();

    assert_eq!(answer.maximum(KernelField::RegistersPerThread, Target::Groups, 4).unwrap(), 64);
    assert_eq!((step.now, step.slack, step.then, step.groups, step.waves), (72, 80, 64, 4, 32));
    assert!(step.limiters.iter().eq([Limit::Registers, Limit::Shared]));
    assert_eq!(answer.next_step(KernelField::SharedBytes).unwrap(), None);
    assert_eq!(answer.pad(2).unwrap(), 8449);
    assert_eq!(best_group(device, &Kernel::new().registers(72), 0).unwrap(), (896, 1));
    let l4 = Device::find("L4").unwrap(); // pytorch#170162, vllm#41189
    let large = Occupancy::new(l4, &Kernel::new().threads(1024).registers(40)).unwrap();
    assert_eq!((large.safe_grid(None, 0).unwrap(), large.safe_grid(Some(42), 2).unwrap()), (58, 40));
}

/// tests/kernels/why.c derives it by hand.
#[test]
fn steps_of_a_limit() {
    let device = Device::find("sm_86").unwrap();
    let kernel = Kernel::new().threads(224).registers(97);
    let answer = Occupancy::new(device, &kernel).unwrap();
    let (mut text, mut short) = ([0; 2048], [0; 13]);

    assert!(answer.why(device, &kernel, Limit::Registers, &mut text).starts_with(
        "97 registers x 32 threads = 3104 registers of a warp, allocated in multiples of 256: \
         3328.\n"));
    assert_eq!(answer.why(device, &kernel, Limit::Registers, &mut short), "97 registers");
    assert_eq!(answer.why(device, &kernel, Limit::ScalarRegisters, &mut text), "");
}

/// tests/kernels/settings.c says why: 32 registers admit 8 groups.
#[test]
fn settings_of_a_compiler() {
    let kernel = Kernel::new().threads(256).registers(40);
    let answer = Occupancy::new(Device::find("sm_80").unwrap(), &kernel).unwrap();
    let mut text = [0; 80];

    assert_eq!(answer.settings(&kernel, 8, false, &mut text),
               "__launch_bounds__(256, 8) (adds to the spills)");
    assert_eq!(answer.settings(&kernel, 0, true, &mut text), "__maxnreg__(32) (may spill)");
    assert_eq!(answer.settings(&kernel, 0, true, &mut []), "");
}

/// Several devices: data sheets give an H100 132 SMs (SXM5, NVL) or 114 (PCIe), an MI300X 304 CUs
/// and an MI300A 228; an A100 of 40 GB has the same figures on SXM4 and PCIe; M4 is a Tesla and an
/// Apple GPU.
#[test]
fn names_of_several_devices() {
    let name = |name, purpose| Device::find_for(name, purpose).map(|device| device.name());
    let m4 = Device::find("M4").unwrap_err();
    let h100 = Device::find_for("H100", Purpose::Latency).unwrap_err();
    let radeon = Device::find("AMD Radeon Graphics").unwrap_err();

    assert_eq!(m4.to_string(),
               "2 devices have this name and differ in vendor: name one of them: sm_52, Apple M4");
    assert_eq!(h100.to_string(), "4 devices have this name and differ in core_count: name one of \
                them: H100 SXM5 80 GB, H100 PCIe 80 GB, H100 NVL 94 GB, sm_90");
    assert!(h100.is_ambiguous() && h100.candidates().count() == 4 && !m4.is_not_known());
    assert_eq!((h100.field(), h100.value(), h100.limit()), (Some("core_count"), Some(4), Some(1)));
    assert!(radeon.to_string().ends_with("gfx1152, gfx1153") && radeon.candidates().count() == 16);
    assert!(Device::find("UHD").unwrap_err().to_string().ends_with(" and 3 more"));
    assert_eq!(Device::every("MI300").count(), 2);
    assert_eq!(Device::every("Nova Lake").count(), 3);
    assert_eq!(name("MI300", Purpose::Occupancy).unwrap(), "gfx942");
    assert!(name("MI300", Purpose::Schedule).is_err());
    assert_eq!(name("H200", Purpose::Schedule).unwrap(), "H200 SXM 141 GB");
    assert!(name("H200", Purpose::Latency).is_err());
    assert_eq!(name("A100 40GB", Purpose::Latency).unwrap(), "A100 SXM4 40 GB");
    assert_eq!(name("H100 SXM5", Purpose::Latency).unwrap(), "H100 SXM5 80 GB");
    let kernel = Kernel::new().threads(256).registers(64);
    let answer = Occupancy::new(Device::find("H100").unwrap(), &kernel).unwrap();
    assert_eq!(answer.groups(), Some(4));
    assert!(answer.safe_grid(None, 0).is_err());
    assert_eq!(Device::pci(0x1002, 0x744c).unwrap().name(), "gfx1100"); // 7900 XTX, XT or GRE
}

#[test]
fn unknown_and_zero() {
    let device = Device::find("MI300X").unwrap();
    let open = Kernel::new().threads(256).registers(Value::Unknown);
    let answer = Occupancy::new(device, &open).unwrap();

    assert_eq!((answer.groups(), answer.waves()), (None, None));
    assert_eq!(answer.range(Outcome::Groups, 0).unwrap(), (1, Some(8)));
    assert_eq!(Occupancy::new(device, &open.registers(0)).unwrap().groups(), Some(8));
    assert_eq!(device.word(Limit::Shared), "LDS");
    assert_eq!(Occupancy::new(Device::find("gfx1100").unwrap(),
                              &Kernel::new().threads(256).registers(24).core_mode(CoreMode::Cu))
        .unwrap().waves(), Some(32));
}

#[test]
fn refusals() {
    let (device, kernel) = rtx4090();
    let error = Occupancy::new(device, &kernel.registers(300)).unwrap_err();

    assert_eq!(error.to_string(), "registers_per_thread is 300, sm_89 allows 255");
    assert_eq!((error.field(), error.value(), error.limit()),
               (Some("registers_per_thread"), Some(300), Some(255)));
    assert_eq!(error.status(), sys::GPUOCC_ERROR_TOO_MANY_REGISTERS);
    for huge in [u32::MAX, u32::MAX - 1, u32::MAX - 2, u32::MAX - 3] {
        let error = Occupancy::new(device, &kernel.registers(huge)).unwrap_err();
        assert_eq!(error.value(), Some(u64::from(u32::MAX - 3)));
    }
    let unnamed = Device::find("no such device").unwrap_err();
    assert_eq!((unnamed.status(), unnamed.field()), (sys::GPUOCC_ERROR_DEVICE_UNKNOWN, None));
    assert_eq!((unnamed.to_string().as_str(), unnamed.nearest().count(), unnamed.device()),
               ("no device has this name or PCI id", 0, None));
    let misspelled = Device::find("gfx1105").unwrap_err();
    assert!(misspelled.is_unknown() && !misspelled.is_ambiguous());
    assert_eq!((misspelled.nearest().count(), misspelled.candidates().count()), (3, 0));
    assert_eq!(error.device(), Some("sm_89"));
    assert!(Device::find("").is_err() && Device::pci(0, 0).is_err());
    assert!(Device::pci(0x110de, 0x2684).is_err());
    let small = Occupancy::new(Device::find("sm_89").unwrap(), &kernel).unwrap();
    assert!(small.safe_grid(None, 0).unwrap_err().is_not_known());
    assert!(answer_by(Convention::Header).is_ok() && answer_by(Convention::Hip).is_err());
}

fn answer_by(convention: Convention) -> Result<Occupancy, Error> {
    let (device, kernel) = rtx4090();
    Occupancy::with_convention(device, &kernel, convention)
}

#[test]
fn devices() {
    let all: Vec<Device> = Device::all().collect();

    assert!(all.len() > 300, "{}", all.len());
    assert!(all.iter().any(|device| device.name() == "GeForce RTX 4090"));
    let device = Device::pci(0x10de, 0x2684).unwrap();
    assert_eq!((&*device.name(), &*device.architecture()), ("GeForce RTX 4090", "sm_89"));
    assert_eq!(format!("{:>17}", device.name()), " GeForce RTX 4090");
    assert_eq!(format!("{device:?} {:?}", device.name()), "Device(GeForce RTX 4090) \"GeForce RTX 4090\"");
    assert_eq!(device.get(DeviceField::CoreCount, 0).unwrap(), 128);
    assert!(device.get(DeviceField::CoresPerGpc, 0).is_err());
    assert_eq!(format!("{device:?}"), "Device(GeForce RTX 4090)");
}

#[test]
fn plans_and_threads() {
    let (device, kernel) = rtx4090();
    let registers: Vec<u32> = (16..=300).collect();
    let mut memory = Box::new(PlanMemory::new());
    let plan = Plan::new(&mut memory, device, &kernel.shared(0)).unwrap();
    let (mut groups, mut limiters, mut status) = (vec![0; 285], vec![0; 285], vec![0; 285]);

    plan.run(&[(KernelField::RegistersPerThread, &registers)],
             &mut [(Outcome::Groups, &mut groups), (Outcome::Limiters, &mut limiters)],
             Some(&mut status)).unwrap();
    assert_eq!(groups[..240].iter().sum::<u32>(), 525);
    assert_eq!((groups[240], status[240], status[239]),
               (sys::GPUOCC_UNKNOWN, sys::GPUOCC_ERROR_TOO_MANY_REGISTERS, 0));
    assert!(Limits::from(limiters[100]).iter().eq([Limit::Registers]));
    let short = plan.run(&[(KernelField::RegistersPerThread, &registers[1..])],
                         &mut [(Outcome::Groups, &mut groups)], None);
    assert_eq!(short.unwrap_err().status(), sys::GPUOCC_ERROR_INDEX);
    assert!(plan.run(&[], &mut [(Outcome::Groups, &mut groups)], Some(&mut status[1..])).is_err());
    assert!(plan.run(&[], &mut [(Outcome::Groups, &mut groups), (Outcome::Waves, &mut [0])], None)
        .is_err());

    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let answer = Occupancy::new(device, &kernel).unwrap();
                let mut one = [0];
                plan.run(&[(KernelField::RegistersPerThread, &[72])],
                         &mut [(Outcome::Groups, &mut one)], None).unwrap();
                assert_eq!((answer.groups(), one), (Some(3), [3]));
            });
        }
    });
}

#[test]
fn every_list_is_the_library_s() {
    // SAFETY: any numbers are allowed.
    let count = |list| unsafe { sys::gpuocc_list_count(list) } as usize;

    assert_eq!(Limit::ALL.len(), count(sys::GPUOCC_LIST_LIMITS));
    assert_eq!(Convention::ALL.len(), count(sys::GPUOCC_LIST_CONVENTIONS));
    assert_eq!(Outcome::ALL.len(), count(sys::GPUOCC_LIST_RESULTS));
    // The list does not include the size.
    assert_eq!(KernelField::ALL.len() + 1, count(sys::GPUOCC_LIST_KERNEL_FIELDS));
}
