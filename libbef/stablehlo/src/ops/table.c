/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How each operation is lowered: by its class, unless it has a row. */
#include "body/expression.h"
#include "ops/ops.h"

#define OP(name, ...) [MLIRBC_STABLEHLO_##name] = { .lower = bef_hlo__lower_##__VA_ARGS__ }
#define OTHER(code, ...) [MLIRBC_##code] = { .lower = bef_hlo__lower_##__VA_ARGS__ }
#define CLASS(name, ...) [MLIRBC_STABLEHLO_CLASS_##name] = { .lower = bef_hlo__lower_##__VA_ARGS__ }

static const struct bef_hlo__rule by_class[] = {
	CLASS(ELEMENTWISE, generic),
	CLASS(VIEW, generic, .flags = BEF_HLO__MOVES),
	CLASS(MOVEMENT, generic, .flags = BEF_HLO__MOVES),
	CLASS(SOURCE, generic),
	CLASS(BODY, bodies),
	CLASS(PRODUCT, generic),
	CLASS(MATRIX, generic),
	CLASS(COLLECTIVE, collective),
	CLASS(CHECK, check),
};

static const struct bef_hlo__rule by_code[] = {
	OTHER(CHECK_expect_serialized_eq, watch, "check_serialized_eq"),
	OTHER(CHLO_top_k, top_k), /* by bef_hlo__rewrite_top_k() */
	OTHER(INTERPRETER_print, watch, "print"),
	OTHER(INTERPRETER_probe, watch, "probe"),
	OTHER(INTERPRETER_run_parallel, run_parallel),
	OP(after_all, token),
	OP(all_to_all, collective, "split_count"),
	OP(batch_norm_grad, batch_norm_grad),
	OP(batch_norm_inference, batch_norm_inference),
	OP(batch_norm_training, batch_norm_training),
	OP(bitcast_convert, generic, .flags = BEF_HLO__MOVES),
	OP(broadcast, broadcast, .flags = BEF_HLO__MOVES),
	OP(case, if),
	OP(collective_permute, permute),
	OP(compare, compare),
	OP(constant, constant),
	OP(create_token, token),
	OP(cross_replica_sum, replica_sum),
	OP(custom_call, custom_call),
	OP(dot, dot),
	OP(dot_general, dot_general),
	OP(dynamic_broadcast_in_dim, generic, "known_expanding_dimensions known_nonexpanding_dimensions", BEF_HLO__MOVES),
	OP(dynamic_gather, generic, "indices_are_sorted", BEF_HLO__MOVES),
	OP(einsum, einsum),
	OP(gather, generic, "indices_are_sorted", BEF_HLO__MOVES),
	OP(get_dimension_size, dimension_size),
	OP(get_tuple_element, refused, "its tuple is not made by the program"),
	OP(if, if),
	OP(infeed, feed),
	OP(optimization_barrier, identity),
	OP(outfeed, feed),
	OP(recv, transfer, "is_host_transfer"),
	OP(rng, rng),
	OP(rng_bit_generator, generic),
	OP(scatter, bodies, "indices_are_sorted unique_indices"),
	OP(select, generic, .flags = BEF_HLO__MOVES),
	OP(send, transfer, "is_host_transfer"),
	OP(set_dimension_size, set_dimension_size),
	OP(torch_index_select, torch_index_select, .flags = BEF_HLO__MOVES),
	OP(tuple, refused, "its tuple is not used by the program"),
	OP(unary_einsum, einsum),
	OP(uniform_dequantize, uniform_dequantize),
	OP(uniform_quantize, uniform_quantize),
	OP(while, while),
};

const struct bef_hlo__rule *bef_hlo__rule(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	static const struct bef_hlo__rule call = { .lower = bef_hlo__lower_call };
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	const struct mlirbc_stablehlo_facts *facts = bef_hlo__facts(lower, op);
	if (code == MLIRBC_STABLEHLO_NONE)
		return mlirbc_op_is(op, "func.call") ? &call : NULL;
	if ((size_t)code < sizeof by_code / sizeof *by_code && by_code[code].lower)
		return &by_code[code];
	const bool by_kind = (facts->dialect != MLIRBC_STABLEHLO_DIALECT_CHLO || bef_hlo__is_chlo_step(lower, op)) &&
			     facts->op_class < sizeof by_class / sizeof *by_class;
	return by_kind && by_class[facts->op_class].lower ? &by_class[facts->op_class] : NULL;
}
