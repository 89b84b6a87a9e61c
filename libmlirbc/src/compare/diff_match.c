/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matches the ops of two modules. Pairs of blocks are taken from a stack; the regions of matched ops push more
 * pairs. */
#include "compare/diff_state.h"

enum { LONGEST_RUN = 2048, MOST_WORK = 1 << 26, WINDOW = 32 };

/* ---- attributes */

static bool is_location(const struct mlirbc_attr *attr) { return attr->kind >= MLIRBC_LOC_UNKNOWN; }

/* Kept as text, or with fields if its encoding is known. */
static bool is_of_dialect(const struct mlirbc_attr *attr)
{
	return attr->kind == MLIRBC_ATTR_DIALECT || attr->kind == MLIRBC_ATTR_CODED;
}

static size_t skip_nothing(const struct mlirbc_attr *attr, size_t i)
{
	while (attr && i < attr->u.dictionary.count && mlirbc__says_nothing(attr->u.dictionary.data[i].value))
		i++;
	return i;
}

static bool same_entries(struct mlirbc__diff *d, const struct mlirbc_attr *a, const struct mlirbc_attr *b)
{
	size_t a_count = a ? a->u.dictionary.count : 0, b_count = b ? b->u.dictionary.count : 0;
	size_t i = skip_nothing(a, 0), j = skip_nothing(b, 0);
	while (i < a_count && j < b_count) {
		const struct mlirbc_named_attr *x = &a->u.dictionary.data[i], *y = &b->u.dictionary.data[j];
		if (mlirbc__string_compare(x->name, y->name) != 0 || !mlirbc__diff_same(d, x->value, y->value))
			return false;
		i = skip_nothing(a, i + 1);
		j = skip_nothing(b, j + 1);
	}
	return i == a_count && j == b_count;
}

static bool same_fields(struct mlirbc__diff *d, const struct mlirbc_coded *a, const struct mlirbc_coded *b)
{
	bool same = a->dialect == b->dialect && a->mnemonic == b->mnemonic && a->count == b->count;
	for (size_t i = 0; same && i < a->count; i++)
		same = mlirbc__diff_same(d, a->fields[i].value, b->fields[i].value);
	return same;
}

/* Types that contain an unknown encoding are not unique. */
static bool same_but_type(struct mlirbc__diff *d, const struct mlirbc_attr *a, const struct mlirbc_attr *b)
{
	if (!a->type || !b->type || !mlirbc__diff_same_type(d, a->type, b->type))
		return false;
	struct mlirbc_attr copy = mlirbc__attr_load(a);
	copy.type = b->type;
	const struct mlirbc_attr *made = mlirbc_attr_get(d->job.context, &copy);
	return made ? mlirbc__diff_same(d, made, b) : mlirbc__job_memory(&d->job);
}

static bool is_dictionary(const struct mlirbc_attr *attr) { return !attr || attr->kind == MLIRBC_ATTR_DICTIONARY; }

bool mlirbc__diff_same(struct mlirbc__diff *d, const struct mlirbc_attr *a, const struct mlirbc_attr *b)
{
	const struct mlirbc_attr *x = a ? mlirbc_attr_unique(d->job.context, a) : NULL;
	const struct mlirbc_attr *y = b ? mlirbc_attr_unique(d->job.context, b) : NULL;
	if ((a && !x) || (b && !y))
		return mlirbc__job_memory(&d->job);
	if (x == y)
		return !x || x->kind != MLIRBC_ATTR_DISTINCT || mlirbc__diff_bind(d, x, y);
	if (is_dictionary(x) && is_dictionary(y))
		return same_entries(d, x, y);
	if (!x || !y)
		return false;
	if (is_location(x) && is_location(y))
		return true;
	if (is_of_dialect(x) && is_of_dialect(y) && (x->kind != y->kind || x->kind == MLIRBC_ATTR_DIALECT))
		return mlirbc__diff_same_text(d, x, y);
	if (x->kind != y->kind)
		return false;
	if (x->kind == MLIRBC_ATTR_BYTES)
		return mlirbc__diff_same_opaque(d, mlirbc__opaque_key(x, false), mlirbc__opaque_key(y, false));
	if (x->kind == MLIRBC_ATTR_CODED)
		return same_fields(d, &x->u.coded, &y->u.coded);
	if (x->kind == MLIRBC_ATTR_TYPE)
		return mlirbc__diff_same_type(d, x->u.type_value, y->u.type_value);
	if (x->type != y->type)
		return same_but_type(d, x, y);
	if (x->kind == MLIRBC_ATTR_SPARSE)
		return mlirbc__diff_same(d, x->u.sparse.indices, y->u.sparse.indices) &&
		       mlirbc__diff_same(d, x->u.sparse.values, y->u.sparse.values);
	if (x->kind == MLIRBC_ATTR_DISTINCT)
		return mlirbc__diff_same(d, x->u.distinct.referenced, y->u.distinct.referenced) &&
		       mlirbc__diff_bind(d, x, y);
	if (x->kind != MLIRBC_ATTR_ARRAY || x->u.array.count != y->u.array.count)
		return false;
	for (size_t i = 0; i < x->u.array.count; i++) {
		if (!mlirbc__diff_same(d, x->u.array.data[i], y->u.array.data[i]))
			return false;
	}
	return true;
}

