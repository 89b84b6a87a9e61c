/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Exports of modules: the tables around an artifact, in the form of format version 12. Parts follow the tables that refer to them, because
 * references point forward. */
#include "dialect/options.h"
#include "jax/read.h"

#include <bytecursor/memory.h>
#include <mlirbc/edit.h>
#include <mlirbc/load.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <mlirbc/write.h>
#include <string.h>

enum { FORMAT = 12, CONVENTION = 10, MOST_FIELDS = 27 };

struct writing {
	struct mlirbc_module *module;
	const struct mlirbc_type *type; /* of main */
	struct mlirbc_diag *diag;
	enum mlirbc_status status;
	struct bytecursor_text out;
	uint32_t devices;
};

static bool fail(struct writing *w, enum mlirbc_status status, const char *format, ...) MLIRBC_PRINTF(3, 4);
static bool fail(struct writing *w, enum mlirbc_status status, const char *format, ...)
{
	w->status = status;
	va_list arguments;
	va_start(arguments, format);
	if (BYTECURSOR_DIAG_IS_OPEN(w->diag))
		bytecursor_diag_fail_v(w->diag, status, mlirbc_status_name(status), MLIRBC_NO_OFFSET, format, arguments);
	va_end(arguments);
	return false;
}

/* ---- bytes */

static void put_number(struct writing *w, uint64_t value, size_t width)
{
	char bytes[8];
	for (size_t i = 0; i < width; i++)
		bytes[i] = (char)(value >> 8 * i);
	bytecursor_text_put(&w->out, bytes, width);
}

static void align(struct writing *w)
{
	while (!w->out.failed && w->out.size % 4)
		put_number(w, 0, 1);
}

static void patch(struct writing *w, size_t at, uint64_t value, size_t width)
{
	for (size_t i = 0; !w->out.failed && i < width; i++)
		w->out.data[at + i] = (char)(value >> 8 * i);
}

/* The part that follows is that to which the field at `at` refers. */
static void link_next(struct writing *w, size_t at)
{
	align(w);
	patch(w, at, w->out.size - at, 4);
}

/* A table with 4 bytes for each field of the mask. Stores where the fields are; absent ones are 0. */
static size_t put_table(struct writing *w, uint32_t mask, unsigned count, size_t *fields)
{
	unsigned present = 0;
	align(w);
	const size_t list = w->out.size;
	put_number(w, 4 + 2 * (size_t)count, 2);
	put_number(w, 0, 2);
	for (unsigned i = 0; i < count; i++)
		put_number(w, mask >> i & 1 ? 4 + 4 * (size_t)present++ : 0, 2);
	align(w);
	const size_t table = w->out.size;
	patch(w, list + 2, 4 + 4 * (size_t)present, 2);
	put_number(w, table - list, 4);
	for (unsigned i = 0; i < count; i++) {
		fields[i] = mask >> i & 1 ? w->out.size : 0;
		if (mask >> i & 1)
			put_number(w, 0, 4);
	}
	return table;
}

/* The table to which the field at `at` refers. */
static void put_linked_table(struct writing *w, size_t at, uint32_t mask, unsigned count, size_t *fields)
{
	const size_t table = put_table(w, mask, count, fields);
	patch(w, at, table - at, 4);
}

static void put_bytes(struct writing *w, size_t at, const void *data, size_t size)
{
	link_next(w, at);
	put_number(w, size, 4);
	bytecursor_text_put(&w->out, data, size);
	put_number(w, 0, 1); /* strings end so */
}

/* A vector of `count` references, which are set later. Returns the position of the first one. */
static size_t put_references(struct writing *w, size_t at, size_t count)
{
	link_next(w, at);
	put_number(w, count, 4);
	const size_t first = w->out.size;
	for (size_t i = 0; i < count; i++)
		put_number(w, 0, 4);
	return first;
}

/* ---- arrays */

static void put_aval(struct writing *w, size_t at, const struct mlirbc_type *type)
{
	enum { KIND, SHAPE, DTYPE, FIELDS };
	size_t fields[FIELDS];
	put_linked_table(w, at, 1u << SHAPE | 1u << DTYPE, FIELDS, fields);
	patch(w, fields[DTYPE], (uint64_t)shlo__jax_dtype(type->u.shaped.element), 1);
	const size_t dims = put_references(w, fields[SHAPE], type->u.shaped.rank);
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		char text[32];
		const int size = snprintf(text, sizeof text, "%lld", (long long)type->u.shaped.dims[i]);
		put_bytes(w, dims + 4 * i, text, (size_t)size);
	}
}

static void put_avals(struct writing *w, size_t at, const struct mlirbc_types *types, const struct mlirbc_types *more)
{
	const size_t first = put_references(w, at, types->count + (more ? more->count : 0));
	for (size_t i = 0; i < types->count; i++)
		put_aval(w, first + 4 * i, types->data[i]);
	for (size_t i = 0; more && i < more->count; i++)
		put_aval(w, first + 4 * (types->count + i), more->data[i]);
}

