/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs of every element type, in all forms: constants, results, control flow, and tensors that processes exchange. */
#include "check.h"
#include "forms.h"

#include <stdlib.h>

static struct forms forms;

/* b is the larger one of two elements. */
static const struct element_type {
	const char *name, *a, *b;
} types[] = {
	{ "i1", "false", "true" }, { "i2", "-2", "1" }, { "i4", "-8", "7" }, { "i8", "-128", "127" }, { "i16", "-300", "299" },
	{ "i32", "-70000", "7" }, { "i64", "-9223372036854775808", "5" }, { "ui2", "1", "3" }, { "ui4", "7", "15" },
	{ "ui8", "1", "255" }, { "ui16", "2", "65535" }, { "ui32", "3", "4294967295" }, { "ui64", "4", "18446744073709551615" },
	{ "f8E5M2", "-0.5", "2.0" }, { "f8E4M3", "-0.5", "2.0" }, { "f8E3M4", "-0.5", "2.0" }, { "f8E4M3FN", "-0.5", "2.0" },
	{ "f8E4M3FNUZ", "-0.5", "2.0" }, { "f8E4M3B11FNUZ", "-0.5", "2.0" }, { "f8E5M2FNUZ", "-0.5", "2.0" },
	{ "f8E8M0FNU", "0.5", "2.0" }, { "f6E2M3FN", "-0.5", "2.0" }, { "f6E3M2FN", "-0.5", "2.0" }, { "f4E2M1FN", "-0.5", "2.0" },
	{ "bf16", "-0.5", "3.0" }, { "f16", "-0.5", "3.0" }, { "f32", "-0.5", "3.0" }, { "f64", "-0.1", "3.0" },
	{ "complex<f32>", "(-0.5, 2.0)", "(3.0, -4.0)" }, { "complex<f64>", "(-0.5, 2.0)", "(3.0, -4.0)" },
};

/* @ is the element type, A and B are the elements. */
static const char process[] =
	"func.func private @process(%x: tensor<2x@>) -> (tensor<4x@>, tensor<2x@>, tensor<1x@>, tensor<2x@>, tensor<2x@>, tensor<2x@>) {\n"
	"  %g = \"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : "
	"(tensor<2x@>) -> tensor<4x@>\n"
	"  %r = \"stablehlo.all_reduce\"(%x) ({\n"
	"  ^bb0(%p: tensor<@>, %q: tensor<@>):\n"
	"    %m = stablehlo.maximum %p, %q : tensor<@>\n"
	"    stablehlo.return %m : tensor<@>\n"
	"  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x@>) -> tensor<2x@>\n"
	"  %s = \"stablehlo.reduce_scatter\"(%x) ({\n"
	"  ^bb0(%p: tensor<@>, %q: tensor<@>):\n"
	"    %m = stablehlo.minimum %p, %q : tensor<@>\n"
	"    stablehlo.return %m : tensor<@>\n"
	"  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x@>) -> tensor<1x@>\n"
	"  %e = \"stablehlo.all_to_all\"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, "
	"replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x@>) -> tensor<2x@>\n"
	"  %c = \"stablehlo.collective_permute\"(%x) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : "
	"(tensor<2x@>) -> tensor<2x@>\n"
	"  %f = \"stablehlo.collective_broadcast\"(%x) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : "
	"(tensor<2x@>) -> tensor<2x@>\n"
	"  return %g, %r, %s, %e, %c, %f : tensor<4x@>, tensor<2x@>, tensor<1x@>, tensor<2x@>, tensor<2x@>, tensor<2x@>\n"
	"}\n"
	"func.func @exchanges() {\n"
	"  %x = stablehlo.constant dense<[A, B]> : tensor<2x@>\n"
	"  %y = stablehlo.constant dense<[B, A]> : tensor<2x@>\n"
	"  %r:12 = \"interpreter.run_parallel\"(%x, %y) {programs = [[@process], [@process]]} : (tensor<2x@>, tensor<2x@>) -> "
	"(tensor<4x@>, tensor<2x@>, tensor<1x@>, tensor<2x@>, tensor<2x@>, tensor<2x@>, "
	"tensor<4x@>, tensor<2x@>, tensor<1x@>, tensor<2x@>, tensor<2x@>, tensor<2x@>)\n"
	"  check.expect_eq_const %r#0, dense<[A, B, B, A]> : tensor<4x@>\n"
	"  check.expect_eq_const %r#1, dense<[B, B]> : tensor<2x@>\n"
	"  check.expect_eq_const %r#2, dense<A> : tensor<1x@>\n"
	"  check.expect_eq_const %r#3, dense<[A, B]> : tensor<2x@>\n"
	"  check.expect_eq_const %r#4, dense<[B, A]> : tensor<2x@>\n"
	"  check.expect_eq_const %r#5, dense<[B, A]> : tensor<2x@>\n"
	"  check.expect_eq_const %r#6, dense<[A, B, B, A]> : tensor<4x@>\n"
	"  check.expect_eq_const %r#9, dense<[B, A]> : tensor<2x@>\n"
	"  check.expect_eq_const %r#10, dense<[A, B]> : tensor<2x@>\n"
	"  check.expect_eq_const %r#11, dense<[B, A]> : tensor<2x@>\n"
	"  return\n"
	"}\n";
