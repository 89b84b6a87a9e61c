/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Directives of `llvm`, and the switches of other dialects. */
#include "engine.h"
#include "own_llvm.h"

#include <mlirbc/build.h>
#include <string.h>

typedef struct mlirbc_upstream__reading reading_t;
typedef struct mlirbc_upstream__printing printing_t;
typedef const struct mlirbc_upstream__argument *arguments_t;

static const struct mlirbc_type *integer(struct mlirbc_parser *parser, uint32_t bits)
{
	return mlirbc_type_integer(mlirbc_parser_context(parser), bits, MLIRBC_SIGNLESS);
}

/* ---- lists that grow */

struct list {
	struct mlirbc_unresolved *names;
	const struct mlirbc_type **types;
	int32_t *sizes;
	int64_t *numbers;
	size_t count, room, groups;
};

/* Room for one more value, and one more group. */
static bool reserve(struct mlirbc_parser *parser, struct list *list, size_t more)
{
	const size_t least = (list->count > list->groups ? list->count : list->groups) + more;
	if (least <= list->room)
		return true;
	struct list grown = *list;
	grown.room = 2 * least + 8;
	grown.names = mlirbc_parser_scratch(parser, grown.room * sizeof *grown.names);
	grown.types = mlirbc_parser_scratch(parser, grown.room * sizeof *grown.types);
	grown.sizes = mlirbc_parser_scratch(parser, grown.room * sizeof *grown.sizes);
	grown.numbers = mlirbc_parser_scratch(parser, grown.room * sizeof *grown.numbers);
	if (!grown.names || !grown.types || !grown.sizes || !grown.numbers)
		return false;
	if (list->count) {
		memcpy(grown.names, list->names, list->count * sizeof *list->names);
		memcpy(grown.types, list->types, list->count * sizeof *list->types);
	}
	if (list->groups) {
		memcpy(grown.sizes, list->sizes, list->groups * sizeof *list->sizes);
		memcpy(grown.numbers, list->numbers, list->groups * sizeof *list->numbers);
	}
	*list = grown;
	return true;
}

/* %a, %b : T, U as one more group; `end` follows it and is read. */
static bool parse_group(struct mlirbc_parser *parser, struct list *list, const char *end)
{
	struct mlirbc_unresolved *names;
	const struct mlirbc_type *const *types = NULL;
	size_t count, type_count = 0;
	if (!mlirbc_parser_operands(parser, &names, &count) ||
		(count && (!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_types(parser, &types, &type_count))) ||
		!mlirbc_parser_expect(parser, end))
		return false;
	if (count != type_count)
		return mlirbc_parser_error(parser, "expected as many types as operands: %zu and %zu", type_count, count);
	if (!reserve(parser, list, count + 1))
		return false;
	if (count) {
		memcpy(list->names + list->count, names, count * sizeof *names);
		memcpy(list->types + list->count, types, count * sizeof(const struct mlirbc_type *));
	}
	list->count += count;
	list->sizes[list->groups++] = (int32_t)count;
	return true;
}

static void keep(reading_t *reading, uint8_t index, const struct list *list)
{
	struct mlirbc_upstream__read *slot = &reading->slots[index];
	*slot = (struct mlirbc_upstream__read){ list->names, list->count, list->types, list->count, list->sizes, list->groups };
}

/* ---- successors with operands */

/* ^block, ^block(%a : T) as one more group */
static bool parse_target(reading_t *reading, struct list *list)
{
	struct mlirbc_parser *parser = reading->parser;
	if (!mlirbc_parser_add_successor(parser, reading->op))
		return false;
	if (mlirbc_parser_try(parser, "("))
		return parse_group(parser, list, ")");
	if (!reserve(parser, list, 1))
		return false;
	list->sizes[list->groups++] = 0;
	return true;
}

static void print_target(const printing_t *printing, uint32_t successor, uint32_t from, uint32_t count)
{
	mlirbc_printer_successor(printing->printer, printing->op, successor);
	if (count == 0)
		return;
	mlirbc_printer_text(printing->printer, "(");
	mlirbc_printer_operands(printing->printer, printing->op, from, count);
	mlirbc_printer_text(printing->printer, " : ");
	mlirbc_printer_operand_types(printing->printer, printing->op, from, count);
	mlirbc_printer_text(printing->printer, ")");
}