/* The numbers from `first`, in steps of `step`. */
static void put_indexes(struct writing *w, size_t at, size_t count, size_t first, size_t step)
{
	link_next(w, at);
	put_number(w, count, 4);
	for (size_t i = 0; i < count; i++)
		put_number(w, first + step * i, 4);
}

/* Shardings that are not specified, in the form of older readers. */
static void put_shardings(struct writing *w, size_t at, size_t count)
{
	size_t unused[1];
	const size_t first = put_references(w, at, count);
	for (size_t i = 0; i < count; i++)
		put_linked_table(w, first + 4 * i, 0, 1, unused);
}

/* ---- trees */

enum { TREE_KIND, TREE_CHILDREN, TREE_FIELDS };

static void put_leaves(struct writing *w, size_t at, size_t count)
{
	size_t fields[TREE_FIELDS];
	put_linked_table(w, at, 1u << TREE_KIND | 1u << TREE_CHILDREN, TREE_FIELDS, fields);
	patch(w, fields[TREE_KIND], MLIRBC_JAX_TUPLE, 1);
	const size_t first = put_references(w, fields[TREE_CHILDREN], count);
	for (size_t i = 0; i < count; i++) {
		size_t leaf[TREE_FIELDS];
		put_linked_table(w, first + 4 * i, 1u << TREE_KIND, TREE_FIELDS, leaf);
	}
}

/* (args, kwargs), of which kwargs is empty */
static void put_in_tree(struct writing *w, size_t at, size_t count)
{
	size_t fields[TREE_FIELDS], dictionary[TREE_FIELDS];
	put_linked_table(w, at, 1u << TREE_KIND | 1u << TREE_CHILDREN, TREE_FIELDS, fields);
	patch(w, fields[TREE_KIND], MLIRBC_JAX_TUPLE, 1);
	const size_t both = put_references(w, fields[TREE_CHILDREN], 2);
	put_leaves(w, both, count);
	put_linked_table(w, both + 4, 1u << TREE_KIND, TREE_FIELDS, dictionary);
	patch(w, dictionary[TREE_KIND], MLIRBC_JAX_DICT, 1);
}

/* One result is a leaf, others are a tuple. */
static void put_out_tree(struct writing *w, size_t at, size_t count)
{
	size_t leaf[TREE_FIELDS];
	if (count == 1)
		put_linked_table(w, at, 1u << TREE_KIND, TREE_FIELDS, leaf);
	else
		put_leaves(w, at, count);
}

/* ---- the artifact */

static int append(void *ctx, const char *data, size_t size)
{
	struct bytecursor_text *text = ctx;
	bytecursor_text_put(text, data, size);
	return text->failed;
}

/* Converts the module for the oldest version from 1.0 on that has all of it. */
static bool put_artifact(struct writing *w, size_t at)
{
	struct mlirbc_stablehlo_artifact form;
	struct mlirbc_stablehlo_version version = { 1, 0, 0 };
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	enum mlirbc_status status;
	while ((status = mlirbc_stablehlo_to_vhlo(w->module, version, NULL, &why)) == MLIRBC_E_UNSUPPORTED &&
		version.minor < MLIRBC_STABLEHLO_CURRENT.minor) {
		why = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
		version.minor++;
	}
	if (status != MLIRBC_OK)
		return fail(w, status, "%s", why.message);
	(void)!mlirbc_stablehlo_artifact_form(version, &form);
	const struct mlirbc_write_options options = { .size = sizeof options, .has_version = true, .version = form.bytecode_version,
		.producer = form.producer, .drop_use_orders = true };
	link_next(w, at);
	const size_t size = w->out.size;
	put_number(w, 0, 4);
	status = mlirbc_write(w->module, &options, append, &w->out, &why);
	if (w->out.failed)
		return true;
	if (status != MLIRBC_OK)
		return fail(w, status, "%s", why.message);
	patch(w, size, w->out.size - size - 4, 4);
	return w->out.size <= UINT32_MAX / 2 || fail(w, MLIRBC_E_LIMIT, "the artifact is larger than 2 GiB");
}

/* ---- the file */

