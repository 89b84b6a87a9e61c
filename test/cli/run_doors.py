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


def folders():
    """Folders of outputs: a link of another user may lead to another folder."""
    if os.geteuid() != 0:
        return
    if kind == "bef":
        write("probe.mlir", "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
              "  %0 = interpreter.probe %x, probe_id = \"x\" : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n")
        arguments = ["run", "probe.mlir", "--random-inputs", "1", "--probes"]
        if run(*arguments, ".")[0] == 1:
            return  # without the translation of models
    elif kind == "mlirbc":
        write("resource.mlir", "func.func private @f() attributes {r = dense_resource<x> : tensor<1xi8>}\n"
              "{-#\n  dialect_resources: {\n    builtin: {\n      x: \"0x0100000007\"\n    }\n  }\n#-}\n")
        run("assemble", "resource.mlir", "-o", "resource.mlirbc")
        arguments = ["resources", "resource.mlirbc", "--extract-all"]
    else:
        run("pack", "--ir", "a.spv,target=spir64", "-o", "packed")
        arguments = ["extract", "packed", "-d"]
    if kind == "bef":
        links_to_folders(["run", "probe.mlir", "--random-inputs", "1", "-o"], "results: ")
    links_to_folders(arguments, "")


def links_to_folders(arguments, title):
    for owner, ending, allowed in ((NOBODY, "", False), (NOBODY, "/", False), (0, "", True)):
        with tempfile.TemporaryDirectory() as shared, tempfile.TemporaryDirectory() as victim:
            os.chmod(shared, 0o1777)
            os.symlink(victim, os.path.join(shared, "out"))
            os.chown(os.path.join(shared, "out"), owner, -1, follow_symlinks=False)
            code, _, error = run(*arguments, os.path.join(shared, "out") + ending)
            written = bool(os.listdir(victim))
            good = code == 0 and written if allowed else code == 3 and not written and "Permission denied" in error
            results.report(f"{title}a folder that is {'an own link' if allowed else 'a link'}{ending}", None if good else f"{code} {written} {error}")


def is_mapped(child, name):
    with open(f"/proc/{child.pid}/maps", encoding="utf-8") as maps:
        return any(line.rstrip().endswith(os.path.abspath(name)) for line in maps)


def change_while_mapped(title, arguments, name, change, nth=1):
    """The debugger interface stops the program after it has mapped its input for the nth time, and the input changes then."""
    libc = ctypes.CDLL(None, use_errno=True)
    trace_me, next_call, kill_all = 0, 24, 0x100000  # PTRACE_TRACEME, PTRACE_SYSCALL, PTRACE_O_EXITKILL
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    child = subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             preexec_fn=lambda: libc.ptrace(trace_me, 0, None, None))
    os.waitpid(child.pid, 0)
    libc.ptrace(0x4200, child.pid, None, kill_all)
    times, before = 0, False
    while True:
        if libc.ptrace(next_call, child.pid, None, None) != 0:
            break
        _, status = os.waitpid(child.pid, 0)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            child.returncode = 0
            child.communicate()
            results.report(title, skip="the input was not mapped")
            return
        now = is_mapped(child, name)
        times += now and not before
        before = now
        if times == nth:
            break
    change()
    libc.ptrace(17, child.pid, None, None)  # PTRACE_DETACH
    out, error = child.communicate(timeout=60)
    good = child.returncode == 3 and b"truncated" in error
    results.report(title, None if good else f"{child.returncode} {out[:200]} {error[:200]}")


def changed_mappings():
    """All pages are missing: the access fails. A part of one page is missing, or the file is written: the program notices it in the end."""
    size = 64 << 20

    def begin():
        with open("big", "wb") as f:
            f.write({"syclbin": b"\x10\xff\x10\xad"}.get(kind, b"// "))
            f.truncate(size)

    begin()
    change_while_mapped("a mapped input shrinks", ["verify", "big"], "big", lambda: os.truncate("big", 0))
    if kind == "mlirbc":
        texts = {"small": PLAIN + "// a comment at the end"}
        for title, change in (("a mapped input loses a byte", lambda: os.truncate("small", len(texts["small"]) - 1)),
                              ("a mapped input is written", lambda: write("small", texts["small"]))):
            for arguments in (["verify", "small"], ["assemble", "small", "-o", "made"]):
                write("small", texts["small"])
                os.utime("small", (1, 1))
                change_while_mapped(f"{title}: {arguments[0]}", arguments, "small", change)
            results.report(f"{title}: no output", None if not os.path.exists("made") else "the output was written")
    else:
        run("pack", "--ir", "a.spv,target=spir64", "-o", "small")
        whole = os.path.getsize("small")
        change_while_mapped("a mapped input loses a byte", ["info", "small"], "small", lambda: os.truncate("small", whole - 1))
        os.truncate("small", whole)
        change_while_mapped("a mapped input loses a byte: output", ["compress", "small", "-o", "made"], "small",
                            lambda: os.truncate("small", whole - 1))
        results.report("a mapped input loses a byte: no output", None if not os.path.exists("made") else "the output was written")


def changed_models():
    numbers = "".join(f"{i % 65536:04x}803f" for i in range(100000))
    write("model.mlir", "func.func @main(%x: tensor<100000xf32>) -> tensor<100000xf32> {\n"
          f"  %w = stablehlo.constant dense<\"0x{numbers}\"> : tensor<100000xf32>\n"
          "  %s = stablehlo.add %x, %w : tensor<100000xf32>\n  return %s : tensor<100000xf32>\n}\n")
    code, _, error = run("assemble", "model.mlir", "-o", "model.bef")
    if code != 0:
        results.report("a mapped model shrinks", skip="without the translation of models" if code == 1 else error)
        return
    with open("model.bef", "rb") as f:
        model = f.read()
    for nth in (1, 2):  # while the program looks what it is, and when it runs
        for title, left in (("shrinks", 0), ("loses a page", len(model) - 8192), ("loses a byte", len(model) - 1)):
            with open("model.bef", "wb") as f:
                f.write(model)
            if nth == 2 or left == 0:
                change_while_mapped(f"a mapped model {title}, {nth}", ["run", "model.bef", "--random-inputs", "1"], "model.bef",
                                    lambda left=left: os.truncate("model.bef", left), nth)


def write(name, text):
    with open(name, "w", encoding="utf-8") as f:
        f.write(text)


def too_small_files():
    """Data that is compressed so well that a reader takes the file for a bomb is written only with the limit with which it is read."""
    with open("zeros.spv", "wb") as f:
        f.write(b"\3\2\x23\7")
        f.truncate(100 << 20)
    run("pack", "--ir", "zeros.spv,target=spir64", "-o", "zeros.syclbin")
    for method in ("zstd", "zlib"):
        code, _, error = run("compress", "-m", method, "zeros.syclbin", "-o", "packed.zeros")
        if code == 1 and "built without" in error:
            continue
        good = code == 1 and "limit" in error and not os.path.exists("packed.zeros")
        results.report(f"a bomb of {method} is not written", None if good else f"{code} {error}")
        code, _, error = run("compress", "-m", method, "--limit", "200000000", "zeros.syclbin", "-o", "packed.zeros")
        good = code == 0 and run("info", "--limit", "200000000", "packed.zeros")[0] == 0
        results.report(f"compressed with --limit: {method}", None if good else f"{code} {error}")
        if os.path.exists("packed.zeros"):
            os.unlink("packed.zeros")


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
    folders()
    if kind == "bef":  # it reads its sources
        changed_models()
    else:
        changed_mappings()
    if kind == "syclbin":
        unreadable_files()
        too_small_files()
sys.exit(results.finish())
