#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc rank: the order, against gpuocc explain and the work that each row asks for; the
rows that are refused; and the folder of a cache of Triton, made here as Triton 3 writes it.
Usage: test_rank.py SOURCE_ROOT GPUOCC"""
import csv
import io
import json
import os
import shutil
import sys
import tempfile
import threading

from command import run
from tap import done, ok, skip

ROOT = sys.argv[1]
DATA = os.path.join(ROOT, "tests", "data", "machine_code")
FILE = os.path.abspath(os.path.join(DATA, "six_sm_80.cubin"))
BOARD = "GeForce RTX 3090"
BOARDS = {"sm_75": "T4", "sm_90": "H100 SXM", "sm_120": "RTX 5090", "gfx90a": "MI210",
          "gfx942": "MI300X", "gfx1100": "RX 7900 XTX", "gfx1201": "RX 9070 XT"}
COLUMNS = "rank,row,predicted_us,low,high,binds,groups,waves,unknown,file,kernel,message".split(",")


def rank(rows, *options):
    """Ranks a list; returns the answer and its rows."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerows(rows)
    answer = run("rank", "-", "-d", BOARD, *options, given=text.getvalue())
    return answer, answer.rows() if "--csv" in options else None


def check_order():
    """More iterations take longer; the time is that of explain."""
    head = ["file", "kernel", "threads_per_group", "grid_groups", "trips", "note"]
    counts = [40, 3, 1000, 7]
    answer, rows = rank([head] + [[FILE, "gather", 256, 4096, f"0x70={count}", "x"]
                                  for count in counts], "--csv")
    times = [float(row["predicted_us"]) for row in rows]
    ok(answer.code == 0 and list(rows[0]) == COLUMNS and times == sorted(times) and
       [counts[int(row["row"]) - 1] for row in rows] == sorted(counts) and
       [row["rank"] for row in rows] == ["1", "2", "3", "4"], "builds come in order of time",
       answer)
    for row in rows:
        found = run("explain", FILE, "gather", "-d", BOARD, "-t", "256", "--grid", "4096",
                    "--trips", f"0x70={counts[int(row['row']) - 1]}", "--json").json()
        found = found["kernels"][0]["prediction"]
        ok(float(row["predicted_us"]) == found["time_us"]["expected"] and
           float(row["low"]) == found["time_us"]["low"] and
           float(row["high"]) == found["time_us"]["high"] and
           row["binds"].split(" or ") == found["binding"] and
           row["unknown"].split() == found["unknown"] and row["kernel"] == "gather",
           f"row {row['row']} is what explain says", row, found)
    document = json.loads(rank([head, [FILE, "gather", 256, 4096, "9", ""]], "--json")[0].text)
    build = document["builds"][0]
    ok(list(build) == COLUMNS and build["rank"] == 1 and build["predicted_us"] > 0 and
       build["message"] == "", "JSON has the same columns", build)
    text = rank([head, [FILE, "gather", 256, 4096, "9", ""]])[0].text
    ok("predicted_us" in text and f"{build['predicted_us']:.4g}" in text and FILE in text,
       "so has the table", text)
    text = rank([head, [FILE, "gather", 256, 1 << 25, "999", ""]])[0].text.splitlines()[1]
    ok("e+" not in text and text.split()[2].isdigit() and len(text.split()[2]) > 7,
       "long times have no exponents in the table", text)
    for top, count in (("25", 1), ("50", 2), ("51", 3), ("0.1", 1), ("100", 4)):
        rows = rank([head] + [[FILE, "gather", 256, 4096, f"{n}", ""] for n in counts], "--csv",
                    "--top", top)[1]
        ok(len(rows) == count and rows[0]["row"] == "2", f"the first {top} % of 4 are {count}")
    answer, rows = rank([["file", "kernel", "threads", "grid", "conflicts"],
                         *[[FILE, "matmul", 256, 4096, n] for n in (8, "", 32, 1)]],
                        "--csv", "--trips", "10")
    ok([row["row"] for row in rows] in (["2", "4", "1", "3"], ["4", "2", "1", "3"]) and
       "conflicts" in rows[[row["row"] for row in rows].index("2")]["unknown"],
       "bank conflicts are in a column, and short names of fields are", answer)
    answer = rank([[" File ", "KERNEL", "Threads", "grid", "Trips", "Threads X", "note"],
                   [FILE, "matmul", 256, 4096, 10, 16, "x"]], "--csv")[0]
    ok(answer.code == 0 and answer.errors == 'gpuocc: -: columns not read: "note"\n' and
       "trips" not in answer.rows()[0]["unknown"].split(),
       "columns have their names in any case, with blanks", answer)
    answer = rank([["file", "kernel", "threads", "grid", "trip", "tile"],
                   [FILE, "matmul", 256, 4096, 10, 8]], "--csv")[0]
    ok(answer.code == 0 and answer.errors.splitlines()[0] == 'gpuocc: column "trip" is not read; '
       "did you mean trips?" and '-: columns not read: "tile"' in answer.errors,
       "a column whose name is nearly one that is read", answer)
    answer, rows = rank([["file", "kernel", "threads", "grid", "threads_x", "threads_y"],
                         [FILE, "matmul", 256, 4096, 16, 16], [FILE, "matmul", 256, 4096, "", ""],
                         [FILE, "matmul", 256, 4096, "x", 16],
                         [FILE, "matmul", 256, 4096, 1 << 32, 16],
                         [FILE, "matmul", 256, 4096, 32, 32],
                         [FILE, "matmul", 256, 4096, 7, ""]], "--csv", "--trips", "10")
    known = {row["row"]: row for row in rows}
    ok("conflicts" not in known["1"]["unknown"] and "conflicts" in known["2"]["unknown"] and
       [known[row]["message"] for row in "34"] == [
           f"threads_x is {cell}, a whole number from 0 to 4294967295 is needed"
           for cell in ("x", "4294967296")] and
       [known[row]["message"] for row in "56"] == [
           f"threads_x x threads_y is {both} and does not divide threads_per_group, 256"
           for both in (1024, 7)],
       "so are the threads of a group in x and y", answer)