static bool put_export(struct writing *w, const struct mlirbc_jax_write_options *options)
{
	enum { VERSION = 0, NAME, IN_TREE, IN_AVALS, OUT_TREE, OUT_AVALS, IN_SHARDINGS = 7, OUT_SHARDINGS, PLATFORMS, MODULE = 13, CALLING, KEPT,
		DEVICES = 18, AVALS, IN_INDEXES = 22, OUT_INDEXES, IN_SHARDING_INDEXES, OUT_SHARDING_INDEXES };
	const struct mlirbc_types *inputs = &w->type->u.function.inputs, *results = &w->type->u.function.results;
	const uint32_t mask = 0x3F | 1u << IN_SHARDINGS | 1u << OUT_SHARDINGS | 1u << PLATFORMS | 7u << MODULE | 3u << DEVICES | 15u << IN_INDEXES;
	size_t at[MOST_FIELDS];
	put_number(w, 0, 4);
	put_linked_table(w, 0, mask, MOST_FIELDS, at);
	patch(w, at[VERSION], FORMAT, 2);
	patch(w, at[CALLING], CONVENTION, 2);
	patch(w, at[DEVICES], w->devices, 4);
	const char *name = options->function_name ? options->function_name : "main", *platform = options->platform ? options->platform : "cpu";
	put_bytes(w, at[NAME], name, strlen(name));
	put_in_tree(w, at[IN_TREE], inputs->count);
	put_out_tree(w, at[OUT_TREE], results->count);
	put_avals(w, at[IN_AVALS], inputs, NULL);
	put_avals(w, at[OUT_AVALS], results, NULL);
	put_avals(w, at[AVALS], inputs, results);
	put_indexes(w, at[IN_INDEXES], inputs->count, 0, 1);
	put_indexes(w, at[OUT_INDEXES], results->count, inputs->count, 1);
	put_indexes(w, at[IN_SHARDING_INDEXES], inputs->count, 0, 0);
	put_indexes(w, at[OUT_SHARDING_INDEXES], results->count, 0, 0);
	put_shardings(w, at[IN_SHARDINGS], inputs->count);
	put_shardings(w, at[OUT_SHARDINGS], results->count);
	put_bytes(w, put_references(w, at[PLATFORMS], 1), platform, strlen(platform));
	link_next(w, at[KEPT]);
	put_number(w, inputs->count, 4);
	for (size_t i = 0; i < inputs->count; i++)
		put_number(w, i, 2);
	return put_artifact(w, at[MODULE]);
}

static bool check_types(struct writing *w, const char *what, const struct mlirbc_types *types)
{
	if (types->count > UINT16_MAX)
		return fail(w, MLIRBC_E_LIMIT, "main has %zu %ss, expected at most %d", types->count, what, UINT16_MAX);
	for (size_t i = 0; i < types->count; i++) {
		const struct mlirbc_type *type = types->data[i];
		if (type->kind != MLIRBC_TYPE_TENSOR || !mlirbc_tensor_is_static(type) || shlo__jax_dtype(type->u.shaped.element) < 0)
			return fail(w, MLIRBC_E_UNSUPPORTED,
				"%s %zu of main has no type of JAX: expected a tensor of static shape whose elements are numbers", what, i);
	}
	return true;
}

static bool find_main(struct writing *w)
{
	const struct mlirbc_string *name = mlirbc_string_get(w->module->context, "main", 4);
	const struct mlirbc_op *main = name ? mlirbc_block_symbol(mlirbc_module_symbols(w->module), name) : NULL;
	const struct mlirbc_attr *type = main && mlirbc_op_is(main, "func.func") ? mlirbc_op_attr(main, "function_type") : NULL;
	const struct mlirbc_attr *visibility = main ? mlirbc_op_attr(main, "sym_visibility") : NULL;
	if (!name)
		return fail(w, MLIRBC_E_NOMEM, "out of memory");
	if (!type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION ||
		(visibility && visibility->kind == MLIRBC_ATTR_STRING && visibility->u.string->size == 7))
		return fail(w, MLIRBC_E_NOT_FOUND, "the module has no public function 'main'");
	w->type = type->u.type_value;
	const struct mlirbc_attr *devices = w->module->body->first ? mlirbc_op_attr(w->module->body->first, "mhlo.num_partitions") : NULL;
	const bool many = devices && devices->kind == MLIRBC_ATTR_INTEGER && devices->u.number.words[0] <= UINT16_MAX;
	w->devices = many && devices->u.number.words[0] ? (uint32_t)devices->u.number.words[0] : 1;
	return check_types(w, "argument", &w->type->u.function.inputs) && check_types(w, "result", &w->type->u.function.results);
}

enum mlirbc_status mlirbc_jax_export_write(struct mlirbc_module *module, const struct mlirbc_jax_write_options *options,
	mlirbc_write_fn write, void *ctx, struct mlirbc_diag *diag)
{
	struct mlirbc_jax_write_options full = { .size = sizeof full };
	struct writing w = { .module = module, .diag = diag, .out = { .memory = BYTECURSOR_MALLOC } };
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return shlo__size_is_wrong(diag, options->size, "mlirbc_jax_write_options");
	if (options)
		memcpy(&full, options, BYTECURSOR_SIZE_TO_COPY(&full, options));
	enum mlirbc_status status = mlirbc_module_load(module, diag);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_from_vhlo(module, NULL, diag);
	if (status == MLIRBC_OK && find_main(&w))
		(void)put_export(&w, &full);
	if (status == MLIRBC_OK && w.status == MLIRBC_OK && w.out.failed)
		(void)fail(&w, MLIRBC_E_NOMEM, "out of memory");
	if (status == MLIRBC_OK)
		status = w.status;
	if (status == MLIRBC_OK && write(ctx, w.out.data, w.out.size) != 0)
		status = MLIRBC_E_IO;
	bytecursor_text_free(&w.out);
	return status;
}
