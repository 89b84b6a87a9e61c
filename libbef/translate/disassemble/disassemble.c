/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* BEF to MLIR: tables, functions, and the public functions. */
#include "disassemble/disassemble.h"
#include "print/print.h"

#include <bef/format.h>
#include <bytecursor/diag.h>
#include <bytecursor/memory.h>
#include <bytecursor/options.h>
#include <shared/from_mlirbc.h>
#include <mlirbc/parse.h>
#include <mlirbc/print.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#define DEFAULT_LIMIT ((uint64_t)1 << 30)

/* ---- failures */

enum bef_status bef_mlir__back_fail(struct bef_mlir__back *back, enum bef_status status, const char *format, ...)
{
	struct bef_diag *diag = back->diag;
	va_list arguments;
	if (!BYTECURSOR_DIAG_IS_OPEN(diag))
		return status;
	struct bytecursor_diag full = BYTECURSOR_DIAG(status, bef_status_name(status), BEF_NO_OFFSET);
	if (back->function != BEF_MLIR__NONE)
		bytecursor_diag_add(&full, "function %u: ", back->function);
	va_start(arguments, format);
	bytecursor_diag_add_v(&full, format, arguments);
	va_end(arguments);
	BYTECURSOR_DIAG_STORE(diag, &full);
	return status;
}

enum bef_status bef_mlir__back_nomem(struct bef_mlir__back *back)
{
	return bef_mlir__back_fail(back, BEF_E_NOMEM, "out of memory");
}

/* ---- cache of created objects */

const void *bef_mlir__remembered(const struct bef_mlir__back *back, const uint8_t *place, uint32_t kind)
{
	uint32_t number = bef_mlir__map_get(&back->numbers, place, kind);
	return number == BEF_MLIR__NONE ? NULL : back->found[number];
}

enum bef_status bef_mlir__remember(struct bef_mlir__back *back, const uint8_t *place, uint32_t kind, const void *what)
{
	if (!BEF_MLIR__GROW(back->allocator, back->found, back->found_count, back->found_capacity) ||
		!bef_mlir__map_put(&back->numbers, back->allocator, place, kind, (uint32_t)back->found_count))
		return bef_mlir__back_nomem(back);
	back->found[back->found_count++] = what;
	return BEF_OK;
}

enum bef_status bef_mlir__back_string(
	struct bef_mlir__back *back, uint64_t offset, const struct mlirbc_string **out_string)
{
	const uint8_t *place = back->reader.sections[BEF_SECTION_STRINGS].data + offset;
	struct bef_string string;
	*out_string = bef_mlir__remembered(back, place, BEF_MLIR__NAME);
	if (*out_string)
		return BEF_OK;
	BEF_MLIR__TRY(bef_reader_string(&back->reader, offset, &string, back->diag));
	*out_string = mlirbc_string_get(back->context, string.data, string.size);
	return *out_string ? bef_mlir__remember(back, place, BEF_MLIR__NAME, *out_string) : bef_mlir__back_nomem(back);
}

enum bef_status bef_mlir__back_later(struct bef_mlir__back *back, struct mlirbc_region *region, uint32_t function)
{
	if (!BEF_MLIR__GROW(back->allocator, back->to_fill, back->to_fill_count, back->to_fill_capacity))
		return bef_mlir__back_nomem(back);
	back->to_fill[back->to_fill_count++] = (struct bef_mlir__to_fill){ region, function };
	return BEF_OK;
}

/* ---- tables */

static enum bef_status read_types(struct bef_mlir__back *back)
{
	struct bef_names names = bef_reader_types(&back->reader);
	struct bef_string name;
	back->types = BEF_MLIR__ROOM(&back->tables, const struct mlirbc_type *, back->reader.type_count);
	if (!back->types)
		return bef_mlir__back_nomem(back);
	for (uint32_t i = 0; i < back->reader.type_count; i++) {
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		BEF_MLIR__TRY(bef_names_next(&names, &name, back->diag));
		enum mlirbc_status status = mlirbc_parse_type(
			back->context, name.data, name.size, &back->types[i], &diag);
		if (status == MLIRBC_E_NOMEM)
			return bef_mlir__back_nomem(back);
		if (status != MLIRBC_OK)
			return bef_mlir__back_fail(back, BEF_E_UNSUPPORTED,
				"type %u, '%.*s', is not a valid MLIR type: %s", i, BEF_MLIR__TEXT(&name),
				diag.message);
	}
	return BEF_OK;
}