/* ---- ops */

const struct mlirbc_string *mlirbc__diff_symbol(struct mlirbc__diff *d, const struct mlirbc_op *op)
{
	struct mlirbc_string name;
	if (!mlirbc_op_symbol(op, &name))
		return NULL;
	const struct mlirbc_string *unique = mlirbc_string_get(d->job.context, name.data, name.size);
	if (!unique)
		mlirbc__job_memory(&d->job);
	return unique;
}

/* Equal, without regard to operands. */
static bool alike(struct mlirbc__diff *d, const struct mlirbc_op *a, const struct mlirbc_op *b)
{
	if (a->name != b->name || a->result_count != b->result_count || a->operand_count != b->operand_count ||
		a->region_count != b->region_count || mlirbc_op_successor_count(a) != mlirbc_op_successor_count(b))
		return false;
	for (uint32_t i = 0; i < a->result_count; i++) {
		if (!mlirbc__diff_same_type(d, mlirbc_op_results(a)[i].type, mlirbc_op_results(b)[i].type))
			return false;
	}
	return mlirbc__diff_same(d, mlirbc_op_properties(a), mlirbc_op_properties(b)) &&
	       mlirbc__diff_same(d, mlirbc_op_attributes(a), mlirbc_op_attributes(b));
}

static void match_values(struct mlirbc_value *a, struct mlirbc_value *b, size_t count)
{
	for (size_t i = 0; i < count; i++)
		b[i].number = a[i].number;
}

static void match_blocks(struct mlirbc__diff *d, struct mlirbc_block *a, struct mlirbc_block *b)
{
	for (; a && b; a = a->next, b = b->next) {
		const struct mlirbc__block_pair pair = { { a, b } };
		match_values(a->arguments, b->arguments,
			a->argument_count < b->argument_count ? a->argument_count : b->argument_count);
		mlirbc__out_put(&d->job, &d->pairs, &pair, sizeof pair);
	}
}

static void match(struct mlirbc__diff *d, struct mlirbc_op *a, struct mlirbc_op *b)
{
	((struct mlirbc_op **)d->partners[0].data)[a->number] = b;
	((struct mlirbc_op **)d->partners[1].data)[b->number] = a;
	match_values(mlirbc_op_results(a), mlirbc_op_results(b),
		a->result_count < b->result_count ? a->result_count : b->result_count);
	for (uint32_t i = 0; i < a->region_count && i < b->region_count; i++)
		match_blocks(d, mlirbc_op_regions(a)[i].first, mlirbc_op_regions(b)[i].first);
}

/* ---- runs of ops */

struct run {
	struct mlirbc_op **ops;
	size_t count;
};

/* The unmatched rests of both runs between two matched ops: ops of equal names are treated as one op that changed. */
static void match_rest(struct mlirbc__diff *d, struct run a, struct run b)
{
	size_t j = 0;
	for (size_t i = 0; i < a.count && j < b.count; i++) {
		size_t at = j;
		while (at < b.count && at < j + WINDOW && b.ops[at]->name != a.ops[i]->name)
			at++;
		if (at < b.count && at < j + WINDOW) {
			match(d, a.ops[i], b.ops[at]);
			j = at + 1;
		}
	}
}

