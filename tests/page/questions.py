# SPDX-License-Identifier: MIT
"""Random questions for the page and for the command: the same device and fields as an address and
as arguments."""
import json
import random
import subprocess
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

CONVENTIONS = {"nvidia": ["header"], "amd": ["llvm", "hip", "hip-lds-pool", "hip-2024-10"],
               "intel": ["intel-calculator", "neo", "neo-22.43"], "apple": ["rf208", "rf384"]}
REGISTERS = {"nvidia": "registers_per_thread", "amd": "registers_per_thread",
             "apple": "half_registers_per_thread", "intel": "grf_count"}


def kernel(vendor, rng):
    """A kernel that is mostly plain and valid; some fields are unknown, unusual or too large."""
    fields = {"threads_per_group": rng.choice([32, 64, 96, 128, 224, 256, 512, 1024,
                                               rng.randint(1, 1100)])}
    if vendor == "intel":
        fields["wave_size"] = rng.choice([8, 16, 16, 32])
        if rng.random() < 0.4:
            fields["grf_count"] = rng.choice([128, 256, 96])
    elif rng.random() < 0.9:
        most = 520 if vendor == "amd" else 260
        fields[REGISTERS[vendor]] = rng.choice([rng.randint(1, most), rng.randint(16, 128)])
    if rng.random() < 0.6:
        fields["shared_bytes"] = rng.choice([rng.randint(0, 50000), 1024 * rng.randint(1, 240)])
    if rng.random() < 0.2:
        fields["dynamic_shared_bytes"] = rng.randint(0, 40000)
    if vendor == "amd" and rng.random() < 0.4:
        fields["scalar_registers_per_wave"] = rng.randint(1, 110)
    if vendor == "amd" and rng.random() < 0.15:
        fields["accumulators_per_thread"] = rng.randint(1, 256)
    if vendor == "nvidia" and rng.random() < 0.15:
        fields["carveout_percent"] = rng.randint(0, 100)
    if vendor == "nvidia" and rng.random() < 0.1:
        fields["groups_per_cluster"] = rng.choice([1, 2, 4, 8])
    if vendor != "apple" and rng.random() < 0.1:
        fields["barriers_per_group"] = rng.randint(0, 17)
    if rng.random() < 0.12:
        fields[rng.choice([name for name in fields if name != "carveout_percent"])] = "unknown"
    return fields


def questions(count, devices, seed):
    """Dictionaries with `device`, `kernel` and `convention`; each vendor gets its share."""
    rng = random.Random(seed)
    names = {vendor: [device["name"] for device in devices if device["vendor"] == vendor]
             for vendor in REGISTERS}
    vendors = ["nvidia", "nvidia", "amd", "amd", "intel", "apple"]
    for i in range(count):
        vendor = vendors[i % len(vendors)]
        convention = rng.choice(CONVENTIONS[vendor]) if rng.random() < 0.15 else "default"
        yield {"device": rng.choice(names[vendor]), "kernel": kernel(vendor, rng),
               "convention": convention, "vendor": vendor}


def address(question, **more):
    # As the page writes it: 0 as an address has it is "not given".
    words = [("d", question["device"])]
    if question["convention"] != "default":
        words.append(("c", question["convention"]))
    words += [(field, "zero" if value == 0 else value)
              for field, value in question["kernel"].items()]
    return "#" + urlencode(words + list(more.items()))


def arguments(question):
    options = ["--convention", question["convention"]]
    for field, value in question["kernel"].items():
        options += ["--" + field, str(value)]
    return [question["device"], *options]


def answers(tool, commands):
    """The JSON of the command for each list of arguments."""
    def ask(command):
        return json.loads(subprocess.run([tool, *command, "--json"], capture_output=True,
                                         text=True, check=False).stdout or "null")
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(ask, commands))