static enum bef_status read_kernels(struct bef_mlir__back *back)
{
	struct bef_names names = bef_reader_kernels(&back->reader);
	struct bef_string name;
	back->kernels = BEF_MLIR__ROOM(&back->tables, const struct mlirbc_string *, back->reader.kernel_count);
	back->ops = BEF_MLIR__ROOM(&back->tables, struct bef_mlir__op, back->reader.kernel_count);
	if (!back->kernels || !back->ops)
		return bef_mlir__back_nomem(back);
	for (uint32_t i = 0; i < back->reader.kernel_count; i++) {
		BEF_MLIR__TRY(bef_names_next(&names, &name, back->diag));
		back->kernels[i] = mlirbc_string_get(back->context, name.data, name.size);
		if (!back->kernels[i])
			return bef_mlir__back_nomem(back);
		bef_mlir__find_op(back->kernels[i], &back->ops[i]);
	}
	return BEF_OK;
}

static enum bef_status read_attribute_types(struct bef_mlir__back *back)
{
	struct bef_numbers numbers = bef_reader_attribute_types(&back->reader);
	uint64_t offset, type;
	size_t count = (size_t)(numbers.left / 2);
	back->attr_offsets = BEF_MLIR__ROOM(&back->tables, uint32_t, count);
	back->attr_types = BEF_MLIR__ROOM(&back->tables, uint32_t, count);
	back->attrs = BEF_MLIR__ZERO(&back->tables, const struct mlirbc_attr *, count);
	if (!back->attr_offsets || !back->attr_types || !back->attrs)
		return bef_mlir__back_nomem(back);
	for (; back->attr_count < count; back->attr_count++) {
		BEF_MLIR__TRY(bef_numbers_next(&numbers, &offset, back->diag));
		BEF_MLIR__TRY(bef_numbers_next(&numbers, &type, back->diag));
		back->attr_offsets[back->attr_count] = (uint32_t)offset;
		back->attr_types[back->attr_count] = (uint32_t)type;
	}
	return BEF_OK;
}

static enum bef_status read_functions(struct bef_mlir__back *back)
{
	struct bef_functions functions = bef_reader_functions(&back->reader);
	uint64_t names_position = 0, types_position = 0;
	back->functions = BEF_MLIR__ZERO(&back->tables, struct bef_mlir__source_function, back->reader.function_count);
	if (!back->functions)
		return bef_mlir__back_nomem(back);
	for (uint32_t i = 0; i < back->reader.function_count; i++) {
		struct bef_mlir__source_function *source = &back->functions[i];
		struct bef_body body;
		BEF_MLIR__TRY(bef_functions_next(&functions, &source->function, back->diag));
		if (source->function.kind == BEF_FUNCTION_NATIVE)
			continue;
		BEF_MLIR__TRY(bef_reader_body(&back->reader, &source->function, &body, back->diag));
		BEF_MLIR__TRY(bef_reader_attribute_names(
			&back->reader, &body, &names_position, &source->names, back->diag));
		BEF_MLIR__TRY(bef_reader_register_types(
			&back->reader, &body, &types_position, &source->types, back->diag));
	}
	return BEF_OK;
}

/* ---- functions */

static enum bef_status list_types(
	struct bef_mlir__back *back, struct bef_numbers numbers, struct mlirbc_types *out_types)
{
	const struct mlirbc_type **types = BEF_MLIR__ROOM(
		&back->arena, const struct mlirbc_type *, (size_t)numbers.left);
	uint64_t type;
	if (!types)
		return bef_mlir__back_nomem(back);
	out_types->data = types;
	for (out_types->count = 0; bef_numbers_next(&numbers, &type, NULL) == BEF_OK; out_types->count++)
		types[out_types->count] = back->types[type];
	return BEF_OK;
}

static bool add_entry(struct mlirbc_context *context, struct mlirbc_named_attr *entries, size_t *count,
	const char *name, const struct mlirbc_attr *value)
{
	entries[*count].name = mlirbc_string_get(context, name, strlen(name));
	entries[*count].value = value;
	return entries[(*count)++].name && value;
}

