/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The public table of operations: numbers, names, and facts that other functions of the library must agree with. */
#include "check.h"

#include <inttypes.h>
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_build.h>
#include <mlirbc/stablehlo_ops.h>
#include <mlirbc/stablehlo_verify.h>
#include <stdio.h>
#include <string.h>

static enum mlirbc_stablehlo_code code_of(const char *name)
{
	const struct mlirbc_string string = { name, strlen(name) };
	return mlirbc_stablehlo_code(&string);
}

static const struct mlirbc_stablehlo_facts *facts_of(unsigned number)
{
	return mlirbc_stablehlo_facts((enum mlirbc_stablehlo_code)number);
}

/* Numbers are kept by programs that were compiled before: these must not change. */
static void numbers(void)
{
	CHECK_INT(MLIRBC_CHECK_expect_almost_eq, 1);
	CHECK_INT(MLIRBC_CHLO_zeta, 57);
	CHECK_INT(MLIRBC_INTERPRETER_print, 58);
	CHECK_INT(MLIRBC_STABLEHLO_popcnt, 135);
	CHECK_INT(MLIRBC_STABLEHLO_xor, 178);
}

static void names(void)
{
	unsigned number = 1;
	for (; facts_of(number); number++) {
		const char *name = mlirbc_stablehlo_name((enum mlirbc_stablehlo_code)number);
		CHECK(name && code_of(name) == (enum mlirbc_stablehlo_code)number);
	}
	CHECK(number > MLIRBC_STABLEHLO_xor && !mlirbc_stablehlo_name((enum mlirbc_stablehlo_code)number));
	CHECK(!mlirbc_stablehlo_attr_specs((enum mlirbc_stablehlo_code)number) && !facts_of(0) && !facts_of(-1U));
	CHECK_INT(code_of("stablehlo.cross-replica-sum"), MLIRBC_STABLEHLO_cross_replica_sum);
	CHECK_INT(code_of("stablehlo.ad"), MLIRBC_STABLEHLO_NONE);
	CHECK_INT(code_of("stablehlo.addx"), MLIRBC_STABLEHLO_NONE);
	CHECK_INT(code_of("func.call"), MLIRBC_STABLEHLO_NONE);
	CHECK_INT(code_of(""), MLIRBC_STABLEHLO_NONE);
}

static void attributes(void)
{
	struct mlirbc_stablehlo_attr_spec spec;
	const char *at = mlirbc_stablehlo_attr_next(mlirbc_stablehlo_attr_specs(MLIRBC_STABLEHLO_sort), &spec);
	CHECK(at && spec.name_size == 9 && memcmp(spec.name, "dimension", 9) == 0 && spec.kind == 'n' && spec.optional);
	CHECK(spec.has_default && spec.fallback == -1 && !spec.zeros);
	at = mlirbc_stablehlo_attr_next(at, &spec);
	CHECK(at && spec.kind == 'b' && spec.fallback == 0 && !mlirbc_stablehlo_attr_next(at, &spec));
	CHECK_STR(mlirbc_stablehlo_attr_specs(MLIRBC_STABLEHLO_add), "");
}

static void counts(void)
{
	static const struct { const char *letters; unsigned least; bool more; } rows[] = { { "", 0, false }, { "BTT", 3, false },
		{ "T*T*", 0, true }, { "Ti*", 1, true }, { "T?t", 1, true } };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool more;
		CHECK_INT(mlirbc_stablehlo_least(rows[i].letters, &more), rows[i].least);
		CHECK_INT(more, rows[i].more);
	}
}

