/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads models and finds their functions. */
#include "models/model.h"
#include "inputs/limits.h"

#include <inttypes.h>
#include <mlirbc/load.h>
#include <mlirbc/print.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdlib.h>
#include <string.h>

/* ---- is it a model? */

enum { MARK_OTHER = 1, MARK_FUNC = 2, MARK_MODEL = 4 };

static unsigned mark_of(const char *dialect, size_t size)
{
	static const struct {
		const char *name;
		unsigned mark;
	} known[] = { { "stablehlo", MARK_MODEL }, { "chlo", MARK_MODEL }, { "vhlo", MARK_MODEL },
		{ "func", MARK_FUNC }, { "builtin", 0 } };
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strlen(known[i].name) == size && memcmp(known[i].name, dialect, size) == 0)
			return known[i].mark;
	}
	return MARK_OTHER;
}

static bool decide(unsigned marks) { return marks & MARK_MODEL || marks == MARK_FUNC; }

bool model_is(const struct table *table)
{
	unsigned marks = 0;
	for (size_t i = 0; i < table->op_name_count; i++) {
		const struct table_text name = table_dialect_name(table, table->op_names[i].dialect);
		if (table->op_names[i].ops && name.data)
			marks |= mark_of(name.data, name.size);
	}
	return decide(marks);
}

bool model_is_loaded(const struct mlirbc_module *module)
{
	unsigned marks = 0;
	for (struct mlirbc_op *op = model_next_op(module, NULL); op; op = model_next_op(module, op)) {
		const char *dot = memchr(op->name->data, '.', op->name->size);
		marks |= dot ? mark_of(op->name->data, (size_t)(dot - op->name->data)) : MARK_OTHER;
	}
	return decide(marks);
}

/* ---- functions */

struct mlirbc_op *model_next_op(const struct mlirbc_module *module, struct mlirbc_op *op)
{
	struct mlirbc_op *root = op;
	if (!op)
		return module->body->first;
	while (mlirbc_op_parent(root))
		root = mlirbc_op_parent(root);
	struct mlirbc_op *next = mlirbc_op_next_pre(root, op);
	return next ? next : root->next;
}

