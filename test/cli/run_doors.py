#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_doors.py PROGRAM: outputs do not follow links that other users made in shared folders; inputs that are truncated while they are
mapped are errors, not signals; syclbin does not keep files that it cannot read."""
import ctypes
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

program = os.path.abspath(sys.argv[1])
kind = os.path.basename(program)
results = tap.Tap()
NOBODY = 65534
WRITES = {"bef": ["assemble", "x.mlir", "-o"], "mlirbc": ["assemble", "x.mlir", "-o"], "syclbin": ["pack", "--ir", "a.spv,target=spir64", "-o"]}
HOST = "func.func @main() {\n  tfrt.return\n}\n"
PLAIN = "func.func private @f()\n"


def run(*arguments, data=None):
    done = subprocess.run([program, *arguments], input=data, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def links():
    """A link of another user in a folder with the sticky bit that all may write; then the cases that are allowed."""
    if os.geteuid() != 0:
        results.report("links in shared folders", skip="only root can make files of other users")
        return
    cases = [("another user's link in a shared folder", 0o1777, NOBODY, 0, False), ("own link in a shared folder", 0o1777, 0, 0, True),
             ("link of the folder's owner", 0o1777, NOBODY, NOBODY, True), ("no sticky bit", 0o777, NOBODY, 0, True),
             ("not for all to write", 0o1775, NOBODY, 0, True)]
    for title, mode, owner, folder_owner, allowed in cases:
        for dangling in (False, True):
            with tempfile.TemporaryDirectory() as shared:
                os.chmod(shared, mode)
                os.chown(shared, folder_owner, -1)
                victim = os.path.abspath("victim")
                with open(victim, "w", encoding="utf-8") as f:
                    f.write("kept")
                if dangling:
                    os.unlink(victim)
                os.symlink(victim, os.path.join(shared, "out"))
                os.chown(os.path.join(shared, "out"), owner, -1, follow_symlinks=False)
                code, _, error = run(*WRITES[kind], os.path.join(shared, "out"))
                kept = not os.path.exists(victim) if dangling else open(victim, "rb").read() == b"kept"
                good = (code == 0 and not kept) if allowed else (code == 3 and kept and "Permission denied" in error)
                results.report(f"{title}{', no target' if dangling else ''}", None if good else f"{code} {kept} {error}")
                if os.path.exists(victim):
                    os.unlink(victim)


def chained_links():
    if os.geteuid() != 0:
        return
    with tempfile.TemporaryDirectory() as shared:
        os.chmod(shared, 0o1777)
        os.symlink(os.path.abspath("victim"), os.path.join(shared, "second"))
        os.chown(os.path.join(shared, "second"), NOBODY, -1, follow_symlinks=False)
        os.symlink(os.path.join(shared, "second"), "first")
        code, _, error = run(*WRITES[kind], "first")
        good = code == 3 and not os.path.exists("victim") and "Permission denied" in error
        results.report("a link behind an own link", None if good else f"{code} {error}")


def truncated_mapping():
    """The debugger interface stops the program after it has mapped its input, and the input shrinks then."""
    libc = ctypes.CDLL(None, use_errno=True)
    trace_me, cont, kill_all = 0, 24, 0x100000  # PTRACE_TRACEME, PTRACE_SYSCALL, PTRACE_O_EXITKILL
    name = "big"
    size = 64 << 20
    with open(name, "wb") as f:
        f.write({"mlirbc": b"// ", "syclbin": b"\x10\xff\x10\xad"}.get(kind, b"// "))
        f.truncate(size)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    child = subprocess.Popen([program, "verify", name], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             preexec_fn=lambda: libc.ptrace(trace_me, 0, None, None))
    os.waitpid(child.pid, 0)
    libc.ptrace(0x4200, child.pid, None, kill_all)
    while True:
        if libc.ptrace(cont, child.pid, None, None) != 0:
            break
        _, status = os.waitpid(child.pid, 0)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            child.returncode = 0
            results.report("a mapped input shrinks", skip="the input was not mapped")
            return
        with open(f"/proc/{child.pid}/maps", encoding="utf-8") as maps:
            if any(line.rstrip().endswith(os.path.abspath(name)) for line in maps):
                break
    os.truncate(name, 0)
    libc.ptrace(17, child.pid, None, None)  # PTRACE_DETACH
    out, error = child.communicate(timeout=60)
    good = child.returncode == 3 and b"truncated" in error
    results.report("a mapped input shrinks", None if good else f"{child.returncode} {out[:200]} {error[:200]}")


def unreadable_files():
    with open("g.prop", "wb") as f:
        f.write(b"IBYS")
    with open("damaged.prop", "wb") as f:
        f.write(b"no set\n")
    for text in ("g.prop", "damaged.prop"):
        with open("manifest", "w", encoding="utf-8") as f:
            f.write(f"global text={text}\nmodule\nir a.spv target=spir64\n")
        for encoding in ("v1", "v2", "v3", "bare"):
            code, _, error = run("pack", "manifest", "-e", encoding, "-o", "b", "-f")
            read = run("info", "b")[0] if os.path.exists("b") else None
            good = read == 0 if code == 0 else read is None and error
            results.report(f"{text} as {encoding}", None if good else f"{code} {read} {error}")
            code, out, error = run("pack", "manifest", "-e", encoding, "-o", "-")
            good = run("info", "-", data=out)[0] == 0 if code == 0 else out == b""
            results.report(f"{text} as {encoding} to a pipe", None if good else f"{code} {out[:100]} {error}")
            if os.path.exists("b"):
                os.unlink("b")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("x.mlir", "w", encoding="utf-8") as source:
        source.write(HOST if kind == "bef" else PLAIN)
    with open("a.spv", "wb") as source:
        source.write(b"\3\2\x23\7")
    links()
    chained_links()
    if kind != "bef":  # which reads its sources
        truncated_mapping()
    if kind == "syclbin":
        unreadable_files()
sys.exit(results.finish())