/* The file does not store visibility, but native functions are always private. */
static enum bef_status describe(
	struct bef_mlir__back *back, const struct bef_function *function, struct mlirbc_op_spec *spec)
{
	struct mlirbc_context *context = back->context;
	struct mlirbc_named_attr entries[3];
	size_t count = 0;
	bool native = function->kind == BEF_FUNCTION_NATIVE;
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_FUNCTION };
	BEF_MLIR__TRY(list_types(back, function->arguments, &type.u.function.inputs));
	BEF_MLIR__TRY(list_types(back, function->results, &type.u.function.results));
	const struct mlirbc_type *made = mlirbc_type_get(context, &type);
	if (!made || !add_entry(context, entries, &count, "function_type", mlirbc_attr_type(context, made)) ||
		!add_entry(context, entries, &count, "sym_name",
			mlirbc_attr_string(context, function->name.data, function->name.size)) ||
		(native && !add_entry(context, entries, &count, "sym_visibility",
				   mlirbc_attr_string(context, "private", 7))))
		return bef_mlir__back_nomem(back);
	spec->properties = mlirbc_attr_dictionary(context, entries, count);
	count = 0;
	if (function->kind != BEF_FUNCTION_ASYNC) {
		if (!add_entry(
			    context, entries, &count, native ? "tfrt.native" : "tfrt.sync", mlirbc_attr_unit(context)))
			return bef_mlir__back_nomem(back);
		spec->attributes = mlirbc_attr_dictionary(context, entries, count);
	}
	return spec->properties && (count == 0 || spec->attributes) ? BEF_OK : bef_mlir__back_nomem(back);
}

static enum bef_status make_function(struct bef_mlir__back *back, uint32_t index)
{
	const struct bef_mlir__source_function *source = &back->functions[index];
	struct mlirbc_op_spec spec = { .name = "func.func", .name_size = 9, .region_count = 1 };
	back->function = index;
	bef_mlir__arena_reset(&back->arena);
	BEF_MLIR__TRY(describe(back, &source->function, &spec));
	if (source->function.kind != BEF_FUNCTION_NATIVE) {
		struct bef_body body;
		BEF_MLIR__TRY(bef_reader_body(&back->reader, &source->function, &body, back->diag));
		BEF_MLIR__TRY(bef_mlir__back_location(back, body.location, &spec.location));
	}
	struct mlirbc_op *op = mlirbc_op_create(back->context, &spec, back->top);
	if (!op)
		return bef_mlir__back_nomem(back);
	if (source->function.kind == BEF_FUNCTION_NATIVE)
		return BEF_OK;
	BEF_MLIR__TRY(bef_mlir__back_later(back, &mlirbc_op_regions(op)[0], index));
	while (back->to_fill_count) {
		const struct bef_mlir__to_fill next = back->to_fill[--back->to_fill_count];
		BEF_MLIR__TRY(bef_mlir__back_body(back, &next));
	}
	return BEF_OK;
}

static enum bef_status build_module(struct bef_mlir__back *back, struct mlirbc_module **out_module)
{
	struct mlirbc_module *module = mlirbc_module_create(back->context);
	struct mlirbc_op_spec spec = { .name = "builtin.module", .name_size = 14, .region_count = 1 };
	struct mlirbc_op *op = module ? mlirbc_op_create(back->context, &spec, module->body) : NULL;
	back->top = op ? mlirbc_block_create(back->context, &mlirbc_op_regions(op)[0], NULL, NULL, 0) : NULL;
	back->none = mlirbc_type_none(back->context);
	if (!back->top || !back->none)
		return bef_mlir__back_nomem(back);
	BEF_MLIR__TRY(read_types(back));
	BEF_MLIR__TRY(read_kernels(back));
	BEF_MLIR__TRY(read_attribute_types(back));
	BEF_MLIR__TRY(read_functions(back));
	for (uint32_t i = 0; i < back->reader.function_count; i++) {
		if (back->functions[i].function.name.size)
			BEF_MLIR__TRY(make_function(back, i));
	}
	*out_module = module;
	return BEF_OK;
}

static void find_nonstrict(struct bef_mlir__back *back)
{
	struct bef_unknown_sections sections = bef_reader_unknown_sections(&back->reader);
	struct bef_section section;
	unsigned id;
	while (bef_unknown_sections_next(&sections, &id, &section, NULL) == BEF_OK) {
		if (id == BEF_SECTION_NONSTRICT)
			back->nonstrict = section;
	}
}