/* Sizes of the lists of a slot; NULL: they are not there, or not those of its operands. */
static const struct mlirbc_attr *list_sizes(
	const printing_t *printing, uint8_t slot, uint64_t lists, struct mlirbc_upstream__group *out)
{
	const char *name = mlirbc_upstream__string(mlirbc_upstream__slot_of(printing->row, slot)->sizes);
	const struct mlirbc_attr *properties = mlirbc_op_properties(printing->op);
	const struct mlirbc_attr *sizes = properties ? mlirbc_dictionary_find(properties, name) : NULL;
	uint64_t sum = 0;
	if (!mlirbc_upstream__group(printing, slot, out) || (sizes && sizes->kind != MLIRBC_ATTR_DENSE_ARRAY) ||
		(sizes ? sizes->u.dense.count : 0) != lists)
		return NULL;
	for (size_t i = 0; i < lists; i++)
		sum += (uint64_t)mlirbc_upstream__element(sizes, i);
	return sum == out->count ? sizes : NULL;
}

/* ---- SwitchOpCases. In llvm the default target is an element of its own, and brackets belong to the list. */

struct cases {
	uint8_t values, targets, groups; /* attribute, first successor, slot */
	uint8_t defaults;                /* slot of the default target's operands */
	bool has_default;
};

static struct cases cases_of(arguments_t arguments, size_t count)
{
	if (count > 6)
		return (struct cases){ arguments[4].index, 1, arguments[6].index, arguments[2].index, true };
	return (struct cases){ arguments[1].index, 1, arguments[3].index, 0, false };
}

/* dense<[...]> : vector<nxT> of the numbers of the groups. */
static bool set_values(reading_t *reading, uint8_t index, const struct list *list)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	const struct mlirbc_type *flag = NULL;
	for (uint8_t i = 0; i < reading->row->operand_count && !flag; i++)
		flag = reading->slots[i].type_count ? reading->slots[i].types[0] : NULL;
	if (!flag || flag->kind != MLIRBC_TYPE_INTEGER)
		return mlirbc_parser_error(reading->parser, "expected an integer as the type of a switch");
	const size_t size = (flag->u.integer.width + 7u) / 8;
	const int64_t dims = (int64_t)list->groups;
	uint8_t *data = mlirbc_parser_scratch(reading->parser, size * list->groups + 1);
	if (!data)
		return false;
	for (size_t i = 0; i < size * list->groups; i++) {
		const uint64_t number = (uint64_t)list->numbers[i / size];
		data[i] = (uint8_t)((i % size < 8 ? number >> 8 * (i % size) : number >> 63 ? UINT64_MAX : 0) & 0xFF);
	}
	const struct mlirbc_type *type = mlirbc_type_shaped(context, MLIRBC_TYPE_VECTOR, &dims, 1, flag);
	return mlirbc_upstream__set_attr(
		reading, index, type ? mlirbc_attr_dense(context, type, data, size * list->groups) : NULL);
}

static bool parse_case(reading_t *reading, struct list *list)
{
	int64_t number;
	if (!reserve(reading->parser, list, 1))
		return false;
	if (!mlirbc_parser_int64(reading->parser, &number) || !mlirbc_parser_expect(reading->parser, ":"))
		return false;
	list->numbers[list->groups] = number;
	return parse_target(reading, list);
}

static bool parse_cases(reading_t *reading, arguments_t arguments, size_t count)
{
	const struct cases cases = cases_of(arguments, count);
	struct mlirbc_parser *parser = reading->parser;
	struct list list = { 0 }, defaults = { 0 };
	bool more;
	if (cases.has_default) {
		if (!mlirbc_parser_expect(parser, "default") || !mlirbc_parser_expect(parser, ":") ||
			!parse_target(reading, &defaults))
			return false;
		keep(reading, cases.defaults, &defaults);
		more = mlirbc_parser_try(parser, ",");
	} else {
		if (!mlirbc_parser_expect(parser, "["))
			return false;
		more = !mlirbc_parser_at(parser, "]");
	}
	for (; more; more = mlirbc_parser_try(parser, ",")) {
		if (!parse_case(reading, &list))
			return false;
	}
	keep(reading, cases.groups, &list);
	return (list.groups == 0 || set_values(reading, cases.values, &list)) &&
	       (cases.has_default || mlirbc_parser_expect(parser, "]"));
}

static uint64_t case_count(const printing_t *printing)
{
	return mlirbc_op_successor_count(printing->op) ? mlirbc_op_successor_count(printing->op) - 1 : 0;
}

