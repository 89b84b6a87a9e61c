/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom assembly of a small made-up dialect, written with mlirbc/assembly.h as a user of the library would. */
#include "text.h"

struct toy {
	int verified; /* ops seen by verify_op */
};

/* toy.constant 5 : i32, toy.constant i8 5 */
static bool parse_constant(struct mlirbc_parser *p, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *value;
	const struct mlirbc_type *type;
	if (mlirbc_parser_at(p, "i8"))
		return mlirbc_parser_type(p, &type) && mlirbc_parser_integer(p, type, &value) &&
		       mlirbc_parser_add_attr(p, op, "value", value) && mlirbc_parser_add_result(p, op, type);
	if (!mlirbc_parser_attr(p, NULL, &value) || !mlirbc_parser_attr_dict(p, op, false))
		return false;
	if (!value->type)
		return mlirbc_parser_error(p, "expected a value with a type");
	return mlirbc_parser_add_attr(p, op, "value", value) && mlirbc_parser_add_result(p, op, value->type);
}

/* toy.add %a, %b : i32 -- any number of operands of one type */
static bool parse_add(struct mlirbc_parser *p, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved *operands;
	const struct mlirbc_type *type;
	size_t count;
	if (!mlirbc_parser_operands(p, &operands, &count) || !mlirbc_parser_expect(p, ":") ||
		!mlirbc_parser_type(p, &type))
		return false;
	if (count < 2)
		return mlirbc_parser_error(p, "expected two operands or more");
	for (size_t i = 0; i < count; i++) {
		if (!mlirbc_parser_add_operand(p, op, &operands[i], type))
			return false;
	}
	return mlirbc_parser_add_result(p, op, type);
}

/* toy.call @f(%a) "note" : (i32) -> (i32, i1) */
static bool parse_call(struct mlirbc_parser *p, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved *operands;
	const struct mlirbc_attr *callee, *note = NULL;
	const struct mlirbc_type *type;
	size_t count;
	if (!mlirbc_parser_symbol(p, &callee) || !mlirbc_parser_expect(p, "(") ||
		!mlirbc_parser_operands(p, &operands, &count) || !mlirbc_parser_expect(p, ")"))
		return false;
	if (!mlirbc_parser_at(p, ":") &&
		(!mlirbc_parser_string(p, &note) || !mlirbc_parser_add_attr(p, op, "note", note)))
		return false;
	return mlirbc_parser_expect(p, ":") && mlirbc_parser_function_type(p, &type) &&
	       mlirbc_parser_add_attr(p, op, "callee", callee) &&
	       mlirbc_parser_add_operands(
		       p, op, operands, count, type->u.function.inputs.data, type->u.function.inputs.count) &&
	       mlirbc_parser_add_results(p, op, type->u.function.results.data, type->u.function.results.count);
}

/* toy.fold %a, %b with toy.add : i32 -- the region is not written: a block of two arguments, the op, and toy.done */
static bool parse_fold(struct mlirbc_parser *p, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved *operands;
	struct mlirbc_string inner;
	const struct mlirbc_type *type;
	size_t count;
	if (!mlirbc_parser_locate(p, op) || !mlirbc_parser_operands(p, &operands, &count) ||
		!mlirbc_parser_expect(p, "with") || !mlirbc_parser_word(p, &inner) || !mlirbc_parser_expect(p, ":") ||
		!mlirbc_parser_type(p, &type))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!mlirbc_parser_add_operand(p, op, &operands[i], type))
			return false;
	}
	const struct mlirbc_type *const types[] = { type, type };
	struct mlirbc_block *block = mlirbc_parser_add_block(p, op, types, 2);
	if (!block)
		return false;
	struct mlirbc_value *const arguments[] = { &block->arguments[0], &block->arguments[1] };
	struct mlirbc_op *made = mlirbc_op_create(mlirbc_parser_context(p),
		&(struct mlirbc_op_spec){ .name = inner.data,
			.name_size = inner.size,
			.operands = arguments,
			.operand_count = 2,
			.result_types = types,
			.result_count = 1 },
		block);
	if (!made || !mlirbc_op_create(mlirbc_parser_context(p),
			     &(struct mlirbc_op_spec){ .name = "toy.done", .name_size = 8 }, block))
		return mlirbc_parser_no_memory(p);
	return mlirbc_parser_add_result(p, op, type);
}