def check_agreement():
    """Every kernel of every file has the time and bounds that explain says. AMD's kernels that
    read the thread's index in x only have groups of one row in both."""
    differ, compared, of_amd = [], 0, 0
    for name in sorted(os.listdir(DATA)):
        if not name.endswith((".co", ".cubin")):
            continue
        board = next((known for part, known in BOARDS.items() if part in name), BOARD)
        options = ("-d", board, "--grid", "4096", "--trips", "10")
        path = os.path.abspath(os.path.join(DATA, name))
        explained = {kernel["name"]: kernel["prediction"] for kernel in
                     run("explain", path, "-t", "256", *options, "--json").json()["kernels"]}
        rows = "".join(f"{path},{kernel},256\n" for kernel in explained)
        ranked = run("rank", "-", *options, "--csv",
                     given="file,kernel,threads_per_group\n" + rows).rows()
        for row in ranked:
            found = explained[row["kernel"]]
            if found is None:
                differ += [] if row["message"] else [(name, row["kernel"])]
                continue
            compared += 1
            of_amd += name.endswith(".co")
            said = [found["time_us"][end] for end in ("low", "expected", "high")]
            if (said != [float(row[end]) if row[end] else None
                         for end in ("low", "predicted_us", "high")] or
                    row["unknown"].split() != found["unknown"] or
                    row["binds"].split(" or ") != (found["binding"] or [""])):
                differ.append((name, row["kernel"], said, row["predicted_us"], row["high"]))
    ok(compared != 0 and not differ, f"{compared} kernels, {of_amd} of AMD's, of the same time and "
       "bounds", differ)


