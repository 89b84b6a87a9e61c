/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of the verifier share. */
#ifndef SYCLBIN_SRC_VERIFY_H
#define SYCLBIN_SRC_VERIFY_H

#include "internal.h"
#include <syclbin/text.h>
#include <syclbin/verify.h>

enum { SYCLBIN__CODES = 800 };

struct syclbin__range {
	uint64_t start, end; /* in the outermost input */
	const char *what;
};

struct syclbin__verifier {
	struct syclbin_verify_options options;
	const struct syclbin_allocator *allocator;
	struct syclbin_verify_result *result;
	struct syclbin_diag *diag; /* of the first error */
	enum syclbin_status status; /* of the first error, or SYCLBIN_E_NOMEM */
	bool stopped;
	struct syclbin_reader reader;
	struct syclbin__buffer ranges; /* struct syclbin__range */
	uint8_t *used[2];              /* a bit per header: belongs to a module */
	uint64_t agreement_left;       /* bytes of texts that may still be compared with strings */
	uint32_t reported[SYCLBIN__CODES];
};

void syclbin__find(struct syclbin__verifier *v, enum syclbin_severity severity, enum syclbin_code code, uint64_t offset,
	const char *format, ...) SYCLBIN_PRINTF(5, 6);
/* An error that a reading function described. */
void syclbin__find_error(struct syclbin__verifier *v, enum syclbin_status status, const struct syclbin_diag *diag);
/* Error when strict, else warning. */
enum syclbin_severity syclbin__strict(const struct syclbin__verifier *v);
/* False, and the end of it, when there is no memory. */
bool syclbin__add_range(struct syclbin__verifier *v, const struct syclbin_span *span, const char *what);
/* Reports what overlaps and, inside of `whole` when it is not NULL, what belongs to nothing; forgets the ranges. */
void syclbin__check_ranges(struct syclbin__verifier *v, const struct syclbin_span *whole, enum syclbin_code overlap);

/* verify_envelope.c */
void syclbin__verify_envelope(struct syclbin__verifier *v, const struct syclbin_span *input);
/* verify_text.c: all of a text that stands for `role` */
void syclbin__verify_text(struct syclbin__verifier *v, const struct syclbin_span *text, unsigned role);

#endif
