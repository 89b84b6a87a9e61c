/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tells the caller how operations run. */
#include "fuse/fuse.h"

/* The last operation that was made in the current block. */
static const struct mlirbc_op *last_made(const struct bef_hlo__lower *lower)
{
	const struct mlirbc_builder *builder = &lower->builder;
	return builder->before ? builder->before->prev : builder->block ? builder->block->last : NULL;
}

struct bef_hlo__mark bef_hlo__explain_begin(const struct bef_hlo__lower *lower)
{
	return (struct bef_hlo__mark){ lower->builder.block, last_made(lower), lower->epilogue };
}

/* The kernels that were made since then: their number, and the name of the last one. */
static void find_kernels(const struct bef_hlo__lower *lower, const struct bef_hlo__mark *mark, struct bef_stablehlo_way *way)
{
	const struct mlirbc_op *last = NULL;
	if (lower->builder.block != mark->block)
		return;
	for (const struct mlirbc_op *op = last_made(lower); op && op != mark->last; op = op->prev) {
		if (op->name->size < 4 || memcmp(op->name->data, "hlo.", 4) != 0)
			continue; /* chains and calls */
		last = last ? last : op;
		way->kernels++;
	}
	if (!last && last_made(lower) != mark->last)
		last = last_made(lower);
	if (last)
		way->kernel = (struct bef_string){ last->name->data, last->name->size };
}

static void tell(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_stablehlo_way *way)
{
	lower->options.explain(lower->options.explain_ctx, op, way);
}

static void tell_group(struct bef_hlo__lower *lower, const struct bef_hlo__group *group, struct bef_stablehlo_way *way)
{
	way->group = ++lower->explained;
	way->group_size = (uint32_t)group->ops.count;
	for (size_t i = 0; i < group->ops.count; i++)
		tell(lower, group->ops.items[i], way);
}

bool bef_hlo__explain_op(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__mark *mark, bool ok)
{
	struct bef_stablehlo_way way = { .how = BEF_STABLEHLO_KERNEL };
	if (!ok || !lower->options.explain)
		return ok;
	find_kernels(lower, mark, &way);
	if (!way.kernel.size)
		way.how = BEF_STABLEHLO_NOTHING;
	tell(lower, op, &way);
	if (mark->epilogue && !lower->epilogue) { /* otherwise it is no part of the kernel */
		way.how = BEF_STABLEHLO_EPILOGUE;
		tell_group(lower, mark->epilogue, &way);
	}
	return ok;
}

void bef_hlo__explain_group(struct bef_hlo__lower *lower, const struct bef_hlo__group *group, const struct bef_hlo__mark *mark)
{
	struct bef_stablehlo_way way = { .how = BEF_STABLEHLO_FUSED };
	if (!lower->options.explain)
		return;
	find_kernels(lower, mark, &way);
	if (!way.kernel.size)
		way.how = BEF_STABLEHLO_NOTHING;
	tell_group(lower, group, &way);
}

void bef_hlo__explain_read(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	static const struct bef_stablehlo_way way = { .how = BEF_STABLEHLO_READ };
	const uint8_t kind = lower->places[mlirbc_op_results(op)[0].number].kind;
	if (lower->options.explain && (kind == BEF_HLO__CONSTANT || kind == BEF_HLO__VIEW || kind == BEF_HLO__IOTA))
		tell(lower, op, &way);
}
