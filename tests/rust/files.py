# SPDX-License-Identifier: MIT
"""Compares what the Rust crate says of compiled files with the JSON of the command."""
import glob
import json
import os
import re
import subprocess

from tap import ok

# Names that devices share: some with one answer, and some with several.
SHARED = ("H100", "MI300", "M4")
DEVICES = ("", "A100 PCIe 40 GB", "H100", "MI300X")


def ran(*words):
    answer = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=120)
    return answer.stdout


def told(command, *words):
    """Returns what the command says, None if it says nothing."""
    said = ran(command, words[0], "--json", *words[1:])
    return json.loads(said) if said else None


def one(value):
    """A number as the program prints it, "-" for a range or none."""
    return str(value) if isinstance(value, int) else "-"


def near(printed, number):
    if number is None or printed == "-":
        return number is None and printed == "-"
    return abs(float(printed) - number) <= 1e-5 * abs(number)


def ends(value):
    return [value["low"], value["high"]] if isinstance(value, dict) else [value, value]


def answer(row):
    limiters = row.get("limiters") or []
    names = limiters["high"] if isinstance(limiters, dict) else limiters
    return [one(row["groups"]), one(row["waves"]), one(row["max_waves"]),
            "[" + ", ".join(name.title().replace("_", "") for name in names) + "]"]


def of_kernels(row, fields, choices):
    """The columns that the program prints of a kernel. A field that is a choice is left out."""
    about, kernel = row["input"], row["kernel"]
    amounts = ",".join("" if name not in kernel or name in choices else
                       "unknown" if kernel[name] is None else str(kernel[name]) for name in fields)
    return [about["kernel"] or "", about["target"] or "", about["format"],
            "|".join(about["file_notes"]), "|".join(about["assumed"]), one(about["stack_bytes"]),
            one(about["spill_bytes"]), row["knob"] or "", amounts, *answer(row)]


def compare_kernels(program, command, path, device, fields, choices):
    words = ("--device", device) if device else ()
    said = told(command, "kernels", "--threads", "128", *words, "--", path)
    rows = [of_kernels(row, fields, choices) for row in said["rows"]] if said else []
    found = [line.split("\t") for line in ran(program, "kernels", path, device, "128",
                                              "0").splitlines()]
    for line in found:
        amounts = line[8].split(",")
        line[8] = ",".join("" if name in choices else amount
                           for name, amount in zip(fields, amounts))
    return len(rows), [] if rows == found else [path, *[
        (row, line) for row, line in zip(rows, found) if row != line][:2], len(rows), len(found)]


def expected(said):
    """Yields the lines that the program prints of explained kernels."""
    for kernel in said["kernels"]:
        device = kernel["device"]["name"] if kernel["status"] >= 0 else ""
        yield ["kernel", kernel["name"], kernel["target"], device, *answer(kernel)]
        for found in kernel["loops"]:
            counts = ",".join(f"{name}={count}" for name, count in found["counts"].items())
            yield ["loop", found["extent"], *(str(found[name]) for name in (
                "first", "last", "depth", "instructions")), counts, *(str(found[name]) for name in (
                    "load_bytes", "store_bytes", "stall_cycles", "loads_in_flight",
                    "most_in_flight", "shared_in_flight")), one(found["wait_address"])]
            verdict = found["verdict"]
            if verdict:
                yield ["verdict", verdict["hidden"] or "-", *(
                    end for name in ("waves", "waves_needed", "wave_latency_cycles",
                                     "share_of_peak_expected") for end in ends(verdict[name])),
                       ",".join(verdict["binding"]), ",".join(verdict["pipes_without_rate"]),
                       verdict["changes"]]
        time = kernel["prediction"]
        if time:
            yield ["time", *(time[name][end] for name in ("time_us", "alone_cycles")
                             for end in ("low", "expected", "high")), str(time["rounds"]),
                   ",".join(time["binding"]), ",".join(time["unknown"]), time["best_change"] or "-"]


