/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bodies: registers become values and kernels become ops. A function of a kernel that has a name was a symbol; one
 * without a name was a region. The file does not store the names of the attributes that held the symbols. The op
 * tables have the names for declared ops; other ops use `callee`. */
#include "disassemble/disassemble.h"

#include <stdio.h>
#include <string.h>

/* A body during conversion. */
struct filling {
	struct bef_mlir__back *back;
	const struct bef_mlir__source_function *source;
	struct bef_body body;
	struct mlirbc_block *block;
	const struct mlirbc_attr *location;
	const struct mlirbc_type **types; /* per register */
	struct mlirbc_value **values;     /* per register, NULL until its kernel is converted */
	struct mlirbc_value **operands;   /* of the current kernel */
	const struct mlirbc_type **result_types;
	uint32_t operand_room, result_room;
	uint32_t number;                  /* of the current kernel */
	struct bef_numbers names;         /* of the remaining attributes */
	bool have_names;
};

/* The attributes of an op while they are collected. */
struct gathered {
	struct mlirbc_named_attr *entries;
	size_t count;
};

/* ---- attributes */

static bool is_inherent(const struct bef_mlir__op *op, const struct mlirbc_string *name)
{
	for (size_t i = 0; op->def && i < BEF_MLIR__MAX_ATTRS && op->def->attrs[i].name; i++) {
		const char *inherent = op->def->attrs[i].name;
		if (strlen(inherent) == name->size && memcmp(inherent, name->data, name->size) == 0)
			return true;
	}
	return false;
}

static bool has(const struct gathered *gathered, const char *name)
{
	size_t size = strlen(name);
	for (size_t i = 0; i < gathered->count; i++) {
		const struct mlirbc_string *other = gathered->entries[i].name;
		if (other->size == size && memcmp(other->data, name, size) == 0)
			return true;
	}
	return false;
}

static enum bef_status add_attr(
	struct bef_mlir__back *back, struct gathered *gathered, const char *name, const struct mlirbc_attr *value)
{
	struct mlirbc_named_attr *entry = &gathered->entries[gathered->count++];
	entry->name = mlirbc_string_get(back->context, name, strlen(name));
	entry->value = value;
	return entry->name && value ? BEF_OK : bef_mlir__back_nomem(back);
}

static bool ascends(const struct gathered *gathered)
{
	for (size_t i = 1; i < gathered->count; i++) {
		const struct mlirbc_string *a = gathered->entries[i - 1].name, *b = gathered->entries[i].name;
		int order = memcmp(a->data, b->data, a->size < b->size ? a->size : b->size);
		if (order > 0 || (order == 0 && a->size >= b->size))
			return false;
	}
	return true;
}

/* Generated names sort in the order of the attributes, because kernels access attributes by position. */
static enum bef_status number_attrs(struct bef_mlir__back *back, struct gathered *gathered)
{
	char name[32];
	int width = snprintf(name, sizeof name, "%zu", gathered->count ? gathered->count - 1 : 0);
	for (size_t i = 0; i < gathered->count; i++) {
		snprintf(name, sizeof name, "attr%0*zu", width, i);
		gathered->entries[i].name = mlirbc_string_get(back->context, name, strlen(name));
		if (!gathered->entries[i].name)
			return bef_mlir__back_nomem(back);
	}
	return BEF_OK;
}

static enum bef_status stored_attrs(struct filling *filling, const struct bef_kernel *kernel, struct gathered *gathered)
{
	struct bef_mlir__back *back = filling->back;
	bool named = filling->have_names;
	for (uint32_t i = 0; i < kernel->attribute_count; i++) {
		struct mlirbc_named_attr *entry = &gathered->entries[gathered->count++];
		uint64_t offset;
		entry->name = NULL;
		if (named) {
			BEF_MLIR__TRY(bef_numbers_next(&filling->names, &offset, back->diag));
			BEF_MLIR__TRY(bef_mlir__back_string(back, offset, &entry->name));
		}
		BEF_MLIR__TRY(bef_mlir__back_attr(back, bef_word(kernel->attributes, i), &entry->value));
	}
	return named && ascends(gathered) ? BEF_OK : number_attrs(back, gathered);
}

