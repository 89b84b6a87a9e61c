/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stream assignment. The expected numbers were derived by hand, as each case explains. */
#include "support.h"

/* Root and kernels of a function as "0:1,2,0". */
static void check_streams(const char *text, uint32_t function, const char *expected)
{
	char streams[256];
	size_t used = 0;
	struct bef_reader reader;
	struct made made = assemble(text);
	if (CHECK_MADE(made) && bef_reader_open(made.data, made.size, &reader, NULL) == BEF_OK) {
		struct function_view view = view_function(&reader, function);
		for (uint32_t k = 0; k < view.body.kernel_count && used < sizeof streams; k++)
			used += (size_t)snprintf(streams + used, sizeof streams - used, "%s%u",
				k == 0   ? ""
				: k == 1 ? ":"
					 : ",",
				view_kernel(&reader, &view, k).stream);
		CHECK_STR(streams, expected);
	}
	drop(&made);
}

#define COST(result, operands, cost, types) \
	"  %" result " = tfrt_test.test_cost " operands " {id = 0 : i64, _tfrt_cost = " #cost " : i64} : " types "\n"

/* One path: every op depends on the previous one. */
static void a_chain_is_one_stream(void)
{
	check_streams("func.func @f(%x: i32) -> i32 {\n"
		      "  %a = tfrt.add.i32 %x, %x\n  %b = tfrt.add.i32 %a, %x\n  tfrt.return %b : i32\n}\n",
		0, "0:0,0");
	check_streams("func.func @f() {\n  tfrt.return\n}\n", 0, "0");
	check_streams("func.func @f(%x: i32) -> i32 {\n  tfrt.return %x : i32\n}\n", 0, "0");
}

/* Without a threshold, the cost of the most expensive path is used. b, path 1, is on no path of cost 2 with the
 * root's 1 in front (1 + 1 >= 2), so it remains separate. */
static void ops_that_nobody_uses(void)
{
	check_streams("func.func @f() -> i32 {\n"
		      "  %a = tfrt.constant.i32 1\n  %b = tfrt.constant.i32 2\n  tfrt.return %a : i32\n}\n",
		0, "0:0,1");
}

/* r has path 1; a 1+2, b 1+3, c 1+6; the return is a child of c: path 8, the threshold. Backward: stream 0 return
 * and c (7), stream 1 b (3), stream 2 a (2). At r, path 1: a and b are below 8 (1+2, 1+3), together 1+2+3 = 6 too: b
 * joins a's stream; 0 is above. */
static void cheap_siblings_share(void)
{
	check_streams("func.func @f(%x: i32) -> (i32, i32, i32) {\n  %r = tfrt.constant.i32 1\n" COST(
			      "a", "%r", 2, "i32") COST("b", "%r", 3, "i32")
			      COST("c", "%r", 6, "i32") "  tfrt.return %a, %b, %c : i32, i32, i32\n}\n",
		0, "0:0,2,2,0");
}

#define FAN \
	"  %r = tfrt.constant.i32 1\n" COST("a", "%r", 2, "i32") COST("b", "%r", 3, "i32") COST("c", "%r", 6, "i32") \
		"  tfrt.return %a, %b, %c : i32, i32, i32\n"

/* With thresholds. 5: a and b together are 5, a stream; c and the return are 7. 6: a and b are 5, which is below, so
 * the last group joins r's stream. 1: each of them is above. */
static void thresholds(void)
{
	check_streams("func.func @f() -> (i32, i32, i32) attributes {tfrt.cost_threshold = 5 : i64} {\n" FAN "}\n", 0,
		"0:0,2,2,0");
	check_streams("func.func @f() -> (i32, i32, i32) attributes {tfrt.cost_threshold = 6 : i64} {\n" FAN "}\n", 0,
		"0:0,0,0,0");
	check_streams("func.func @f() -> (i32, i32, i32) attributes {tfrt.cost_threshold = 1 : i64} {\n" FAN "}\n", 0,
		"0:0,2,1,0");
	/* Not positive: like no threshold; any integer type is allowed. */
	check_streams("func.func @f() -> (i32, i32, i32) attributes {tfrt.cost_threshold = -5 : i8} {\n" FAN "}\n", 0,
		"0:0,2,2,0");
	/* All are below: a takes b, and then the stream of the return. */
	check_streams("func.func @f() -> (i32, i32, i32) attributes {tfrt.cost_threshold = 200 : ui8} {\n" FAN "}\n", 0,
		"2:2,2,2,2");
}

/* A function without the option uses the module's; a region always does. Function 0 is the region of g, 1 is g, 2 is
 * f. */