def same(wanted, found):
    if len(wanted) != len(found):
        return False
    for cell, printed in zip(wanted, found):
        if isinstance(cell, list):
            gains = re.findall(r"(\w+)=([\d.]+)", printed)
            if len(gains) != len(cell) or not all(
                    name == change["change"] and near(gain, change["gain"])
                    for (name, gain), change in zip(gains, cell)):
                return False
        elif not (printed == cell if isinstance(cell, str) else near(printed, cell)):
            return False
    return True


def compare_explained(program, command, path, device, grid):
    words = ["--threads", "128", *(("--device", device) if device else ()),
             *(("--grid-groups", str(grid), "--trips", "9") if grid else ())]
    said = told(command, "explain", *words, "--", path)
    wanted = list(expected(said)) if said else []
    found = [line.split("\t") for line in ran(program, "explain", path, device, "128",
                                              str(grid)).splitlines()]
    wrong = [pair for pair in zip(wanted, found) if not same(*pair)]
    verdicts = sum(line[0] in ("verdict", "time") for line in wanted)
    return verdicts, [] if not wrong and len(wanted) == len(found) else \
        [path, device, *wrong[:2], len(wanted), len(found)]


def compare_ranked(program, command, place, paths):
    device, kernel = "A100 PCIe 40 GB", "matmul"
    listed = os.path.join(place, "builds.csv")
    with open(listed, "w", encoding="utf-8") as file:
        file.write("file,kernel,threads_per_group,grid_groups,trips\n")
        file.writelines(f"{path},{kernel},256,4096,9\n" for path in paths)
    said = told(command, "rank", listed, "--device", device)
    wanted = [[str(build["row"] - 1), build["low"], build["predicted_us"], build["high"],
               one(build["waves"]), build["binds"], build["unknown"]]
              if build["rank"] else [str(build["row"] - 1)] for build in said["builds"]]
    found = [line.split("\t") for line in ran(program, "rank", device, kernel, "256",
                                              *paths).splitlines()]
    times = sum(len(line) > 1 for line in wanted)
    return times, [] if len(wanted) == len(found) and all(
        same(line, other[:len(line)]) for line, other in zip(wanted, found)) else [wanted, found]


def compare_launches(program, command, path):
    said = told(command, "profile", path)
    wanted = [[row["name"] or "", row["profile"], row["gpu"]["name"] or "",
               row["gpu"]["architecture"] or "", one(row["gpu"]["cores"]), "|".join(row["missing"]),
               *(one(row[name]) for name in ("calls", "time_ns", "min_ns", "max_ns",
                                             "grid_groups")),
               one(row["kernel"].get("threads_per_group")),
               *(end for name in ("estimated_percent", "theoretical_percent")
                 for end in ends(row["reported"][name])), row["reported"]["achieved_percent"]]
              for row in (said or {"rows": []})["rows"]]
    found = [line.split("\t") for line in ran(program, "launches", path).splitlines()]
    for line in found: # the command says registers as the field that they are in the vendor's rules
        del line[12]
    times = [-1 if line[7] == "-" else int(line[7]) for line in found]
    wanted, found = (sorted(rows, key=lambda line: line[:12]) for rows in (wanted, found))
    return len(wanted), [] if len(wanted) == len(found) and all(
        map(same, wanted, found)) and times == sorted(times, reverse=True) else [
            path, wanted, found]


def limits_of(names):
    names = names["high"] if isinstance(names, dict) else names
    return "{" + ", ".join(name.title().replace("_", "") for name in names) + "}"