def check_said():
    """What is assumed for all builds is said once."""
    answer, rows = rank([["file", "kernel", "threads_per_group"], [FILE, "gather", 256],
                         [FILE, "chase", 256]], "--csv")
    ok(answer.code == 0 and
       "2 of 2 builds have no grid_groups; their time is that of 65536 groups" in answer.errors and
       "loops without a trip count in 2 of 2 builds" in answer.errors and
       all(row["high"] == "" and row["binds"] == "" and "trips" in row["unknown"] for row in rows),
       "a list without grids and trip counts", answer)
    same = rank([["file", "kernel", "threads_per_group"], [FILE, "gather", 256]], "--csv",
                "--grid", "65536", "--trips", "1")[1]
    given = [["file", "kernel", "threads_per_group", "trips"], [FILE, "gather", 256, "7"],
             [FILE, "gather", 256, ""], [FILE, "gather", 256, "0x70=7"]]
    mixed = {row["row"]: row["predicted_us"]
             for row in rank(given, "--csv", "--trips", "9", "--trips", "0x70=9")[1]}
    plain = [rank([given[0], [FILE, "gather", 256, f"0x70={n}"]], "--csv")[1][0]["predicted_us"]
             for n in (9, 7)]
    ok([mixed["1"], mixed["2"], mixed["3"]] == [plain[0], plain[0], plain[1]],
       "a count of the row replaces that of an option, address by address", mixed, plain)
    ok(same[0]["predicted_us"] == [row for row in rows if row["kernel"] == "gather"][0]
       ["predicted_us"], "options are for the cells that are empty")


def check_columns():
    """Columns that are not read are named, with what may be meant."""
    head = f"file,kernel,threads,grid%s\n{FILE},gather,256,9,1%s\n"
    for name, said in (("colour", 'columns not read: "colour"'),
                       ("reg", 'columns not read: "reg"'),
                       ("launch_groups", 'columns not read: "launch_groups"'),
                       ("tripz", 'column "tripz" is not read; did you mean trips?'),
                       ("efficiency", 'column "efficiency" is not read; --efficiency is for all'),
                       ("L1 hit", 'column "L1 hit" is not read; --l1-hit is for all builds')):
        answer = run("rank", "-", "-d", BOARD, given=head % ("," + name, ""))
        ok(answer.code == 0 and answer.errors.count(f'"{name}"') == 1 and said in answer.errors,
           f"column {name}", answer)
    for name, use in (("block_size_x", "threads_x"), ("blockDim.y", "threads_y"),
                      ("BlkZ", "threads_per_group"), ("GrdX", "grid_groups")):
        answer = run("rank", "-", "-d", BOARD, given=head % ("," + name, ""))
        ok(answer.code == 1 and f'column "{name}" is a part of a field; use {use}' in
           answer.errors, f"column {name} is a part", answer)


def check_shapes():
    """The shape of the groups is that of -t 16x16 or of a cell, as in explain; threads_x and
    threads_y make the number of threads."""
    times = []
    for column, cells, options in (
            ("threads_x,threads_y,threads", "16,16,256", ()), ("threads", "16x16", ()),
            ("note", "x", ("-t", "16x16")), ("threads_x,threads_y", "16,16", ())):
        answer = run("rank", "-", "-d", BOARD, *options, "--trips", "100", "--csv",
                     given=f"file,kernel,grid,{column}\n{FILE},matmul,4096,{cells}\n")
        times.append(answer.rows()[0]["predicted_us"])
    flat = run("rank", "-", "-d", BOARD, "-t", "256", "--trips", "100", "--csv",
               given=f"file,kernel,grid\n{FILE},matmul,4096\n").rows()[0]
    ok(len(set(times)) == 1 and times[0] != "" and "conflicts" in flat["unknown"].split(),
       "a shape is the same from everywhere", times, flat)
    row = run("rank", "-", "-d", BOARD, "--csv", given="file,kernel,threads_x,threads_y\n"
              f"{FILE},matmul,65536,65536\n").rows()[0]
    ok(row["message"] == "threads_x x threads_y is 4294967296, a number up to 4294967293 is needed",
       "a product that is no number of threads", row)