static bool cases_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct cases cases = cases_of(arguments, count);
	const struct mlirbc_attr *values = mlirbc_upstream__attr_in(printing, cases.values);
	struct mlirbc_upstream__group group;
	const uint64_t targets = case_count(printing);
	uint64_t elements = 0;
	if (mlirbc_op_successor_count(printing->op) == 0 || (targets && !list_sizes(printing, cases.groups, targets, &group)))
		return false;
	if (!values)
		return targets == 0;
	return values->kind == MLIRBC_ATTR_DENSE && mlirbc_type_elements(values->type, &elements) && elements == targets &&
	       mlirbc_type_width(values->type->u.shaped.element) <= 64;
}

static void print_cases(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct cases cases = cases_of(arguments, count);
	const struct mlirbc_attr *values = mlirbc_upstream__attr_in(printing, cases.values), *sizes;
	struct mlirbc_upstream__group group = { 0, 0, false }, defaults;
	struct mlirbc_printer *printer = printing->printer;
	const uint32_t targets = (uint32_t)case_count(printing);
	if (!mlirbc_upstream__is_now(printing))
		return;
	sizes = list_sizes(printing, cases.groups, targets, &group);
	if (cases.has_default && mlirbc_upstream__group(printing, cases.defaults, &defaults)) {
		mlirbc_printer_text(printer, "  default: ");
		print_target(printing, 0, defaults.from, defaults.count);
		mlirbc_printer_text(printer, targets ? "," : "");
	} else {
		mlirbc_printer_text(printer, "[");
	}
	for (uint32_t i = 0; i < targets && values && sizes; i++) {
		const uint32_t size = (uint32_t)mlirbc_upstream__element(sizes, i);
		mlirbc_printer_line(printer);
		mlirbc_printer_text(printer, "  ");
		mlirbc_printer_integer(printer, mlirbc_upstream__dense_element(values, values->u.dense.splat ? 0 : i));
		mlirbc_printer_text(printer, ": ");
		print_target(printing, i + 1, group.from, size);
		mlirbc_printer_text(printer, i + 1 < targets ? "," : "");
		group.from += size;
	}
	if (!cases.has_default || targets || !values)
		mlirbc_printer_line(printer);
	mlirbc_printer_text(printer, cases.has_default ? "" : "]");
}

/* ---- IndirectBrOpSucessors: [ ^bb1, ^bb2(%a : T) ] */

static bool parse_branches(reading_t *reading, arguments_t arguments, size_t count)
{
	struct list list = { 0 };
	(void)count;
	if (!mlirbc_parser_expect(reading->parser, "["))
		return false;
	for (bool more = !mlirbc_parser_at(reading->parser, "]"); more; more = mlirbc_parser_try(reading->parser, ",")) {
		if (!parse_target(reading, &list))
			return false;
	}
	keep(reading, arguments[2].index, &list);
	return mlirbc_parser_expect(reading->parser, "]");
}

static bool branches_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group group;
	const uint32_t targets = mlirbc_op_successor_count(printing->op);
	(void)count;
	return targets == 0 || list_sizes(printing, arguments[2].index, targets, &group);
}

static void print_branches(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group group = { 0, 0, false };
	const uint32_t targets = mlirbc_op_successor_count(printing->op);
	const struct mlirbc_attr *sizes = list_sizes(printing, arguments[2].index, targets, &group);
	(void)count;
	if (!mlirbc_upstream__is_now(printing))
		return;
	mlirbc_printer_text(printing->printer, "[");
	for (uint32_t i = 0; i < targets && sizes; i++) {
		const uint32_t size = (uint32_t)mlirbc_upstream__element(sizes, i);
		mlirbc_printer_line(printing->printer);
		print_target(printing, i, group.from, size);
		mlirbc_printer_text(printing->printer, i + 1 < targets ? "," : "");
		group.from += size;
	}
	mlirbc_printer_line(printing->printer);
	mlirbc_printer_text(printing->printer, "]");
}

/* ---- GEPIndices: 0, %a, 3 */

