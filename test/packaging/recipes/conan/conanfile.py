# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Package of Conan 2: `conan create test/packaging/recipes/conan -o 'befkit/*:libs=mlirbc'`. Takes the sources from the tree that it is in."""
import os
import re

from conan import ConanFile
from conan.tools.files import copy
from conan.tools.gnu import PkgConfigDeps
from conan.tools.meson import Meson, MesonToolchain


class Befkit(ConanFile):
    name = "befkit"
    description = "Runs compiled machine-learning programs without LLVM"
    license = "Apache-2.0 WITH LLVM-exception"
    topics = ("mlir", "stablehlo", "inference")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "libs": ["ANY"], "programs": [True, False], "with_zlib": [True, False],
               "with_zstd": [True, False]}
    # names of -Dlibs, divided by commas
    default_options = {"shared": False, "fPIC": True, "libs": "all", "programs": False, "with_zlib": False, "with_zstd": False}
    languages = "C"
    implements = ["auto_shared_fpic"]

    @property
    def _tree(self):
        return os.path.normpath(os.path.join(self.recipe_folder, "../../../.."))

    def set_version(self):
        with open(os.path.join(self._tree, "meson.build"), encoding="utf-8") as f:
            self.version = re.search(r"^  version: '(.*)',", f.read(), re.M).group(1)

    def export_sources(self):
        for pattern in ("meson.build", "meson_options.txt", "LICENSE", "*.md", "apps/*", "lib*", "subprojects/bytecursor/*",
                        "subprojects/scalars/*", "test/*"):
            copy(self, pattern, self._tree, self.export_sources_folder, excludes=("build*", "*/__pycache__/*", "*.xz"))

    def requirements(self):
        if self.options.with_zlib:
            self.requires("zlib/[>=1.2.11 <2]")
        if self.options.with_zstd:
            self.requires("zstd/[>=1.5 <2]")

    def layout(self):
        self.folders.build = "build"
        self.folders.generators = "build/conan"

    def generate(self):
        toolchain = MesonToolchain(self)
        feature = {True: "enabled", False: "disabled"}
        toolchain.project_options.update({
            "libs": str(self.options.libs).split(","), "apps": feature[bool(self.options.programs)], "tests": "disabled",
            "zlib": feature[bool(self.options.with_zlib)], "zstd": feature[bool(self.options.with_zstd)],
            "mimalloc": "disabled", "mpi": "disabled", "dnnl": "disabled",
            # bytecursor and scalars are subprojects in the tree, which Conan's "nofallback" would refuse
            "wrap_mode": "nodownload"})
        toolchain.generate()
        PkgConfigDeps(self).generate()

    def build(self):
        meson = Meson(self)
        meson.configure()
        meson.build()

    def package(self):
        Meson(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        """The package has files for CMake, which are used as they are; those for pkg-config name the components."""
        self.cpp_info.set_property("cmake_find_mode", "none")
        folder = os.path.join(self.package_folder, "lib/pkgconfig")
        texts = {}
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                texts[name[3:-3]] = dict(re.findall(r"^([A-Za-z.]+): *(.*)$", f.read(), re.M))
        for name, text in texts.items():
            component = self.cpp_info.components[name]
            component.set_property("pkg_config_name", "lib" + name)
            component.libs = [name]
            component.includedirs = ["include", "include/befkit"]
            component.builddirs = ["lib/cmake/befkit"]
            for package in re.findall(r"[\w.+-]+", re.sub(r"[<>=]+ *[\d.]+", "", text.get("Requires", "") + " " + text.get("Requires.private", ""))):
                outside = {"zlib": "zlib::zlib", "libzstd": "zstd::zstd"}
                component.requires.append(outside.get(package) or package[3:])
            component.system_libs = re.findall(r"-l(\w+)", text.get("Libs.private", "")) + (
                ["pthread"] if "-pthread" in text.get("Libs.private", "") else [])