def check_refused():
    """A bad row is refused with its reason, after the others, and spoils none."""
    with tempfile.TemporaryDirectory() as folder:
        broken = os.path.join(folder, "broken.cubin")
        with open(FILE, "rb") as file:
            content = file.read()
        with open(broken, "wb") as file:
            file.write(content[:200])
        head = ["file", "kernel", "threads_per_group", "dynamic_shared_bytes", "trips",
                "grid_groups"]
        bad = [
            ([os.path.join(folder, "none"), "gather", 256, 0, 1, 9], "No such file"),
            ([broken, "gather", 256, 0, 1, 9], ""),
            ([folder, "gather", 256, 0, 1, 9], "directory"),
            (["", "gather", 256, 0, 1, 9], "the row has no file"),
            ([FILE, "nothing", 256, 0, 1, 9], "no kernel of the file has this name"),
            ([FILE, "a", 256, 0, 1, 9], "5 kernels have this name or part of a name"),
            ([FILE, "", 256, 0, 1, 9], " kernels: give one (column kernel)"),
            ([FILE, "gather", "", 0, 1, 9], "threads_per_group is neither in the list nor"),
            ([FILE, "gather", 2048, 0, 1, 9], "1024"),
            ([FILE, "gather", 256, "1M", 1, 9], "shared"),
            ([FILE, "gather", 256, 0, "x", 9], 'trips is "x", ADDRESS=N or N is needed'),
            ([FILE, "gather", 256, 0, "0x20=1", 9], "no loop begins at 0x20"),
            ([FILE, "gather", 256, 0, "0x70=5 0x70=6", 9], "the loop at 0x70 has two trip counts"),
            ([FILE, "gather", 256, 0, "5 6", 9], "two trip counts have no address"),
            ([FILE, "gather", 256, 0, "1e9", 9], "a whole number up to 1000000000000"),
            ([FILE, "gather", 256, 0, 1, 0], "grid_groups is 0, a whole number from 1 is needed"),
            ([FILE, "gather", 256, 0, "", ""],
             "grid_groups is not given, and other builds of the list have it"),
            ([FILE, "gather", 256, 0, " ".join(["1"] * 65), 9], "more than 64"),
            ([FILE, "gather", "many", 0, 1, 9], "many"),
            ([FILE, "gather", 256, 0, 1, 9, 7, 7], "the row has 8 cells"),
            ([FILE, "gather", 256, 0, 1], "the row has 5 cells, the first row has 6"),
            ([os.path.join(DATA, "..", "kernels", "intel", "pvc.zebin"), "", 256, 0, 1, 9], ""),
            ([os.path.join(DATA, "amd_gfx942.co"), "add_restrict", 256, 0, 1, 9],
             "does not run on GeForce RTX 3090"),
            ([os.path.join(DATA, "trips.csv"), "", 256, 0, 1, 9], "no compiled kernels"),
            ([os.path.join(folder, "pipe"), "gather", 256, 0, 1, 9], "a pipe or a device"),
            (["/dev/zero", "gather", 256, 0, 1, 9], "a pipe or a device"),
            (["-", "gather", 256, 0, 1, 9], "No such file"),
        ]
        os.mkfifo(os.path.join(folder, "pipe"))
        good = [FILE, "gather", 256, 0, 1, 9]
        answer, rows = rank([head, good, *[row for row, _ in bad], good], "--csv")
        first, top = rank([head, good, *[row for row, _ in bad], good], "--csv", "--top", "50")
    ok(first.code == 2 and [row["row"] for row in top] == ["1"] and
       f"{len(bad)} of {len(bad) + 2} builds were refused; without --top they are printed" in
       first.errors, "--top prints none of them and says so", first)
    ok(answer.code == 2 and len(rows) == len(bad) + 2 and
       [row["row"] for row in rows[:2]] == ["1", str(len(bad) + 2)] and
       rows[0]["predicted_us"] == rows[1]["predicted_us"] != "" and
       f"{len(bad)} of {len(bad) + 2} builds were refused" in answer.errors,
       "bad rows spoil no others", answer)
    for (cells, why), row in zip(bad, rows[2:]):
        ok(why in row["message"] != "" and row["predicted_us"] == row["rank"] == row["binds"] == "",
           f"{cells[1:]} is refused: {row['message']}", row)
        ok(row["unknown"] == row["groups"] == row["low"] == "", "and has no figures", row)
    answer = run("rank", "-", "-d", "A100", "--csv",
                 given=f"file,kernel,threads\n{FILE},gather,256\n")
    ok(answer.code == 2 and "several devices have this name" in answer.rows()[0]["message"] and
       answer.rows()[0]["message"].count(" (sm_") >= 2,
       "a name of several products is refused", answer)
    for options in ((), ("-d", "sm_80")):
        answer = run("rank", "-", *options, "--csv",
                     given=f"file,kernel,threads,grid\n{FILE},gather,256,9\n")
        ok(answer.code == 2 and "core_count is unknown" in answer.rows()[0]["message"] and
           answer.rows()[0]["message"].endswith("; name a product (--device)"),
           "an architecture is refused, and a product asked for", answer)
    for given, why in (("", "is empty"), ("file\n", "has no build"),
                       ("device,file", "has no build"), ("\nfile\n\n", "has no build"),
                       ("kernel\nx\n", "must name one column file"),
                       ("file,BlkX\nx,1\n", "is a part of a field"),
                       ("file,kernel,file\nx,y,z\n", "columns 1 and 3 are both file"),
                       ("file,threads,threads_per_group\nx,1,2\n",
                        "columns 2 and 3 are both threads_per_group")):
        answer = run("rank", "-", given=given)
        ok(answer.code == 1 and why in answer.errors and answer.text == "", f"the list {given!r}",
           answer)
    answer = run("rank", "-", "-d", BOARD, "-t", "256",
                 given=f"file,kernel,treads,note,note\n{FILE},gather,256,x,y\n")
    ok(answer.code == 0 and 'column "treads" is not a field and is not read; did you mean '
       "threads_per_group?" in answer.errors and
       '-: columns not read: "note", "note"' in answer.errors,
       "a column that resembles a field is named", answer)
    check_columns()
    for options in (("a", "b"), (), ("-", "--csv", "--json"), ("-", "--top", "0"),
                    ("-", "--trips", "x"), (os.path.join(ROOT, "no such list"),)):
        ok(run("rank", *options).code == 1, f"rank {' '.join(options)} is refused")