static void options_come_from_around(void)
{
	const char *text =
		"module attributes {tfrt.cost_threshold = 6 : i64} {\n"
		"func.func @g(%n: i1, %y: i32) -> (i32, i32, i32) attributes {tfrt.cost_threshold = 1 : i64} {\n"
		"  %x:3 = tfrt.if %n, %y : (i32) -> (i32, i32, i32) {\n" FAN "  } else {\n" FAN "  }\n"
		"  tfrt.return %x#0, %x#1, %x#2 : i32, i32, i32\n}\n"
		"func.func @f() -> (i32, i32, i32) {\n" FAN "}\n"
		"func.func @h() -> (i32, i32, i32) attributes {tfrt.cost_threshold = 1 : i64} {\n" FAN "}\n}\n";
	check_streams(text, 0, "0:0,0,0,0");
	check_streams(text, 3, "0:0,0,0,0");
	check_streams(text, 4, "0:0,2,1,0");
}

/* Merging chains costs 1 for any threshold; another op costs the threshold. With 4: the stream of m and the return
 * has cost 2 and is below; that of k, cost 4, is not. */
static void costs_of_ops_without_cost(void)
{
	check_streams(
		"func.func @f(%x: i32) -> !tfrt.chain attributes {tfrt.cost_threshold = 4 : i64} {\n"
		"  %m = tfrt.merge.chains %x : i32\n  \"t.k\"(%x) : (i32) -> ()\n  tfrt.return %m : !tfrt.chain\n}\n",
		0, "0:0,1");
	check_streams("func.func @f(%x: i32) -> !tfrt.chain attributes {tfrt.cost_threshold = 4 : i64} {\n"
		      "  %m = tfrt.merge.chains %x : i32\n  %n = tfrt.merge.chains %x : i32\n"
		      "  tfrt.return %m : !tfrt.chain\n}\n",
		0, "0:0,0");
}

/* Threshold 10. x is a child of a and also uses b. Backward: 0 return and c (13), 1 x and a (8), 2 b (4), 3 z (4);
 * r's children in order: 1, 3, 2, 0. Linked streams first: 1 takes 2 (12), z remains and joins r. Without links: 1
 * takes z (12), b remains. */
#define LINKED(b) \
	"  %r = tfrt.constant.i32 1\n" COST("a", "%r", 4, "i32") COST("z", "%r", 4, "i32") b \
	COST("c", "%r", 12, "i32") "  tfrt.return %c : i32\n}\n"
#define DATA_LINK COST("b", "%r", 4, "i32") COST("x", "%a, %b", 4, "i32, i32")
#define CHAIN_LINK "  %b = tfrt.merge.chains %r : i32\n" COST("x", "%a, %b", 4, "i32, !tfrt.chain")

static void linked_streams_merge(void)
{
	check_streams("func.func @f() -> i32 attributes {tfrt.cost_threshold = 10, "
		      "tfrt.merge_inter_dependent_streams = true} {\n" LINKED(DATA_LINK),
		0, "0:0,1,0,1,1,0");
	check_streams("func.func @f() -> i32 attributes {tfrt.cost_threshold = 10, "
		      "tfrt.merge_inter_dependent_streams = false} {\n" LINKED(DATA_LINK),
		0, "0:0,1,1,0,1,0");
	check_streams("func.func @f() -> i32 attributes {tfrt.cost_threshold = 10} {\n" LINKED(DATA_LINK), 0,
		"0:0,1,1,0,1,0");
	/* A chain does not make a link. */
	check_streams("func.func @f() -> i32 attributes {tfrt.cost_threshold = 10, "
		      "tfrt.merge_inter_dependent_streams = true} {\n" LINKED(CHAIN_LINK),
		0, "0:0,1,1,0,1,0");
}

static void costs_near_the_limit(void)
{
	check_streams("func.func @f(%r: i32) -> i32 {\n" COST("a", "%r", 9223372036854775807, "i32")
			      COST("b", "%a", 9223372036854775807, "i32") COST("c", "%b", 9223372036854775807, "i32")
		      "  tfrt.return %c : i32\n}\n",
		0, "0:0,0,0");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(a_chain_is_one_stream),
		CHECK_CASE(ops_that_nobody_uses),
		CHECK_CASE(cheap_siblings_share),
		CHECK_CASE(thresholds),
		CHECK_CASE(options_come_from_around),
		CHECK_CASE(costs_of_ops_without_cost),
		CHECK_CASE(linked_streams_merge),
		CHECK_CASE(costs_near_the_limit),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
