/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What people and their tools see of code: listings on stderr, and the map that perf reads. The environment variable KERNELS_JIT asks for
 * these by the words dump and perf. */
#ifndef KERNELS_HLO_CODE_LISTING_H
#define KERNELS_HLO_CODE_LISTING_H

#include "code/encode.h"

enum { HLO_LIST_OFF = 1, HLO_LIST_DUMP = 2, HLO_LIST_PERF = 4 };

/* The words of the variable. */
unsigned kernels_hlo__code_words(void);

/* The step whose instructions follow, if there will be a listing: its number, operands and type; `of` NULL: `name`. */
void kernels_hlo__code_note(struct hlo_code_text *text, uint32_t number, const char *name, const struct hlo_expr_operation *of,
	const uint32_t *operands, enum kernels_dtype dtype);

/* Of code that is in executable pages. */
void kernels_hlo__code_list(const struct hlo_code_bytes *bytes, const void *pages);

#endif