/* toy.scan <{properties}> %a [1, -0x2] (%x: i32, %y: i32) { body } : i32 */
static bool parse_scan(struct mlirbc_parser *p, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved operand;
	struct mlirbc_unresolved_argument arguments[2];
	const struct mlirbc_type *type;
	int64_t sum = 0, step = 0;
	if (!mlirbc_parser_properties(p, op) || !mlirbc_parser_operand(p, &operand) || !mlirbc_parser_expect(p, "["))
		return false;
	while (mlirbc_parser_at_integer(p)) {
		if (!mlirbc_parser_int64(p, &step))
			return false;
		sum += step;
		mlirbc_parser_try(p, ",");
	}
	if (!mlirbc_parser_expect(p, "]") || !mlirbc_parser_expect(p, "(") ||
		!mlirbc_parser_argument(p, &arguments[0]) || !mlirbc_parser_expect(p, ",") ||
		!mlirbc_parser_argument(p, &arguments[1]) || !mlirbc_parser_expect(p, ")") ||
		!mlirbc_parser_add_region_of(p, op, arguments, 2, false) || !mlirbc_parser_expect(p, ":") ||
		!mlirbc_parser_type(p, &type) || !mlirbc_parser_add_operand(p, op, &operand, type))
		return false;
	return mlirbc_parser_add_attr(p, op, "sum",
		mlirbc_attr_integer(
			mlirbc_parser_context(p), mlirbc_type_index(mlirbc_parser_context(p)), (uint64_t)sum));
}

/* toy.loop %from to %until with %a, %b : i32, f32 attributes {...} { body } else { other }
 * The body sees the extra operands under their own names and nothing else. */
static bool parse_loop(struct mlirbc_parser *p, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved bounds[2], *extra = NULL;
	const struct mlirbc_type *const *types = NULL;
	const struct mlirbc_type *index = mlirbc_type_index(mlirbc_parser_context(p));
	size_t count = 0, type_count = 0;
	if (!mlirbc_parser_operand(p, &bounds[0]) || !mlirbc_parser_expect(p, "to") ||
		!mlirbc_parser_operand(p, &bounds[1]))
		return false;
	if (bounds[0].name.size == bounds[1].name.size &&
		memcmp(bounds[0].name.data, bounds[1].name.data, bounds[0].name.size) == 0)
		return mlirbc_parser_error_at(p, &bounds[1], "bounds must have different names");
	if (mlirbc_parser_try(p, "with") &&
		(!mlirbc_parser_operands(p, &extra, &count) || !mlirbc_parser_expect(p, ":") ||
			!mlirbc_parser_types(p, &types, &type_count)))
		return false;
	if (!mlirbc_parser_add_operand(p, op, &bounds[0], index) ||
		!mlirbc_parser_add_operand(p, op, &bounds[1], index) ||
		!mlirbc_parser_add_operands(p, op, extra, count, types, type_count) ||
		!mlirbc_parser_attr_dict(p, op, true) || !mlirbc_parser_add_region(p, op, extra, types, count, true))
		return false;
	return mlirbc_parser_try(p, "else") ? mlirbc_parser_add_region(p, op, NULL, NULL, 0, false)
					    : mlirbc_parser_add_empty_region(p, op);
}

/* toy.refuse N: an error at the number, or of 0 at the name. */
static bool refuse(struct mlirbc_parser *p, struct mlirbc_op_state *op)
{
	int64_t number;
	const struct mlirbc_unresolved here = mlirbc_parser_place(p, NULL), name = mlirbc_parser_place(p, op);
	CHECK(here.name.size == 0 && name.name.size == 0 && name.offset < here.offset);
	return mlirbc_parser_int64(p, &number) &&
	       mlirbc_parser_error_at(p, number ? &here : &name, "%d is refused", (int)number);
}

static bool is(const struct mlirbc_string *name, const char *text)
{
	return name->size == strlen(text) && memcmp(name->data, text, name->size) == 0;
}

