# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The mpirun of the MPI that pack mpi was built with."""
import os
import shutil
import subprocess


class Launcher:
    """`mpi_test`: a program that prints the name of its MPI. `path` is None where there is no mpirun."""

    def __init__(self, mpi_test):
        version = subprocess.run([mpi_test, "library"], stdout=subprocess.PIPE, text=True, check=False).stdout
        self.is_mpich = "MPICH" in version
        names = ("mpirun.mpich", "mpiexec.mpich", "mpiexec.hydra") if self.is_mpich else ("mpirun.openmpi",)
        self.path = next(filter(None, map(shutil.which, (*names, "mpirun"))), None)

    def options(self, recovers, limit):
        if self.is_mpich:
            return []
        return ["--oversubscribe", "--bind-to", "none", "--timeout", str(limit)] + ["--enable-recovery"] * recovers

    @staticmethod
    def environment(limit):
        return dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", MPIEXEC_TIMEOUT=str(limit),
                    OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_btl_vader_single_copy_mechanism="none")

    def apart(self, command, folder):
        """MPICH's mpirun mixes the outputs of ranks within lines, so each rank gets a file there."""
        if not self.is_mpich:
            return command
        script = ["sh", "-c", 'exec "$@" >"$0$PMI_RANK" 2>&1', os.path.join(folder, "")]
        if ":" not in command:
            return [*script, *command]
        at = command.index(":")  # ":", "-n", ranks, and another program
        return [*script, *command[:at + 3], *script, *command[at + 3:]]
