/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reports the differences between matched ops, and the ops without a match. */
#include "compare/diff_state.h"
#include "text/print/printer.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { LONGEST_TEXT = 120 };

/* ---- lines */

static void put_data(struct mlirbc__diff *d, const char *data, size_t size)
{
	mlirbc__out_put(&d->job, &d->line, data, size);
}

MLIRBC_PRINTF(2, 3)
static void put(struct mlirbc__diff *d, const char *format, ...)
{
	char text[160];
	va_list arguments;
	va_start(arguments, format);
	int size = vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	put_data(d, text, size < (int)sizeof text ? (size_t)size : sizeof text - 1);
}

/* Characters that would break the line are escaped as MLIR escapes them in strings. */
static void put_text(struct mlirbc__diff *d, const struct mlirbc_string *text)
{
	size_t most = text->size < LONGEST_TEXT ? text->size : LONGEST_TEXT;
	for (size_t i = 0; i < most; i++) {
		unsigned char c = (unsigned char)text->data[i];
		if (c < ' ' || c > '~')
			put(d, "\\%02X", c);
		else
			put_data(d, text->data + i, 1);
	}
	if (most < text->size)
		put_data(d, "...", 3);
}

struct cut_text {
	struct mlirbc__diff *d;
	size_t left;
	bool cut;
};

static int put_printed(void *ctx, const char *data, size_t size)
{
	struct cut_text *t = ctx;
	size_t part = size < t->left ? size : t->left;
	put_data(t->d, data, part);
	t->left -= part;
	t->cut |= part < size;
	return t->cut;
}

static void put_attr(struct mlirbc__diff *d, const struct mlirbc_attr *attr)
{
	struct cut_text t = { d, LONGEST_TEXT, false };
	if (!attr)
		put_data(d, "none", 4);
	else if (mlirbc_print_attr(attr, put_printed, &t) == MLIRBC_E_NOMEM)
		mlirbc__job_memory(&d->job);
	if (t.cut)
		put_data(d, "...", 3);
}

static void put_type(struct mlirbc__diff *d, const struct mlirbc_type *type)
{
	struct cut_text t = { d, LONGEST_TEXT, false };
	if (mlirbc_print_type(type, put_printed, &t) == MLIRBC_E_NOMEM)
		mlirbc__job_memory(&d->job);
	if (t.cut)
		put_data(d, "...", 3);
}

static void end_line(struct mlirbc__diff *d)
{
	put_data(d, "\n", 1);
	if (d->job.status == MLIRBC_OK && d->write(d->ctx, d->line.data, d->line.size) != 0)
		mlirbc__job_fail(&d->job, MLIRBC_E_IO, "writing failed");
	d->line.size = 0;
	d->count++;
}

/* The symbols that enclose the op and that of the op, outermost first. */
static void put_path(struct mlirbc__diff *d, const struct mlirbc_op *op)
{
	enum { MOST_SYMBOLS = 16 };
	const struct mlirbc_string *path[MOST_SYMBOLS];
	size_t count = 0;
	for (; op && count < MOST_SYMBOLS; op = op->parent && op->parent->parent ? op->parent->parent->parent : NULL) {
		const struct mlirbc_string *name = mlirbc__diff_symbol(d, op);
		if (name)
			path[count++] = name;
	}
	for (size_t i = count; i-- > 0;) {
		put_data(d, "@", 1);
		put_text(d, path[i]);
		put_data(d, i ? "::" : ": ", 2);
	}
}

static void begin_line(struct mlirbc__diff *d, char mark, const struct mlirbc_op *op)
{
	put(d, "%c ", mark);
	put_path(d, op);
	put(d, "op %u, \"", op->number);
	put_text(d, op->name);
	put_data(d, "\"", 1);
}

/* ---- ops of one module only */

static void tell_alone(struct mlirbc__diff *d, char mark, const struct mlirbc_op *op)
{
	begin_line(d, mark, op);
	const struct mlirbc_attr *parts[] = { mlirbc_op_properties(op), mlirbc_op_attributes(op) };
	for (int i = 0; i < 2; i++) {
		if (parts[i] && !(parts[i]->kind == MLIRBC_ATTR_DICTIONARY && parts[i]->u.dictionary.count == 0)) {
			put_data(d, " ", 1);
			put_attr(d, parts[i]);
		}
	}
	for (uint32_t i = 0; i < op->result_count && i < 4; i++) {
		put_data(d, i ? ", " : " : ", i ? 2 : 3);
		put_type(d, mlirbc_op_results(op)[i].type);
	}
	end_line(d);
}