static bool parse_gep(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct list list = { 0 };
	(void)count;
	for (bool more = !mlirbc_parser_at(parser, "]"); more; more = mlirbc_parser_try(parser, ",")) {
		if (!reserve(parser, &list, 1))
			return false;
		if (mlirbc_parser_at_operand(parser)) {
			list.numbers[list.groups++] = INT32_MIN;
			if (!mlirbc_parser_operand(parser, &list.names[list.count++]))
				return false;
		} else if (!mlirbc_parser_int64(parser, &list.numbers[list.groups++])) {
			return false;
		}
	}
	reading->slots[arguments[0].index].names = list.names;
	reading->slots[arguments[0].index].count = list.count;
	const struct mlirbc_type *type = integer(parser, 32);
	return mlirbc_upstream__set_attr(reading, arguments[1].index,
		type ? mlirbc_upstream__integers(mlirbc_parser_context(parser), type, list.numbers, list.groups) : NULL);
}

static bool gep_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *raw = mlirbc_upstream__attr_in(printing, arguments[1].index);
	struct mlirbc_upstream__group group;
	uint32_t values = 0;
	(void)count;
	if (!raw || raw->kind != MLIRBC_ATTR_DENSE_ARRAY || !mlirbc_upstream__group(printing, arguments[0].index, &group))
		return false;
	for (size_t i = 0; i < raw->u.dense.count; i++)
		values += mlirbc_upstream__element(raw, i) == INT32_MIN;
	return values == group.count;
}

static void print_gep(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *raw = mlirbc_upstream__attr_in(printing, arguments[1].index);
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !raw || !mlirbc_upstream__group(printing, arguments[0].index, &group))
		return;
	for (size_t i = 0; i < raw->u.dense.count; i++) {
		const int64_t value = mlirbc_upstream__element(raw, i);
		mlirbc_printer_text(printing->printer, i ? ", " : "");
		if (value == INT32_MIN)
			mlirbc_printer_operands(printing->printer, printing->op, group.from++, 1);
		else
			mlirbc_printer_integer(printing->printer, value);
	}
}

/* ---- types that the text does not have */

/* The type of a member of !llvm.struct<...>, !llvm.array<n x T> behind positions. */
static const struct mlirbc_type *member(reading_t *reading, const struct mlirbc_type *type, int64_t position)
{
	if (type->kind != MLIRBC_TYPE_DIALECT || !type->u.dialect.text)
		return NULL;
	const char *at = type->u.dialect.text->data, *end = at + type->u.dialect.text->size;
	const bool array = end - at > 6 && memcmp(at, "array<", 6) == 0;
	at = array ? memchr(at, 'x', (size_t)(end - at)) : memchr(at, '(', (size_t)(end - at));
	if (!at)
		return NULL;
	at++;
	for (; !array && position > 0 && at < end; position--) {
		at += mlirbc_upstream__type_end(at, (size_t)(end - at));
		if (at == end || *at != ',')
			return NULL;
		at++;
	}
	return mlirbc_upstream__inner_type(
		mlirbc_parser_context(reading->parser), "llvm", at, mlirbc_upstream__type_end(at, (size_t)(end - at)));
}

static bool parse_member_type(reading_t *reading, arguments_t arguments, size_t count)
{
	const struct mlirbc_upstream__read *container = &reading->slots[arguments[1].index];
	const struct mlirbc_attr *position = reading->attrs[arguments[2].index];
	const struct mlirbc_type *type = container->type_count ? container->types[0] : NULL;
	(void)count;
	for (size_t i = 0; type && position && i < position->u.dense.count; i++)
		type = member(reading, type, mlirbc_upstream__element(position, i));
	return type && position ? mlirbc_upstream__set_type(reading, arguments[0].index, type)
				: mlirbc_parser_error(reading->parser, "position out of the struct or array");
}

static void print_nothing(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)printing;
	(void)arguments;
	(void)count;
}

static bool parse_shuffle_type(reading_t *reading, arguments_t arguments, size_t count)
{
	const struct mlirbc_upstream__read *source = &reading->slots[arguments[0].index];
	const struct mlirbc_attr *mask = reading->attrs[arguments[2].index];
	(void)count;
	if (!source->type_count || source->types[0]->kind != MLIRBC_TYPE_VECTOR || source->types[0]->u.shaped.rank != 1 || !mask)
		return mlirbc_parser_error(reading->parser, "expected an LLVM compatible vector type");
	const int64_t dims = (int64_t)mask->u.dense.count;
	struct mlirbc_type type = *source->types[0];
	type.u.shaped.dims = &dims;
	return mlirbc_upstream__set_type(
		reading, arguments[1].index, mlirbc_type_get(mlirbc_parser_context(reading->parser), &type));
}

/* ---- OpBundles: ["tag"(%a : T), "other"()] */