static int parse_op(struct mlirbc_parser *p, const struct mlirbc_string *name, struct mlirbc_op_state *op, void *ctx)
{
	static const struct {
		const char *name;
		bool (*parse)(struct mlirbc_parser *p, struct mlirbc_op_state *op);
	} ops[] = { { "toy.constant", parse_constant }, { "toy.add", parse_add }, { "toy.call", parse_call },
		{ "toy.loop", parse_loop }, { "toy.fold", parse_fold }, { "toy.scan", parse_scan },
		{ "toy.refuse", refuse } };
	CHECK(ctx != NULL);
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		if (is(name, ops[i].name))
			return ops[i].parse(p, op) ? 1 : -1;
	}
	if (is(name, "toy.done"))
		return 1;
	if (is(name, "toy.careless")) { /* ignores failures */
		mlirbc_parser_add_region(p, op, NULL, NULL, 0, false);
		return 1;
	}
	return is(name, "toy.silent") ? -1 : 0;
}

static const struct mlirbc_attr *check_attr(struct mlirbc_parser *p, const struct mlirbc_attr *attr, void *ctx)
{
	(void)ctx;
	if (is(attr->u.dialect.text, "bad"))
		mlirbc_parser_error(p, "bad toy attribute");
	if (is(attr->u.dialect.text, "bad") || is(attr->u.dialect.text, "worse"))
		return NULL;
	return is(attr->u.dialect.text, "one") ? mlirbc_attr_bool(mlirbc_parser_context(p), true) : attr;
}

static const struct mlirbc_type *check_type(struct mlirbc_parser *p, const struct mlirbc_type *type, void *ctx)
{
	(void)ctx;
	if (is(type->u.dialect.text, "bad"))
		mlirbc_parser_error(p, "unknown toy type");
	if (is(type->u.dialect.text, "bad") || is(type->u.dialect.text, "worse"))
		return NULL;
	return is(type->u.dialect.text, "bit") ? mlirbc_type_integer(mlirbc_parser_context(p), 1, MLIRBC_SIGNLESS)
					       : type;
}

static bool verify_op(struct mlirbc_parser *p, struct mlirbc_op *op, void *ctx)
{
	((struct toy *)ctx)->verified++;
	if (mlirbc_op_is(op, "toy.loop") && mlirbc_op_regions(op)[0].block_count != 1)
		return mlirbc_parser_error_op(
			p, op, "a loop has one block, not %u", mlirbc_op_regions(op)[0].block_count);
	return !mlirbc_op_attr(op, "invalid");
}

static bool is_isolated(const struct mlirbc_string *name, void *ctx)
{
	(void)ctx;
	return is(name, "toy.loop");
}

static bool is_inherent(const struct mlirbc_string *name, const struct mlirbc_string *attribute, void *ctx)
{
	(void)ctx;
	return is(name, "toy.loop") && is(attribute, "step");
}

static bool suggest(const struct mlirbc_string *name, char *out, size_t room, void *ctx)
{
	(void)ctx;
	return is(name, "toy.cal") && snprintf(out, room, "toy.call") > 0;
}

static struct toy state;
static const struct mlirbc_assembly toy = { .dialect = "toy",
	.parse_op = parse_op,
	.check_attr = check_attr,
	.verify_op = verify_op,
	.is_isolated = is_isolated,
	.ctx = &state,
	.is_inherent = is_inherent,
	.check_type = check_type,
	.suggest = suggest };
static const struct mlirbc_assembly empty = { .dialect = "to" };
static const struct mlirbc_assembly *const dialects[] = { &empty, &toy };
static struct mlirbc_parse_options options = {
	.size = sizeof options, .file_name = "t", .dialects = dialects, .dialect_count = 2
};

static void check(const char *text, const char *expected)
{
	struct printed out = reprint(text, &options, false);
	CHECK_STR(out.text, expected);
	free(out.text);
}

static void custom_forms(void)
{
	check("%a = toy.constant 5 : i32 {k}\n%b = toy.constant i8 0x7F loc(\"x\")\n%c = toy.add %a, %a, %a : i32\n",
		"\"builtin.module\"() ({\n"
		"  %0 = \"toy.constant\"() <{value = 5 : i32}> {k} : () -> i32\n"
		"  %1 = \"toy.constant\"() <{value = 127 : i8}> : () -> i8\n"
		"  %2 = \"toy.add\"(%0, %0, %0) : (i32, i32, i32) -> i32\n"
		"}) : () -> ()\n");
	check("%r:2 = toy.call @f(%r#1) \"n\" : (i1) -> (i32, i1)\ntoy.call @g() : () -> ()",
		"\"builtin.module\"() ({\n"
		"  %0:2 = \"toy.call\"(%0#1) <{callee = @f, note = \"n\"}> : (i1) -> (i32, i1)\n"
		"  \"toy.call\"() <{callee = @g}> : () -> ()\n"
		"}) : () -> ()\n");
}