def compare_profile(program, command, path, device):
    """The rows and sums of launches on a device. The command rounds percentages, the least exact
    ones to hundredths; all other numbers are whole."""
    said = told(command, "profile", "--device", device, path)
    if not said or not said["rows"]:
        return 0, []
    words = {True: "true", False: "false", None: "-"}
    wanted = [[row["name"] or "", *(end for name in ("groups", "waves", "max_waves")
                                    for end in ends(row[name])), limits_of(row["limiters"]),
               *(end for name in ("percent", "percent_with_grid") for end in ends(row[name])),
               row["tail_ns"], words[row["less_than_one_round"]]] if row["status"] >= 0 else
              [row["name"] or "", str(row["status"])] for row in said["rows"]]
    sums = said["sums"]
    wanted += [[*(sums[name] for name in ("time_ns", "answered_ns", "refused_shapes",
                                          "refused_ns")),
                *(end for name in ("percent", "percent_with_grid") for end in ends(sums[name])),
                *(sums[name] for name in (
                    "profiler_percent", "below_25_percent_ns", "perhaps_below_25_percent_ns",
                    "tail_ns", "less_than_one_round_launches", "less_than_one_round_ns"))]]
    wanted += [[limits_of(one["limiters"]), one["time_ns"], one["shapes"]]
               for one in sums["limiters"] + sums["no_group_fits"]["limiters"]]
    found = [line.split("\t") for line in ran(program, "profile", path, device).splitlines()]
    wrong = [(row, line) for row, line in zip(wanted, found) if len(row) != len(line) or not all(
        same([cell], [printed]) or
        not isinstance(cell, str) and cell is not None and printed != "-" and
        abs(float(printed) - cell) <= 0.005001 for cell, printed in zip(row, line))]
    answers = sum(row["status"] >= 0 for row in said["rows"])
    return answers, [] if not wrong and len(wanted) == len(found) else [
        path, device, *wrong[:2], len(wanted), len(found)]


def check(program, command, root, place, api):
    """Compares every file of the fixtures."""
    data = os.path.join(root, "tests", "data")
    enum = next(e for e in api["enums"] if e["name"] == "gpuocc_kernel_field")
    fields = [value["name"][len("GPUOCC_KERNEL_"):].lower() for value in enum["values"]
              if value["name"] not in ("GPUOCC_KERNEL_SIZE", "GPUOCC_KERNEL_FIELD_COUNT")]
    kernel = next(s for s in api["structs"] if s["name"] == "gpuocc_kernel")
    choices = {member["name"] for member in kernel["members"] if "enum gpuocc" in member["about"]}
    paths = sorted(path for path in glob.glob(os.path.join(data, "kernels", "**"), recursive=True)
                   if os.path.isfile(path) and not path.endswith((".csv", ".md", ".py", ".tsv")))
    answers = [compare_kernels(program, command, path, device, fields, choices)
               for device in ("", *SHARED) for path in paths
               if device == "" or path.endswith((".cubin", ".co"))]
    count = sum(kernels for kernels, _ in answers)
    ok(count > 500 and not any(wrong for _, wrong in answers),
       f"kernels: {count} kernels of {len(paths)} files, as by the command",
       *[wrong for _, wrong in answers if wrong][:4])
    code = sorted(path for path in glob.glob(os.path.join(data, "machine_code", "*"))
                  if path.endswith((".cubin", ".co")))
    answers = [compare_explained(program, command, path, device, 100 * (device != ""))
               for path in code for device in DEVICES]
    count = sum(verdicts for verdicts, _ in answers)
    ok(count > 500 and not any(wrong for _, wrong in answers),
       f"explain: {count} verdicts and times on {len(DEVICES)} devices, as by the command",
       *[wrong for _, wrong in answers if wrong][:4])
    times, wrong = compare_ranked(program, command, place,
                                  [path for path in code if "six_sm_" in path or "gfx942" in path])
    ok(times > 3 and not wrong, f"rank: {times} builds with a time, as by the command", wrong)
    paths = sorted(path for path in glob.glob(os.path.join(data, "runs", "*"))
                   if not path.endswith(".expected"))
    answers = [compare_launches(program, command, path) for path in paths]
    count = sum(shapes for shapes, _ in answers)
    ok(count > 25 and not any(wrong for _, wrong in answers),
       f"launches: {count} shapes of {len(paths)} profiles, as by the command",
       *[wrong for _, wrong in answers if wrong][:4])
    answers = [compare_profile(program, command, path, device) for path in paths
               for device in ("A100 PCIe 40 GB", "MI300X", "Data Center GPU Max 1550")]
    count = sum(rows for rows, _ in answers)
    ok(count > 25 and not any(wrong for _, wrong in answers),
       f"profile: {count} rows and the sums of {len(paths)} profiles, as by the command",
       *[wrong for _, wrong in answers if wrong][:4])
