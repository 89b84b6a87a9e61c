#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py BUILD SOURCE LIBS: outside projects that use what this build installs. The build is installed into an empty
folder; then the programs of apps/examples are built against it by pkg-config, shared and --static (as far as the build has
each), from C++, through CMake (by pkg-config and by the package befkit), and with the source tree as a meson subproject for each library of LIBS alone."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
# program, and the pkg-config packages that it names
PROGRAMS = {
    "values": ["libasync"],
    "pack": ["libkernels"],
    "inspect": ["libbef-format"],
    "reprint": ["libmlirbc"],
    "value_or_timeout": ["libasync"],
    "epoll_server": ["libasync"],
    "syclbin_images": ["libsyclbin"],
    "signature": ["libsigmangle"],
    "list_tensors": ["libtensorfile"],
    "embed": ["libbef", "libbef-mlir"],
    "digits_export": ["libbef", "libbef-mlir", "libmlirbc-stablehlo", "libkernels-basic", "libkernels-test", "libkernels-tensor"],
    "run_model": ["libbef-model", "libkernels-basic", "libkernels-hlo"],
    "custom_call": ["libbef-model", "libkernels-basic", "libkernels-hlo"],
    "host_pool": ["libbef-model", "libkernels-basic", "libkernels-hlo"],
    "model_signature": ["libbef-model", "libkernels-basic", "libkernels-hlo", "libsigmangle"],
}
# Arguments, of which {source} and {scratch} are folders: run_model reads the model that digits_export writes.
ARGUMENTS = {
    "digits_export": ["{source}/apps/examples/digits.mlir", "{scratch}/digits.mlirbc"],
    "run_model": ["{scratch}/digits.mlirbc", "{scratch}/pictures"],
    "list_tensors": ["{source}/libkernels/tensorfile/test/corpus/blocks.gguf"],
}
PRINTS = {"run_model": r"([0-9] ){5}[0-9]\n"}
# -Dlibs=X: the library, and the program that needs no more
ALONE = {"async": "values", "kernels": "pack", "bef": "inspect", "mlirbc": "reprint",
         "syclbin": "syclbin_images", "sigmangle": "signature", "tensorfile": "list_tensors"}
# -Dlibs=X,Y: a program that runs BEF files, and assembles them
TOGETHER = {"bef,mlirbc": "embed"}
CXX_PACKAGES = ["libbef", "libmlirbc"]


class Failure(Exception):
    pass


def sh(command, cwd=None, env=None, timeout=600):
    result = tap.run([str(word) for word in command], cwd=cwd, env=env, merged=True, timeout=timeout)
    if result.status != 0:
        raise Failure(f"{' '.join(map(str, command))}\nexit status {result.status}\n{result.text()[-3000:]}")
    return result.text()


class Tree:
    """An installed tree, under a folder that stands for the root of a system."""

    def __init__(self, root):
        packages = glob.glob(os.path.join(root, "**", "libasync.pc"), recursive=True)
        if not packages:
            raise Failure("no libasync.pc was installed")
        self.root = root
        self.pkgconfig = os.path.dirname(packages[0])
        self.libdir = os.path.dirname(self.pkgconfig)
        # the system's own .pc files too: a static link may need mimalloc's
        system = sh(["pkg-config", "--variable=pc_path", "pkg-config"]).strip()
        self.env = dict(os.environ, PKG_CONFIG_SYSROOT_DIR=root, LD_LIBRARY_PATH=self.libdir,
                        PKG_CONFIG_LIBDIR=self.pkgconfig + os.pathsep + system)

    def has(self, packages):
        return all(os.path.exists(os.path.join(self.pkgconfig, p + ".pc")) for p in packages)

    def prefix(self):
        return os.path.dirname(glob.glob(os.path.join(self.root, "**", "include"), recursive=True)[0])

    def flags(self, packages, *options):
        return sh(["pkg-config", *options, "--cflags", "--libs", *packages], env=self.env).split()

    def only(self, ending):
        """A copy with only the static (.a) or the shared (.so) libraries, or None when there are none."""
        if not glob.glob(os.path.join(self.libdir, "libasync" + ending + "*")):
            return None
        copy = Tree(shutil.copytree(self.root, self.root + ending, symlinks=True))
        for other in glob.glob(os.path.join(copy.libdir, "lib*.so*" if ending == ".a" else "lib*.a")):
            os.remove(other)
        return copy


def compile_and_run(tree, compiler, path, packages, source, scratch, *options):
    name = os.path.basename(path)
    program = os.path.join(scratch, name + "-" + re.sub(r"\W", "", "".join(options)))
    sh([*compiler, path, "-o", program, *tree.flags(packages, *options)], env=tree.env)
    run_program(program, os.path.splitext(name)[0], source, scratch, tree.env)


