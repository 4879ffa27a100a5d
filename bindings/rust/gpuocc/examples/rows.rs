// SPDX-License-Identifier: MIT
//! Evaluates 240 kernels one by one and as a plan: `rows DEVICE`.
use gpuocc::{Device, Kernel, KernelField, Occupancy, Outcome, Plan, PlanMemory};

fn main() -> Result<(), gpuocc::Error> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "RTX 4090".to_string());
    let device = Device::find(&name)?;
    let base = Kernel::new().threads(256);
    let registers: Vec<u32> = (16..256).collect();
    let (mut groups, mut waves) = (vec![0; 240], vec![0; 240]);
    let mut memory = Box::new(PlanMemory::new());
    Plan::new(&mut memory, device, &base)?.run(
        &[(KernelField::RegistersPerThread, &registers)],
        &mut [(Outcome::Groups, &mut groups), (Outcome::Waves, &mut waves)], None)?;
    for (i, count) in registers.iter().enumerate() {
        let answer = Occupancy::new(device, &base.registers(*count))?;
        assert_eq!((Some(groups[i]), Some(waves[i])), (answer.groups(), answer.waves()));
        println!("{count},{},{}", groups[i], waves[i]);
    }
    Ok(())
}