static void regions(void)
{
	static const char text[] = "%f, %u, %x = \"o.p\"() : () -> (index, index, f32)\n"
				   "toy.loop %f to %u with %x : f32 attributes {step = 1, other} {\n"
				   "  %f = \"in.side\"(%x) : (f32) -> f32\n"
				   "} else {\n"
				   "  \"u.se\"(%u) : (index) -> ()\n"
				   "}\n"
				   "toy.loop %f to %u { toy.done }\n";
	state.verified = 0;
	check(text, "\"builtin.module\"() ({\n"
		    "  %0:3 = \"o.p\"() : () -> (index, index, f32)\n"
		    "  \"toy.loop\"(%0#0, %0#1, %0#2) <{step = 1 : i64}> ({\n"
		    "  ^bb0(%arg0: f32):\n"
		    "    %1 = \"in.side\"(%arg0) : (f32) -> f32\n"
		    "  }, {\n"
		    "    \"u.se\"(%0#1) : (index) -> ()\n"
		    "  }) {other} : (index, index, f32) -> ()\n"
		    "  \"toy.loop\"(%0#0, %0#1) ({\n"
		    "    \"toy.done\"() : () -> ()\n"
		    "  }, {\n"
		    "  }) : (index, index) -> ()\n"
		    "}) : () -> ()\n");
	CHECK_INT(state.verified, 3);
}

static void generic_form_is_checked_too(void)
{
	state.verified = 0;
	check("\"toy.loop\"() ({\n^a:\n}) {step = 2 : i8, k} : () -> ()",
		"\"builtin.module\"() ({\n  \"toy.loop\"() <{step = 2 : i8}> ({\n  ^bb0:\n  }) {k} : () -> ()\n}) : () "
		"-> ()\n");
	CHECK_INT(state.verified, 1);
	check("\"x.y\"() : () -> ()\n  \"toy.loop\"() ({}) : () -> ()", "2:3: a loop has one block, not 0");
	check("%x = \"x.y\"() : () -> i1\n\"toy.loop\"() ({\n  \"u.se\"(%x) : (i1) -> ()\n}) : () -> ()",
		"3:10: use of undeclared SSA value name '%x'; a region sees only values that are passed to it");
	check("\"toy.add\"() {invalid} : () -> ()", "1:1: invalid op");
}

static void attributes(void)
{
	check("\"x.y\"() {a = #toy.one, b = #toy.two<[]>, c = #other.bad} : () -> ()",
		"\"builtin.module\"() ({\n  \"x.y\"() {a = true, b = #toy.two<[]>, c = #other.bad} : () -> ()\n}) : () "
		"-> ()\n");
	check("\"x.y\"() {a = #toy.bad} : () -> ()", "1:19: bad toy attribute");
	check("\"x.y\"() {a = #toy.worse} : () -> ()", "1:14: invalid attribute of dialect 'toy'");
}

static void types(void)
{
	check("%a:2 = \"x.y\"() : () -> (!toy.bit, !toy.list<i1>)",
		"\"builtin.module\"() ({\n  %0:2 = \"x.y\"() : () -> (i1, !toy.list<i1>)\n}) : () -> ()\n");
	check("%a = \"x.y\"() : () -> !toy.bad", "1:27: unknown toy type");
	check("%a = \"x.y\"() : () -> !toy.worse", "1:22: invalid type of dialect 'toy'");
}