/* ---- symbols */

static const struct bef_mlir__source_function *function_of(
	const struct filling *filling, const struct bef_kernel *kernel, uint32_t index)
{
	return &filling->back->functions[bef_word(kernel->functions, index)];
}

static bool is_region(const struct bef_mlir__source_function *function) { return function->function.name.size == 0; }

/* Symbols come first; a symbol after a region cannot be expressed. */
static enum bef_status count_symbols(
	const struct filling *filling, const struct bef_kernel *kernel, uint32_t *out_count)
{
	uint32_t count = 0;
	while (count < kernel->function_count && !is_region(function_of(filling, kernel, count)))
		count++;
	for (uint32_t i = count; i < kernel->function_count; i++) {
		if (!is_region(function_of(filling, kernel, i)))
			return bef_mlir__back_fail(
				filling->back, BEF_E_UNSUPPORTED, "a kernel has a named function after an unnamed one");
	}
	*out_count = count;
	return BEF_OK;
}

/* Adds the symbol attributes that the op declares and that are not set yet. */
static size_t free_symbols(const struct bef_mlir__op *op, const struct gathered *gathered, char kind,
	const char *names[BEF_MLIR__MAX_ATTRS])
{
	size_t count = 0;
	for (size_t i = 0; op->def && i < BEF_MLIR__MAX_ATTRS && op->def->attrs[i].name; i++) {
		if (op->def->attrs[i].kind == kind && !has(gathered, op->def->attrs[i].name))
			names[count++] = op->def->attrs[i].name;
	}
	return count;
}

static enum bef_status make_symbols(struct filling *filling, const struct bef_kernel *kernel, uint32_t count,
	const struct mlirbc_attr ***out_symbols)
{
	struct bef_mlir__back *back = filling->back;
	const struct mlirbc_attr **symbols = BEF_MLIR__ROOM(&back->arena, const struct mlirbc_attr *, count);
	*out_symbols = symbols;
	for (uint32_t i = 0; i < count && symbols; i++) {
		const struct bef_string *text = &function_of(filling, kernel, i)->function.name;
		symbols[i] = mlirbc_attr_symbol(back->context, text->data, text->size);
		if (!symbols[i])
			return bef_mlir__back_nomem(back);
	}
	return symbols ? BEF_OK : bef_mlir__back_nomem(back);
}

/* For ops that no table declares: one symbol, or an array of symbols, which keeps their order. */
static enum bef_status add_callee(struct bef_mlir__back *back, const struct mlirbc_attr *const *symbols, uint32_t count,
	struct gathered *gathered)
{
	char name[32] = "callee";
	for (size_t size = strlen(name); has(gathered, name); size++) {
		if (size + 1 == sizeof name)
			return bef_mlir__back_fail(
				back, BEF_E_UNSUPPORTED, "no name is left for the functions of a kernel");
		memcpy(name + size, "_", 2);
	}
	return add_attr(
		back, gathered, name, count == 1 ? symbols[0] : mlirbc_attr_array(back->context, symbols, count));
}

static enum bef_status add_symbols(struct filling *filling, const struct bef_mlir__op *op,
	const struct bef_kernel *kernel, uint32_t count, struct gathered *gathered)
{
	struct bef_mlir__back *back = filling->back;
	const char *names[BEF_MLIR__MAX_ATTRS];
	const struct mlirbc_attr **symbols;
	BEF_MLIR__TRY(make_symbols(filling, kernel, count, &symbols));
	if (free_symbols(op, gathered, '@', names) == count) {
		for (uint32_t i = 0; i < count; i++)
			BEF_MLIR__TRY(add_attr(back, gathered, names[i], symbols[i]));
		return BEF_OK;
	}
	if (free_symbols(op, gathered, '[', names) == 1)
		return add_attr(back, gathered, names[0], mlirbc_attr_array(back->context, symbols, count));
	return add_callee(back, symbols, count, gathered);
}