def check_folder():
    """Relative paths of a list are taken from its folder; those of a pipe from the current one."""
    head = "file,kernel,threads,grid,trips\n"
    cells = ",gather,256,4096,9\n"
    near = os.path.relpath(FILE)
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "deep"))
        for name in ("one.cubin", "deep/two.cubin", "-"):
            shutil.copy(FILE, os.path.join(folder, name))
        with open(os.path.join(folder, "list.csv"), "w") as file:
            file.write(head + "".join(name + cells for name in (
                "one.cubin", "./deep/two.cubin", "-", FILE, near, "")))
        answer = run("rank", os.path.join(folder, "list.csv"), "-d", BOARD, "--csv")
        rows = {row["row"]: row for row in answer.rows()}
        ok([bool(rows[number]["rank"]) for number in "123456"] == [True] * 4 + [False] * 2 and
           [rows[number]["file"] for number in "1236"] == [
               f"{folder}/one.cubin", f"{folder}/./deep/two.cubin", f"{folder}/-", ""] and
           rows["4"]["file"] == FILE and rows["6"]["message"].startswith("the row has no file"),
           "paths of a list begin at its folder", answer)
        again = run("rank", "-", "-d", BOARD, "--csv", given=head + "".join(
            rows[number]["file"] + cells for number in "1234"))
        ok(again.code == 0 and len(again.rows()) == 4,
           "what is printed begins at the current folder", again)
        pipe = os.path.join(folder, "pipe")
        os.mkfifo(pipe)
        writer = threading.Thread(target=lambda: open(pipe, "w").write(head + near + cells))
        writer.start()
        answer = run("rank", pipe, "-d", BOARD, "--csv")
        writer.join()
        ok(answer.code == 0 and answer.rows()[0]["file"] == near, "so do those of a pipe", answer)
    ok(run("rank", "-", "-d", BOARD, given=head + near + cells).code == 0, "and of standard input")


def check_figures():
    """A figure of the list where the file has another one: neither is taken silently."""
    for field, given, why in (
            ("registers_per_thread", 200, "registers_per_thread is given as 200, and is {} in the "
                                          "file"),
            ("registers_per_thread", None, ""), ("shared_bytes", 64, ""),
            ("registers_per_thread", "unknown", "")):
        own = run("kernels", FILE, "--csv").rows()
        own = [row for row in own if row["kernel"] == "gather"][0]["registers_per_thread"]
        answer, rows = rank([["file", "kernel", "threads_per_group", field],
                             [FILE, "gather", 256, own if given is None else given]], "--csv")
        ok(rows[0]["message"] == why.format(own), f"{field} is {given} in the list", answer)
    answer, rows = rank([["file", "kernel", "threads_per_group"], [FILE, "gather", 256]], "--csv",
                        "--registers", "99")
    ok(rows[0]["message"] == f"registers_per_thread is given as 99, and is {own} in the file",
       "a figure of an option", answer)