static void made_regions(void)
{
	static const char text[] = "%a = \"x.y\"() : () -> i32\n%b = toy.fold %a, %a with toy.add : i32\n"
				   "%c = toy.fold %a, %a with toy.mul : i32 loc(\"here\")\n";
	check(text, "\"builtin.module\"() ({\n"
		    "  %0 = \"x.y\"() : () -> i32\n"
		    "  %1 = \"toy.fold\"(%0, %0) ({\n"
		    "  ^bb0(%arg2: i32, %arg3: i32):\n"
		    "    %4 = \"toy.add\"(%arg2, %arg3) : (i32, i32) -> i32\n"
		    "    \"toy.done\"() : () -> ()\n"
		    "  }) : (i32, i32) -> i32\n"
		    "  %2 = \"toy.fold\"(%0, %0) ({\n"
		    "  ^bb0(%arg0: i32, %arg1: i32):\n"
		    "    %3 = \"toy.mul\"(%arg0, %arg1) : (i32, i32) -> i32\n"
		    "    \"toy.done\"() : () -> ()\n"
		    "  }) : (i32, i32) -> i32\n"
		    "}) : () -> ()\n");
	struct printed out = reprint(text, &options, true);
	CHECK(strstr(out.text, "^bb0(%arg2: i32 loc(\"t\":2:15), %arg3: i32 loc(\"t\":2:15)):") != NULL);
	CHECK(strstr(out.text, "^bb0(%arg0: i32 loc(\"here\"), %arg1: i32 loc(\"here\")):") != NULL);
	CHECK(strstr(out.text, "= loc(\"t\":2:6)") == NULL && strstr(out.text, "= loc(\"t\":2:15)") != NULL);
	free(out.text);
	check("%a = \"x.y\"() : () -> i32\ntoy.scan <{k = 1 : i8}> %a [1, -0x2, 4] (%x: i32 loc(\"e\"), %y: i1) { "
	      "toy.done } : i32",
		"\"builtin.module\"() ({\n"
		"  %0 = \"x.y\"() : () -> i32\n"
		"  \"toy.scan\"(%0) <{k = 1 : i8, sum = 3 : index}> ({\n"
		"  ^bb0(%arg0: i32, %arg1: i1):\n"
		"    \"toy.done\"() : () -> ()\n"
		"  }) : (i32) -> ()\n"
		"}) : () -> ()\n");
	check("toy.scan %a [9223372036854775808]", "1:14: integer value too large");
	check("toy.scan %a [-x]", "1:14: expected integer value");
	check("toy.fold %a, %a with @f", "1:22: expected a word");
}

/* ---- printing */

static const void *find_form(const struct mlirbc_string *name, void *ctx)
{
	CHECK(ctx != NULL);
	return is(name, "toy.add") || is(name, "toy.loop") || is(name, "toy.split") || is(name, "toy.if") ? name : NULL;
}

static bool fits(const struct mlirbc_op *op, const void *form, void *ctx)
{
	(void)ctx;
	CHECK(op->name == form || mlirbc_op_is(op, ((const struct mlirbc_string *)form)->data));
	if (is(form, "toy.add"))
		return op->operand_count > 0 && op->result_count == 1 &&
		       mlirbc_op_operands(op)[0].value->type == mlirbc_op_results(op)[0].type;
	return is(form, "toy.if") ? op->region_count == 2 : is(form, "toy.loop") && op->region_count == 2;
}

static bool print(struct mlirbc_printer *p, const struct mlirbc_op *op, const void *form, uint32_t step,
	struct mlirbc_region_form *out, void *ctx)
{
	(void)ctx;
	if (is(form, "toy.add")) {
		mlirbc_printer_text(p, " ");
		mlirbc_printer_operands(p, op, 0, op->operand_count);
		mlirbc_printer_attr_dict(p, op, "hidden ", false);
		mlirbc_printer_text(p, " : ");
		mlirbc_printer_type(p, mlirbc_op_results(op)[0].type);
		return false;
	}
	if (step == 2) {
		mlirbc_printer_text(p, " ");
		mlirbc_printer_integer(p, -7);
		mlirbc_printer_text(p, " : ");
		mlirbc_printer_function_type(p, op);
		mlirbc_printer_attr_dict(p, op, "", true);
		return false;
	}
	if (is(form, "toy.loop") && step == 0) {
		const struct mlirbc_block *body = mlirbc_op_regions(op)[0].first;
		mlirbc_printer_bytes(p, " (xx", 2);
		for (uint32_t i = 0; i < body->argument_count; i++) {
			mlirbc_printer_text(p, i ? ", " : "");
			mlirbc_printer_value(p, &body->arguments[i]);
			mlirbc_printer_text(p, " = ");
			mlirbc_printer_operands(p, op, i, 1);
			mlirbc_printer_text(p, ": ");
			mlirbc_printer_operand_types(p, op, i, 1);
			mlirbc_printer_argument_location(p, &body->arguments[i]);
		}
		mlirbc_printer_text(p, ")");
	}
	mlirbc_printer_line(p);
	mlirbc_printer_text(p, step ? "else " : "do ");
	out->index = step;
	out->arguments = is(form, "toy.if");
	out->terminator = true;
	return true;
}