/* What follows from the class, and from one fact for another. */
static void consistent(void)
{
	for (unsigned number = 1; facts_of(number); number++) {
		const struct mlirbc_stablehlo_facts *facts = facts_of(number);
		const char *name = mlirbc_stablehlo_name((enum mlirbc_stablehlo_code)number);
		const bool pure = facts->traits & MLIRBC_STABLEHLO_PURE;
		bool ok = facts->op_class != MLIRBC_STABLEHLO_CLASS_NONE && (!pure || facts->regions == 0);
		switch (facts->op_class) {
		case MLIRBC_STABLEHLO_CLASS_ELEMENTWISE:
			ok = ok && pure && strlen(facts->results) == 1 && facts->cost != MLIRBC_STABLEHLO_COST_OWN;
			break;
		case MLIRBC_STABLEHLO_CLASS_VIEW:
			ok = ok && pure && strcmp(facts->operands, "T") == 0 && facts->cost == MLIRBC_STABLEHLO_COST_FREE;
			break;
		case MLIRBC_STABLEHLO_CLASS_BODY: ok = ok && (facts->regions > 0 || number == MLIRBC_CHLO_top_k); break;
		case MLIRBC_STABLEHLO_CLASS_COLLECTIVE:
		case MLIRBC_STABLEHLO_CLASS_TRANSFER:
		case MLIRBC_STABLEHLO_CLASS_CHECK: ok = ok && !pure; break;
		default: break;
		}
		if (!ok)
			check_report(__FILE__, __LINE__, "%s has facts that contradict each other", name);
	}
}

/* ---- shapes of element-wise operations, as inference has them */

static const struct mlirbc_type *element_for(struct mlirbc_context *context, char letter)
{
	return letter == 'B'		   ? mlirbc_type_integer(context, 1, MLIRBC_SIGNLESS)
	       : letter == 'I' || letter == 'J' ? mlirbc_type_integer(context, 32, MLIRBC_SIGNLESS)
						   : mlirbc_type_float(context, MLIRBC_F32);
}

/* Whether inference accepts operands of the shape 2x3, except one: a scalar, or 1x3. */
static bool accepts(struct mlirbc_context *context, unsigned number, size_t other, size_t rank)
{
	const int64_t dims[] = { 2, 3 }, one[] = { 1, 3 };
	const char *letters = facts_of(number)->operands, *name = mlirbc_stablehlo_name((enum mlirbc_stablehlo_code)number);
	const struct mlirbc_type *operands[3], *const *types;
	size_t count = strlen(letters), type_count;
	for (size_t i = 0; i < count; i++)
		operands[i] = mlirbc_stablehlo_tensor(
			context, element_for(context, letters[i]), i == other ? one : dims, i == other ? rank : 2);
	const struct mlirbc_stablehlo_description description = { .size = sizeof description, .name = name,
		.name_size = strlen(name), .operand_types = operands, .operand_count = count };
	return mlirbc_stablehlo_infer(context, &description, &types, &type_count, NULL) == MLIRBC_OK;
}

static bool needs_attributes(unsigned number)
{
	struct mlirbc_stablehlo_attr_spec spec;
	bool needed = false;
	for (const char *at = mlirbc_stablehlo_attr_specs((enum mlirbc_stablehlo_code)number);
		(at = mlirbc_stablehlo_attr_next(at, &spec)) != NULL;)
		needed = needed || !spec.optional;
	return needed;
}

static void shapes(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	unsigned checked = 0;
	for (unsigned number = 1; facts_of(number); number++) {
		const struct mlirbc_stablehlo_facts *facts = facts_of(number);
		const size_t count = strlen(facts->operands);
		const bool broadcasts = facts->traits & MLIRBC_STABLEHLO_BROADCASTS;
		if (facts->op_class != MLIRBC_STABLEHLO_CLASS_ELEMENTWISE || count < 2 || needs_attributes(number))
			continue;
		bool scalars = false, rows = false;
		for (size_t i = 0; i < count; i++) {
			scalars = scalars || accepts(context, number, i, 0);
			rows = rows || accepts(context, number, i, 2);
		}
		if (!accepts(context, number, count, 0) || rows != broadcasts ||
			scalars != (broadcasts || (facts->traits & MLIRBC_STABLEHLO_SCALARS)))
			check_report(__FILE__, __LINE__, "%s broadcasts in another way",
				mlirbc_stablehlo_name((enum mlirbc_stablehlo_code)number));
		checked++;
	}
	CHECK(checked > 30);
	mlirbc_context_destroy(context);
}

