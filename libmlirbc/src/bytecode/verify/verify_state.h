/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State shared by the files of the verifier. */
#ifndef MLIRBC_SRC_VERIFY_STATE_H
#define MLIRBC_SRC_VERIFY_STATE_H

#include "ir/context.h"
#include "bytecode/walk/walk_state.h"

#include <mlirbc/verify.h>

/* An array that grows. */
struct mlirbc__list {
	void *data;
	size_t count, bytes;
};

struct mlirbc__verify {
	struct mlirbc__arena arena;
	const uint8_t *data;
	size_t size;
	struct mlirbc_diag *diag;
	enum mlirbc_status status; /* of the first failure that the walker did not find */
	const char *rule;
	uint32_t version;
	struct mlirbc__list strings;       /* struct mlirbc__verify_range, without the NUL */
	struct mlirbc__list dialects;      /* uint64_t: the string of each */
	struct mlirbc__list op_names;      /* struct mlirbc__verify_name */
	uint64_t announced_names, dialect; /* of the Dialect section; of the group that is read */
};

struct mlirbc__verify_range {
	size_t at, size;
};

struct mlirbc__verify_name {
	uint64_t dialect, string;
	bool registered;
	bool classified;
	bool ordered;  /* values of its regions are defined before they are used in a block */
	bool isolated; /* its regions use no value from outside */
};

/* Appends `more` zeroed items of `size` bytes. NULL: failed. */
void *mlirbc__list_add(struct mlirbc__verify *v, struct mlirbc__list *list, size_t more, size_t size);
#define MLIRBC__LIST_ADD(v, list, type) ((type *)mlirbc__list_add((v), (list), 1, sizeof(type)))
void mlirbc__list_finish(struct mlirbc__verify *v, struct mlirbc__list *list);

/* Always false. `op` MLIRBC_WALK_NONE: not in one. */
bool mlirbc__verify_fail(struct mlirbc__verify *v, const char *rule, uint64_t op, size_t offset, const char *format,
	...) __attribute__((format(printf, 5, 6)));
bool mlirbc__verify_memory(struct mlirbc__verify *v);
/* Properties of an op by its name. */
const struct mlirbc__verify_name *mlirbc__verify_name(struct mlirbc__verify *v, uint64_t index);

/* ---- verify_ir.c: the rules for ops, blocks and values. The state is made by _init, freed by _finish. */
struct mlirbc__verify_ir {
	struct mlirbc__verify *v;
	struct mlirbc__list frames, values, edges, waiting;
	uint64_t free_waiting; /* number + 1 of the first waiting use that is not in use */
	uint64_t op_name;      /* of the innermost op whose fields are read */
	uint64_t use_value;    /* which of its results or arguments has the next order */
	uint64_t first, count; /* its results, or the arguments of the block: slots of the values */
	bool region_isolated;
};
enum mlirbc_walk_answer mlirbc__verify_ir_visit(void *ctx, const struct mlirbc_walk_item *item);
void mlirbc__verify_ir_finish(struct mlirbc__verify_ir *ir);

/* ---- verify_dominance.c */
struct mlirbc__edge {
	uint32_t from, to; /* blocks of one region */
};

/* Which block dominates which. Unreachable ones have size 0 and are dominated by all. */
struct mlirbc__dominance {
	uint32_t *first, *size; /* numbers of the blocks that a block dominates: size of them from first on */
	void *memory;
	size_t bytes;
};
bool mlirbc__dominance_init(struct mlirbc__verify *v, struct mlirbc__dominance *out, uint32_t blocks,
	const struct mlirbc__edge *edges, size_t edge_count);
void mlirbc__dominance_finish(struct mlirbc__verify *v, struct mlirbc__dominance *dominance);

static inline bool mlirbc__dominates(const struct mlirbc__dominance *d, uint32_t a, uint32_t b)
{
	return d->size[b] == 0 || (d->size[a] != 0 && d->first[b] - d->first[a] < d->size[a]);
}

#endif