static const char *result_name(const struct mlirbc_op *op, const void *form, uint32_t result, void *ctx)
{
	(void)ctx;
	if (is(form, "toy.split"))
		return result == 0 ? "first" : result == 2 ? "rest" : NULL;
	return is(form, "toy.add") && op->result_count == 1 ? "sum" : NULL;
}

static const char *argument_name(
	const struct mlirbc_op *op, const void *form, uint32_t region, uint32_t argument, void *ctx)
{
	(void)ctx;
	CHECK(region < op->region_count && argument < mlirbc_op_regions(op)[region].first->argument_count);
	return is(form, "toy.loop") && region == 0 ? "it" : NULL;
}

static const struct mlirbc_printing toy_printing = { "toy", find_form, fits, print, result_name, argument_name,
	&state };
static const struct mlirbc_printing other_printing = { "to", NULL, NULL, NULL, NULL, NULL, NULL };
static const struct mlirbc_printing *const printings[] = { &other_printing, &toy_printing };

static void check_pretty(const char *text, const char *expected, bool debug_info)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	struct mlirbc_print_options pretty = { .size = sizeof pretty,
		.debug_info = debug_info,
		.pretty = true,
		.dialects = printings,
		.dialect_count = 2 };
	struct printed out = { 0 };
	CHECK_INT(mlirbc_parse(context, text, strlen(text), &options, &module, &diag), MLIRBC_OK);
	CHECK_INT(mlirbc_print(module, &pretty, printed_append, &out), MLIRBC_OK);
	printed_append(&out, "", 0);
	CHECK_STR(out.text, expected);
	free(out.text);
	mlirbc_context_destroy(context);
}

static void printed_forms(void)
{
	check_pretty("%a = \"x.y\"() : () -> i32\n%b = toy.add %a, %a : i32\n%c = toy.add %b, %a, %b : i32\n"
		     "%d = \"toy.add\"(%c) <{hidden = 1 : i8, shown}> {k = \"v\"} : (i32) -> i32\n"
		     "%e = \"toy.add\"(%a) : (i32) -> i8\n",
		"module {\n"
		"  %0 = \"x.y\"() : () -> i32\n"
		"  %sum = toy.add %0, %0 : i32\n"
		"  %sum_0 = toy.add %sum, %0, %sum : i32\n"
		"  %sum_1 = toy.add %sum_0 {k = \"v\", shown} : i32\n"
		"  %sum_2 = \"toy.add\"(%0) : (i32) -> i8\n"
		"}\n",
		false);
	check_pretty(
		"%a:4 = \"toy.split\"() : () -> (i1, i1, i8, i8)\n%b = \"x.y\"(%a#1, %a#2, %a#3) : (i1, i8, i8) -> i1",
		"module {\n"
		"  %first:2, %rest:2 = \"toy.split\"() : () -> (i1, i1, i8, i8)\n"
		"  %0 = \"x.y\"(%first#1, %rest#0, %rest#1) : (i1, i8, i8) -> i1\n"
		"}\n",
		false);
}

static void printed_regions(void)
{
	static const char text[] =
		"%a, %b = \"x.y\"() : () -> (index, i32)\n"
		"\"toy.loop\"(%a, %b) ({\n^bb0(%x: index, %y: i32):\n  \"toy.use\"(%x, %y) : (index, i32) -> ()\n"
		"  \"toy.if\"() ({\n  ^bb0(%z: i1):\n    \"toy.done\"(%x) : (index) -> ()\n  }, {\n  }) : () -> ()\n"
		"}, {\n  \"toy.done\"() : () -> ()\n}) {k} : (index, i32) -> ()\n";
	check_pretty(text,
		"module {\n"
		"  %0:2 = \"x.y\"() : () -> (index, i32)\n"
		"  toy.loop (%it = %0#0: index, %it_0 = %0#1: i32)\n"
		"  do {\n"
		"    \"toy.use\"(%it, %it_0) : (index, i32) -> ()\n"
		"    toy.if\n"
		"    do {\n"
		"    ^bb0(%arg0: i1):\n"
		"      \"toy.done\"(%it) : (index) -> ()\n"
		"    }\n"
		"    else {\n"
		"    } -7 : () -> ()\n"
		"  }\n"
		"  else {\n"
		"    \"toy.done\"() : () -> ()\n"
		"  } -7 : (index, i32) -> () attributes {k}\n"
		"}\n",
		false);
}