/* ---- a kernel */

/* Inherent attributes become properties. */
static enum bef_status split(struct bef_mlir__back *back, const struct bef_mlir__op *op,
	const struct gathered *gathered, struct mlirbc_op_spec *spec)
{
	struct gathered parts[2] = { { NULL, 0 }, { NULL, 0 } };
	const struct mlirbc_attr *dictionaries[2] = { NULL, NULL };
	for (size_t part = 0; part < 2; part++) {
		parts[part].entries = BEF_MLIR__ROOM(&back->arena, struct mlirbc_named_attr, gathered->count);
		if (!parts[part].entries)
			return bef_mlir__back_nomem(back);
	}
	for (size_t i = 0; i < gathered->count; i++) {
		struct gathered *part = &parts[is_inherent(op, gathered->entries[i].name)];
		part->entries[part->count++] = gathered->entries[i];
	}
	for (size_t part = 0; part < 2; part++) {
		if (parts[part].count == 0)
			continue;
		dictionaries[part] = mlirbc_attr_dictionary(back->context, parts[part].entries, parts[part].count);
		if (!dictionaries[part])
			return bef_mlir__back_nomem(back);
	}
	spec->attributes = dictionaries[0];
	spec->properties = dictionaries[1];
	return BEF_OK;
}

/* The section should be in ascending order. If it is not, the executor refuses the file; this search may miss
 * entries. */
