# SPDX-License-Identifier: MIT
"""Apple's tables against devices.csv (Metal's feature set tables and what Asahi found)."""
from tables import Kind, flat_aliases



def figure(text, factor=1):
    return str(int(float(text) * factor + 0.5)) if text else "UNK"


class Apple:
    def __init__(self, tree):
        self.tree = tree
        self.elsewhere = tree.elsewhere("apple")
        self.devices = {}
        for row in tree.data("apple/devices"):
            bins = (row["cores_min_bin"], row["cores_max"])
            for name, cores in zip(row["device"].split("/"), bins):
                both = {"cores_min_bin": cores, "cores_max": cores} if "/" in row["device"] else {}
                self.devices["Apple " + name] = {**row, **both}
        self.models = {row.args[0]: row for row in tree.table("apple/models")}
        self.rows = {row.args[0]: row for row in tree.table("apple/products")}

    def wrong_product(self, row):
        wanted = self.devices.get(row.text(3))
        if wanted is None:
            return "no such chip"
        if "apple" + row.args[1] != wanted["metal_family"]:
            return f"its family is {wanted['metal_family']}"
        if not (row.args[2] + "_").startswith(f"APPLE{row.args[1]}_"):
            return "a model of another family"
        lanes = self.models[row.args[2]].args[6] if row.args[2] in self.models else None
        if wanted["fp32_lanes_per_core"] and lanes not in ("UNK", wanted["fp32_lanes_per_core"]):
            return f"it has {wanted['fp32_lanes_per_core']} lanes"
        for at, text in ((4, figure(wanted["cores_min_bin"])), (5, figure(wanted["cores_max"])),
                         (6, figure(wanted["clock_mhz"])),
                         (7, figure(wanted["bandwidth_gb_s"], 1000)),
                         (8, figure(wanted["slc_mb"], 1024))):
            if row.args[at] != text:
                return f"argument {at} is {text}"
        return None

    def wrong_alias(self, row):
        name, kind, what = row.text(0), *row.args[1:3]
        if kind == "T":
            return None if name == "MTLGPUFamilyApple" + what else "another family"
        device = self.devices.get(self.rows[what].text(3)) if what in self.rows else None
        codes = device and f"{device['soc_id']}|{device['gpu_code']}".replace("/", "|").split("|")
        if device and (name in codes or name == device["device"] and what in name.split("/")):
            return None
        return None if tuple(row.args[:3]) in self.elsewhere else f"its codes are {codes}"

    def missing_codes(self, rows):
        have = {(row.text(0), row.args[2]) for row in rows}
        return [f"no row for {code} {what}" for what, row in self.rows.items()
                if row.text(3) in self.devices
                for code in self.devices[row.text(3)]["soc_id"].replace("/", "|").split("|")
                if code and (code, what) not in have]

    def kinds(self):
        targets = self.tree.table("apple/targets")
        families = {row["metal_family"][5:] for row in self.devices.values()}
        return [
            Kind("apple/products", ("PRODUCT",), list(self.rows.values()), self.wrong_product,
                 lambda rows: sorted(set(self.devices) - {row.text(3) for row in rows}),
                 (0, 9, 10, 11, 12, 13, 14)),
            Kind("apple/targets", ("TARGET",), targets,
                 lambda row: None if row.args[0] in families else "no such family",
                 lambda rows: sorted(families - {row.args[0] for row in rows})),
            Kind("apple/aliases", ("ALIAS", "ALSO"),
                 flat_aliases(self.tree.table("apple/aliases")), self.wrong_alias,
                 self.missing_codes),
        ]
