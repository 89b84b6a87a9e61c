/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Looks up ops in the tables. */
#include "tables/ops.h"
#include <bef/translate.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

const struct bef_mlir__dialect *const bef_mlir__dialects[] = { &bef_mlir__tfrt, &bef_mlir__tfrt_test,
	&bef_mlir__tfrt_dht, &bef_mlir__tfrt_dht_sync, &bef_mlir__ts, &bef_mlir__ts_sync, &bef_mlir__coo,
	&bef_mlir__corert, &bef_mlir__corert_sync, NULL };

/* ---- lookup by name */

/* Returns a negative number, 0 or a positive number if `entry` sorts before, equals, or sorts after the text. Most
 * names differ in their first bytes. */
static int compare(const char *entry, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (entry[i] != text[i] || entry[i] == 0)
			return (unsigned char)entry[i] < (unsigned char)text[i] ? -1 : 1;
	}
	return entry[size] != 0;
}

static const struct bef_mlir__op_def *find_def(const struct bef_mlir__dialect *dialect, const char *name, size_t size)
{
	size_t low = 0, high = dialect->count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = compare(dialect->ops[middle].name, name, size);
		if (order == 0)
			return &dialect->ops[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* Cuts off the last component: "tensor_equal.i32" gives "i32" and size 12. Returns 0 without a dot. */
static size_t last_part(const char *name, size_t *size)
{
	size_t end = *size;
	while (*size && name[*size - 1] != '.')
		--*size;
	if (*size == 0)
		return 0;
	size_t part = end - *size;
	--*size;
	return part;
}

/* Parses the text "i32.2", "i32" or "2" after the entry's name. */
static bool find_suffixed(
	const struct bef_mlir__dialect *dialect, const char *name, size_t size, struct bef_mlir__op *out_op)
{
	size_t base = size, part = last_part(name, &base);
	const char *suffix = name + base + 1;
	bool is_rank = part == 1 && *suffix >= '0' && *suffix <= '9';
	if (part == 0)
		return false;
	if (is_rank) {
		out_op->rank = *suffix;
		out_op->def = find_def(dialect, name, base);
		if (out_op->def)
			return *suffix - '0' < out_op->def->ranks && !out_op->def->dtypes;
		part = last_part(name, &base);
		suffix = name + base + 1;
		if (part == 0)
			return false;
	}
	out_op->dtype = bef_mlir__suffix_letter(suffix, part);
	out_op->def = out_op->dtype ? find_def(dialect, name, base) : NULL;
	if (!out_op->def || !out_op->def->dtypes || !strchr(out_op->def->dtypes, out_op->dtype))
		return false;
	return is_rank ? out_op->rank - '0' < out_op->def->ranks : out_op->def->ranks == 0;
}

/* Most ops of typical programs have names with suffixes. */
static bool find_in_dialect(
	const struct bef_mlir__dialect *dialect, const char *name, size_t size, struct bef_mlir__op *out_op)
{
	*out_op = (struct bef_mlir__op){ .def = NULL };
	if (find_suffixed(dialect, name, size, out_op))
		return true;
	*out_op = (struct bef_mlir__op){ .def = find_def(dialect, name, size) };
	if (out_op->def && !out_op->def->dtypes && out_op->def->ranks == 0)
		return true;
	out_op->def = NULL;
	return false;
}

bool bef_mlir__find_op(const struct mlirbc_string *name, struct bef_mlir__op *out_op)
{
	*out_op = (struct bef_mlir__op){ .def = NULL };
	const char *dot = memchr(name->data, '.', name->size);
	if (!dot)
		return false;
	size_t prefix = (size_t)(dot - name->data);
	for (size_t i = 0; bef_mlir__dialects[i]; i++) {
		const char *dialect = bef_mlir__dialects[i]->name;
		if (strlen(dialect) == prefix && memcmp(dialect, name->data, prefix) == 0)
			return find_in_dialect(bef_mlir__dialects[i], dot + 1, name->size - prefix - 1, out_op);
	}
	return false;
}

/* ---- the hooks */

/* Like bef_mlir__find_op(), for an op whose dialect is known. */
static bool find_known(const struct mlirbc_string *name, void *ctx, struct bef_mlir__op *out_op)
{
	*out_op = (struct bef_mlir__op){ .def = NULL };
	const struct bef_mlir__dialect *dialect = ctx;
	size_t prefix = strlen(dialect->name) + 1;
	/* The parser may pass "tfrt" without an op name. */
	return name->size > prefix && find_in_dialect(dialect, name->data + prefix, name->size - prefix, out_op);
}

/* State that the parser keeps for each op name. */
struct kept {
	struct bef_mlir__op op;
	struct bef_mlir__kept of_name;
};

static int parse_op(
	struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *state, void *ctx)
{
	const void **kept = mlirbc_parser_kept(state);
	if (!*kept) {
		struct kept *made = mlirbc_context_alloc(
			mlirbc_parser_context(parser), sizeof *made, alignof(struct kept));
		if (!bef_mlir__made(parser, made))
			return -1;
		(void)find_known(name, ctx, &made->op);
		made->of_name = (struct bef_mlir__kept){ .type = NULL };
		if (made->op.def)
			bef_mlir__keep(made->op.def, &made->of_name);
		made->op.kept = &made->of_name;
		*kept = &made->op;
	}
	const struct bef_mlir__op *op = *kept;
	if (!op->def || !op->def->form)
		return 0;
	return (op->def->parse ? op->def->parse : bef_mlir__parse_form)(parser, op, state) ? 1 : -1;
}

/* All ops with regions are isolated; for other ops the answer has no effect. */
static bool is_isolated(const struct mlirbc_string *name, void *ctx)
{
	struct bef_mlir__op op;
	return find_known(name, ctx, &op);
}

static bool is_inherent(const struct mlirbc_string *name, const struct mlirbc_string *attribute, void *ctx)
{
	struct bef_mlir__op op;
	if (!find_known(name, ctx, &op))
		return false;
	for (size_t i = 0; i < BEF_MLIR__MAX_ATTRS && op.def->attrs[i].name; i++) {
		const char *inherent = op.def->attrs[i].name;
		if (strlen(inherent) == attribute->size && memcmp(inherent, attribute->data, attribute->size) == 0)
			return true;
	}
	return false;
}

enum { LONGEST_NAME = 60 };

/* Edit distance (insertions, deletions and replacements); both texts have at most LONGEST_NAME bytes. */
static unsigned distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
	unsigned row[LONGEST_NAME + 1];
	for (unsigned j = 0; j <= b_size; j++)
		row[j] = j;
	for (unsigned i = 1; i <= a_size; i++) {
		unsigned corner = row[0];
		row[0] = i;
		for (unsigned j = 1; j <= b_size; j++) {
			unsigned replaced = corner + (a[i - 1] != b[j - 1]);
			unsigned shorter = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
			corner = row[j];
			row[j] = replaced < shorter ? replaced : shorter;
		}
	}
	return row[b_size];
}

/* The name that an unknown op was probably meant to have, in the parts of the op that is read. */
struct meant {
	const char *name; /* without dialect */
	size_t base;      /* its size without the dtype suffix */
	const char *suffix;
	size_t suffix_size;
	char rank; /* '2' of "i32.2"; 0: none */
};

static struct meant split_name(const char *name, size_t size)
{
	struct meant meant = { .name = name, .base = size };
	size_t base = size, part = last_part(name, &base);
	if (part == 1 && name[base + 1] >= '0' && name[base + 1] <= '9') {
		meant.rank = name[base + 1];
		meant.base = base;
		part = last_part(name, &base);
	}
	if (part && bef_mlir__suffix_letter(name + base + 1, part)) {
		meant.suffix = name + base + 1;
		meant.suffix_size = part;
		meant.base = base;
	}
	return meant;
}

/* Chooses the suffixes of a suggested op: the given ones if the op has them, else the op's first. */
static bool choose_suffix(const struct bef_mlir__op_def *def, struct meant *meant)
{
	char given = meant->suffix ? bef_mlir__suffix_letter(meant->suffix, meant->suffix_size) : 0;
	if (!def->ranks)
		meant->rank = 0;
	else if (!meant->rank || meant->rank - '0' >= def->ranks)
		meant->rank = '0';
	if (!def->dtypes) {
		meant->suffix_size = 0;
		return true;
	}
	if (!given || !strchr(def->dtypes, given))
		meant->suffix = bef_mlir__letter_suffix(def->dtypes[0], &meant->suffix_size);
	return meant->suffix != NULL;
}

/* The maximum distance of a suggested name is a third of its length, but one change is always allowed. Distances are
 * doubled: wrong suffixes count one half, so that an op with the given suffixes is preferred. */
static const struct bef_mlir__op_def *find_near(const struct bef_mlir__dialect *dialect, const struct meant *meant)
{
	const struct bef_mlir__op_def *best = NULL;
	unsigned least = 2 * ((unsigned)meant->base < 3 ? 1 : (unsigned)meant->base / 3) + 2;
	char given = meant->suffix ? bef_mlir__suffix_letter(meant->suffix, meant->suffix_size) : 0;
	for (size_t i = 0; i < dialect->count; i++) {
		const struct bef_mlir__op_def *def = &dialect->ops[i];
		const size_t size = strlen(def->name);
		if (size > LONGEST_NAME || !def->form)
			continue;
		/* "repeat.i32" is a whole name */
		const size_t used = def->dtypes || !given ? meant->base : meant->base + 1 + meant->suffix_size;
		bool fits = def->dtypes ? given && strchr(def->dtypes, given) : true;
		fits = fits && (meant->rank ? meant->rank - '0' < def->ranks : def->ranks == 0);
		unsigned far = 2 * distance(meant->name, used, def->name, size) + !fits;
		/* a name of which nothing is left is no suggestion */
		if (far > 0 && far < least && far < 2 * size) {
			least = far;
			best = def;
		}
	}
	return best;
}

static bool suggest(const struct mlirbc_string *name, char *out, size_t room, void *ctx)
{
	const struct bef_mlir__dialect *dialect = ctx;
	size_t prefix = strlen(dialect->name) + 1;
	if (name->size <= prefix || name->size - prefix > LONGEST_NAME)
		return false;
	struct meant meant = split_name(name->data + prefix, name->size - prefix);
	const struct bef_mlir__op_def *best = find_near(dialect, &meant);
	if (!best || !choose_suffix(best, &meant))
		return false;
	const char rank[] = { meant.rank ? '.' : '\0', meant.rank, '\0' };
	int written = snprintf(out, room, "%s.%s%s%.*s%s", dialect->name, best->name, meant.suffix_size ? "." : "",
		(int)meant.suffix_size, meant.suffix ? meant.suffix : "", rank);
	return written > 0 && (size_t)written < room;
}

/* The context of the hooks is not const, but the hooks only read the constant tables. */
#define DIALECT(table, check) \
	{ \
		.dialect = #table, .parse_op = parse_op, .check_attr = check, .is_isolated = is_isolated, \
		.is_inherent = is_inherent, .suggest = suggest, .ctx = (void *)&bef_mlir__##table \
	}

const struct mlirbc_assembly *const *bef_mlir_dialects(size_t *out_count)
{
	static const struct mlirbc_assembly hooks[] = { DIALECT(tfrt, NULL), DIALECT(tfrt_test, NULL),
		DIALECT(tfrt_dht, NULL), DIALECT(tfrt_dht_sync, NULL), DIALECT(ts, NULL), DIALECT(ts_sync, NULL),
		DIALECT(coo, NULL), DIALECT(corert, bef_mlir__check_corert_attr), DIALECT(corert_sync, NULL) };
	static const struct mlirbc_assembly *const all[] = { &hooks[0], &hooks[1], &hooks[2], &hooks[3], &hooks[4],
		&hooks[5], &hooks[6], &hooks[7], &hooks[8] };
	*out_count = sizeof all / sizeof *all;
	return all;
}
