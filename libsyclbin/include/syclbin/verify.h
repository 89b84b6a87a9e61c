/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks a SYCLBIN file against every rule that is known, and goes on after what it finds.
 * Thread class: safe; `report` is called on the thread of the call. */
#ifndef SYCLBIN_VERIFY_H
#define SYCLBIN_VERIFY_H

#include <stdbool.h>
#include <syclbin/codes.h>
#include <syclbin/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum syclbin_severity {
	SYCLBIN_NOTE = 0,    /* worth knowing */
	SYCLBIN_WARNING = 1, /* readers get along with it, but whoever wrote it did not mean it */
	SYCLBIN_ERROR = 2    /* not to be used */
};
/* "note", "warning", "error". Static text. */
SYCLBIN_API const char *syclbin_severity_name(enum syclbin_severity severity);
/* "header-padding", "state-missing"; "?" for a number that is none. Static text. */
SYCLBIN_API const char *syclbin_code_name(enum syclbin_code code);

struct syclbin_finding {
	enum syclbin_severity severity;
	enum syclbin_code code;
	uint64_t offset; /* byte in the outermost input; SYCLBIN_NO_OFFSET when no byte is to blame */
	const char *message; /* valid during the call */
};

struct syclbin_verify_options {
	size_t size; /* sizeof(struct syclbin_verify_options) */
	/* What the run time refuses, though it can be read, is an error too: no state, no target or arch of an
	 * image. */
	bool strict;
	/* Called for each finding, errors of the frame first, then in the order of the file; NULL: only count.
	 * Return false to stop. */
	bool (*report)(void *ctx, const struct syclbin_finding *finding);
	void *ctx;
	uint32_t most; /* of findings to report for one code; 0: 100 */
};

struct syclbin_verify_result {
	uint64_t findings[3]; /* by severity; those that were not reported count too */
};

/* Reads everything once. `options` and `allocator` may be NULL. Allocates a bit per header and 24 bytes per range of
 * the file: it cannot exceed the size of the input.
 * @return SYCLBIN_OK no error was found · the status of the first error, which diag describes · SYCLBIN_E_NOMEM.
 * Linear in the size of the file, but for sorting its ranges. Threads: safe. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_verify(const struct syclbin_span *input,
	const struct syclbin_verify_options *options, const struct syclbin_allocator *allocator,
	struct syclbin_verify_result *out, struct syclbin_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