/* Reports ops after `op` that only b has, up to the next matched op. */
static void tell_added(struct mlirbc__diff *d, const struct mlirbc_op *op)
{
	for (; op && !mlirbc__partner(d, 1, op) && d->job.status == MLIRBC_OK; op = op->next)
		tell_alone(d, '+', op);
}

/* ---- matched ops */

/* Of two tensors of one type, the number of elements that differ: their text may be cut before the first one. */
static void put_elements(struct mlirbc__diff *d, const struct mlirbc_attr *a, const struct mlirbc_attr *b)
{
	if (!a || !b || a->kind != MLIRBC_ATTR_DENSE || b->kind != MLIRBC_ATTR_DENSE || a->type != b->type ||
		a->u.dense.count == 0 || b->u.dense.count == 0)
		return;
	const size_t size = a->u.dense.size / (size_t)a->u.dense.count;
	const uint64_t count = a->u.dense.count > b->u.dense.count ? a->u.dense.count : b->u.dense.count;
	uint64_t differ = 0;
	if (count == 1 || size != b->u.dense.size / (size_t)b->u.dense.count)
		return;
	for (uint64_t i = 0; i < count; i++) {
		const uint8_t *x = a->u.dense.data + (a->u.dense.count == 1 ? 0 : (size_t)i * size);
		const uint8_t *y = b->u.dense.data + (b->u.dense.count == 1 ? 0 : (size_t)i * size);
		differ += memcmp(x, y, size) != 0;
	}
	put(d, " (%" PRIu64 " of %" PRIu64 " elements differ)", differ, count);
}

/* Both may print identically: the numbers in the bytes name entries of two files. */
static void put_unproven(struct mlirbc__diff *d)
{
	static const char text[] = " (unknown encoding: not proven equal)";
	if (d->unproven)
		put_data(d, text, sizeof text - 1);
}

static void tell_attr(struct mlirbc__diff *d, const struct mlirbc_op *op, const struct mlirbc_string *name,
	const struct mlirbc_attr *a, const struct mlirbc_attr *b)
{
	bool nothing = (!a || mlirbc__says_nothing(a)) && (!b || mlirbc__says_nothing(b));
	d->unproven = false;
	if (nothing || (a && b && mlirbc__diff_same(d, a, b)))
		return;
	begin_line(d, '!', op);
	put_data(d, ": ", 2);
	put_text(d, name);
	put_data(d, ": ", 2);
	put_attr(d, a);
	put_data(d, " -> ", 4);
	put_attr(d, b);
	put_elements(d, a, b);
	put_unproven(d);
	end_line(d);
}

static void tell_dictionaries(
	struct mlirbc__diff *d, const struct mlirbc_op *op, const struct mlirbc_attr *a, const struct mlirbc_attr *b)
{
	size_t a_count = a ? a->u.dictionary.count : 0, b_count = b ? b->u.dictionary.count : 0, i = 0, j = 0;
	while ((i < a_count || j < b_count) && d->job.status == MLIRBC_OK) {
		const struct mlirbc_named_attr *x = i < a_count ? &a->u.dictionary.data[i] : NULL;
		const struct mlirbc_named_attr *y = j < b_count ? &b->u.dictionary.data[j] : NULL;
		int order = !x ? 1 : !y ? -1 : mlirbc__string_compare(x->name, y->name);
		tell_attr(d, op, order <= 0 ? x->name : y->name, order <= 0 ? x->value : NULL,
			order >= 0 ? y->value : NULL);
		i += order <= 0;
		j += order >= 0;
	}
}

static void tell_attributes(struct mlirbc__diff *d, const struct mlirbc_op *op, const char *what,
	const struct mlirbc_attr *a, const struct mlirbc_attr *b)
{
	const struct mlirbc_string name = { what, strlen(what) };
	if (mlirbc__diff_same(d, a, b))
		return;
	if ((a && a->kind != MLIRBC_ATTR_DICTIONARY) || (b && b->kind != MLIRBC_ATTR_DICTIONARY))
		tell_attr(d, op, &name, a, b);
	else
		tell_dictionaries(d, op, a, b);
}

static void tell_count(struct mlirbc__diff *d, const struct mlirbc_op *op, const char *what, uint32_t a, uint32_t b)
{
	if (a == b)
		return;
	begin_line(d, '!', op);
	put(d, ": %s: %u -> %u", what, a, b);
	end_line(d);
}

