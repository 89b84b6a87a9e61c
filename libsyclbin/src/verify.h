/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the parts of the verifier. */
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
	struct bytecursor_buffer ranges; /* struct syclbin__range */
	uint8_t *used[2];              /* a bit per header, set if it belongs to a module */
	uint64_t agreement_left;       /* remaining bytes of texts to compare with strings */
	uint32_t reported[SYCLBIN__CODES];
};

void syclbin__find(struct syclbin__verifier *v, enum syclbin_severity severity, enum syclbin_code code, uint64_t offset,
	const char *format, ...) SYCLBIN_PRINTF(5, 6);
/* Reports an error that a reading function described. */
void syclbin__find_error(struct syclbin__verifier *v, enum syclbin_status status, const struct syclbin_diag *diag);
/* The severity: error if strict, else warning. */
enum syclbin_severity syclbin__strict(const struct syclbin__verifier *v);
/* Returns false and stops the verifier if out of memory. */
bool syclbin__add_range(struct syclbin__verifier *v, const struct syclbin_span *span, const char *what);
/* Reports ranges that overlap and, if `whole` is not NULL, bytes of `whole` in no range. Clears the list of ranges. */
void syclbin__check_ranges(struct syclbin__verifier *v, const struct syclbin_span *whole, enum syclbin_code overlap);

/* verify_envelope.c */
void syclbin__verify_envelope(struct syclbin__verifier *v, const struct syclbin_span *input);
/* verify_text.c: checks a whole text that has the role `role` */
void syclbin__verify_text(struct syclbin__verifier *v, const struct syclbin_span *text, unsigned role);

#endif