def make_cache(folder, builds):
    """Writes builds as Triton 3 does: a folder for each hash, in it NAME.cubin, NAME.json and the
    list of the files in a group."""
    for number, (name, warps, shared, content) in enumerate(builds):
        place = os.path.join(folder, f"{number:052X}")
        os.mkdir(place)
        with open(os.path.join(place, f"{name}.cubin"), "wb") as file:
            file.write(content)
        with open(os.path.join(place, f"{name}.json"), "w") as file:
            json.dump({"hash": "1f" * 32, "target": {"backend": "cuda", "arch": 80,
                                                     "warp_size": 32}, "num_warps": warps,
                       "num_ctas": 1, "num_stages": 3, "shared": shared, "tensordesc_meta": None,
                       "global_scratch_size": 0, "name": name}, file)
        with open(os.path.join(place, f"__grp__{name}.json"), "w") as file:
            json.dump({"child_paths": {f"{name}.json": os.path.join(place, f"{name}.json")}}, file)
        with open(os.path.join(place, f"{name}.ptx"), "w") as file:
            file.write("// ptx")


def check_cache():
    with open(FILE, "rb") as file:
        content = file.read()
    builds = [("gather", 4, 0, content), ("chase", 8, 49152, content),
              ("gather", 8, 1 << 20, content), ("saxpy", 8, 0, content[:300]),
              ("matmul", 32, 0, content)]
    with tempfile.TemporaryDirectory() as folder:
        make_cache(folder, builds)
        answer = run("rank", folder, "-d", BOARD, "--csv", "--trips", "50")
        rows = {int(row["row"]): row for row in answer.rows()}
        ok(answer.code == 2 and len(rows) == 5 and all(
            rows[i + 1]["file"].endswith(f"{name}.cubin") and (rows[i + 1]["kernel"] == name)
            for i, (name, _, _, _) in enumerate(builds)), "each build of a cache is a row", answer)
        # 1,536 threads or 16 groups; shared memory of 100 KiB, of which a group takes 1 KiB more
        ok(rows[1]["groups"] == "12" and rows[2]["groups"] == "2" and rows[5]["groups"] == "1" and
           "shared" in rows[3]["message"] and rows[4]["message"] != "",
           "with its warps and its shared memory", answer)
        name = os.path.join(folder, f"{0:052X}", "gather.json")
        missing, warps = "num_warps is not in its JSON", \
            "its JSON: num_warps is {}, a whole number from 1 to 64 is needed"
        for wrong, why in (
                ("", missing), ("{", "its JSON is damaged"), ("[]", missing),
                ('{"name": "gather"}', missing), ('{"num_warps": -4}', warps.format(-4)),
                ('{"num_warps": "4"}', warps.format('"4"')), ('{"num_warps": 0}', warps.format(0)),
                ('{"num_warps": 4096}', warps.format(4096)),
                ('{"num_warps": ' + "9" * 99 + "}", warps.format("9" * 60)),
                ('{"num_warps": 4, "target": {"warp_size": 128}}',
                 "its JSON: warp_size is 128, a whole number from 1 to 64 is needed"),
                ('{"num_warps": 4, "shared": 1e3}',
                 "its JSON: shared is 1e3, a whole number from 0 to 2147483647 is needed")):
            with open(name, "w") as file:
                file.write(wrong)
            rows = {int(row["row"]): row for row in
                    run("rank", folder, "-d", BOARD, "--csv", "--trips", "50").rows()}
            ok(rows[1]["message"] == why and rows[2]["rank"] != "", f"its JSON is {wrong!r}",
               rows[1])
        shutil.copy(name.replace(".json", ".cubin"), name.replace(".json", ".hsaco"))
        os.remove(name.replace(".json", ".cubin"))
        with open(name, "w") as file:
            json.dump({"num_warps": 4, "shared": 0, "name": "gather",
                       "target": {"backend": "hip", "arch": "gfx90a", "warp_size": 64}}, file)
        row = [row for row in run("rank", folder, "-d", BOARD, "--csv", "--trips", "50").rows()
               if row["row"] == "1"][0]
        ok(row["groups"] == "6" and row["file"].endswith(".hsaco"), "warps of 64 lanes", row)
        with open(name, "w") as file:
            file.write('{"num_warps": 4}')
        row = [row for row in run("rank", folder, "-d", BOARD, "--csv", "--trips", "50").rows()
               if row["row"] == "1"][0]
        ok(row["message"] == "warp_size is not in its JSON", "waves of AMD: 32 or 64 lanes", row)
    with tempfile.TemporaryDirectory() as folder:
        answer = run("rank", folder)
        ok(answer.code == 1 and "contains no builds of Triton" in answer.errors, "an empty folder",
           answer)


