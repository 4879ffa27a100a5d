// SPDX-License-Identifier: MIT
//! Prints what is in compiled files, with tabs between the values:
//! `files kernels|explain FILE DEVICE THREADS GRID`, `files rank DEVICE KERNEL THREADS FILE...`,
//! and with the feature `runs` the launches of a profile, `files launches FILE`, and their
//! occupancy on a GPU, `files profile FILE DEVICE`.
use gpuocc::*;

type Any = Box<dyn std::error::Error>;

fn number(value: Option<impl std::fmt::Display>) -> String {
    value.map_or("-".to_string(), |value| value.to_string())
}

fn span(span: Span) -> String {
    format!("{}\t{}\t{}", number(span.low), number(span.expected), number(span.high))
}

fn pair<T: std::fmt::Display>(range: Option<(T, T)>) -> String {
    range.map_or("-\t-".to_string(), |(low, high)| format!("{low}\t{high}"))
}

fn answer(answer: &Result<Occupancy, Refusal>) -> String {
    let one = |read: fn(&Occupancy) -> Option<u32>| number(answer.as_ref().ok().and_then(read));
    let limits = answer.as_ref().map_or(Vec::new(), |answer| answer.limiters().iter().collect());
    format!("{}\t{}\t{}\t{limits:?}", one(Occupancy::groups), one(Occupancy::waves),
            one(Occupancy::max_waves))
}

fn asked(device: &str, threads: u32) -> Asked {
    let kernel = if threads == 0 { Kernel::new() } else { Kernel::new().threads(threads) };
    let asked = Asked::new().kernel(kernel);
    if device.is_empty() { asked } else { asked.device(device) }
}

fn print_kernels(bytes: &[u8], asked: &Asked) -> Result<(), Any> {
    for kernel in kernels(bytes, asked)? {
        let fields: Vec<String> = KernelField::ALL.iter()
            .map(|field| match kernel.kernel.get(*field) {
                None => "".to_string(),
                Some(Value::Unknown) => "unknown".to_string(),
                Some(Value::Known(number)) => number.to_string(),
            }).collect();
        println!("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}", kernel.name, kernel.target,
                 kernel.format, kernel.notes.join("|"), kernel.assumed.join("|"),
                 number(kernel.stack_bytes), number(kernel.spill_bytes), kernel.settings(),
                 fields.join(","), answer(&kernel.answer));
    }
    Ok(())
}

fn print_explained(bytes: &[u8], asked: &Asked, launch: &Launch) -> Result<(), Any> {
    for kernel in explain(bytes, asked, launch)? {
        let device = kernel.answer.as_ref().map_or("", |answer| answer.device().name());
        println!("kernel\t{}\t{}\t{device}\t{}", kernel.name, kernel.target,
                 answer(&kernel.answer));
        for one in &kernel.loops {
            let counts: Vec<String> =
                one.counts.iter().map(|(name, count)| format!("{name}={count}")).collect();
            println!("loop\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}", one.extent,
                     one.first, one.last, one.depth, one.instructions, counts.join(","),
                     one.load_bytes, one.store_bytes, one.stall_cycles, one.loads_in_flight,
                     one.most_in_flight, one.shared_in_flight, number(one.wait_address));
            if let Some(Ok(verdict)) = &one.verdict {
                let changes: Vec<String> = verdict.changes.iter()
                    .map(|one| format!("{}={}", one.change, one.gain)).collect();
                println!("verdict\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}", number(verdict.hidden),
                         pair(verdict.waves), pair(verdict.waves_needed),
                         pair(verdict.wave_latency_cycles), pair(verdict.share_of_peak_expected),
                         verdict.binding.join(","), verdict.pipes_without_rate.join(","),
                         changes.join(","));
            }
        }
        if let Some(Ok(time)) = &kernel.prediction {
            println!("time\t{}\t{}\t{}\t{}\t{}\t{}", span(time.time_us), span(time.alone_cycles),
                     time.rounds, time.binding.join(","), time.unknown.join(","),
                     number(time.best_change));
        }
    }
    Ok(())
}