/* A run too long for a table: each op is searched for within a limited distance. */
static void match_ahead(struct mlirbc__diff *d, struct run a, struct run b)
{
	size_t from_a = 0, from_b = 0;
	for (size_t i = 0; i < a.count && d->job.status == MLIRBC_OK; i++) {
		size_t at = from_b;
		while (at < b.count && at < from_b + WINDOW && !alike(d, a.ops[i], b.ops[at]))
			at++;
		if (at == b.count || at == from_b + WINDOW)
			continue;
		match_rest(d, (struct run){ a.ops + from_a, i - from_a }, (struct run){ b.ops + from_b, at - from_b });
		match(d, a.ops[i], b.ops[at]);
		from_a = i + 1;
		from_b = at + 1;
	}
	match_rest(
		d, (struct run){ a.ops + from_a, a.count - from_a }, (struct run){ b.ops + from_b, b.count - from_b });
}

/* Longest common subsequence. lengths[i][j]: its length for the suffixes at i and j, with a bit for ops that are
   alike. */
static void match_table(struct mlirbc__diff *d, struct run a, struct run b)
{
	size_t width = b.count + 1, from_a = 0, from_b = 0;
	d->lengths.size = 0;
	uint16_t *table = mlirbc__out_more(&d->job, &d->lengths, (a.count + 1) * width * sizeof *table);
	if (!table)
		return;
	memset(table, 0, (a.count + 1) * width * sizeof *table);
	for (size_t i = a.count; i-- > 0;) {
		for (size_t j = b.count; j-- > 0;) {
			uint16_t down = table[(i + 1) * width + j] >> 1, right = table[i * width + j + 1] >> 1;
			uint16_t most = down > right ? down : right;
			bool same = a.ops[i]->name == b.ops[j]->name && alike(d, a.ops[i], b.ops[j]);
			if (same && (table[(i + 1) * width + j + 1] >> 1) + 1 > most)
				most = (uint16_t)((table[(i + 1) * width + j + 1] >> 1) + 1);
			table[i * width + j] = (uint16_t)(most << 1 | same);
		}
	}
	for (size_t i = 0, j = 0; i < a.count && j < b.count;) {
		uint16_t here = table[i * width + j];
		if ((here & 1) && here >> 1 == (table[(i + 1) * width + j + 1] >> 1) + 1) {
			match_rest(d, (struct run){ a.ops + from_a, i - from_a },
				(struct run){ b.ops + from_b, j - from_b });
			match(d, a.ops[i], b.ops[j]);
			from_a = ++i;
			from_b = ++j;
		} else if (table[(i + 1) * width + j] >> 1 >= table[i * width + j + 1] >> 1) {
			i++;
		} else {
			j++;
		}
	}
	match_rest(
		d, (struct run){ a.ops + from_a, a.count - from_a }, (struct run){ b.ops + from_b, b.count - from_b });
}

static void match_runs(struct mlirbc__diff *d, struct run a, struct run b)
{
	while (a.count && b.count && alike(d, a.ops[0], b.ops[0])) {
		match(d, *a.ops++, *b.ops++);
		a.count--;
		b.count--;
	}
	while (a.count && b.count && alike(d, a.ops[a.count - 1], b.ops[b.count - 1])) {
		match(d, a.ops[a.count - 1], b.ops[b.count - 1]);
		a.count--;
		b.count--;
	}
	if (a.count == 0 || b.count == 0 || d->job.status != MLIRBC_OK)
		return;
	bool fits = a.count <= LONGEST_RUN && b.count <= LONGEST_RUN && a.count * b.count <= MOST_WORK - d->work;
	if (!fits) {
		match_ahead(d, a, b);
		return;
	}
	d->work += a.count * b.count;
	match_table(d, a, b);
}

/* ---- blocks */

/* Matches symbols by name, whatever their ops are. The others, and those with duplicate names, are left for matching
 * in order. */
