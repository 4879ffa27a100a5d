# SPDX-License-Identifier: MIT
"""Compares Apple's records with devices.csv (Metal's feature set tables and Asahi's findings)."""
from tables import Kind, UNKNOWN, confidences_of, differs, figure, lacking


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
        self.rows = {row.name: row for row in tree.products("apple")}
        vendor = tree.vendors["apple"]
        self.models = {row.name: row for row in tree.architectures(
            "apple", vendor.architectures + list(vendor.models.values()))}

    def wrong_product(self, row):
        wanted = self.devices.get(row.name)
        if wanted is None:
            return "no such chip"
        model = self.models.get(row.model or row.architecture)
        if model is None or row.model and not row.model.startswith(f"model {row.architecture}-"):
            return "a model of another family"
        lanes = wanted["fp32_lanes_per_core"]
        if lanes and model.lanes_per_core != int(lanes):
            return f"it has {lanes} lanes"
        return differs(row, {
            "architecture": wanted["metal_family"],
            "min_core_count": figure(wanted["cores_min_bin"]),
            "core_count": figure(wanted["cores_max"]), "clock_mhz": figure(wanted["clock_mhz"]),
            "memory_mb_per_s": figure(wanted["bandwidth_gb_s"], 1000), "l2_kib": UNKNOWN,
            "last_level_kib": figure(wanted["slc_mb"], 1024)})

    def wrong_architecture(self, row):
        families = {device["metal_family"] for device in self.devices.values()}
        if row.name not in families:
            return "no such family"
        return differs(row, {"family": row.name.capitalize(), "generation": int(row.name[5:])})

    def wrong_name(self, row):
        if row.kind == "architecture":
            family = row.record.replace("apple", "Apple")
            return None if row.name == "MTLGPUFamily" + family else "another family"
        device = self.devices.get(row.record) if row.kind == "product" else None
        codes = device and f"{device['soc_id']}|{device['gpu_code']}".replace("/", "|").split("|")
        if device and (row.name in codes or row.name == device["device"] and
                       row.record[6:] in row.name.split("/")):
            return None
        return None if row.facts() in self.elsewhere else f"its codes are {codes}"

    def missing_codes(self, rows):
        have = {(row.name, row.record) for row in rows}
        return [f"no row for {code} {name}" for name in self.rows if name in self.devices
                for code in self.devices[name]["soc_id"].replace("/", "|").split("|")
                if code and (code, name) not in have]

    def kinds(self):
        architectures = self.tree.architectures("apple")
        products = list(self.rows.values())
        families = {row["metal_family"] for row in self.devices.values()}
        return [
            Kind("apple/products", products, self.wrong_product,
                 lambda rows: lacking(self.devices, rows), confidences_of(products)),
            Kind("apple/architectures", architectures, self.wrong_architecture,
                 lambda rows: lacking(families, rows),
                 {field: "apple.c: tiers.csv, occupancy_sample.csv"
                  for field in set(vars(architectures[0])) - {"name", "family", "generation"}}),
            Kind("apple/names", self.tree.names("apple"), self.wrong_name, self.missing_codes),
        ]