COMPILER = '''import shutil, sys
name, value, out = sys.argv[1:4]
if value == "bad":
    sys.exit("warning: first\\nk.cu(3): error: it does not compile\\nmore")
if name == "die":
    import os, signal
    os.kill(os.getpid(), signal.SIGTERM)
print(sys.argv[4:], file=open(sys.argv[0] + ".calls", "a"))
shutil.copy(value, out)
'''


def check_try():
    """A stand-in for a compiler copies a file, or fails: each combination of values is compiled
    once, without a shell, and ranked; the temporary folder is removed."""
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "compiler.py")
        with open(script, "w") as file:
            file.write(COMPILER)
        os.environ["TMPDIR"] = folder
        command = (f"'{sys.executable}' {script} x {{what}} {{out}} {{flag}} '$(touch a b)' "
                   '"{c} {d}"')
        usual = ["--try", command, "-d", BOARD, "--csv", "--trips", "100", "--kernel", "gather"]
        answer = run("rank", *usual, "--vary", f"what={FILE},bad", "--vary", "flag=,-O2",
                     "--vary", "c:d:threads:grid-groups=1:2:256:4096,3:4:128:8192")
        rows = answer.rows()
        with open(script + ".calls") as file:
            calls = sorted(file.read().splitlines())
        ok(answer.code == 2 and calls == sorted(
            str(flag + ["$(touch a b)", value]) for flag in ([], ["-O2"])
            for value in ("1 2", "3 4")), "each combination is compiled once, without a shell",
           calls, answer)
        labels = {row["file"]: row for row in rows}
        ok(len(labels) == 8 and [bool(row["rank"]) for row in rows] == 4 * [True] + 4 * [False] and
           all(row["message"] == "the compiler ended with 1: k.cu(3): error: it does not compile"
               for row in rows[4:]), "what does not compile comes last, with its error", rows)
        wanted = run("rank", "-", *usual[2:7], given=(
            "file,kernel,threads_per_group,grid_groups\n"
            f"{FILE},gather,256,4096\n{FILE},gather,128,8192\n")).rows()
        times = {row["row"]: row["predicted_us"] for row in wanted}
        ok(all(labels[f"what={FILE} flag={flag} c=1 d=2 threads=256 grid-groups=4096"]
               ["predicted_us"] == times["1"] and
               labels[f"what={FILE} flag={flag} c=3 d=4 threads=128 grid-groups=8192"]
               ["predicted_us"] == times["2"] for flag in ("", "-O2")),
           "the times are those of a list of the same builds", labels, times)
        died = run("rank", *usual[2:], "--try", f"'{sys.executable}' {script} die y {{out}}").rows()
        ok(died[0]["message"].startswith("the compiler ended with 143"), "a signal ends it", died)
        copy = f"'{sys.executable}' {script} x {FILE} {{out}}"
        for given, why in (
                (["--try", "true {out}", "-t", "128"],
                 "the compiler ended with 0 and did not write {out}"),
                (["--try", copy, "-t", "128"], "the file contains 6 kernels: give one (--kernel)"),
                (["--try", copy, "--kernel", "gather"],
                 "threads_per_group is not in the file: give --threads")):
            row, = run("rank", "-d", BOARD, "--csv", *given).rows()
            ok(row["message"] == why, why, row)
        ok(sorted(os.listdir(folder)) == ["compiler.py", "compiler.py.calls"],
           "the temporary folder is removed", os.listdir(folder))
        given = ["--try", "x {out} {A}{B}", "--vary"]
        for options, why in (
                (["--try", "x"], "--try needs {out}"),
                (["--try", " "], "--try has no command"),
                (["--try", "x 'y {out}"], "--try has a ' without another one"),
                (["--try", "no-such-compiler {out}"], "no-such-compiler: "),
                ([*given, "A"], "--vary is A, NAME=VALUE,VALUE,... is needed"),
                ([*given, "=1"], "--vary is =1, NAME="),
                ([*given, "C=1"], "--vary names C, which is neither in --try"),
                ([*given, "A:B=1:2,3"], "--vary A:B=1:2,3 has 2 names"),
                ([*given, "A:B=1:2:3"], "--vary A:B=1:2:3 has 2 names"),
                ([*given, "a:b:c:d:e=1"], "has more than 4 names"),
                ([*given, "A=" + 32 * "1,"], "has more than 32 values"),
                ([*given, "A=1", *sum((["--vary", f"{name}=1"] for name in "BCDEFGHI"), [])],
                 "more than 8 times"),
                ([*given, "A=" + 31 * "1,", "--vary", "B=" + 31 * "1,", "--vary",
                  "threads=" + 31 * "1," + "1"], "more than 1024 builds"),
                ([*given, "A=1", "--vary", "B:A=1:2"], "--vary names A twice"),
                ([*given, "A:A=1:2"], "--vary names A twice"),
                ([*given, "threads:threads=128:256"], "--vary names threads twice"),
                ([*given, "out=2"], "--vary names out: {out} is the file that is compiled"),
                (["--try", "x {out}", "list.csv"], "rank takes no list with --try"),
                (["list.csv", "--jobs", "2"], "--vary, --jobs and --kernel need --try")):
            answer = run("rank", *options)
            ok(answer.code == 1 and why in answer.errors, f"refused: {why}", answer)
        del os.environ["TMPDIR"]