static void match_symbols(struct mlirbc__diff *d, const struct mlirbc__block_pair *pair)
{
	struct mlirbc__numbers symbols = { NULL, 0, 0 };
	for (struct mlirbc_op *op = pair->sides[1]->first; op && d->job.status == MLIRBC_OK; op = op->next) {
		const struct mlirbc_string *name = mlirbc__diff_symbol(d, op);
		size_t number = MLIRBC__ITEMS(&d->ops[1], struct mlirbc_op *);
		mlirbc__out_put(&d->job, &d->ops[1], &op, sizeof op);
		if (name)
			(void)mlirbc__number_add(&d->job, &symbols, name, number);
	}
	for (struct mlirbc_op *op = pair->sides[0]->first; op && d->job.status == MLIRBC_OK; op = op->next) {
		const struct mlirbc_string *name = mlirbc__diff_symbol(d, op);
		const struct mlirbc__number *found = name ? mlirbc__number_find(&symbols, name) : NULL;
		struct mlirbc_op *other = found ? ((struct mlirbc_op **)d->ops[1].data)[found->number] : NULL;
		if (other && !mlirbc__partner(d, 1, other))
			match(d, op, other);
		else if (!name || other)
			mlirbc__out_put(&d->job, &d->ops[0], &op, sizeof op);
	}
	struct mlirbc_op **ops = d->ops[1].data;
	size_t kept = 0, count = MLIRBC__ITEMS(&d->ops[1], struct mlirbc_op *);
	for (size_t i = 0; i < count && d->job.status == MLIRBC_OK; i++) {
		const struct mlirbc_string *name = mlirbc__diff_symbol(d, ops[i]);
		if (!name || mlirbc__number_find(&symbols, name)->number != i)
			ops[kept++] = ops[i];
	}
	d->ops[1].size = kept * sizeof *ops;
	mlirbc__numbers_finish(&d->job, &symbols);
}

static void match_block(struct mlirbc__diff *d, const struct mlirbc__block_pair *pair)
{
	d->ops[0].size = d->ops[1].size = 0;
	match_symbols(d, pair);
	struct run runs[2];
	for (int side = 0; side < 2; side++)
		runs[side] = (struct run){ d->ops[side].data, MLIRBC__ITEMS(&d->ops[side], struct mlirbc_op *) };
	if (d->job.status == MLIRBC_OK)
		match_runs(d, runs[0], runs[1]);
}

/* ---- numbers */

static bool number(struct mlirbc__diff *d, const struct mlirbc_module *module, int side)
{
	uint64_t ops = 0, values = (uint64_t)side;
	for (struct mlirbc_op *root = module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;) {
			struct mlirbc_op *none = NULL;
			op->number = (uint32_t)ops++;
			for (uint32_t i = 0; i < op->result_count; i++, values += 2)
				mlirbc_op_results(op)[i].number = (uint32_t)values;
			for (uint32_t i = 0; i < op->region_count; i++) {
				for (struct mlirbc_block *b = mlirbc_op_regions(op)[i].first; b; b = b->next)
					for (uint32_t k = 0; k < b->argument_count; k++, values += 2)
						b->arguments[k].number = (uint32_t)values;
			}
			mlirbc__out_put(&d->job, &d->partners[side], &none, sizeof none);
		}
	}
	if (ops > UINT32_MAX || values > UINT32_MAX)
		return mlirbc__job_fail(&d->job, MLIRBC_E_LIMIT, "more than 2^31 values");
	return d->job.status == MLIRBC_OK;
}

bool mlirbc__diff_match(struct mlirbc__diff *d, const struct mlirbc_module *a, const struct mlirbc_module *b)
{
	if (!number(d, a, 0) || !number(d, b, 1))
		return false;
	const struct mlirbc__block_pair first = { { a->body, b->body } };
	mlirbc__out_put(&d->job, &d->pairs, &first, sizeof first);
	while (d->pairs.size && d->job.status == MLIRBC_OK) {
		d->pairs.size -= sizeof(struct mlirbc__block_pair);
		struct mlirbc__block_pair pair;
		memcpy(&pair, (const uint8_t *)d->pairs.data + d->pairs.size, sizeof pair);
		match_block(d, &pair);
	}
	return d->job.status == MLIRBC_OK;
}
