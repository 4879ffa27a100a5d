#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Leaves out configurations of an autotuner that cannot reach an occupancy, before any is compiled.

    prune.py -d "RTX 3090" --threads 'X*Y' --shared '4*X*Y*TILE' --waves 16 space.csv >kept.csv

space.csv has one configuration a row, or, with the header "parameter,values", one parameter a row
whose values are separated by blanks; --where EXPRESSION then leaves out combinations. Expressions
are Python's arithmetic over the parameters. --registers is a lower bound, such as the accumulators
that a kernel keeps; without it any number may do. What is left out therefore does not depend on
the compiler.

As a restriction of Kernel Tuner or a filter of OpenTuner:

    space = Occupancy("RTX 3090", threads="X*Y", shared="4*X*Y*TILE", waves="16")
    tune_kernel(..., restrictions=space.allows)      # called with a dictionary of parameters
"""
import argparse
import ast
import csv
import io
import subprocess
import sys

NODES = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Name,
         ast.Constant, ast.Load, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)


class Expression:
    """Arithmetic over parameters; calls, attributes and indexes are refused."""

    no_names = {"__builtins__": {}}

    def __init__(self, text):
        tree = ast.parse(text, mode="eval")
        for node in ast.walk(tree):
            if not isinstance(node, NODES):
                raise ValueError(f"{text!r}: {type(node).__name__} is no arithmetic")
        self.names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        self.code = compile(tree, text, "eval")
        self.text = text

    def __call__(self, configuration):
        try:
            return int(eval(self.code, self.no_names, configuration))
        except NameError:
            missing = sorted(self.names - set(configuration))
            raise ValueError(f"{self.text!r}: no parameter {', '.join(missing)}") from None


class Occupancy:
    """Which configurations reach so many groups and waves on a core of a device."""

    def __init__(self, device, threads, shared="0", registers="0", groups="1", waves="1",
                 wave_size=0, command="gpuocc"):
        self.device, self.command, self.wave_size = device, command, wave_size
        texts = (threads, registers, shared, groups, waves)
        self.expressions = [Expression(text) for text in texts]
        self.code = compile("({},)".format(", ".join(f"({text})" for text in texts)), device,
                            "eval")
        self.known = {}

    def ask(self, kernels):
        """Groups and waves of each kernel that was not asked about; 0 of what does not launch."""
        kernels = sorted(set(kernels) - set(self.known))
        lines = ["threads_per_group,registers_per_thread,shared_bytes,wave_size"]
        lines += ["{},{},{},{}".format(t, r or "zero", s or "zero", self.wave_size or "")
                  for t, r, s in kernels]
        run = subprocess.run([self.command, "eval", "-d", self.device], input="\n".join(lines),
                             capture_output=True, text=True)
        rows = list(csv.DictReader(io.StringIO(run.stdout)))
        if len(rows) != len(kernels):
            raise ValueError(run.stderr.strip())
        for kernel, row in zip(kernels, rows):
            if row["status"] in ("-6", "-7", "-8"):  # no such device
                raise ValueError(row["message"])
            self.known[kernel] = (int(row["groups"] or 0), int(row["waves"] or 0))

    def keep(self, configurations):
        """Those that reach what is asked, in their order."""
        for expression in self.expressions if configurations else ():
            expression(configurations[0])  # names a parameter that there is not
        values = [tuple(map(int, eval(self.code, Expression.no_names, c))) for c in configurations]
        self.ask(v[:3] for v in values)
        return [c for c, v in zip(configurations, values)
                if self.known[v[:3]][0] >= v[3] and self.known[v[:3]][1] >= v[4]]

    def allows(self, configuration):
        return bool(self.keep([configuration]))


def combinations(parameters, conditions, chosen=None):
    """All combinations of values; a condition is asked as soon as its parameters have values."""
    chosen = chosen or {}
    if len(chosen) == len(parameters):
        yield dict(chosen)
        return
    name = list(parameters)[len(chosen)]
    bound = set(chosen) | {name}
    due = [c for c in conditions if name in c.names and c.names <= bound]
    for value in parameters[name]:
        chosen[name] = value
        if all(condition(chosen) for condition in due):
            yield from combinations(parameters, conditions, chosen)
    chosen.pop(name, None)


def number(text):
    try:
        return int(text)
    except ValueError:
        return float(text) if text.replace(".", "", 1).isdigit() else text


def read_space(file, where):
    """The configurations of a file."""
    rows = list(csv.reader(file))
    conditions = [Expression(text) for text in where]
    if rows and rows[0] == ["parameter", "values"]:
        parameters = {name: [number(v) for v in values.split()] for name, values in rows[1:]}
        unknown = set().union(*(c.names for c in conditions)) - set(parameters)
        if unknown:
            raise ValueError(f"no parameter {', '.join(sorted(unknown))}")
        return list(combinations(parameters, conditions))
    configurations = [dict(zip(rows[0], map(number, row))) for row in rows[1:]]
    return [c for c in configurations if all(condition(c) for condition in conditions)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-d", "--device", required=True)
    parser.add_argument("--threads", required=True, help="threads of a group")
    parser.add_argument("--shared", default="0", help="bytes of shared memory")
    parser.add_argument("--registers", default="0", help="registers of a thread, at least")
    parser.add_argument("--groups", default="1", help="least groups on a core")
    parser.add_argument("--waves", default="1", help="least waves on a core")
    parser.add_argument("--wave-size", type=int, default=0)
    parser.add_argument("--where", action="append", default=[], help="a condition of the space")
    parser.add_argument("--command", default="gpuocc")
    parser.add_argument("space", type=argparse.FileType("r"), nargs="?", default=sys.stdin)
    options = parser.parse_args()
    try:
        space = read_space(options.space, options.where)
        kept = Occupancy(options.device, options.threads, options.shared, options.registers,
                         options.groups, options.waves, options.wave_size,
                         options.command).keep(space)
    except (ValueError, SyntaxError) as error:
        sys.exit(f"prune.py: {error}")
    if space:
        writer = csv.DictWriter(sys.stdout, list(space[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept)
    print(f"{len(space)} configurations, {len(kept)} kept, {len(space) - len(kept)} left out "
          f"({100 * (len(space) - len(kept)) / max(len(space), 1):.1f} %)", file=sys.stderr)


if __name__ == "__main__":
    main()