static bool parse_bundles(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct list list = { 0 };
	const struct mlirbc_attr *tags[64];
	(void)count;
	if (!mlirbc_parser_expect(parser, "["))
		return false;
	for (bool more = !mlirbc_parser_at(parser, "]"); more; more = mlirbc_parser_try(parser, ",")) {
		if (list.groups == sizeof tags / sizeof *tags)
			return mlirbc_parser_error(parser, "more than 64 operand bundles");
		if (!mlirbc_parser_string(parser, &tags[list.groups]) || !mlirbc_parser_expect(parser, "(") ||
			!parse_group(parser, &list, ")"))
			return false;
	}
	keep(reading, arguments[0].index, &list);
	return mlirbc_parser_expect(parser, "]") &&
	       mlirbc_upstream__set_attr(reading, arguments[2].index,
		       mlirbc_attr_array(mlirbc_parser_context(parser), tags, list.groups));
}

static bool bundles_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *tags = mlirbc_upstream__attr_in(printing, arguments[2].index);
	struct mlirbc_upstream__group group;
	(void)count;
	return tags && tags->kind == MLIRBC_ATTR_ARRAY &&
	       (tags->u.array.count == 0 || list_sizes(printing, arguments[0].index, tags->u.array.count, &group));
}

static void print_bundles(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *tags = mlirbc_upstream__attr_in(printing, arguments[2].index);
	struct mlirbc_upstream__group group = { 0, 0, false };
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !tags)
		return;
	const struct mlirbc_attr *sizes = list_sizes(printing, arguments[0].index, tags->u.array.count, &group);
	mlirbc_printer_text(printing->printer, "[");
	for (size_t i = 0; i < tags->u.array.count && sizes; i++) {
		const uint32_t size = (uint32_t)mlirbc_upstream__element(sizes, i);
		mlirbc_printer_text(printing->printer, i ? ", " : "");
		mlirbc_printer_attr(printing->printer, tags->u.array.data[i]);
		mlirbc_printer_text(printing->printer, "(");
		mlirbc_printer_operands(printing->printer, printing->op, group.from, size);
		mlirbc_printer_text(printing->printer, size ? " : " : "");
		mlirbc_printer_operand_types(printing->printer, printing->op, group.from, size);
		mlirbc_printer_text(printing->printer, ")");
		group.from += size;
	}
	mlirbc_printer_text(printing->printer, "]");
}

/* ---- LLVMLinkage: external if there is no word */

static bool parse_linkage(reading_t *reading, arguments_t arguments, size_t count)
{
	static const struct mlirbc_string external = { "external", 8 };
	const int found = up__try_word(reading->parser, up__llvm_linkages);
	const struct mlirbc_string word = found < 0 ? external : up__word_at(up__llvm_linkages, found);
	(void)count;
	return mlirbc_upstream__set_attr(
		reading, arguments[0].index, up__attr_of(reading->parser, "#llvm.linkage<%>", &word));
}

static struct mlirbc_string linkage_of(const printing_t *printing, arguments_t arguments)
{
	return up__inside(mlirbc_upstream__attr_in(printing, arguments[0].index), "linkage");
}

static void print_linkage(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_string word = linkage_of(printing, arguments);
	(void)count;
	if (mlirbc_upstream__is_now(printing))
		mlirbc_printer_bytes(printing->printer, word.data, word.size);
}

static bool linkage_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	return mlirbc_upstream__attr_in(printing, arguments[0].index) && linkage_of(printing, arguments).size;
}

static bool begins_bracket(reading_t *reading) { return mlirbc_parser_at(reading->parser, "["); }

const struct mlirbc_upstream__directive mlirbc_upstream__llvm_directives[] = {
	{ "SwitchOpCases", parse_cases, print_cases, cases_fit, NULL },
	{ "IndirectBrOpSucessors", parse_branches, print_branches, branches_fit, begins_bracket },
	{ "GEPIndices", parse_gep, print_gep, gep_fits, NULL },
	{ "InsertExtractValueElementType", parse_member_type, print_nothing, NULL, NULL },
	{ "ShuffleType", parse_shuffle_type, print_nothing, NULL, NULL },
	{ "LLVMLinkage", parse_linkage, print_linkage, linkage_fits, NULL },
	{ "OpBundles", parse_bundles, print_bundles, bundles_fit, begins_bracket },
	{ NULL, NULL, NULL, NULL, NULL },
};
