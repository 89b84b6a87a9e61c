/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Options that several commands have. */
#ifndef BEF_APP_OPTIONS_H
#define BEF_APP_OPTIONS_H

#include "../cli/cli.h"

/* The option --no-fuse of commands that lower models. */
#define NO_FUSE_OPTION(flag)                                                                                           \
	{                                                                                                              \
		"no-fuse", 0, NULL, "a kernel for each operation of a StableHLO model, instead of fused ones; same results",  \
			NULL, flag                                                                                     \
	}
/* The option --semantics of commands that lower models. */
#define SEMANTICS_OPTION(name)                                                                                         \
	{                                                                                                              \
		"semantics", 0, "xla|spec", "results of a model where XLA (default) and the specification differ", name, NULL \
	}
/* The option --platform of commands that open models. */
#define PLATFORM_OPTION(name)                                                                                          \
	{                                                                                                              \
		"platform", 0, "NAME", "call an export of JAX as on this platform: cpu (default), cuda, rocm or tpu", name, NULL \
	}
/* Checks the value of --semantics; NULL is good. @return CLI_GO_ON, or the exit code after a message */
int options_semantics(const struct cli_command *self, const char *semantics);
/* The option --device of commands that run models. */
#define DEVICE_OPTION(name)                                                                                            \
	{                                                                                                              \
		"device", 0, "DEVICE", "run what it can of a model on this device, opencl:0; 'bef devices' lists them", name, NULL \
	}
/* The option --pack of commands that use kernels: see packs_registry(). */
#define PACKS_OPTION(to)                                                                                               \
	{                                                                                                              \
		"pack", 0, "PACK,...", "load kernel packs: files (names with a slash) or names of installed packs",    \
			to, &cli_list                                                                                  \
	}
/* The option --queue of commands that run programs: see machine_init(). */
#define QUEUE_OPTION(name)                                                                                             \
	{                                                                                                              \
		"queue", 0, "single|threads[:N[:M]]",                                                                  \
			"one thread (default), or N workers and up to M blocking threads", name, NULL                  \
	}
/* The option --math of commands that run programs. */
#define MATH_OPTION(name)                                                                                              \
	{                                                                                                              \
		"math", 0, "LIBRARY", "products, convolutions, factorizations: builtin (default), blas, lapack, xnnpack, dnnl or auto", \
			name, NULL                                                                                     \
	}
/* The option --jit of commands that run programs. */
#define JIT_OPTION(name) { "jit", 0, "on|off|dump", "machine code of loops; on by default, where it is possible; dump: prints it", name, NULL }
/* @return CLI_GO_ON, or the exit code after a message */
int options_jit(const struct cli_command *self, const char *jit);
/* Whether there will be no machine code, after options_jit(). */
bool options_no_code(void);
/* Chooses the library, after the packs are loaded; NULL: none. @return CLI_GOOD, or the exit code after a message */
int options_math(const char *name);
/* The options --random-inputs and --shape of commands that call models. */
#define RANDOM_OPTIONS(random, shapes)                                                                                 \
	{ "random-inputs", 0, "[SEED]", "fill the other arguments of a model with random numbers; SEED is 0 if it is not given", random, NULL }, \
		{ "shape", 0, "NAME=2x3", "shape of a random argument with dynamic dimensions; repeatable", shapes, &cli_lines }
/* Parses the seed; both texts may be NULL. @return CLI_GO_ON, or the exit code after a message */
int options_random(const struct cli_command *self, const char *random, const char *shapes, uint64_t *out_seed);

#endif
