/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* linalg.generic and the named operations. */
#include "own_linalg.h"

#include <mlirbc/affine.h>

static const char MEMOIZED[] = "linalg.memoized_indexing_maps";

/* ---- parts common to all: ins(%x : T) outs(%y : U) */

static void count_kinds(const struct up__typed *group, size_t *tensors, size_t *memrefs)
{
	for (size_t i = 0; i < group->types.count; i++) {
		enum mlirbc_type_kind kind = group->types.data[i]->kind;
		*tensors += kind == MLIRBC_TYPE_TENSOR || kind == MLIRBC_TYPE_UNRANKED_TENSOR;
		*memrefs += kind == MLIRBC_TYPE_MEMREF || kind == MLIRBC_TYPE_UNRANKED_MEMREF;
	}
}

/* Either tensors or memrefs. */
static bool read_groups(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, struct up__typed *inputs, struct up__typed *outputs)
{
	size_t tensors = 0, memrefs = 0;
	if (!up__read_group(parser, "ins", inputs) || !up__read_group(parser, "outs", outputs))
		return false;
	count_kinds(inputs, &tensors, &memrefs);
	count_kinds(outputs, &tensors, &memrefs);
	if (!tensors == !memrefs)
		return mlirbc_parser_error(parser, "expected to have pure tensor or buffer semantics");
	return up__add_typed(parser, op, inputs) && up__add_typed(parser, op, outputs);
}

static bool add_sizes(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__typed *inputs,
	const struct up__typed *outputs)
{
	const int32_t sizes[2] = { (int32_t)inputs->names.count, (int32_t)outputs->names.count };
	return mlirbc_parser_add_segments(parser, op, "operandSegmentSizes", sizes, 2);
}

static void print_groups(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t inputs)
{
	if (inputs)
		up__print_typed(printer, op, " ins(", 0, inputs, ")");
	if (op->operand_count > inputs)
		up__print_typed(printer, op, " outs(", inputs, op->operand_count - inputs, ")");
}

static bool read_results(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *const *types;
	size_t count;
	return mlirbc_parser_arrow_types(parser, &types, &count) && mlirbc_parser_add_results(parser, op, types, count);
}

static uint32_t input_count(const struct mlirbc_op *op)
{
	uint32_t at[3];
	return up__segments(op, at, 2) ? at[1] : 0;
}

/* ---- linalg.generic */

static bool is_iterator(const char *dialect, const struct mlirbc_string *word)
{
	static const char *const words[] = { "parallel", "reduction", "window" }; /* the last one is not of vector */
	const size_t count = strcmp(dialect, "vector") == 0 ? 2 : 3;
	for (size_t i = 0; i < count; i++) {
		if (word->size == strlen(words[i]) && memcmp(word->data, words[i], word->size) == 0)
			return true;
	}
	return false;
}

const struct mlirbc_attr *up__iterators_of(struct mlirbc_parser *parser, const char *dialect,
	const struct mlirbc_unresolved *place, const struct mlirbc_attr *strings)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	size_t count = strings->kind == MLIRBC_ATTR_ARRAY ? strings->u.array.count : 0;
	const struct mlirbc_attr **made = mlirbc_parser_scratch(parser, (count + 1) * sizeof *made);
	for (size_t i = 0; i < count && made; i++) {
		const struct mlirbc_attr *one = strings->u.array.data[i];
		char text[64] = "iterator_type<";
		made[i] = one;
		if (one->kind != MLIRBC_ATTR_STRING)
			continue;
		if (!is_iterator(dialect, one->u.string)) {
			mlirbc_parser_error_at(parser, place, "unexpected iterator_type (%.*s)",
				one->u.string->size < 60 ? (int)one->u.string->size : 60, one->u.string->data);
			return NULL;
		}
		strncat(text, one->u.string->data, one->u.string->size);
		strcat(text, ">");
		if (!(made[i] = up__dialect_attr(context, dialect, text)))
			return NULL;
	}
	return made ? mlirbc_attr_array(context, made, count) : NULL;
}

static const struct mlirbc_attr *iterators_of(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved *place, const struct mlirbc_attr *strings)
{
	return up__iterators_of(parser, "linalg", place, strings);
}

bool up__add_trait(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_attr *trait,
	const struct mlirbc_unresolved *place, up__iterators_fn *iterators)
{
	if (trait->kind != MLIRBC_ATTR_DICTIONARY)
		return mlirbc_parser_error(parser, "expected a dictionary of indexing maps and iterator types");
	for (size_t i = 0; i < trait->u.dictionary.count; i++) {
		struct mlirbc_named_attr entry = trait->u.dictionary.data[i];
		bool is_iterators = entry.name->size == 14 && memcmp(entry.name->data, "iterator_types", 14) == 0;
		if (is_iterators && !(entry.value = iterators(parser, place, entry.value)))
			return mlirbc_parser_no_memory(parser);
		if (!mlirbc_parser_add_named(parser, op, entry.name, entry.value))
			return false;
	}
	return true;
}

