/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens programs; chooses between the two descriptions of a failure. */
#include "open.h"

struct refusal {
	struct diagnostics *diagnostics;
	bool reported;
};

/* The words of the original are for --verify-diagnostics; without it struct bef_diag says more, unless the place in the
 * source is known. */
static void report(void *ctx, const struct async_place *place, const char *message)
{
	struct refusal *refusal = ctx;
	if (!place && !refusal->diagnostics->expectations)
		return;
	refusal->reported = true;
	diagnostics_report(refusal->diagnostics, place, NULL, message);
}

int program_open(const struct program *program, const struct kernels_registry *registry,
	const struct async_allocator *allocator, struct diagnostics *diagnostics, const struct bef_observer *observer,
	struct bef_file **out_file)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct refusal refusal = { diagnostics, false };
	const struct bef_open_options options = {
		.size = sizeof options,
		.allocator = allocator,
		.report = report,
		.report_ctx = &refusal,
		.observer = observer,
	};
	enum bef_status status = bef_file_open(program->bef, program->bef_size, registry, &options, out_file, &diag);
	if (status == BEF_OK)
		return CLI_GOOD;
	if (!refusal.reported)
		return program_error(program->input.name, &diag);
	return status == BEF_E_NOMEM ? CLI_SYSTEM : CLI_BAD;
}