static const char control[] =
	"func.func private @twice(%x: tensor<3x@>) -> (tensor<3x@>, tuple<tensor<3x@>, tensor<i32>>) {\n"
	"  %n = stablehlo.constant dense<3> : tensor<i32>\n"
	"  %t = stablehlo.tuple %x, %n : tuple<tensor<3x@>, tensor<i32>>\n"
	"  return %x, %t : tensor<3x@>, tuple<tensor<3x@>, tensor<i32>>\n"
	"}\n"
	"func.func @flows() -> (tensor<3x@>, tensor<6x@>) {\n"
	"  %x = stablehlo.constant dense<[A, A, B]> : tensor<3x@>\n"
	"  %y = stablehlo.constant dense<B> : tensor<3x@>\n"
	"  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
	"  %one = stablehlo.constant dense<1> : tensor<i32>\n"
	"  %c:2 = call @twice(%x) : (tensor<3x@>) -> (tensor<3x@>, tuple<tensor<3x@>, tensor<i32>>)\n"
	"  %n = stablehlo.get_tuple_element %c#1[1] : (tuple<tensor<3x@>, tensor<i32>>) -> tensor<i32>\n"
	"  %w:2 = stablehlo.while(%i = %zero, %v = %c#0) : tensor<i32>, tensor<3x@>\n"
	"   cond {\n"
	"    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
	"    stablehlo.return %p : tensor<i1>\n"
	"  } do {\n"
	"    %j = stablehlo.add %i, %one : tensor<i32>\n"
	"    %u = stablehlo.reverse %v, dims = [0] : tensor<3x@>\n"
	"    stablehlo.return %j, %u : tensor<i32>, tensor<3x@>\n"
	"  }\n"
	"  check.expect_eq_const %w#1, dense<[B, A, A]> : tensor<3x@>\n"
	"  %f = \"stablehlo.case\"(%one) ({\n"
	"    stablehlo.return %x : tensor<3x@>\n"
	"  }, {\n"
	"    stablehlo.return %y : tensor<3x@>\n"
	"  }) : (tensor<i32>) -> tensor<3x@>\n"
	"  %b:2 = stablehlo.optimization_barrier %f, %w#1 : tensor<3x@>, tensor<3x@>\n"
	"  %k = stablehlo.concatenate %b#1, %b#0, dim = 0 : (tensor<3x@>, tensor<3x@>) -> tensor<6x@>\n"
	"  check.expect_eq_const %k, dense<[B, A, A, B, B, B]> : tensor<6x@>\n"
	"  return %w#1, %k : tensor<3x@>, tensor<6x@>\n"
	"}\n";

/* Replaces @ by the name of the type unless a symbol follows, and A and B by the elements. */
static size_t write_program(const char *from, const struct element_type *type, char *out)
{
	size_t used = 0;
	for (; *from; from++) {
		const bool symbol = from[1] >= 'a' && from[1] <= 'z';
		const char *text = *from == '@' && !symbol ? type->name : *from == 'A' ? type->a : *from == 'B' ? type->b : NULL;
		if (text)
			used += (size_t)sprintf(out + used, "%s", text);
		else
			out[used++] = *from;
	}
	out[used] = '\0';
	return used;
}

static void run_all(const char *source)
{
	static char text[20000];
	struct outcome outcome;
	forms_init(&forms);
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		const size_t size = write_program(source, &types[i], text);
		forms_run(&forms, &(struct program){ .name = types[i].name, .text = text, .text_size = size }, &outcome);
		if (!outcome.ok || outcome.difference[0])
			check_report(types[i].name, 0, "%s%s", outcome.why, outcome.difference);
		CHECK_INT(outcome.count, 1);
	}
	forms_finish(&forms);
}

static void exchanges(void) { run_all(process); }
static void flows(void) { run_all(control); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(exchanges), CHECK_CASE(flows) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