static void tell_types(struct mlirbc__diff *d, const struct mlirbc_op *op, const char *what,
	const struct mlirbc_value *a, const struct mlirbc_value *b, uint32_t count)
{
	for (uint32_t i = 0; i < count && d->job.status == MLIRBC_OK; i++) {
		d->unproven = false;
		if (mlirbc__diff_same_type(d, a[i].type, b[i].type))
			continue;
		begin_line(d, '!', op);
		put(d, ": type of %s %u: ", what, i);
		put_type(d, a[i].type);
		put_data(d, " -> ", 4);
		put_type(d, b[i].type);
		put_unproven(d);
		end_line(d);
	}
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void tell_operands(struct mlirbc__diff *d, const struct mlirbc_op *a, const struct mlirbc_op *b)
{
	for (uint32_t i = 0; i < smaller(a->operand_count, b->operand_count) && d->job.status == MLIRBC_OK; i++) {
		const struct mlirbc_value *x = mlirbc_op_operands(a)[i].value, *y = mlirbc_op_operands(b)[i].value;
		if (x == y || (x && y && x->number == y->number))
			continue;
		begin_line(d, '!', a);
		put(d, ": operand %u is another value", i);
		end_line(d);
	}
	for (uint32_t i = 0;
		i < smaller(mlirbc_op_successor_count(a), mlirbc_op_successor_count(b)) && d->job.status == MLIRBC_OK;
		i++) {
		const struct mlirbc_block *x = mlirbc_op_successors(a)[i], *y = mlirbc_op_successors(b)[i];
		if (!x || !y || x->number == y->number)
			continue;
		begin_line(d, '!', a);
		put(d, ": successor %u: ^bb%u -> ^bb%u", i, x->number, y->number);
		end_line(d);
	}
}

/* Of a block that only one module has, only the ops are reported. */
static void tell_blocks(struct mlirbc__diff *d, const struct mlirbc_op *op, const struct mlirbc_region *a,
	const struct mlirbc_region *b)
{
	const struct mlirbc_block *x = a->first, *y = b->first;
	tell_count(d, op, "number of blocks", a->block_count, b->block_count);
	for (; x && y; x = x->next, y = y->next) {
		tell_count(d, op, "number of block arguments", x->argument_count, y->argument_count);
		tell_types(d, op, "block argument", x->arguments, y->arguments,
			smaller(x->argument_count, y->argument_count));
		tell_added(d, y->first);
	}
	for (; y; y = y->next)
		tell_added(d, y->first);
}

static void tell_pair(struct mlirbc__diff *d, const struct mlirbc_op *a, const struct mlirbc_op *b)
{
	if (a->name != b->name) {
		begin_line(d, '!', a);
		put_data(d, ": name: ", 8);
		put_text(d, a->name);
		put_data(d, " -> ", 4);
		put_text(d, b->name);
		end_line(d);
	}
	tell_attributes(d, a, "properties", mlirbc_op_properties(a), mlirbc_op_properties(b));
	tell_attributes(d, a, "attributes", mlirbc_op_attributes(a), mlirbc_op_attributes(b));
	tell_count(d, a, "number of results", a->result_count, b->result_count);
	tell_types(
		d, a, "result", mlirbc_op_results(a), mlirbc_op_results(b), smaller(a->result_count, b->result_count));
	tell_count(d, a, "number of operands", a->operand_count, b->operand_count);
	tell_count(d, a, "number of successors", mlirbc_op_successor_count(a), mlirbc_op_successor_count(b));
	tell_operands(d, a, b);
	tell_count(d, a, "number of regions", a->region_count, b->region_count);
	for (uint32_t i = 0; i < smaller(a->region_count, b->region_count) && d->job.status == MLIRBC_OK; i++)
		tell_blocks(d, a, &mlirbc_op_regions(a)[i], &mlirbc_op_regions(b)[i]);
	tell_added(d, b->next);
}

/* Ops inside an op that only `a` has are covered by its report. */
static bool is_inside_alone(const struct mlirbc__diff *d, const struct mlirbc_op *op)
{
	const struct mlirbc_op *around = op->parent && op->parent->parent ? op->parent->parent->parent : NULL;
	return around && !mlirbc__partner(d, 0, around);
}

/* ---- resources */

static void tell_resource(struct mlirbc__diff *d, char mark, const struct mlirbc_resource *r, const char *what)
{
	put(d, "%c resource ", mark);
	put_text(d, r->group);
	put_data(d, " ", 1);
	put_text(d, r->key);
	put(d, "%s", what);
	end_line(d);
}

static const struct mlirbc_resource *find_resource(
	const struct mlirbc__numbers *by_key, const struct mlirbc__out *all, const struct mlirbc_resource *r)
{
	const struct mlirbc__number *found = mlirbc__number_find(by_key, r->key);
	size_t count = MLIRBC__ITEMS(all, const struct mlirbc_resource *);
	for (size_t i = found ? found->number : count; i < count; i++) {
		const struct mlirbc_resource *other = ((const struct mlirbc_resource *const *)all->data)[i];
		if (other->key == r->key && other->group == r->group && other->external == r->external)
			return other;
	}
	return NULL;
}

static bool same_resource(const struct mlirbc_resource *a, const struct mlirbc_resource *b)
{
	if (a->kind != b->kind || (a->kind == MLIRBC_RESOURCE_BOOL && a->value != b->value))
		return false;
	if (a->kind == MLIRBC_RESOURCE_BOOL || a->kind == MLIRBC_RESOURCE_NONE)
		return true;
	return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* Resources of `a` that `b` lacks, or has with other data. */
static void tell_resources(
	struct mlirbc__diff *d, const struct mlirbc_module *a, const struct mlirbc_module *b, bool added)
{
	struct mlirbc__numbers by_key = { NULL, 0, 0 };
	struct mlirbc__out all = { NULL, 0, 0 };
	for (const struct mlirbc_resource *r = b->resources; r && d->job.status == MLIRBC_OK; r = r->next) {
		if (r->kind == MLIRBC_RESOURCE_NONE)
			continue;
		size_t number = MLIRBC__ITEMS(&all, const struct mlirbc_resource *);
		mlirbc__out_put(&d->job, &all, &r, sizeof r);
		(void)mlirbc__number_add(&d->job, &by_key, r->key, number);
	}
	for (const struct mlirbc_resource *r = a->resources; r && d->job.status == MLIRBC_OK; r = r->next) {
		const struct mlirbc_resource *other = find_resource(&by_key, &all, r);
		if (r->kind == MLIRBC_RESOURCE_NONE) /* without data: treated as absent */
			continue;
		if (!other)
			tell_resource(d, added ? '+' : '-', r, "");
		else if (!added && !same_resource(r, other))
			tell_resource(d, '!', r, ": other data");
	}
	mlirbc__out_finish(&d->job, &all);
	mlirbc__numbers_finish(&d->job, &by_key);
}

/* ---- */

static void tell_all(struct mlirbc__diff *d, const struct mlirbc_module *a, const struct mlirbc_module *b)
{
	d->binding = true; /* what was proven equal before did not bind the distinct attributes in it */
	d->opaques.size = d->trail.size = 0;
	mlirbc__numbers_finish(&d->job, &d->opaque_numbers);
	d->opaque_numbers = (struct mlirbc__numbers){ NULL, 0, 0 };
	tell_added(d, b->body->first);
	for (struct mlirbc_op *root = a->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) && d->job.status == MLIRBC_OK;) {
			const struct mlirbc_op *other = mlirbc__partner(d, 0, op);
			if (other)
				tell_pair(d, op, other);
			else if (!is_inside_alone(d, op))
				tell_alone(d, '-', op);
		}
	}
	tell_resources(d, a, b, false);
	tell_resources(d, b, a, true);
}