def run_program(program, name, source, scratch, env):
    arguments = [word.format(source=source, scratch=scratch) for word in ARGUMENTS.get(name, [])]
    printed = sh([program, *arguments], env=env)
    if not re.fullmatch(PRINTS.get(name, ".*"), printed, re.S):
        raise Failure(f"{name} prints\n{printed}")


def through_pkg_config(results, tree, kind, options, source, scratch):
    cc = os.environ.get("CC", "cc").split()
    cxx = os.environ.get("CXX", "c++").split()
    cc += ["-std=c11", "-Wall", "-Wextra", "-Werror"]
    cxx += ["-std=c++11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    jobs = [(name, cc, os.path.join(source, "apps/examples", name + ".c"), packages) for name, packages in PROGRAMS.items()]
    jobs.append(("C++", cxx, os.path.join(HERE, "cxx.cpp"), CXX_PACKAGES))
    for name, compiler, path, packages in jobs:
        title = f"{name} by pkg-config, {kind}"
        if not tree.has(packages):
            results.report(title, skip="not in this build")
        elif not shutil.which(compiler[0]):
            results.report(title, skip="no " + compiler[0])
        else:
            check(results, title, compile_and_run, tree, compiler, path, packages, source, scratch, *options)


def through_cmake(tree, source, scratch):
    build = os.path.join(scratch, "cmake")
    examples = "-DEXAMPLES=" + os.path.join(source, "apps/examples")
    sh(["cmake", "-G", "Ninja", "-S", os.path.join(HERE, "cmake"), "-B", build, examples], env=tree.env)
    sh(["cmake", "--build", build], env=tree.env)
    sh([os.path.join(build, "values")], env=tree.env)


def configure(tree, build, programs, *options):
    words = ";".join(f"{name}:{','.join(package[3:] for package in packages)}" for name, packages in programs.items())
    sh(["cmake", "-G", "Ninja", "-S", os.path.join(HERE, "cmake_package"), "-B", build, "-DPROGRAMS=" + words,
        "-DCMAKE_PREFIX_PATH=" + tree.prefix(), *options])


def by_cmake_package(tree, kind, source, scratch):
    """All programs and libraries, with the package of a tree that is not where it was to be installed."""
    build = os.path.join(scratch, "cmake-package-" + kind)
    programs = {name: packages for name, packages in PROGRAMS.items() if tree.has(packages)}
    configure(tree, build, programs, "-DVERSION=0.1", "-DALL=ON", "-DEXAMPLES=" + os.path.join(source, "apps/examples"),
              "-DBEFKIT_USE_STATIC_LIBS=" + ("ON" if kind == "static" else "OFF"))
    sh(["cmake", "--build", build])
    for name in programs:
        run_program(os.path.join(build, name), name, source, scratch, tree.env)


def refused_cmake_packages(tree, scratch):
    """Versions and components that are not there."""
    for number, (programs, version, expected) in enumerate((
            ({"values": ["libasync"]}, "0.2", "version: 0.1.0"), ({"values": ["libasync"]}, "1.0", "version: 0.1.0"),
            ({"values": ["libasync"]}, "0.0.9", "version: 0.1.0"),
            ({"values": ["libasync", "libabsent"]}, "0.1", "lacks, or lacks what they need: absent"))):
        try:
            configure(tree, os.path.join(scratch, f"cmake-refused-{number}"), programs, "-DVERSION=" + version, "-DEXAMPLES=.")
        except Failure as failure:
            if expected not in str(failure):
                raise Failure(f"expected '{expected}':\n{failure}") from failure
            continue
        raise Failure(f"accepted version {version} for {programs}")


def as_subproject(source, libraries, program, scratch):
    """A project with this tree under subprojects/, which has targets for the libraries, what they need, and no more. Those that
    its program needs are built; `test/run alone` builds all."""
    project = os.path.join(scratch, "subproject-" + libraries.replace(",", "-"))
    os.makedirs(os.path.join(project, "subprojects"))
    os.symlink(source, os.path.join(project, "subprojects", "befkit"))
    shutil.copy(os.path.join(source, "apps/examples", program + ".c"), project)
    with open(os.path.join(HERE, "subproject.meson.build.in"), encoding="utf-8") as f:
        needed = ", ".join(f"dependency('{package}')" for package in PROGRAMS[program])
        text = f.read().replace("@LIBS@", libraries).replace("@NEEDED@", needed).replace("@PROGRAM@", program)
    with open(os.path.join(project, "meson.build"), "w", encoding="utf-8") as f:
        f.write(text)
    build = os.path.join(project, "build")
    sh(["meson", "setup", "--fatal-meson-warnings", "-Dwerror=true", "-Doptimization=0", "-Ddebug=false", build, project])
    sh(["ninja", "-C", build, program])
    sh([os.path.join(build, program)])
    targets = json.loads(sh(["meson", "introspect", "--targets", build]))
    made = {target["name"] for target in targets if target["type"] == "shared library"}
    wanted = libraries.split(",")
    if any(library not in made for library in wanted) or ("mlirbc" in made) != ("mlirbc" in wanted):
        raise Failure(f"-Dlibs={libraries} has the libraries {', '.join(sorted(made))}")
    programs = {target["name"] for target in targets if target["type"] == "executable"} - {program}
    if programs & {"bef", "mlirbc", "syclbin", "sigmangle"}:
        raise Failure(f"programs in a subproject: {', '.join(sorted(programs))}")


def check(results, name, job, *arguments):
    try:
        job(*arguments)
        results.report(name)
    except Failure as failure:
        results.report(name, str(failure))


def documents(root, source):
    """Licence, READMEs and examples are installed."""
    found = [os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root) for name in names]
    wanted = ["doc/befkit/LICENSE", "doc/befkit/README.md", "doc/befkit/libasync/README.md"]
    wanted += ["doc/befkit/examples/" + name for name in os.listdir(os.path.join(source, "apps/examples"))
               if name != "meson.build"]
    missing = [path for path in wanted if not any(name.endswith("/" + path) for name in found)]
    if missing:
        raise Failure("not installed: " + ", ".join(missing))