fn print_ranked(words: &[String]) -> Result<(), Any> {
    let files = words[3..].iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    let kernel = Kernel::new().threads(words[2].parse::<u32>()?);
    let builds: Vec<Build<'_>> = files.iter().map(|bytes| {
        Build::new(bytes).name(&words[1]).kernel(kernel).launch(Launch::new().grid(4096).trips(9.0))
    }).collect();
    for one in rank(&builds, &words[0])? {
        match &one.prediction {
            Ok(time) => println!("{}\t{}\t{}\t{}\t{}", one.position, span(time.time_us),
                                 time.waves_per_core, time.binding.join(" or "),
                                 time.unknown.join(" ")),
            Err(refusal) => println!("{}\t{refusal}", one.position),
        }
    }
    Ok(())
}

#[cfg(feature = "runs")]
fn print_launches(path: &str) -> Result<(), Any> {
    for one in launches_of(std::path::Path::new(path))?.shapes {
        println!("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}", one.name,
                 one.profile, one.gpu.name, one.gpu.architecture, number(one.gpu.cores),
                 one.missing.join("|"), one.calls, number(one.time_ns), number(one.min_ns),
                 number(one.max_ns), number(one.grid_groups), number(one.threads),
                 number(one.registers.or(one.vector_registers)), pair(one.estimated_percent),
                 pair(one.theoretical_percent), number(one.achieved_percent));
    }
    Ok(())
}

#[cfg(feature = "runs")]
fn print_profile(path: &str, name: &str) -> Result<(), Any> {
    let run = launches_of(std::path::Path::new(path))?;
    let Profile { rows, sums, .. } = profile(&run, Device::find(name)?);
    for (shape, row) in run.shapes.iter().zip(rows) {
        match row {
            Ok(one) => println!("{}\t{}\t{}\t{}\t{:?}\t{}\t{}\t{}\t{}", shape.name,
                                pair(one.groups), pair(one.waves), pair(one.max_waves),
                                one.limiters, pair(one.percent), pair(one.percent_with_grid),
                                number(one.tail_ns), number(one.less_than_one_round)),
            Err(error) => println!("{}\t{}", shape.name, error.status()),
        }
    }
    let (certainly, perhaps) = sums.below_25_percent_ns;
    println!("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{certainly}\t{perhaps}\t{}\t{}\t{}", sums.time_ns,
             sums.answered_ns, sums.refused_shapes, sums.refused_ns, pair(sums.percent),
             pair(sums.percent_with_grid), number(sums.profiler_percent), number(sums.tail_ns),
             number(sums.less_than_one_round_launches), number(sums.less_than_one_round_ns));
    for one in sums.limiters.iter().chain(&sums.no_group_fits) {
        println!("{:?}\t{}\t{}", one.limiters, one.time_ns, one.shapes);
    }
    Ok(())
}

#[cfg(not(feature = "runs"))]
fn print_launches(_: &str) -> Result<(), Any> {
    Err("the feature runs is missing".into())
}

#[cfg(not(feature = "runs"))]
fn print_profile(path: &str, _: &str) -> Result<(), Any> {
    print_launches(path)
}

fn main() -> Result<(), Any> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words[0] == "launches" {
        return print_launches(&words[1]);
    }
    if words[0] == "profile" {
        return print_profile(&words[1], &words[2]);
    }
    if words[0] == "rank" {
        return print_ranked(&words[1..]);
    }
    let (bytes, asked) = (std::fs::read(&words[1])?, asked(&words[2], words[3].parse()?));
    if words[0] == "kernels" {
        return print_kernels(&bytes, &asked);
    }
    match words[4].parse()? {
        0 => print_explained(&bytes, &asked, &Launch::new()),
        grid => print_explained(&bytes, &asked, &Launch::new().grid(grid).trips(9.0)),
    }
}
