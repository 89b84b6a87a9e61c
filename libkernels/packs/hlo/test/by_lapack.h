/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* main() of tests of factorizations: with the argument "lapack", the library of pack lapack computes. Skipped without it. */
#ifndef HLO_TEST_BY_LAPACK_H
#define HLO_TEST_BY_LAPACK_H

#include "../../../test/math_packs.h"
#include "calls.h"
#include <kernels/math.h>

static inline int by_lapack_main(int argc, char **argv, const struct check_case *cases, size_t count)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	const bool library = argc > 1 && strcmp(argv[1], "lapack") == 0;
	calls_open(2);
	for (size_t i = 0; library && math_packs[i]; i++)
		if (!math_packs[i]()->init())
			return 99;
	if (library && kernels_math_choose("lapack", &diag) != KERNELS_OK) {
		printf("1..0 # SKIP %s\n", diag.message);
		return 0;
	}
	const int code = check_main(library ? argc - 1 : argc, library ? argv + 1 : argv, cases, count);
	return calls_close() ? 1 : code;
}

#endif