static enum mlirbc_status load_whole(const struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	struct mlirbc_module whole = *module;
	return mlirbc_module_load(&whole, diag);
}

enum mlirbc_status mlirbc_diff(const struct mlirbc_module *a, const struct mlirbc_module *b, mlirbc_write_fn write,
	void *ctx, uint64_t *out_count, struct mlirbc_diag *diag)
{
	struct mlirbc__diff d = { .job = { .context = a->context, .module = a, .diag = diag },
		.write = write,
		.ctx = ctx,
		.text_left = MLIRBC__MOST_SPELLED };
	*out_count = 0;
	if (a->context != b->context)
		return mlirbc__fail(
			diag, MLIRBC_E_ARG, MLIRBC_NO_OFFSET, "the modules belong to two contexts, expected one");
	enum mlirbc_status status = load_whole(a, diag);
	if (status == MLIRBC_OK)
		status = load_whole(b, diag);
	if (status == MLIRBC_OK)
		status = mlirbc__check_nesting(a->context, diag);
	if (status != MLIRBC_OK || a == b)
		return status;
	if (mlirbc__diff_match(&d, a, b))
		tell_all(&d, a, b);
	struct mlirbc__out *outs[] = { &d.partners[0], &d.partners[1], &d.pairs, &d.ops[0], &d.ops[1], &d.lengths,
		&d.line, &d.spellings, &d.met, &d.spelling, &d.opaques, &d.trail };
	for (size_t i = 0; i < sizeof outs / sizeof *outs; i++)
		mlirbc__out_finish(&d.job, outs[i]);
	mlirbc__numbers_finish(&d.job, &d.spelled);
	mlirbc__numbers_finish(&d.job, &d.opaque_numbers);
	for (int side = 0; side < 2; side++)
		mlirbc__numbers_finish(&d.job, &d.distincts[side]);
	*out_count = d.count;
	return d.job.status;
}