static enum bef_status disassemble(const void *data, size_t size, struct mlirbc_context *context,
	const struct bef_allocator *allocator, bool locations, struct mlirbc_module **out_module,
	struct bef_diag *diag)
{
	struct bef_mlir__back back = { .context = context,
		.locations = locations,
		.allocator = bef_mlir__allocator(allocator),
		.diag = diag,
		.function = BEF_MLIR__NONE };
	const struct bef_allocator *a = back.allocator;
	back.tables.allocator = back.arena.allocator = a;
	*out_module = NULL;
	enum bef_status status = bef_reader_open(data, size, &back.reader, diag);
	if (status == BEF_OK)
		status = bef_reader_verify(&back.reader, a, diag);
	/* A limit on decoded records: each record once, and more because locations may share parts. */
	back.location_records = 16 * (uint64_t)back.reader.sections[BEF_SECTION_LOCATIONS].size;
	if (status == BEF_OK) {
		find_nonstrict(&back);
		status = build_module(&back, out_module);
	}
	bef_mlir__arena_finish(&back.tables);
	bef_mlir__arena_finish(&back.arena);
	bef_mlir__map_finish(&back.numbers, a);
	bef_mlir__free_array(a, back.found, back.found_capacity, sizeof *back.found);
	bef_mlir__free_array(a, back.to_fill, back.to_fill_capacity, sizeof *back.to_fill);
	return status;
}

enum bef_status bef_disassemble(const void *data, size_t size, struct mlirbc_context *context,
	const struct bef_allocator *allocator, struct mlirbc_module **out_module, struct bef_diag *diag)
{
	return disassemble(data, size, context, allocator, true, out_module, diag);
}

/* ---- text */

struct text_target {
	bef_write_fn write;
	void *ctx;
	uint64_t left;
	bool too_long;
};

static bool write_part(void *ctx, const char *data, size_t size)
{
	struct text_target *target = ctx;
	target->too_long = size > target->left;
	if (target->too_long)
		return false;
	target->left -= size;
	return target->write(target->ctx, data, size);
}

static int write_generic(void *ctx, const char *data, size_t size) { return !write_part(ctx, data, size); }

static enum bef_status print(struct mlirbc_module *module, const struct bef_allocator *allocator,
	const struct bef_disassemble_options *options, struct text_target *target)
{
	const struct mlirbc_print_options generic = { .size = sizeof generic, .debug_info = options->locations };
	if (options->generic)
		return bef__from_mlirbc(mlirbc_print(module, &generic, write_generic, target));
	return bef_mlir__print(module, allocator, options->locations, write_part, target);
}

enum bef_status bef_disassemble_text(const void *data, size_t size, const struct bef_allocator *allocator,
	const struct bef_disassemble_options *options, bef_write_fn write, void *ctx, struct bef_diag *diag)
{
	struct bef_disassemble_options own = { .size = sizeof own };
	const struct bef_allocator *a = bef_mlir__allocator(allocator);
	const struct mlirbc_allocator memory = BYTECURSOR_ALLOCATOR(a);
	struct bef_mlir__back back = { .diag = diag, .function = BEF_MLIR__NONE };
	char message[120];
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return bef_mlir__back_fail(&back, BEF_E_ARG, "%s",
			bytecursor_size_text(message, sizeof message, options->size, "bef_disassemble_options"));
	struct mlirbc_context *context = mlirbc_context_create(&memory);
	struct text_target target = { write, ctx, DEFAULT_LIMIT, false };
	struct mlirbc_module *module;
	if (options)
		memcpy(&own, options, BYTECURSOR_SIZE_TO_COPY(&own, options));
	if (own.limit)
		target.left = own.limit;
	if (!context)
		return bef_mlir__back_nomem(&back);
	enum bef_status status = disassemble(data, size, context, a, own.locations, &module, diag);
	if (status == BEF_OK) {
		status = print(module, a, &own, &target);
		if (target.too_long)
			status = bef_mlir__back_fail(&back, BEF_E_LIMIT, "the text is longer than allowed");
		else if (status == BEF_E_IO)
			bef_mlir__back_fail(&back, status, "writing failed");
		else if (status != BEF_OK)
			bef_mlir__back_fail(&back, status, "%s", bef_status_name(status));
	}
	mlirbc_context_destroy(context);
	return status;
}