static bool parse_generic(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *trait;
	struct up__typed inputs, outputs;
	(void)name;
	if (!mlirbc_parser_attr(parser, NULL, &trait))
		return false;
	const struct mlirbc_unresolved place = mlirbc_parser_place(parser, NULL);
	if (!up__add_trait(parser, op, trait, &place, iterators_of) ||
		!mlirbc_parser_properties(parser, op) || !mlirbc_parser_attr_dict(parser, op, false) ||
		!read_groups(parser, op, &inputs, &outputs) || !add_sizes(parser, op, &inputs, &outputs))
		return false;
	if (mlirbc_parser_try(parser, "attrs") &&
		(!mlirbc_parser_expect(parser, "=") || !mlirbc_parser_attr_dict(parser, op, false)))
		return false;
	bool body = mlirbc_parser_at(parser, "{") ? mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false)
						  : mlirbc_parser_add_empty_region(parser, op);
	return body && read_results(parser, op);
}

static const char TRAIT[] = "doc indexing_maps iterator_types library_call ";

bool up__is_iterators(const struct mlirbc_attr *attr, const char *open)
{
	if (!attr || attr->kind != MLIRBC_ATTR_ARRAY)
		return false;
	for (size_t i = 0; i < attr->u.array.count; i++) {
		const struct mlirbc_attr *one = attr->u.array.data[i];
		if (one->kind != MLIRBC_ATTR_DIALECT || one->u.dialect.text->size <= strlen(open) ||
			memcmp(one->u.dialect.text->data, open, strlen(open)) != 0)
			return false;
	}
	return true;
}

static bool generic_fits(const struct mlirbc_op *op)
{
	uint32_t at[3];
	const struct mlirbc_attr *maps = up__property(op, "indexing_maps");
	return up__segments(op, at, 2) && op->region_count == 1 && maps && maps->kind == MLIRBC_ATTR_ARRAY &&
	       up__is_iterators(up__property(op, "iterator_types"), "iterator_type<");
}

/* ["parallel", ...] from attributes whose text begins with `open` and ends with '>'. */
void up__print_iterators(struct mlirbc_printer *printer, const struct mlirbc_attr *iterators, const char *open)
{
	mlirbc_printer_text(printer, "iterator_types = [");
	for (size_t i = 0; i < iterators->u.array.count; i++) {
		const struct mlirbc_string *text = iterators->u.array.data[i]->u.dialect.text;
		mlirbc_printer_text(printer, i ? ", \"" : "\"");
		mlirbc_printer_bytes(printer, text->data + strlen(open), text->size - strlen(open) - 1);
		mlirbc_printer_text(printer, "\"");
	}
	mlirbc_printer_text(printer, "]");
}

static void print_optional(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name, const char *before,
	const char *after)
{
	const struct mlirbc_attr *attr = up__property(op, name);
	if (!attr)
		return;
	mlirbc_printer_text(printer, before);
	mlirbc_printer_text(printer, name);
	mlirbc_printer_text(printer, " = ");
	mlirbc_printer_attr(printer, attr);
	mlirbc_printer_text(printer, after);
}

static bool print_generic(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step) {
		mlirbc_printer_arrow_types(printer, op, false);
		return false;
	}
	mlirbc_printer_text(printer, " {");
	print_optional(printer, op, "doc", "", ", ");
	mlirbc_printer_text(printer, "indexing_maps = ");
	mlirbc_printer_attr(printer, up__property(op, "indexing_maps"));
	mlirbc_printer_text(printer, ", ");
	up__print_iterators(printer, up__property(op, "iterator_types"), "iterator_type<");
	print_optional(printer, op, "library_call", ", ", "");
	mlirbc_printer_text(printer, "}");
	print_groups(printer, op, input_count(op));
	if (up__has_more(op, TRAIT)) {
		mlirbc_printer_text(printer, " attrs = ");
		mlirbc_printer_attr_dict(printer, op, TRAIT, false);
	}
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .arguments = true, .terminator = true };
	return true;
}

static const char *generic_argument(const struct mlirbc_op *op, uint32_t region, uint32_t argument)
{
	(void)region;
	return argument < input_count(op) ? "in" : "out";
}

/* ---- named operations */

static bool is_named(const struct mlirbc_string *name, const char *text)
{
	return name->size == strlen(text) && memcmp(name->data, text, name->size) == 0;
}