def check_compilers():
    """nvcc and clang, where they are: a launch bound, a register cap and a macro."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    clang = shutil.which("clang-22")
    with tempfile.TemporaryDirectory() as folder:
        for name, start in (("k.cu", "extern \"C\" __global__ __launch_bounds__(BOUND) void k("
                                     "float *to) { to[threadIdx.x] = WORK; }"),
                            ("k.cl", "__attribute__((reqd_work_group_size(BOUND, 1, 1))) kernel "
                                     "void k(global float *to) "
                                     "{ to[__builtin_amdgcn_workitem_id_x()] = WORK; }")):
            with open(os.path.join(folder, name), "w") as file:
                file.write(start)
        options = ["--vary", "BOUND=128,256", "--vary", "WORK=1,+", "-g", "4096", "--csv"]
        for compiler, command, board in (
                (nvcc, f"'{nvcc}' -arch=sm_90 -cubin -maxrregcount=64 -DBOUND={{BOUND}} "
                       f"-DWORK={{WORK}} -o {{out}} {folder}/k.cu", "H100 SXM"),
                (clang, f"'{clang}' -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -nogpulib -O2 "
                        "-mcpu=gfx942 -DBOUND={BOUND} "
                        f"-DWORK={{WORK}} -o {{out}} {folder}/k.cl", "MI300X")):
            if not compiler or not os.path.exists(compiler):
                skip(f"what the compiler of {board} makes", "no " + ("nvcc" if "H" in board
                                                                     else "clang-22"))
                continue
            rows = run("rank", "--try", command, "-d", board, *options).rows()
            good, bad = [[row for row in rows if row["file"].endswith(end)] for end in ("=1", "=+")]
            ok(len(good) == len(bad) == 2 and all("error" in row["message"] for row in bad) and
               all(row["kernel"] == "k" for row in good), f"{board}: what the compiler makes", rows)


check_order()
check_agreement()
check_said()
check_shapes()
check_refused()
check_folder()
check_figures()
check_cache()
check_try()
check_compilers()
done()
