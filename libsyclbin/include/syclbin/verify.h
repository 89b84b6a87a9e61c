/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks a SYCLBIN file against all rules, and continues after each finding.
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
	SYCLBIN_NOTE = 0,    /* information */
	SYCLBIN_WARNING = 1, /* readers accept it, but it is probably a mistake */
	SYCLBIN_ERROR = 2    /* the file must not be used */
};
/* "note", "warning", "error". Static text. */
SYCLBIN_API const char *syclbin_severity_name(enum syclbin_severity severity);
/* "header-padding", "state-missing"; "?" for an unknown number. Static text. */
SYCLBIN_API const char *syclbin_code_name(enum syclbin_code code);

struct syclbin_finding {
	enum syclbin_severity severity;
	enum syclbin_code code;
	uint64_t offset; /* byte in the outermost input; SYCLBIN_NO_OFFSET if no byte is at fault */
	const char *message; /* valid during the call */
};

struct syclbin_verify_options {
	size_t size; /* sizeof(struct syclbin_verify_options) */
	/* Also reports errors for files that can be read but that the run time rejects: no state, no target or arch of
	 * an image. */
	bool strict;
	/* Called for each finding, errors of the frame first, then in the order of the file; NULL: only count.
	 * Return false to stop. */
	bool (*report)(void *ctx, const struct syclbin_finding *finding);
	void *ctx;
	uint32_t most; /* of findings to report for one code; 0: 100 */
};

struct syclbin_verify_result {
	uint64_t findings[3]; /* by severity; includes findings that were not reported */
};

/* Reads the file once. `options` and `allocator` may be NULL. Allocates a bit per header and 24 bytes per range of the
 * file, less than the size of the input. Takes time linear in the size of the file, apart from sorting its ranges.
 * @return SYCLBIN_OK no error was found · the status of the first error, which diag describes · SYCLBIN_E_NOMEM */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_verify(const struct syclbin_span *input,
	const struct syclbin_verify_options *options, const struct syclbin_allocator *allocator,
	struct syclbin_verify_result *out, struct syclbin_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
