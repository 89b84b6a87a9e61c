# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Virtual environments with JAX."""
import fcntl
import os
import subprocess
import venv


class Environment:
    """An interpreter with packages: one that the user names, or a virtual environment that is made on first use."""

    def __init__(self, folder, python):
        self.python, self.own = python or os.path.join(folder, "bin", "python"), not python
        if self.own and not os.path.exists(self.python):
            venv.create(folder, with_pip=True)

    def has(self, packages):
        """Whether the packages are there, or could be installed."""
        names = [package.split("==")[0] for package in packages]
        probe = "import importlib.metadata as m, sys; [m.version(name) for name in sys.argv[1:]]"
        if subprocess.run([self.python, "-c", probe, *names], stderr=subprocess.DEVNULL).returncode == 0:
            return True
        install = [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1", *packages]
        return self.own and subprocess.run(install, stderr=subprocess.DEVNULL, timeout=1800).returncode == 0

    @classmethod
    def shared(cls, folder, python, packages):
        """One with the packages, for tests that may run at the same time with one folder; None: they cannot be installed."""
        with open(folder + ".lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            environment = cls(folder, python)
            return environment if environment.has(packages) else None
