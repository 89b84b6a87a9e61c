/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of kept text that MLIR prints by their own name or number. */
#ifndef MLIRBC_SRC_KEPT_TEXT_PARTS_H
#define MLIRBC_SRC_KEPT_TEXT_PARTS_H

#include "ir/context.h"

/* One of them. They are found in the order of the text. */
struct mlirbc__piece {
	const char *at;
	size_t size;
	const struct mlirbc_attr *attr; /* the attribute at this position, or the number of a distinct attribute */
	const struct mlirbc_type *type;
	size_t head;  /* length of the prefix of the attribute's text that is omitted here, as is its #dialect. */
	size_t known; /* length of the prefix of its text that MLIR omits, like its #dialect, if it has no alias */
	uint64_t distinct;
};
struct mlirbc__pieces {
	struct mlirbc_context *context;      /* NULL: only numbers of distinct attributes are looked for */
	const struct mlirbc_string *dialect; /* NULL: only those and aliases of the source are looked for */
	const char *start, *at, *end;
	const char *listed, *list_end; /* mnemonic of the last attribute found without it, and its end */
	bool no_memory;
};
void mlirbc__pieces_begin(struct mlirbc__pieces *pieces, struct mlirbc_context *context,
	const struct mlirbc_string *dialect, const struct mlirbc_string *text);
/* False at the end, and when memory is short. */
bool mlirbc__pieces_next(struct mlirbc__pieces *pieces, struct mlirbc__piece *out);

#endif