/* ---- iterations of loops */

struct counting {
	const char *type, *direction, *step_op;
	int64_t start, limit, step;
	bool limit_first;
	int64_t trips; /* -1: not known */
};

static void loop_text(char *out, size_t room, const struct counting *c)
{
	snprintf(out, room,
		"!t = tensor<%s>\n"
		"func.func @f() -> !t {\n"
		"  %%start = stablehlo.constant dense<%" PRId64 "> : !t\n"
		"  %%limit = stablehlo.constant dense<%" PRId64 "> : !t\n"
		"  %%r:2 = stablehlo.while(%%i = %%start, %%n = %%limit) : !t, !t\n"
		"  cond {\n"
		"    %%c = stablehlo.compare %s, %s : (!t, !t) -> tensor<i1>\n"
		"    stablehlo.return %%c : tensor<i1>\n"
		"  } do {\n"
		"    %%step = stablehlo.constant dense<%" PRId64 "> : !t\n"
		"    %%j = stablehlo.%s %%i, %%step : !t\n"
		"    stablehlo.return %%j, %%n : !t, !t\n"
		"  }\n"
		"  return %%r#0 : !t\n"
		"}\n",
		c->type, c->start, c->limit, c->direction, c->limit_first ? "%n, %i" : "%i, %n", c->step, c->step_op);
}

static void check_trips(const struct counting *c)
{
	char text[1200];
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	uint64_t trips = 0;
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	loop_text(text, sizeof text, c);
	if (mlirbc_parse(context, text, strlen(text), &options, &module, &diag) == MLIRBC_OK) {
		const struct mlirbc_op *function = mlirbc_op_regions(module->body->first)->first->first;
		const struct mlirbc_op *op = mlirbc_op_regions(function)->first->first;
		while (mlirbc_stablehlo_code(op->name) != MLIRBC_STABLEHLO_while)
			op = op->next;
		const bool known = mlirbc_stablehlo_trip_count(op, &trips);
		if (known != (c->trips >= 0) || (known && trips != (uint64_t)c->trips))
			check_report(__FILE__, __LINE__, "%s %s from %" PRId64 " to %" PRId64 " by %" PRId64 ": %s %" PRIu64 ", expected %" PRId64,
				c->type, c->direction, c->start, c->limit, c->step, known ? "known" : "unknown", trips, c->trips);
	} else {
		check_report(__FILE__, __LINE__, "%s", diag.message);
	}
	mlirbc_context_destroy(context);
}

static void iterations(void)
{
	static const struct counting loops[] = {
		{ "i32", "LT", "add", 0, 10, 1, false, 10 },
		{ "i32", "LT", "add", 0, 10, 3, false, 4 },
		{ "i64", "LE", "add", -2, 10, 4, false, 4 },
		{ "i32", "GT", "add", 3, 10, 1, true, 7 },
		{ "i32", "GT", "subtract", 10, 0, 3, false, 4 },
		{ "i32", "GE", "add", 10, 0, -5, false, 3 },
		{ "ui8", "LT", "add", 200, 250, 10, false, 5 },
		{ "i32", "NE", "add", 0, 9, 3, false, 3 },
		{ "i32", "NE", "add", 0, 10, 3, false, -1 },
		{ "i32", "LT", "add", 10, 10, 1, false, 0 },
		{ "i32", "LT", "add", 0, 10, -1, false, -1 },
		{ "i32", "LT", "add", 0, 10, 0, false, -1 },
		{ "i32", "EQ", "add", 0, 0, 1, false, -1 },
		{ "i32", "LT", "multiply", 1, 10, 2, false, -1 },
	};
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
		check_trips(&loops[i]);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(numbers), CHECK_CASE(names), CHECK_CASE(attributes), CHECK_CASE(counts),
		CHECK_CASE(consistent), CHECK_CASE(shapes), CHECK_CASE(iterations) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