static void errors(void)
{
	check("%a = toy.sub %b", "1:6: custom op 'toy.sub' is unknown" WRITTEN("toy.sub"));
	check("%a = arith.constant 4 : i32\n%b = toy.add %a, %a : i32\n%c = arith.addi %a, %a : i32",
		"\"builtin.module\"() ({\n  %0 = \"arith.constant\"() <{value = 4 : i32}> : () -> i32\n"
		"  %1 = \"toy.add\"(%0, %0) : (i32, i32) -> i32\n"
		"  %2 = \"arith.addi\"(%0, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32\n}) : () -> ()\n");
	check("to.y", "1:1: custom op 'to.y' is unknown" WRITTEN("to.y"));
	check("%a = toy.refuse\n 5 : i32", "2:2: 5 is refused");
	check("%a = toy.refuse\n 0 : i32", "1:6: 0 is refused");
	check("toy.silent", "1:1: custom op 'toy.silent' cannot be read");
	check("%a = toy.add %a, %a i32", "1:20: expected ':'");
	check("%a = toy.add %a : i32\n", "2:1: expected two operands or more");
	check("%a = toy.constant i8 300", "1:22: integer constant out of range for attribute");
	check("%a = toy.constant i8 \"x\"", "1:22: expected integer value");
	check("%a = toy.constant i32\n", "2:1: expected a value with a type");
	check("toy.call f", "1:10: expected '@' and a symbol name");
	check("toy.call @f() 5", "1:15: expected string");
	check("toy.call @f(%a) : () -> ()\n", "2:1: 1 operands present, but expected 0");
	check("%f = \"a.b\"() : () -> index\ntoy.loop %f to %f {}", "2:16: bounds must have different names");
	check("%f, %u = \"a.b\"() : () -> (index, index)\ntoy.loop %f to %u with %f : index {\n^bb0:\n}",
		"3:1: invalid block name in region with named arguments");
	check("%f, %u = \"a.b\"() : () -> (index, index)\ntoy.loop %f to %u { \"u.se\"(%f) : (index) -> () }",
		"2:28: use of undeclared SSA value name '%f'; a region sees only values that are passed to it");
	check("%f, %u = \"a.b\"() : () -> (index, index)\ntoy.loop %f to %u attributes {step = 1, step = 2} { }",
		"2:41: duplicate key 'step' in dictionary attribute");
	check("%a = toy.constant 5 : i32 {value = 3}", "1:28: attribute 'value' given twice");
	check("\"a.b\"() ({ toy.careless }) : () -> ()", "1:24: expected '{' to begin a region");
	check("\"a.b\"() ({ toy.careless { x } }) : () -> ()", "1:27: custom op 'x' is unknown" GENERIC);
}

static void arguments_of_hooks_have_locations(void)
{
	struct printed out = reprint(
		"%f, %u = \"a.b\"() : () -> (index, index)\ntoy.loop %f to %u with %f : index { toy.done }", &options,
		true);
	CHECK(strstr(out.text, "^bb0(%arg0: index loc(\"t\":2:24)):") != NULL);
	free(out.text);
}

/* The generic form could not express such an operand; names of a region are not visible outside of it. */
static void operands_defined_inside(void)
{
	check("%c, %d = \"a.b\"() : () -> (index, index)\ntoy.loop %c to %d with %later : i1 { toy.done } else {\n"
	      "  %later = \"d.e\"() : () -> i1\n}",
		"2:24: operand is defined in a region of its own operation");
}

/* Takes the ops called x.take; `seen` records them. */
struct taker {
	struct mlirbc_value values[4];
	size_t used;
	char seen[256];
};

