/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of operations. */
#include "ops/ops.h"

#include <stdlib.h>
#include <string.h>

#define OP(name, handler, skip, flags) { "stablehlo." name, bef_hlo__lower_##handler, skip, flags }
#define SAME(name) OP(name, generic, NULL, 0)
#define MOVE(name) OP(name, generic, NULL, BEF_HLO__MOVES)
#define GROUP(name) OP(name, collective, NULL, 0)
#define NONE(name, why) OP(name, refused, why, 0)
#define CHECK(name) { "check." name, bef_hlo__lower_check, NULL, 0 }

/* Sorted by name. */
static const struct bef_hlo__rule rules[] = {
	CHECK("expect_almost_eq"),
	CHECK("expect_almost_eq_const"),
	CHECK("expect_close"),
	CHECK("expect_eq"),
	CHECK("expect_eq_const"),
	{ "check.expect_serialized_eq", bef_hlo__lower_watch, "check_serialized_eq", 0 },
	{ "chlo.top_k", bef_hlo__lower_top_k, NULL, 0 }, /* by bef_hlo__rewrite_top_k() */
	{ "func.call", bef_hlo__lower_call, NULL, 0 },
	{ "interpreter.print", bef_hlo__lower_watch, "print", 0 },
	{ "interpreter.probe", bef_hlo__lower_watch, "probe", 0 },
	{ "interpreter.run_parallel", bef_hlo__lower_run_parallel, NULL, 0 },
	SAME("abs"),
	SAME("add"),
	OP("after_all", token, NULL, 0),
	GROUP("all_gather"),
	GROUP("all_reduce"),
	OP("all_to_all", collective, "split_count", 0),
	SAME("and"),
	SAME("atan2"),
	OP("batch_norm_grad", batch_norm_grad, NULL, 0),
	OP("batch_norm_inference", batch_norm_inference, NULL, 0),
	OP("batch_norm_training", batch_norm_training, NULL, 0),
	MOVE("bitcast_convert"),
	OP("broadcast", broadcast, NULL, BEF_HLO__MOVES),
	MOVE("broadcast_in_dim"),
	OP("case", if, NULL, 0),
	SAME("cbrt"),
	SAME("ceil"),
	SAME("cholesky"),
	SAME("clamp"),
	GROUP("collective_broadcast"),
	OP("collective_permute", permute, NULL, 0),
	GROUP("collective_reduce"),
	OP("compare", compare, NULL, 0),
	SAME("complex"),
	MOVE("concatenate"),
	OP("constant", constant, NULL, 0),
	SAME("convert"),
	SAME("convolution"),
	SAME("cosine"),
	SAME("count_leading_zeros"),
	OP("create_token", token, NULL, 0),
	OP("cross-replica-sum", replica_sum, NULL, 0),
	OP("custom_call", custom_call, NULL, 0),
	SAME("divide"),
	OP("dot", dot, NULL, 0),
	OP("dot_general", dot_general, NULL, 0),
	OP("dynamic_broadcast_in_dim", generic, "known_expanding_dimensions known_nonexpanding_dimensions", BEF_HLO__MOVES),
	SAME("dynamic_conv"),
	OP("dynamic_gather", generic, "indices_are_sorted", BEF_HLO__MOVES),
	SAME("dynamic_iota"),
	MOVE("dynamic_pad"),
	MOVE("dynamic_reshape"),
	MOVE("dynamic_slice"),
	MOVE("dynamic_update_slice"),
	OP("einsum", einsum, NULL, 0),
	SAME("exponential"),
	SAME("exponential_minus_one"),
	SAME("fft"),
	SAME("floor"),
	OP("gather", generic, "indices_are_sorted", BEF_HLO__MOVES),
	OP("get_dimension_size", dimension_size, NULL, 0),
	NONE("get_tuple_element", "its tuple is not made by the program"),
	OP("if", if, NULL, 0),
	SAME("imag"),
	OP("infeed", feed, NULL, 0),
	SAME("iota"),
	SAME("is_finite"),
	SAME("log"),
	SAME("log_plus_one"),
	SAME("logistic"),
	OP("map", bodies, NULL, 0),
	SAME("maximum"),
	SAME("minimum"),
	SAME("multiply"),
	SAME("negate"),
	SAME("not"),
	OP("optimization_barrier", identity, NULL, 0),
	SAME("or"),
	OP("outfeed", feed, NULL, 0),
	MOVE("pad"),
	SAME("partition_id"),
	SAME("popcnt"),
	SAME("power"),
	SAME("real"),
	MOVE("real_dynamic_slice"),
	OP("recv", transfer, "is_host_transfer", 0),
	OP("reduce", bodies, NULL, 0),
	SAME("reduce_precision"),
	GROUP("reduce_scatter"),
	OP("reduce_window", bodies, NULL, 0),
	SAME("remainder"),
	SAME("replica_id"),
	MOVE("reshape"),
	MOVE("reverse"),
	OP("rng", rng, NULL, 0),
	SAME("rng_bit_generator"),
	SAME("round_nearest_afz"),
	SAME("round_nearest_even"),
	SAME("rsqrt"),
	OP("scatter", bodies, "indices_are_sorted unique_indices", 0),
	MOVE("select"),
	OP("select_and_scatter", bodies, NULL, 0),
	OP("send", transfer, "is_host_transfer", 0),
	OP("set_dimension_size", set_dimension_size, NULL, 0),
	SAME("shift_left"),
	SAME("shift_right_arithmetic"),
	SAME("shift_right_logical"),
	SAME("sign"),
	SAME("sine"),
	MOVE("slice"),
	OP("sort", bodies, NULL, 0),
	SAME("sqrt"),
	SAME("subtract"),
	SAME("tan"),
	SAME("tanh"),
	OP("torch_index_select", torch_index_select, NULL, BEF_HLO__MOVES),
	MOVE("transpose"),
	SAME("triangular_solve"),
	NONE("tuple", "its tuple is not used by the program"),
	OP("unary_einsum", einsum, NULL, 0),
	OP("uniform_dequantize", uniform_dequantize, NULL, 0),
	OP("uniform_quantize", uniform_quantize, NULL, 0),
	OP("while", while, NULL, 0),
	SAME("xor"),
};

static int compare(const void *key, const void *entry)
{
	const struct mlirbc_string *name = key;
	const struct bef_hlo__rule *rule = entry;
	size_t size = strlen(rule->name), common = name->size < size ? name->size : size;
	int order = memcmp(name->data, rule->name, common);
	return order ? order : (name->size > size) - (name->size < size);
}

const struct bef_hlo__rule *bef_hlo__rule(const struct mlirbc_string *name)
{
	return bsearch(name, rules, sizeof rules / sizeof *rules, sizeof *rules, compare);
}
