#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_help.py PROGRAM MAN-PAGE [--partial]: the man page and the completions for bash and fish know the commands and options
of --help. Every command has the form PROGRAM COMMAND [OPTION...] OPERANDS; help COMMAND shows what --help shows. --partial: the program was built without some of its commands, which they know all the same."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402


def help_text(*words):
    return subprocess.run([*words, "--help"], check=True, capture_output=True, text=True).stdout


def output(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def grammar(program, command):
    """What is wrong with the help of a command, or None."""
    text, name = help_text(program, command), os.path.basename(program)
    if output(program, "help", command) != text or output(program, command, "-h") != text:
        return "'help COMMAND', 'COMMAND --help' and 'COMMAND -h' differ"
    if not re.match(rf"Usage: {name} {command} \[OPTION\.\.\.\]( [][A-Z. |a-z]+)?\n\n\S", text):
        return f"unexpected form: {text.splitlines()[0]}"
    return None


def options(text):
    return set(re.findall(r"--[a-z][a-z-]+", text))


def missing(wanted, there):
    lost = sorted(wanted - there)
    return "missing: " + ", ".join(lost) if lost else None


def main():
    program, man_page = sys.argv[1:3]
    partial = sys.argv[3:] == ["--partial"]
    with open(man_page, encoding="utf-8") as f:
        manual = f.read().replace("\\-", "-")
    completion = subprocess.run([program, "completion", "bash"], check=True, capture_output=True, text=True).stdout
    fish = output(program, "completion", "fish")
    commands = re.findall(r"^  (\w+) ", help_text(program), re.M)
    # Options of every command are described once, and offered after any of them.
    page = re.search(r"^\.SH OPTIONS$(.*?)(?=^\.SH)", manual, re.M | re.S)
    common = set.intersection(options(page.group(1)) if page else set(), *(options(help_text(program, command)) for command in commands))
    known = common | {"--version"}
    results = tap.Tap()
    if partial:  # sections of commands that are not there
        manual = re.sub(r"^\.SS (\w+)$.*?(?=^\.S[SH])",
            lambda section: section.group(0) if section.group(1) in commands else "", manual, flags=re.M | re.S)
    described, offered = set(re.findall(r"^\.SS (\w+)", manual, re.M)), set(re.findall(r"\w+", completion))
    results.report("commands", missing(set(commands), described & offered) if commands else "none")
    for command in commands:
        # lines of options only: the text above them may name the program's other ones
        listed = options("\n".join(re.findall(r"^  -.*", help_text(program, command), re.M)))
        known |= listed
        section = re.search(rf"^\.SS {command}$(.*?)(?=^\.S[SH])", manual, re.M | re.S)
        described = options(section.group(1)) if section else set()
        branch = re.search(rf"^\t*{command}\) words='(.*)'", completion, re.M)
        offered = options(branch.group(1)) if branch else set()
        own = listed - common
        results.report(f"{command} in the man page", missing(own, described) or missing(described, listed))
        results.report(f"{command} in the completions", missing(own, offered) or missing(offered, own))
        offered = {"--" + name for name in re.findall(rf"from {command}' -l (\S\S+)", fish)}
        results.report(f"{command} in the completions of fish", missing(own, offered) or missing(offered, own))
        results.report(f"{command} has the common form", grammar(program, command))
    results.report("version", None if output(program, "-V") == output(program, "--version") != "" else "-V is not --version")
    results.report("help of help and completion", None if "Usage: " in output(program, "help", "help") and
                   output(program, "help", "completion") == help_text(program, "completion") else "no usage")
    results.report("the man page has no other options", missing(options(manual), known))
    return results.finish()


sys.exit(main())
