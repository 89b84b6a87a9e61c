/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What must hold of an operation before its parts are converted: numbers of operands, results and regions as the table has
 * them, and rules of versions that are not in the name of the operation. */
#include "dialect/types.h"
#include "vhlo/props.h"

#include <string.h>

/* "T*T*I": true for a number of values that fits. Two variadic groups have equal sizes. */
static bool count_fits(const char *letters, uint32_t count)
{
	uint32_t single = 0, variadic = 0;
	for (; *letters; letters++) {
		if (letters[1] == '*') {
			variadic++;
			letters++;
		} else {
			single++;
		}
	}
	if (variadic == 0 || count < single)
		return count == single;
	return (count - single) % variadic == 0;
}

static bool check_counts(struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role)
{
	const struct mlirbc_stablehlo_facts *row = &shlo__ops[role->code];
	if (!count_fits(row->operands, op->operand_count))
		return shlo__job_fail(job, MLIRBC_E_CORRUPT, "it has %u operands", op->operand_count);
	if (!count_fits(row->results, op->result_count))
		return shlo__job_fail(job, MLIRBC_E_CORRUPT, "it has %u results", op->result_count);
	if (row->regions != MLIRBC_STABLEHLO_ANY_REGIONS && op->region_count != row->regions)
		return shlo__job_fail(
			job, MLIRBC_E_CORRUPT, "it has %u regions, expected %u", op->region_count, row->regions);
	return mlirbc_op_successor_count(op) == 0 || shlo__job_fail(job, MLIRBC_E_CORRUPT, "it has successors");
}

static bool check_function(struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role)
{
	bool is_function = role->role == SHLO__FUNC;
	if (op->region_count != is_function)
		return shlo__job_fail(
			job, MLIRBC_E_CORRUPT, "it has %u regions, expected %d", op->region_count, is_function);
	if ((is_function && op->operand_count) || (role->role != SHLO__CALL && op->result_count))
		return shlo__job_fail(job, MLIRBC_E_CORRUPT, "it has operands or results, expected none");
	return mlirbc_op_successor_count(op) == 0 || shlo__job_fail(job, MLIRBC_E_CORRUPT, "it has successors");
}

/* ---- what the old form of an operation cannot have */

static bool check_form(struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role)
{
	const char *what = NULL;
	if (role->version != 1 || !role->forms->second)
		return true;
	if (role->forms->one_operand && op->operand_count != 1)
		what = "any number of operands other than one";
	else if (role->code == MLIRBC_STABLEHLO_composite && op->region_count)
		what = "regions";
	if (!what)
		return true;
	return job->to_vhlo ? shlo__job_needs(job, role->forms->second, what, "")
			    : shlo__job_fail(job, MLIRBC_E_CORRUPT, "this form of the operation cannot have %s", what);
}

/* ---- rules of a target version */

static const struct mlirbc_type *operand_type(const struct mlirbc_op *op, uint32_t index)
{
	const struct mlirbc_value *value = mlirbc_op_operands(op)[index].value;
	return value ? value->type : NULL;
}

/* True if the body computes in the element types of the inputs. */
static bool keeps_elements(const struct mlirbc_op *op, uint32_t inputs, uint32_t region)
{
	const struct mlirbc_block *body = mlirbc_op_regions(op)[region].first;
	for (uint32_t i = 0; body && inputs && i < body->argument_count; i++) {
		const struct mlirbc_type *input = operand_type(op, i % inputs);
		if (input && shlo__element(input) != shlo__element(body->arguments[i].type))
			return false;
	}
	return true;
}

static bool check_accumulators(struct shlo__job *job, const struct mlirbc_op *op, enum mlirbc_stablehlo_code code)
{
	bool same = true;
	switch (code) {
	case MLIRBC_STABLEHLO_reduce:
	case MLIRBC_STABLEHLO_reduce_window: same = keeps_elements(op, op->operand_count / 2, 0); break;
	case MLIRBC_STABLEHLO_scatter: same = keeps_elements(op, (op->operand_count - 1) / 2, 0); break;
	case MLIRBC_STABLEHLO_all_reduce:
	case MLIRBC_STABLEHLO_reduce_scatter: same = keeps_elements(op, 1, 0); break;
	case MLIRBC_STABLEHLO_select_and_scatter: same = keeps_elements(op, 1, 1); break;
	default: break;
	}
	return same || shlo__job_needs(job, V(0, 17), "an accumulator of another element type than the input's", "");
}

static bool check_custom_call(struct shlo__job *job, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *config = mlirbc_op_attr(op, "backend_config"),
				 *api = mlirbc_op_attr(op, "api_version");
	int64_t number = shlo__enum_of(SHLO__API_VERSION, api);
	if (config && config->kind == MLIRBC_ATTR_DICTIONARY &&
		!shlo__job_needs(job, V(1, 3), "a backend_config that is a dictionary", ""))
		return false;
	if (((shlo__int_of(api, &number) || number >= 0) && number == 4) &&
		!shlo__job_needs(job, V(1, 3), "the API version TYPED_FFI", ""))
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = operand_type(op, i);
		if (type && shlo__is_future(type) && !shlo__job_needs(job, V(1, 17), "a future as operand", ""))
			return false;
	}
	return true;
}

bool shlo__vhlo_check(struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role)
{
	if (role->role == SHLO__FUNC || role->role == SHLO__CALL || role->role == SHLO__RETURN)
		return check_function(job, op, role);
	if (role->role != SHLO__PLAIN)
		return true;
	if (!check_counts(job, op, role) || !check_form(job, op, role))
		return false;
	if (!job->to_vhlo)
		return true;
	return check_accumulators(job, op, role->code) &&
	       (role->code != MLIRBC_STABLEHLO_custom_call || check_custom_call(job, op));
}
