/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dialects corert and corert_sync, and corert's shape attribute. */
#include "tables/ops.h"
#include "tables/shape.h"
#include <string.h>

#define OP_COUNT(table) (sizeof(table) / sizeof *(table))

/* ---- #corert.shape<...> */

/* Parses a dimension: at least one digit, at most INT64_MAX. */
static bool read_dim(const char **p, const char *end, int64_t *out_dim)
{
	int64_t dim = 0;
	const char *start = *p;
	for (; *p < end && **p >= '0' && **p <= '9'; ++*p) {
		int digit = **p - '0';
		if (dim > (INT64_MAX - digit) / 10)
			return false;
		dim = 10 * dim + digit;
	}
	*out_dim = dim;
	return *p > start;
}

bool bef_mlir__shape_read(const struct mlirbc_attr *attr, bool *out_ranked, int64_t *dims, size_t *out_rank)
{
	static const char prefix[] = "shape<";
	const size_t prefix_size = sizeof prefix - 1;
	if (attr->kind != MLIRBC_ATTR_DIALECT || attr->u.dialect.dialect->size != 6 ||
		memcmp(attr->u.dialect.dialect->data, "corert", 6) != 0)
		return false;
	const struct mlirbc_string *text = attr->u.dialect.text;
	if (text->size <= prefix_size || memcmp(text->data, prefix, prefix_size) != 0 ||
		text->data[text->size - 1] != '>')
		return false;
	const char *p = text->data + prefix_size, *end = text->data + text->size - 1;
	*out_rank = 0;
	*out_ranked = !(end - p == 1 && *p == '*');
	if (!*out_ranked || p == end)
		return true;
	for (;; p++) {
		int64_t dim = -1;
		if (p < end && *p == '?')
			p++;
		else if (!read_dim(&p, end, &dim))
			return false;
		if (dims)
			dims[*out_rank] = dim;
		++*out_rank;
		if (p == end)
			return true;
		if (*p != 'x')
			return false;
	}
}

const struct mlirbc_attr *bef_mlir__check_corert_attr(
	struct mlirbc_parser *parser, const struct mlirbc_attr *attr, void *ctx)
{
	(void)ctx;
	bool ranked;
	size_t rank;
	if (bef_mlir__shape_read(attr, &ranked, NULL, &rank))
		return attr;
	const struct mlirbc_string *text = attr->u.dialect.text;
	int size = text->size < 100 ? (int)text->size : 100;
	if (size >= 5 && memcmp(text->data, "shape", 5) == 0)
		mlirbc_parser_error(parser, "unknown corert shape attribute: %.*s", size, text->data);
	else
		mlirbc_parser_error(parser, "unknown corert attribute: %.*s", size, text->data);
	return NULL;
}

/* ---- executeop */

/* Parses { k = v, ... } into an array of [key, value] pairs and adds it as attribute `name`. If the source has no
 * dictionary, the array is empty. */
static bool parse_pairs(struct mlirbc_parser *parser, struct mlirbc_op_state *state, const char *name)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_attr *entries = NULL, *array, **pairs = NULL;
	size_t count = 0;
	if (mlirbc_parser_at(parser, "{")) {
		if (!mlirbc_parser_attr(parser, NULL, &entries))
			return false;
		count = entries->u.dictionary.count;
		pairs = mlirbc_context_alloc(context, (count + 1) * sizeof *pairs, sizeof *pairs);
		if (!bef_mlir__made(parser, pairs))
			return false;
	}
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_named_attr *entry = &entries->u.dictionary.data[i];
		const struct mlirbc_attr *pair[2] = { mlirbc_attr_string(context, entry->name->data, entry->name->size),
			entry->value };
		pairs[i] = pair[0] ? mlirbc_attr_array(context, pair, 2) : NULL;
		if (!bef_mlir__made(parser, pairs[i]))
			return false;
	}
	array = mlirbc_attr_array(context, pairs, count);
	return bef_mlir__made(parser, array) && mlirbc_parser_add_attr(parser, state, name, array);
}

/* Parses the number of tensor results after ':'. There are none without ':'. */
static bool parse_result_count(
	struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_type *i64 = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	const struct mlirbc_type *handle = bef_mlir__letter_type(context, 'H', op);
	const struct mlirbc_attr *count;
	if (!mlirbc_parser_try(parser, ":"))
		return true;
	if (!bef_mlir__made(parser, i64) || !bef_mlir__made(parser, handle) ||
		!mlirbc_parser_integer(parser, i64, &count))
		return false;
	if (count->u.number.words[0] > 65536)
		return mlirbc_parser_error(parser, "expected at most 65536 results");
	for (uint64_t i = count->u.number.words[0]; i; i--) {
		if (!mlirbc_parser_add_result(parser, state, handle))
			return false;
	}
	return true;
}