/* Those with a list of maps in their text. */
static bool has_maps(const struct mlirbc_string *name)
{
	static const char *const all[] = { "linalg.matmul", "linalg.batch_matmul", "linalg.batch_reduce_matmul",
		"linalg.contract", "linalg.elementwise" };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (is_named(name, all[i]))
			return true;
	}
	return false;
}

/* As many identity maps as operands, of the rank of the first output. */
static const struct mlirbc_attr *identity_maps(
	struct mlirbc_context *context, size_t count, const struct mlirbc_type *output)
{
	enum { MOST = 64 };
	const struct mlirbc_affine *dims[MOST];
	const struct mlirbc_attr *maps[4];
	size_t rank = up__is_shaped(output) ? output->u.shaped.rank : 0;
	if (rank > MOST || count > 4)
		return NULL;
	for (size_t i = 0; i < rank; i++)
		dims[i] = mlirbc_affine_dim(context, (uint32_t)i);
	for (size_t i = 0; i < count; i++)
		maps[i] = mlirbc_attr_affine_map(context, (uint32_t)rank, 0, dims, rank);
	return maps[0] ? mlirbc_attr_array(context, maps, count) : NULL;
}

/* The maps that are not printed; NULL: there are none. */
static const struct mlirbc_attr *default_maps(struct mlirbc_context *context, const struct mlirbc_string *name,
	size_t operands, const struct mlirbc_type *output)
{
	if (is_named(name, "linalg.contract"))
		return NULL;
	if (is_named(name, "linalg.elementwise"))
		return identity_maps(context, operands, output);
	return up__linalg_maps(context, up__linalg_find(name)->maps, NULL, NULL);
}

/* What the verifier of MLIR adds to the operation. */
static bool add_memoized(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__linalg *named,
	const struct mlirbc_attr *strides, const struct mlirbc_attr *dilations)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_attr *maps = up__linalg_maps(context, named->maps, strides, dilations);
	const struct mlirbc_string *name = mlirbc_string_get(context, MEMOIZED, sizeof MEMOIZED - 1);
	return maps && name ? mlirbc_parser_add_named(parser, op, name, maps) : mlirbc_parser_no_memory(parser);
}

/* {...} behind the name: the attributes that the body and the maps depend on are looked at. */
struct attributes {
	const struct mlirbc_attr *strides, *dilations;
	bool is_unsigned, has_maps;
};

static bool read_attributes(struct mlirbc_parser *parser, struct mlirbc_op_state *op, struct attributes *out)
{
	const struct mlirbc_attr *all, *cast;
	if (!mlirbc_parser_properties(parser, op))
		return false;
	if (!mlirbc_parser_at(parser, "{"))
		return true;
	if (!mlirbc_parser_attr(parser, NULL, &all))
		return false;
	for (size_t i = 0; i < all->u.dictionary.count; i++) {
		const struct mlirbc_named_attr *entry = &all->u.dictionary.data[i];
		if (!mlirbc_parser_add_named(parser, op, entry->name, entry->value))
			return false;
	}
	cast = mlirbc_dictionary_find(all, "cast");
	out->strides = mlirbc_dictionary_find(all, "strides");
	out->dilations = mlirbc_dictionary_find(all, "dilations");
	out->has_maps |= mlirbc_dictionary_find(all, "indexing_maps") != NULL;
	out->is_unsigned = cast && cast->kind == MLIRBC_ATTR_DIALECT && cast->u.dialect.text->size == 22 &&
			   memcmp(cast->u.dialect.text->data, "type_fn<cast_unsigned>", 22) == 0;
	return true;
}

/* kind=#linalg.elementwise_kind<exp>: the body. */
static bool read_kind(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char **out_body)
{
	static const char open[] = "elementwise_kind<";
	const struct mlirbc_attr *kind;
	if (!mlirbc_parser_expect(parser, "kind") || !mlirbc_parser_expect(parser, "=") ||
		!mlirbc_parser_attr(parser, NULL, &kind))
		return false;
	const struct mlirbc_string *text = kind->kind == MLIRBC_ATTR_DIALECT ? kind->u.dialect.text : NULL;
	if (!text || text->size < sizeof open || memcmp(text->data, open, sizeof open - 1) != 0)
		return mlirbc_parser_error(parser, "expected #linalg.elementwise_kind<...>");
	const struct mlirbc_string word = { text->data + sizeof open - 1, text->size - sizeof open };
	*out_body = up__linalg_elementwise(&word);
	return *out_body ? mlirbc_parser_add_attr(parser, op, "kind", kind)
			 : mlirbc_parser_error(parser, "unknown kind of linalg.elementwise");
}