static int by_name(const void *left, const void *right)
{
	const struct model_function *a = left, *b = right;
	if (a->name != b->name)
		return (uintptr_t)a->name < (uintptr_t)b->name ? -1 : 1;
	if (a->scope != b->scope)
		return (uintptr_t)a->scope < (uintptr_t)b->scope ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

static void describe(struct mlirbc_op *op, size_t order, struct model_function *out)
{
	const struct mlirbc_attr *name = mlirbc_op_attr(op, "sym_name"),
				 *visibility = mlirbc_op_attr(op, "sym_visibility");
	static const struct mlirbc_string none = { "", 0 };
	*out = (struct model_function){ .op = op, .scope = mlirbc_op_parent(op), .order = order };
	out->name = name && name->kind == MLIRBC_ATTR_STRING ? name->u.string : &none;
	const struct mlirbc_string *text = visibility && visibility->kind == MLIRBC_ATTR_STRING ? visibility->u.string
												: &none;
	out->is_public = text->size == 0 || (text->size == 6 && memcmp(text->data, "public", 6) == 0);
}

enum mlirbc_status model_from(struct mlirbc_module *module, struct model *out_model)
{
	size_t count = 0;
	*out_model = (struct model){ .module = module };
	for (struct mlirbc_op *op = model_next_op(module, NULL); op; op = model_next_op(module, op))
		count += mlirbc_op_is(op, "func.func");
	out_model->functions = calloc(count + 1, sizeof *out_model->functions);
	if (!out_model->functions)
		return MLIRBC_E_NOMEM;
	for (struct mlirbc_op *op = model_next_op(module, NULL); op; op = model_next_op(module, op)) {
		if (mlirbc_op_is(op, "func.func")) {
			describe(op, out_model->function_count, &out_model->functions[out_model->function_count]);
			out_model->function_count++;
		}
	}
	qsort(out_model->functions, count, sizeof *out_model->functions, by_name);
	return MLIRBC_OK;
}

/* The last name of a symbol attribute; NULL if it is another attribute. */
static const struct mlirbc_string *last_name(const struct mlirbc_attr *attr)
{
	if (!attr || attr->kind != MLIRBC_ATTR_SYMBOL)
		return NULL;
	return attr->u.symbol.count ? attr->u.symbol.nested[attr->u.symbol.count - 1] : attr->u.symbol.root;
}

static struct model_function *find(
	const struct model *model, const struct mlirbc_string *name, const struct mlirbc_op *scope)
{
	size_t low = 0, high = model->function_count;
	const struct model_function wanted = { .name = name, .scope = scope, .order = 0 };
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (by_name(&model->functions[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	struct model_function *found = &model->functions[low];
	return low < model->function_count && found->name == name && found->scope == scope ? found : NULL;
}

static const struct mlirbc_op *module_around(const struct mlirbc_op *op)
{
	while (op && !mlirbc_op_is(op, "builtin.module"))
		op = mlirbc_op_parent(op);
	return op;
}

/* The module of that name in the body of `outer`. */
static const struct mlirbc_op *module_named(const struct mlirbc_op *outer, const struct mlirbc_string *name)
{
	const struct mlirbc_block *body = outer && outer->region_count ? mlirbc_op_regions(outer)->first : NULL;
	const struct mlirbc_op *found = body ? mlirbc_block_symbol(body, name) : NULL;
	return found && mlirbc_op_is(found, "builtin.module") ? found : NULL;
}

/* MLIR's rule: a symbol belongs to the nearest module around the op; @m::@f names a function of its module @m. */
struct model_function *model_callee(const struct model *model, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, mlirbc_op_is(op, "func.call") ? "callee" : "decomposition");
	const struct mlirbc_string *name = last_name(attr);
	const struct mlirbc_op *scope = module_around(op);
	for (size_t i = 0; name && i < attr->u.symbol.count; i++) {
		scope = module_named(scope, i ? attr->u.symbol.nested[i - 1] : attr->u.symbol.root);
		if (!scope)
			return NULL;
	}
	return name ? find(model, name, scope) : NULL;
}

/* ---- loading */

enum mlirbc_status model_open(
	const struct cli_input *input, bool normalize, struct model *out_model, struct mlirbc_diag *diag)
{
	const struct mlirbc_load_options options = { .size = sizeof options,
		.max_depth = limits.depth, .max_work = limits.work, .producer = limits.producer };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_stablehlo_version version;
	struct mlirbc_module *module;
	*out_model = (struct model){ .context = context };
	if (context)
		mlirbc_context_limit(context, limits.memory);
	enum mlirbc_status status = context ? mlirbc_load(context, input->data, input->size, &options, &module, diag)
					    : MLIRBC_E_NOMEM;
	const bool artifact = status == MLIRBC_OK && mlirbc_stablehlo_artifact_version(module, &version);
	if (status == MLIRBC_OK)
		status = normalize ? model_normalize(module, diag) : mlirbc_stablehlo_from_vhlo(module, NULL, diag);
	if (status == MLIRBC_OK)
		status = model_from(module, out_model);
	out_model->context = context;
	if (artifact)
		snprintf(out_model->artifact, sizeof out_model->artifact, "%" PRIu32 ".%" PRIu32 ".%" PRIu32,
			version.major, version.minor, version.patch);
	if (status != MLIRBC_OK)
		model_finish(out_model);
	return status;
}

int model_show(const struct cli_input *input, struct mlirbc_module *module)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_stablehlo_version version;
	if (!mlirbc_stablehlo_artifact_version(module, &version) || mlirbc_stablehlo_from_vhlo(module, NULL, &diag) == MLIRBC_OK)
		return CLI_GOOD;
	return input_error(input, &diag);
}

void model_finish(struct model *model)
{
	free(model->functions);
	mlirbc_context_destroy(model->context);
	*model = (struct model){ .context = NULL };
}

enum mlirbc_status model_normalize(struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	static const struct mlirbc_stablehlo_vhlo_options mixed = { .size = sizeof mixed, .allow_other_dialects = true };
	struct mlirbc_diag ignored = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_stablehlo_from_vhlo(module, NULL, diag);
	/* VHLO stores every attribute, and the way back omits the defaults. A module that VHLO cannot represent stays
	 * unchanged. */
	if (status != MLIRBC_OK ||
		mlirbc_stablehlo_to_vhlo(module, MLIRBC_STABLEHLO_CURRENT, &mixed, &ignored) != MLIRBC_OK)
		return status;
	return mlirbc_stablehlo_from_vhlo(module, NULL, diag);
}

bool model_set_name(struct mlirbc_context *context, struct mlirbc_op *op, const struct mlirbc_attr *name)
{
	const struct mlirbc_attr *old = mlirbc_op_properties(op);
	const bool inherent = mlirbc_dictionary_find(old, "sym_name") != NULL;
	if (!inherent)
		old = mlirbc_op_attributes(op);
	const size_t count = old->u.dictionary.count;
	struct mlirbc_named_attr *entries = calloc(count, sizeof *entries);
	for (size_t i = 0; entries && i < count; i++) {
		entries[i] = old->u.dictionary.data[i];
		if (entries[i].name->size == 8 && memcmp(entries[i].name->data, "sym_name", 8) == 0)
			entries[i].value = name;
	}
	const struct mlirbc_attr *made = entries ? mlirbc_attr_dictionary(context, entries, count) : NULL;
	free(entries);
	return made && (inherent ? mlirbc_op_set_properties : mlirbc_op_set_attributes)(op, made);
}

/* ---- types and attributes */

bool model_dialect_is(const struct mlirbc_op *op, const char *dialect)
{
	const size_t size = strlen(dialect);
	return op->name->size > size && op->name->data[size] == '.' && memcmp(op->name->data, dialect, size) == 0;
}

struct cut {
	char *buffer;
	size_t size, room;
};

/* Stops at the end of the buffer: shared parts can expand to unbounded text. */
static int put_cut(void *ctx, const char *data, size_t size)
{
	struct cut *cut = ctx;
	const size_t part = size < cut->room - cut->size ? size : cut->room - cut->size;
	memcpy(cut->buffer + cut->size, data, part);
	cut->size += part;
	return part < size;
}

size_t model_type_text(const struct mlirbc_type *type, char *buffer, size_t size)
{
	struct cut cut = { buffer, 0, size - 1 };
	const enum mlirbc_status status = mlirbc_print_type(type, put_cut, &cut);
	buffer[cut.size] = '\0';
	return status == MLIRBC_OK ? cut.size : size;
}

size_t model_attr_text(const struct mlirbc_attr *attr, char *buffer, size_t size)
{
	struct cut cut = { buffer, 0, size - 1 };
	const enum mlirbc_status status = mlirbc_print_attr(attr, put_cut, &cut);
	buffer[cut.size] = '\0';
	return status == MLIRBC_OK ? cut.size : size;
}

bool model_elements(const struct mlirbc_type *type, uint64_t *out_count)
{
	return type->kind == MLIRBC_TYPE_TENSOR && mlirbc_type_elements(type, out_count);
}

/* Of !quant.uniform<i8:f32, ...> and the form per axis, the bits of the storage type. */
static uint32_t element_bits(const struct mlirbc_type *element)
{
	char text[64];
	if (element->kind == MLIRBC_TYPE_COMPLEX)
		return 2 * mlirbc_type_width(element->u.shaped.element);
	if (element->kind != MLIRBC_TYPE_DIALECT && element->kind != MLIRBC_TYPE_CODED)
		return mlirbc_type_width(element);
	(void)model_type_text(element, text, sizeof text);
	const char *storage = strncmp(text, "!quant.", 7) == 0 ? strchr(text, '<') : NULL;
	return storage && (storage[1] == 'i' || storage[1] == 'u') ? (uint32_t)strtoul(storage + 2, NULL, 10) : 0;
}

bool model_bytes(const struct mlirbc_type *type, uint64_t *out_bytes)
{
	uint64_t elements;
	if (!model_elements(type, &elements))
		return false;
	const uint32_t bits = element_bits(type->u.shaped.element);
	const uint64_t all = bits == 1 ? elements : model_add(model_multiply(elements, bits), 7) / 8;
	*out_bytes = all;
	return bits != 0 && (bits == 1 || model_multiply(elements, bits) != UINT64_MAX);
}

uint64_t model_add(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

uint64_t model_multiply(uint64_t a, uint64_t b) { return a && b > UINT64_MAX / a ? UINT64_MAX : a * b; }