def header_names(tree, scratch):
    """All headers by the names <befkit/async/value.h>, which need no option for a prefix where the compiler looks; then by
    their short names too, as the same headers. Nothing else is in the folder."""
    include = os.path.join(tree.prefix(), "include")
    if os.listdir(include) != ["befkit"]:
        raise Failure(f"{include} has {os.listdir(include)}")
    for compiler, ending, pattern in (("CC", "c", "*.h"), ("CXX", "cpp", "*.h*")):
        names = sorted(os.path.relpath(path, include) for path in glob.glob(include + "/**/" + pattern, recursive=True))
        lines = [f"#include <{name}>" for name in names]
        standard = ["-std=c++17"] if ending == "cpp" else []  # for the headers that are only for C++
        also = [f"#include <{name.removeprefix('befkit/')}>" for name in names]
        compiler = os.environ.get(compiler, {"CC": "cc", "CXX": "c++"}[compiler])
        for text, options in ((lines, []), (lines + also, ["-I" + include + "/befkit"])):
            path = os.path.join(scratch, "all_headers." + ending)
            with open(path, "w", encoding="utf-8") as f:
                f.write("\n".join(text) + "\n")
            if shutil.which(compiler.split()[0]):
                sh([*compiler.split(), "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *standard, "-I" + include, *options, path])


def archive_names(tree):
    """Every external name of a static library begins with its prefix: async_, async__."""
    strays = []
    for path in sorted(glob.glob(os.path.join(tree.libdir, "lib*.a"))):
        prefix = re.match(r"lib([a-z]+)", os.path.basename(path)).group(1)
        rows = [line.split() for line in sh(["nm", "-g", "--defined-only", path]).splitlines()]
        names = {row[2] for row in rows if len(row) == 3}
        if not names:
            raise Failure(f"{path} has no names")
        strays += [f"{os.path.basename(path)}: {name}" for name in sorted(names) if not name.startswith((prefix + "_", "__"))]
    if strays:
        raise Failure(f"{len(strays)} names without the prefix of the library: " + ", ".join(strays[:10]))


def main():
    build, source, libs = sys.argv[1:]
    if not shutil.which("meson") or not shutil.which("pkg-config"):
        return tap.skip_all("needs meson and pkg-config")
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as scratch:
        root = os.path.join(scratch, "root")
        sh(["meson", "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", root])
        check(results, "documents", documents, root, source)
        with open(os.path.join(scratch, "pictures"), "wb") as f:
            f.write(bytes(6 * 144 * 4))
        tree = Tree(root)
        check(results, "names of headers", header_names, tree, scratch)
        for kind, ending, options in (("shared", ".so", ()), ("static", ".a", ("--static",))):
            part = tree.only(ending)
            if not part:
                results.report("pkg-config, " + kind, skip="not in this build")
                continue
            if kind == "static" and shutil.which("nm"):
                check(results, "names in static libraries", archive_names, part)
            through_pkg_config(results, part, kind, options, source, scratch)
            if kind == "shared" and shutil.which("cmake"):
                check(results, "CMake by pkg-config", through_cmake, part, source, scratch)
            if shutil.which("cmake"):
                check(results, "package of CMake, " + kind, by_cmake_package, part, kind, source, scratch)
                check(results, "packages that CMake refuses, " + kind, refused_cmake_packages, part, scratch)
        for library in filter(None, libs.split(",")):
            check(results, f"meson subproject, -Dlibs={library}", as_subproject, source, library, ALONE[library], scratch)
        for together, program in TOGETHER.items():
            if set(together.split(",")) <= set(libs.split(",")):
                check(results, f"meson subproject, -Dlibs={together}", as_subproject, source, together, program, scratch)
    return results.finish()


sys.exit(main())
