/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/algorithm.h"
#include "expr/dtypes.h"
#include "products/multiply.h"
#include <string.h>

/* An operand's type in an algorithm. tf32 asks for no more than f32, which it is computed in. */
static bool read_type(struct hlo_op *op, const char *name, enum kernels_dtype *out)
{
	struct kernels_string text;
	if (!kernels_hlo__text(op, name, &text))
		return false;
	*out = KERNELS_DTYPE_INVALID;
	if (text.size == 0)
		return true;
	if (text.size == 4 && memcmp(text.data, "tf32", 4) == 0) {
		*out = KERNELS_F32;
		return true;
	}
	return (hlo_find_element_type(text.data, text.size, out) && hlo_is_float(*out)) ||
	       kernels_hlo__refuse(op, "attribute %s has the type %.*s, expected a float type", name,
		       (int)(text.size < 40 ? text.size : 40), text.data);
}

static bool is_f8(enum kernels_dtype t) { return hlo_is_float(t) && kernels_dtype_size(t) == 1; }

/* Whether the combination of types has a meaning: both operands of one type, or any f8 with any f8; the sums in that
 * type or a wider one. */
static bool is_known(enum kernels_dtype lhs, enum kernels_dtype rhs, enum kernels_dtype sum)
{
	if (is_f8(lhs) || is_f8(rhs))
		return is_f8(lhs) && is_f8(rhs) && sum == KERNELS_F32;
	if (lhs != rhs)
		return false;
	return sum == lhs || (sum == KERNELS_F32 && (lhs == KERNELS_F16 || lhs == KERNELS_BF16));
}

void kernels_hlo__no_algorithm(const struct hlo_op *op, struct hlo_algorithm *out)
{
	const enum kernels_dtype result = op->results[0].dtype, work = kernels_hlo__work_type(result);
	*out = (struct hlo_algorithm){ { op->operands[0].dtype, result, work }, { op->operands[1].dtype, result, work },
		{ work, result, result }, work };
}

bool kernels_hlo__algorithm(struct hlo_op *op, struct hlo_algorithm *out)
{
	enum kernels_dtype lhs, rhs, sum;
	int64_t lhs_parts, rhs_parts, products;
	bool imprecise; /* a permission that is not used */
	if (!read_type(op, "lhs_precision_type", &lhs) || !read_type(op, "rhs_precision_type", &rhs) ||
		!read_type(op, "accumulation_type", &sum) || !kernels_hlo__int(op, "lhs_component_count", &lhs_parts) ||
		!kernels_hlo__int(op, "rhs_component_count", &rhs_parts) ||
		!kernels_hlo__int(op, "num_primitive_operations", &products) ||
		!kernels_hlo__bool(op, "allow_imprecise_accumulation", &imprecise))
		return false;
	kernels_hlo__no_algorithm(op, out);
	if (lhs == KERNELS_DTYPE_INVALID && rhs == KERNELS_DTYPE_INVALID && sum == KERNELS_DTYPE_INVALID)
		return true;
	if (!is_known(lhs, rhs, sum))
		return kernels_hlo__refuse(op, "the algorithm %s * %s summed in %s is not supported",
			kernels_hlo__dtype_name(lhs), kernels_hlo__dtype_name(rhs), kernels_hlo__dtype_name(sum));
	const bool split = products > 1; /* asks for the accuracy of a wider type */
	if (lhs_parts != 1 || rhs_parts != 1 ||
		(products != 1 && !((products == 3 || products == 6 || products == 9) && sum == KERNELS_F32 &&
					  (lhs == KERNELS_BF16 || lhs == KERNELS_F32))))
		return kernels_hlo__refuse(op, "an algorithm with %lld and %lld components and %lld products is not "
					       "supported",
			(long long)lhs_parts, (long long)rhs_parts, (long long)products);
	if (!hlo_is_float(op->results[0].dtype) || !hlo_is_float(op->operands[0].dtype) ||
		!hlo_is_float(op->operands[1].dtype))
		return kernels_hlo__refuse(op, "an algorithm needs operands and a result of float types");
	out->work = sum == KERNELS_F64 ? KERNELS_F64 : KERNELS_F32;
	out->lhs = (struct hlo_chain){ op->operands[0].dtype, split ? out->work : lhs, out->work };
	out->rhs = (struct hlo_chain){ op->operands[1].dtype, split ? out->work : rhs, out->work };
	out->result = (struct hlo_chain){ out->work, sum, op->results[0].dtype };
	return true;
}
