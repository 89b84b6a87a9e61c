# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The quick start of diffrax (docs.kidger.site/diffrax), and the same equation with chosen times and steps."""
import jax.numpy as jnp
import numpy as np
from diffrax import Dopri5, ODETerm, PIDController, SaveAt, diffeqsolve


def f(t, y, args):
    return -y


term = ODETerm(f)
solver = Dopri5()
y0 = jnp.array([2., 3.])
solution = diffeqsolve(term, solver, t0=0, t1=1, dt0=0.1, y0=y0)
print(solution.ts, solution.ys)

saveat = SaveAt(ts=[0., 1., 2., 3.])
stepsize_controller = PIDController(rtol=1e-5, atol=1e-5)
sol = diffeqsolve(ODETerm(lambda t, y, args: -y), solver, t0=0, t1=3, dt0=0.1, y0=1, saveat=saveat,
                  stepsize_controller=stepsize_controller)
print(sol.ts, sol.ys, sol.stats["num_steps"])

RESULTS = {"ts": np.array(solution.ts), "ys": np.array(solution.ys), "more_ts": np.array(sol.ts), "more_ys": np.array(sol.ys),
           "steps": np.array(sol.stats["num_steps"])}
