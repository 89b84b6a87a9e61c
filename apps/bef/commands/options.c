/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "commands/options.h"

#include <kernels/math.h>
#if BEF_APP_HLO
#include <kernels/pack_hlo.h>
#endif
#include <stdlib.h>
#include <string.h>

int options_semantics(const struct cli_command *self, const char *semantics)
{
	if (!semantics || strcmp(semantics, "xla") == 0 || strcmp(semantics, "spec") == 0)
		return CLI_GO_ON;
	return cli_usage(self, "--semantics is '%s', expected xla or spec", semantics);
}

int options_jit(const struct cli_command *self, const char *jit)
{
	if (jit && strcmp(jit, "on") != 0 && strcmp(jit, "off") != 0 && strcmp(jit, "dump") != 0)
		return cli_usage(self, "--jit is '%s', expected on, off or dump", jit);
#if BEF_APP_HLO
	if (jit)
		kernels_hlo_code_allow(strcmp(jit, "off") != 0);
	if (jit && strcmp(jit, "dump") == 0 && setenv("KERNELS_JIT", "dump", 1) != 0) {
		cli_error("out of memory");
		return CLI_SYSTEM;
	}
#endif
	return CLI_GO_ON;
}

bool options_no_code(void)
{
#if BEF_APP_HLO
	return kernels_hlo_code_missing() != NULL;
#else
	return true;
#endif
}

int options_math(const char *name)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	if (!name || kernels_math_choose(name, &diag) == KERNELS_OK)
		return CLI_GOOD;
	cli_error("--math %s", diag.message);
	return CLI_SYSTEM;
}

int options_random(const struct cli_command *self, const char *random, const char *shapes, uint64_t *out_seed)
{
	const char *at = random;
	if (random && *random && !cli_number(&at, '\0', 0, UINT64_MAX, out_seed))
		return cli_usage(self, "--random-inputs: expected a number from 0 to 18446744073709551615, found '%s'", random);
	if (shapes && !random)
		return cli_usage(self, "--shape is for the arguments that --random-inputs makes");
	return CLI_GO_ON;
}
