/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs with a product, and whether they have a kernel that transposes. */
#ifndef BEF_STABLEHLO_TEST_TRANSPOSES_H
#define BEF_STABLEHLO_TEST_TRANSPOSES_H

#include "check.h"
#include "run_model.h"

#include <string.h>

struct transposing {
	const char *text;
	bool transposes;
};

static void check_transposes(const struct transposing *programs, size_t count, const char *file)
{
	struct runner runner = { .no_fusing = false };
	runner_init(&runner, 0);
	for (size_t i = 0; i < count; i++) {
		struct model model;
		if (!model_open(&runner, programs[i].text, strlen(programs[i].text), file, true, &model)) {
			check_report(__FILE__, __LINE__, "program %zu: %s\n%s", i, model.why, model.missing);
			continue;
		}
		if (model_contains(&model, "hlo.transpose") != programs[i].transposes || !model_contains(&model, "hlo.dot_general"))
			check_report(__FILE__, __LINE__, "program %zu has the wrong kernels:\n%s", i, programs[i].text);
		model_close(&model);
	}
	runner_finish(&runner);
}

#endif