static bool is_nonstrict(const struct filling *filling)
{
	const struct bef_section *section = &filling->back->nonstrict;
	uint32_t low = 0, high = section->size / 8 < UINT32_MAX / 2 ? (uint32_t)(section->size / 8) : UINT32_MAX / 2;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		uint32_t function = bef_word(section->data, 2 * middle),
			 kernel = bef_word(section->data, 2 * middle + 1);
		if (function == filling->back->function && kernel == filling->number)
			return true;
		if (function < filling->back->function ||
			(function == filling->back->function && kernel < filling->number))
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

static enum bef_status set_attrs(struct filling *filling, const struct bef_mlir__op *op,
	const struct bef_kernel *kernel, uint32_t symbols, struct mlirbc_op_spec *spec)
{
	struct bef_mlir__back *back = filling->back;
	size_t most = (size_t)kernel->attribute_count + symbols + 2;
	struct gathered gathered = { BEF_MLIR__ROOM(&back->arena, struct mlirbc_named_attr, most), 0 };
	if (!gathered.entries)
		return bef_mlir__back_nomem(back);
	BEF_MLIR__TRY(stored_attrs(filling, kernel, &gathered));
	if (symbols)
		BEF_MLIR__TRY(add_symbols(filling, op, kernel, symbols, &gathered));
	/* The file does not store costs, but the op requires one. */
	if (op->def && op->def->check == BEF_MLIR__CHECK_COST && !has(&gathered, "_tfrt_cost")) {
		const struct mlirbc_type *i64 = bef_mlir__letter_type(back->context, 'l', op);
		BEF_MLIR__TRY(add_attr(
			back, &gathered, "_tfrt_cost", i64 ? mlirbc_attr_integer(back->context, i64, 1) : NULL));
	}
	if (is_nonstrict(filling))
		BEF_MLIR__TRY(add_attr(back, &gathered, "bef.nonstrict", mlirbc_attr_unit(back->context)));
	return split(back, op, &gathered, spec);
}

/* Every kernel has these two lists; the next kernel reuses their memory. */
static bool make_room(struct filling *filling, uint32_t operands, uint32_t results)
{
	struct bef_mlir__arena *arena = &filling->back->arena;
	if (operands > filling->operand_room) {
		filling->operand_room = operands < 64 ? 64 : operands;
		filling->operands = BEF_MLIR__ROOM(arena, struct mlirbc_value *, filling->operand_room);
	}
	if (results > filling->result_room) {
		filling->result_room = results < 64 ? 64 : results;
		filling->result_types = BEF_MLIR__ROOM(arena, const struct mlirbc_type *, filling->result_room);
	}
	return (filling->operands || !operands) && (filling->result_types || !results);
}

static enum bef_status set_values(struct filling *filling, const struct bef_kernel *kernel, struct mlirbc_op_spec *spec)
{
	if (!make_room(filling, kernel->argument_count, kernel->result_count))
		return bef_mlir__back_nomem(filling->back);
	for (uint32_t i = 0; i < kernel->argument_count; i++)
		filling->operands[i] = filling->values[bef_word(kernel->arguments, i)];
	for (uint32_t i = 0; i < kernel->result_count; i++)
		filling->result_types[i] = filling->types[bef_word(kernel->results, i)];
	spec->operands = filling->operands;
	spec->operand_count = kernel->argument_count;
	spec->result_types = filling->result_types;
	spec->result_count = kernel->result_count;
	return BEF_OK;
}

static enum bef_status add_regions(
	struct filling *filling, const struct bef_kernel *kernel, uint32_t symbols, struct mlirbc_op *op)
{
	struct bef_mlir__back *back = filling->back;
	for (uint32_t i = 0; i < op->region_count; i++) {
		uint32_t index = bef_word(kernel->functions, symbols + i);
		struct bef_mlir__source_function *source = &back->functions[index];
		if (source->function.kind != BEF_FUNCTION_ASYNC || source->placed)
			return bef_mlir__back_fail(back, BEF_E_UNSUPPORTED, "function %u has no name, and %s", index,
				source->placed ? "more than one kernel uses it" : "is not a region");
		source->placed = true;
		BEF_MLIR__TRY(bef_mlir__back_later(back, &mlirbc_op_regions(op)[i], index));
	}
	return BEF_OK;
}

/* Without RegisterTypes the op tables give the result types of most ops. */
static void guess_types(struct filling *filling, const struct bef_mlir__op *op, const struct bef_kernel *kernel)
{
	const char *letters = op->def ? op->def->results : "";
	for (uint32_t i = 0; i < kernel->result_count && letters[i] && letters[i] != '.' && letters[i + 1] != '*';
		i++) {
		const struct mlirbc_type *type = bef_mlir__letter_type(filling->back->context, letters[i], op);
		if (type)
			filling->types[bef_word(kernel->results, i)] = type;
	}
}

static enum bef_status make_op(struct filling *filling, const struct bef_kernel *kernel)
{
	struct bef_mlir__back *back = filling->back;
	const struct bef_mlir__op *op = &back->ops[kernel->code];
	const struct mlirbc_string *name = back->kernels[kernel->code];
	struct mlirbc_op_spec spec = { .unique_name = name };
	uint32_t symbols = 0;
	bool bare = kernel->attribute_count == 0 && !(op->def && op->def->check == BEF_MLIR__CHECK_COST);
	if (!back->reader.sections[BEF_SECTION_REGISTER_TYPES].data)
		guess_types(filling, op, kernel);
	BEF_MLIR__TRY(count_symbols(filling, kernel, &symbols));
	BEF_MLIR__TRY(bef_mlir__back_location(back, kernel->location, &spec.location));
	BEF_MLIR__TRY(set_values(filling, kernel, &spec));
	if (!bare || symbols || is_nonstrict(filling))
		BEF_MLIR__TRY(set_attrs(filling, op, kernel, symbols, &spec));
	spec.region_count = kernel->function_count - symbols;
	struct mlirbc_op *made = mlirbc_op_create(back->context, &spec, filling->block);
	if (!made)
		return bef_mlir__back_nomem(back);
	for (uint32_t i = 0; i < kernel->result_count; i++)
		filling->values[bef_word(kernel->results, i)] = &mlirbc_op_results(made)[i];
	return add_regions(filling, kernel, symbols, made);
}

/* ---- the body */

static enum bef_status type_registers(struct filling *filling)
{
	struct bef_mlir__back *back = filling->back;
	uint64_t type;
	struct bef_numbers types = filling->source->types, arguments = filling->source->function.arguments;
	for (uint32_t i = 0; i < filling->body.register_count; i++) {
		filling->types[i] = back->none;
		if (types.left && bef_numbers_next(&types, &type, NULL) == BEF_OK)
			filling->types[i] = back->types[type];
	}
	/* The function index has the types of arguments too, and callers rely on the index. */
	for (uint32_t i = 0; bef_numbers_next(&arguments, &type, NULL) == BEF_OK; i++)
		filling->types[i] = back->types[type];
	return BEF_OK;
}

static enum bef_status start_body(struct filling *filling, struct mlirbc_region *region)
{
	struct bef_mlir__back *back = filling->back;
	uint32_t arguments = filling->source->function.argument_count;
	BEF_MLIR__TRY(bef_reader_body(&back->reader, &filling->source->function, &filling->body, back->diag));
	filling->have_names = back->reader.sections[BEF_SECTION_ATTRIBUTE_NAMES].data != NULL;
	filling->names = filling->source->names;
	filling->types = BEF_MLIR__ROOM(&back->arena, const struct mlirbc_type *, filling->body.register_count);
	filling->values = BEF_MLIR__ZERO(&back->arena, struct mlirbc_value *, filling->body.register_count);
	if (!filling->types || !filling->values)
		return bef_mlir__back_nomem(back);
	BEF_MLIR__TRY(type_registers(filling));
	BEF_MLIR__TRY(bef_mlir__back_location(back, filling->body.location, &filling->location));
	filling->block = mlirbc_block_create(back->context, region, filling->types, NULL, arguments);
	if (!filling->block)
		return bef_mlir__back_nomem(back);
	for (uint32_t i = 0; i < arguments; i++)
		filling->values[i] = &filling->block->arguments[i];
	return BEF_OK;
}

/* The file does not store its location. It gets that of the function, as in TFRT. */
static enum bef_status make_return(struct filling *filling)
{
	struct bef_mlir__back *back = filling->back;
	struct bef_numbers results = filling->body.result_registers;
	struct mlirbc_value **operands = BEF_MLIR__ROOM(&back->arena, struct mlirbc_value *, (size_t)results.left);
	struct mlirbc_op_spec spec = { .name = "tfrt.return", .name_size = 11, .location = filling->location };
	uint64_t number;
	if (!operands)
		return bef_mlir__back_nomem(back);
	while (bef_numbers_next(&results, &number, NULL) == BEF_OK)
		operands[spec.operand_count++] = filling->values[number];
	spec.operands = operands;
	return mlirbc_op_create(back->context, &spec, filling->block) ? BEF_OK : bef_mlir__back_nomem(back);
}

enum bef_status bef_mlir__back_body(struct bef_mlir__back *back, const struct bef_mlir__to_fill *to_fill)
{
	struct filling filling = { .back = back, .source = &back->functions[to_fill->function] };
	bef_mlir__arena_reset(&back->arena);
	back->function = to_fill->function;
	BEF_MLIR__TRY(start_body(&filling, to_fill->region));
	struct bef_kernels kernels = bef_body_kernels(&back->reader, &filling.body);
	for (uint32_t i = 0; i < filling.body.kernel_count; i++) {
		struct bef_kernel kernel;
		struct bef_kernel_row row;
		BEF_MLIR__TRY(bef_kernels_next(&kernels, &kernel, &row, back->diag));
		if (i == 0) /* Kernel 0 provides the arguments and is not an operation. */
			continue;
		filling.number = i;
		BEF_MLIR__TRY(make_op(&filling, &kernel));
	}
	return make_return(&filling);
}