static bool read_maps(struct mlirbc_parser *parser, struct mlirbc_op_state *op, struct attributes *found)
{
	const struct mlirbc_attr *maps;
	if (!mlirbc_parser_try(parser, "indexing_maps"))
		return true;
	found->has_maps = true;
	if (!mlirbc_parser_expect(parser, "=") || !mlirbc_parser_attr(parser, NULL, &maps))
		return false;
	if (maps->kind != MLIRBC_ATTR_ARRAY)
		return mlirbc_parser_error(parser, "expected an array of affine maps");
	return mlirbc_parser_add_attr(parser, op, "indexing_maps", maps);
}

static bool parse_named(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct up__linalg *named = up__linalg_find(name);
	const char *body = named->body;
	struct attributes found = { NULL, NULL, false, false };
	struct up__typed inputs, outputs;
	bool maps = has_maps(name);
	if ((is_named(name, "linalg.elementwise") && !read_kind(parser, op, &body)) ||
		(maps && !read_maps(parser, op, &found)) || !read_attributes(parser, op, &found) ||
		!read_groups(parser, op, &inputs, &outputs) || !add_sizes(parser, op, &inputs, &outputs))
		return false;
	if (outputs.names.count != 1)
		return mlirbc_parser_error(parser, "expected one output, found %zu", outputs.names.count);
	size_t operands = inputs.names.count + 1;
	const struct mlirbc_attr *missing = maps && !found.has_maps ? default_maps(mlirbc_parser_context(parser), name,
									      operands, outputs.types.data[0])
								    : NULL;
	if (missing && !mlirbc_parser_add_attr(parser, op, "indexing_maps", missing))
		return false;
	if (maps && !missing && !found.has_maps)
		return mlirbc_parser_error(parser, "expected 'indexing_maps' attribute");
	if (named->maps && !maps && !add_memoized(parser, op, named, found.strides, found.dilations))
		return false;
	return up__linalg_add_body(parser, op, body, &inputs.types, &outputs.types, found.is_unsigned) &&
	       read_results(parser, op);
}

static bool named_fits(const struct mlirbc_op *op)
{
	uint32_t at[3];
	const struct mlirbc_attr *kind = up__property(op, "kind");
	return up__segments(op, at, 2) && op->region_count == 1 && up__linalg_find(op->name) &&
	       at[2] - at[1] == 1 && (!is_named(op->name, "linalg.elementwise") || kind);
}

/* Whether two arrays of maps have equal texts. */
static bool same_maps(const struct mlirbc_attr *a, const struct mlirbc_attr *b)
{
	if (!a || !b || a->kind != MLIRBC_ATTR_ARRAY || a->u.array.count != b->u.array.count)
		return false;
	for (size_t i = 0; i < a->u.array.count; i++) {
		const struct mlirbc_attr *x = a->u.array.data[i], *y = b->u.array.data[i];
		if (x->kind != MLIRBC_ATTR_AFFINE || x->u.dialect.text->size != y->u.dialect.text->size ||
			memcmp(x->u.dialect.text->data, y->u.dialect.text->data, y->u.dialect.text->size) != 0)
			return false;
	}
	return true;
}

static void print_maps(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *maps = up__property(op, "indexing_maps");
	const struct mlirbc_type *output = mlirbc_op_operands(op)[op->operand_count - 1].value->type;
	struct mlirbc_context *context = mlirbc_printer_context(printer);
	if (!maps || (context && same_maps(maps, default_maps(context, op->name, op->operand_count, output))))
		return;
	mlirbc_printer_text(printer, " indexing_maps = ");
	mlirbc_printer_attr(printer, maps);
}

static bool print_named(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	if (is_named(op->name, "linalg.elementwise")) {
		mlirbc_printer_text(printer, " kind=");
		mlirbc_printer_attr(printer, up__property(op, "kind"));
	}
	if (has_maps(op->name))
		print_maps(printer, op);
	mlirbc_printer_attr_dict(printer, op,
		has_maps(op->name) ? "indexing_maps kind linalg.memoized_indexing_maps " : "linalg.memoized_indexing_maps ",
		false);
	print_groups(printer, op, input_count(op));
	mlirbc_printer_arrow_types(printer, op, false);
	return false;
}

static const struct mlirbc_upstream__own generic_form = { "linalg.generic", parse_generic, generic_fits, print_generic, NULL,
	generic_argument };
static const struct mlirbc_upstream__own named_form = { "", parse_named, named_fits, print_named, NULL, generic_argument };

const struct mlirbc_upstream__own *up__find_linalg(const struct mlirbc_string *name)
{
	if (is_named(name, "linalg.generic"))
		return &generic_form;
	return up__linalg_find(name) ? &named_form : NULL;
}