/* (%h) "op"(%a) {k = v} {f = @f} : 1; executeop.seq has (%h, %c) and a chain before the results */
static bool parse_execute(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_type *types[3] = { bef_mlir__letter_type(context, 'O', op),
		bef_mlir__letter_type(context, 'c', op), bef_mlir__letter_type(context, 'H', op) };
	struct mlirbc_unresolved *fixed, *arguments;
	size_t fixed_count, count, fixed_wanted = op->def->operands[1] == 'c' ? 2 : 1;
	const struct mlirbc_attr *name;
	if (!bef_mlir__made(parser, types[0]) || !bef_mlir__made(parser, types[1]) || !bef_mlir__made(parser, types[2]))
		return false;
	if (!mlirbc_parser_expect(parser, "(") || !mlirbc_parser_operands(parser, &fixed, &fixed_count) ||
		!mlirbc_parser_expect(parser, ")") || !mlirbc_parser_string(parser, &name) ||
		!mlirbc_parser_add_attr(parser, state, op->def->attrs[0].name, name) ||
		!mlirbc_parser_expect(parser, "(") || !mlirbc_parser_operands(parser, &arguments, &count) ||
		!mlirbc_parser_expect(parser, ")") || !parse_pairs(parser, state, "op_attrs") ||
		(op->def->attrs[2].name && !parse_pairs(parser, state, "op_func_attrs")))
		return false;
	if (!mlirbc_parser_add_operands(parser, state, fixed, fixed_count, types, fixed_wanted))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!mlirbc_parser_add_operand(parser, state, &arguments[i], types[2]))
			return false;
	}
	if (fixed_wanted == 2 && !mlirbc_parser_add_result(parser, state, types[1]))
		return false;
	return parse_result_count(parser, op, state);
}

/* clang-format off */
#define PLAIN BEF_MLIR__PLAIN
#define WITH BEF_MLIR__WITH
#define EXECUTE_ATTRS { "op_name", '"' }, { "op_attrs", '[' }
#define ALL_DTYPES "bjmilyxuwhgfdzZ"
static const struct bef_mlir__op_def ops[] = {
	WITH("cond", NULL, "Hc.*", "c.*", NULL, { "a_true_fn", '@' }, { "b_false_fn", '@' }),
	WITH("const_dense_tensor", NULL, "", "H", BEF_MLIR__FORM_VALUE, { "value", 'e' }),
	WITH("const_string_tensor", NULL, "", "H", BEF_MLIR__FORM_PLAIN, { "shape", '#' }, { "value", '[' }),
	WITH("create_dense_tensor", ALL_DTYPES, "", "H", BEF_MLIR__FORM_PLAIN, { "shape", '#' }, { "value", '[' }),
	{ "executeop", NULL, "OH*", "H*", "(%o) %0(%a)%e", parse_execute, .attrs = { EXECUTE_ATTRS, { "op_func_attrs", '[' } },
	  .check = BEF_MLIR__CHECK_EXECUTE },
	{ "executeop.seq", NULL, "OcH*", "cH*", "(%o, %o) %0(%a)%e", parse_execute, .attrs = { EXECUTE_ATTRS, { "op_func_attrs", '[' } },
	  .check = BEF_MLIR__CHECK_EXECUTE },
	PLAIN("get_dst_tensor_type", NULL, "HD", "M"),
	WITH("get_op_handler", NULL, "c", "O", BEF_MLIR__FORM_VALUE, { "op_handler_name", '"' }),
	WITH("register_op_handler", NULL, "O", "c", BEF_MLIR__FORM_VALUE, { "op_handler_name", '"' }),
	PLAIN("tensorhandle_to_int32", NULL, "H", "i"),
	PLAIN("transfer", NULL, "HDM", "H"),
	PLAIN("transfer_inferred_tensortype", NULL, "HD", "H"),
	WITH("while", NULL, "c.*", "c.*", NULL, { "a_cond_fn", '@' }, { "b_body_fn", '@' }),
};

static const struct bef_mlir__op_def sync_ops[] = {
	WITH("const_dense_tensor", NULL, "", "H", BEF_MLIR__FORM_VALUE, { "value", 'e' }),
	WITH("create_dense_tensor", ALL_DTYPES, "", "H", BEF_MLIR__FORM_PLAIN, { "shape", '#' }, { "value", '[' }),
	{ "executeop", NULL, "OH*", "H*", "(%o) %0(%a)%e", parse_execute, .attrs = { EXECUTE_ATTRS },
	  .check = BEF_MLIR__CHECK_EXECUTE },
	WITH("get_op_handler", NULL, "", "O", BEF_MLIR__FORM_VALUE, { "device_name", '"' }),
};
/* clang-format on */

const struct bef_mlir__dialect bef_mlir__corert = { "corert", ops, OP_COUNT(ops) };
const struct bef_mlir__dialect bef_mlir__corert_sync = { "corert_sync", sync_ops, OP_COUNT(sync_ops) };