static bool take(void *ctx, const struct mlirbc_offer *offer, struct mlirbc_value **out_results)
{
	struct taker *taker = ctx;
	size_t size = strlen(taker->seen);
	if (offer->name->size != 6 || memcmp(offer->name->data, "x.take", 6) != 0)
		return false;
	*out_results = &taker->values[taker->used];
	for (uint32_t i = 0; i < offer->result_count; i++)
		taker->values[taker->used++] = mlirbc_value_in_block(offer->result_types[i], offer->block, i);
	snprintf(taker->seen + size, sizeof taker->seen - size, "%u:%u %u->%u%s ", offer->line, offer->column,
		offer->operand_count, offer->result_count, offer->attributes ? " with attributes" : "");
	return true;
}

static void ops_can_be_taken(void)
{
	static const char text[] = "\"x.take\"() : () -> ()\n" /* not in a region */
				   "\"f\"() ({\n"
				   "  %a:2 = \"x.take\"() : () -> (i1, i8)\n"
				   "  %b = \"x.take\"(%a#1, %a#0) {k} : (i8, i1) -> i1\n"
				   "  \"x.take\"(%c) : (i1) -> ()\n" /* %c is defined further down */
				   "  %c = \"y\"(%b) : (i1) -> i1\n"
				   "  \"x.take\"() : () -> () loc(unknown)\n"
				   "  \"x.take\"(%c) : (i1) -> ()\n"
				   "}) : () -> ()\n";
	struct taker taker = { .used = 0 };
	struct mlirbc_parse_options taking = options;
	struct mlirbc_module *module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	taking.take_op = take;
	taking.take_ctx = &taker;
	CHECK_INT(mlirbc_parse(context, text, sizeof text - 1, &taking, &module, &diag), MLIRBC_OK);
	CHECK_STR(taker.seen, "3:10 0->2 4:8 2->1 with attributes 8:3 1->0 ");
	struct mlirbc_op *made = mlirbc_op_regions(mlirbc_op_regions(module->body->first)->first->last)->first->first;
	CHECK(mlirbc_op_is(made, "x.take") && mlirbc_op_is(made->next, "y"));
	CHECK(mlirbc_op_operands(made->next)[0].value == &taker.values[2]);
	CHECK(mlirbc_op_is(made->next->next, "x.take") && !made->next->next->next);
	taking.size = offsetof(struct mlirbc_parse_options, take_op); /* of the first release */
	taker.used = 0;
	CHECK_INT(mlirbc_parse(context, text, sizeof text - 1, &taking, &module, &diag), MLIRBC_OK);
	CHECK_INT(taker.used, 0);
	mlirbc_context_destroy(context);
}

/* Explains ops of one name, and records the suggestion that it gets. */
static bool explain(void *ctx, const struct mlirbc_string *name, const char *near, char *out, size_t room)
{
	snprintf(ctx, 80, "%s", near ? near : "none");
	if (!is(name, "toy.explained"))
		return false;
	CHECK(room >= 100);
	snprintf(out, room, "it is explained here");
	return true;
}

static void unknown_ops_can_be_explained(void)
{
	char near[80] = "";
	struct mlirbc_parse_options before = options;
	options.explain_op = explain;
	options.explain_ctx = near;
	check("toy.explained", "1:1: custom op 'toy.explained' is unknown; it is explained here");
	CHECK_STR(near, "none");
	check("toy.cal", "1:1: custom op 'toy.cal' is unknown; did you mean 'toy.call'? An op without a custom form is "
			 "written \"toy.cal\"(operands) {attributes} : (types) -> types");
	CHECK_STR(near, "toy.call");
	check("x.y", "1:1: custom op 'x.y' is unknown" GENERIC);
	CHECK_STR(near, "none");
	options.size = offsetof(struct mlirbc_parse_options, explain_op); /* of the release before */
	check("toy.explained", "1:1: custom op 'toy.explained' is unknown" WRITTEN("toy.explained"));
	options = before;
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(custom_forms), CHECK_CASE(regions),
		CHECK_CASE(generic_form_is_checked_too), CHECK_CASE(attributes), CHECK_CASE(errors),
		CHECK_CASE(arguments_of_hooks_have_locations), CHECK_CASE(operands_defined_inside), CHECK_CASE(types),
		CHECK_CASE(made_regions), CHECK_CASE(printed_forms), CHECK_CASE(printed_regions),
		CHECK_CASE(ops_can_be_taken), CHECK_CASE(unknown_ops_can_be_explained) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
