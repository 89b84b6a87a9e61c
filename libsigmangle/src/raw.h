/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads one item, for all functions that iterate over a side. */
#ifndef SIGMANGLE_SRC_RAW_H
#define SIGMANGLE_SRC_RAW_H

#include "lex.h"

#include <sigmangle/raw.h>

struct sigmangle__item {
	struct sigmangle_item *item;
	struct sigmangle__token token; /* of the item; `next` is the start of the next one */
	const char *blame;             /* the invalid byte, after an error */
	size_t dynamic;                /* number of dynamic dimensions read so far */
};

/* Reads the item at `at`, which is not `end`. Counts all dimensions and stores the first `room`. */
enum sigmangle_reason sigmangle__read_item(struct sigmangle__item *read, const char *at, const char *end,
	enum sigmangle_mode mode, int32_t *dims, size_t room);

#endif
