/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom calls of solvers that programs for other devices have, and those of LAPACK that differ from their kernels: they run on the host.
 *
 * | who | targets |
 * | XLA, for all devices | @Cholesky @Eigh @LuDecomposition @ProductOfElementaryHouseholderReflectors @Qr |
 * | JAX for CUDA, ROCm and oneAPI | @cusolver_potrf_ffi, @hipsolver_potrf_ffi ...: parameters in backend_config |
 * | JAX for GPUs until 2024 | @cusolver_getrf ...: parameters in a descriptor, which is a struct of C as text; a workspace is a result |
 * | JAX for CPUs | @lapack_sgtsv_ffi ..., @cpu_csr_sparse_dense_ffi |
 * | JAX's empty() for GPUs and TPUs | @AllocateBuffer: zeros here, as for CPUs |
 *
 * The layouts of matrices do not matter: what the results mean does not depend on them. */
#include "ops/library.h"

#include <string.h>

/* Parameters: l lower · m the letter of a mode · s full_matrices, compute_uv · t the same and transposed · e left, right · o left,
 * transpose · p P pivots are perturbed, are not · h the text of @Eigh · c options of @Cholesky · v operand 0 is no matrix, no parameters;
 * behind a colon the members of a descriptor: T element type, b number of matrices, m n rows and columns, u triangle, j letters of both
 * vectors, z whether there are vectors, f whether u and v are not square, - another.
 * Operands: which one of the call each of the kernel's is.
 * Results, for each of the call: the number of the kernel's result; i - as of bef_hlo__set_call_results(); V the adjoint of result 3 ·
 * E exchanges from 0 · P the order of rows · W eigenvalues of a real matrix · L R packed left and right eigenvectors of one · S a
 * symmetric product · Z zeros. */
static const struct solver {
	const char *name; /* ? is one of the letters s, d, c, z, and % one of the names of devices */
	const char *kernel, *parameters, *operands, *results, *real_results;
	unsigned count; /* results of the kernel; with real_results: of real matrices, one more than of complex ones */
} solvers[] = {
	{ "%_cholesky_update_ffi", "cholesky_update", "", "01", "01", NULL, 2 },
	{ "%_lu_pivots_to_permutation", NULL, "", "0", "P", NULL, 0 },
	{ "%_tridiagonal_solve_perturbed", "lapack_gtsv", "p", "3012", "0", NULL, 5 },
	{ "%blas_geqrf_batched", "lapack_geqrf", ":", "0", "01--", NULL, 2 },
	{ "%blas_getrf_batched", "lapack_getrf", ":", "0", "012-", NULL, 3 },
	{ "%hybrid_eig_comp", "lapack_geev", "e", "0", "0123", NULL, 4 },
	{ "%hybrid_eig_real", "lapack_geev", "e", "0", "01234", NULL, 5 },
	{ "%hybrid_geqp3", "lapack_geqp3", "", "01", "012", NULL, 3 },
	{ "%solver_geev_ffi", "lapack_geev", "e", "0", "-0123", "-WLR4", 5 },
	{ "%solver_geqrf", "lapack_geqrf", ":Tbmn-", "0", "01i-", NULL, 2 },
	{ "%solver_geqrf_ffi", "lapack_geqrf", "", "0", "01", NULL, 2 },
	{ "%solver_gesdd_ffi", "lapack_gesdd", "t", "0", "01234", NULL, 5 },
	{ "%solver_gesvd", "lapack_gesdd", ":Tbmn-j", "0", "01234-", NULL, 5 },
	{ "%solver_gesvd_ffi", "lapack_gesdd", "t", "0", "01234", NULL, 5 },
	{ "%solver_gesvdj", "lapack_gesdd", ":Tbmn-zf", "0", "012V4-", NULL, 5 },
	{ "%solver_gesvdj_ffi", "lapack_gesdd", "s", "0", "012V4", NULL, 5 },
	{ "%solver_gesvdp_ffi", "lapack_gesdd", "s", "0", "012V4", NULL, 5 },
	{ "%solver_getrf", "lapack_getrf", ":Tbmn-", "0", "012-", NULL, 3 },
	{ "%solver_getrf_ffi", "lapack_getrf", "", "0", "012", NULL, 3 },
	{ "%solver_orgqr", "lapack_orgqr", ":Tbmn--", "01", "0i-", NULL, 1 },
	{ "%solver_orgqr_ffi", "lapack_orgqr", "", "01", "0", NULL, 1 },
	{ "%solver_ormqr_ffi", "lapack_ormqr", "o", "012", "0", NULL, 1 },
	{ "%solver_potrf_ffi", "lapack_potrf", "l", "0", "01", NULL, 2 },
	{ "%solver_syevd", "lapack_syevd", ":Tubn-", "0", "012-", NULL, 3 },
	{ "%solver_syevd_ffi", "lapack_syevd", "l", "0", "012", NULL, 3 },
	{ "%solver_syevj", "lapack_syevd", ":Tubn-", "0", "012-", NULL, 3 },
	{ "%solver_syrk_ffi", NULL, "", "0123", "S", NULL, 0 },
	{ "%solver_sytrd", "lapack_sytrd", ":Tubn--", "0", "01234-", NULL, 5 },
	{ "%solver_sytrd_ffi", "lapack_sytrd", "l", "0", "01234", NULL, 5 },
	{ "%sparse_gtsv2_ffi", "lapack_gtsv", "P", "3012", "0", NULL, 5 },
	{ "AllocateBuffer", NULL, "", "", "Z", NULL, 0 },
	{ "Cholesky", "cholesky", "c", "0", "0", NULL, 1 },
	{ "Eigh", "lapack_syevd", "h", "0", "01", NULL, 3 },
	{ "LuDecomposition", "lapack_getrf", "", "0", "0EP", NULL, 3 },
	{ "ProductOfElementaryHouseholderReflectors", "lapack_orgqr", "", "01", "0", NULL, 1 },
	{ "Qr", "lapack_geqrf", "", "0", "01", NULL, 2 },
	{ "cpu_csr_sparse_dense_ffi", "csr_product", "v", "0123", "0", NULL, 1 },
	{ "lapack_?geqp3_ffi", "lapack_geqp3", "", "01", "012", NULL, 3 },
	{ "lapack_?gesvd_ffi", "lapack_gesdd", "m", "0", "01234", NULL, 5 },
	{ "lapack_?gtsv_ffi", "lapack_gtsv", "P", "3012", "12304", NULL, 5 },
	{ "lapack_?ormqr_ffi", "lapack_ormqr", "o", "012", "0", NULL, 1 },
	{ "lapack_?unmqr_ffi", "lapack_ormqr", "o", "012", "0", NULL, 1 },
	{ "tridiagonal_solve_perturbed_ffi", "lapack_gtsv", "p", "3012", "0", NULL, 5 },
};

/* ---- names */

/* The size of the name of a device at the begin; 0: there is none. */
static size_t device_size(const struct mlirbc_string *target)
{
	static const char *const devices[] = { "cu", "hip", "oneapi" };
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
		const size_t size = strlen(devices[i]);
		if (target->size > size && memcmp(target->data, devices[i], size) == 0)
			return size;
	}
	return 0;
}

static bool is_named(const struct mlirbc_string *target, const char *name)
{
	const size_t skipped = name[0] == '%' ? device_size(target) : 0;
	if ((name[0] == '%' && skipped == 0) || strlen(name += name[0] == '%') != target->size - skipped)
		return false;
	for (size_t i = 0; name[i]; i++) {
		const char c = target->data[skipped + i];
		if (name[i] == '?' ? !strchr("sdcz", c) || c == '\0' : c != name[i])
			return false;
	}
	return true;
}

static const struct solver *find(const struct mlirbc_string *target)
{
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++)
		if (is_named(target, solvers[i].name))
			return &solvers[i];
	return NULL;
}

bool bef_hlo__is_solver(const struct mlirbc_string *target) { return find(target) != NULL; }

/* ---- parameters */

/* A call on its way to its kernel. */
struct call {
	const struct solver *solver;
	const char *results;
	unsigned count; /* results of the kernel */
	bool transposed, vectors; /* of singular values: result 2 is v^H; there are vectors */
	struct bef_hlo__attrs attrs;
};

static bool flag(struct bef_hlo__lower *lower, const char *name, bool *out)
{
	const struct mlirbc_attr *value = bef_hlo__parameter(lower->op, name);
	if (!value)
		return bef_hlo__refuse(lower, lower->op, "its backend_config has no %s that is true or false", name);
	*out = value->u.number.words[0] != 0;
	return true;
}

static bool add_flags(struct bef_hlo__lower *lower, struct call *call, const char *const names[2][2])
{
	for (size_t i = 0; i < 2 && names[i][0]; i++) {
		bool value = false;
		if (!flag(lower, names[i][0], &value))
			return false;
		bef_hlo__attr_bool(lower, &call->attrs, names[i][1], value);
	}
	return true;
}

static bool add_mode(struct bef_hlo__lower *lower, struct call *call, bool all, bool vectors)
{
	const char *mode = !vectors ? "N" : bef_hlo__mode(lower->op, all ? "A" : "S");
	call->vectors = mode[0] != 'N';
	bef_hlo__attr_text(lower, &call->attrs, "mode", mode, 1);
	return true;
}

static bool add_singular(struct bef_hlo__lower *lower, struct call *call, bool may_transpose)
{
	bool all = false, vectors = false;
	return flag(lower, "full_matrices", &all) && flag(lower, "compute_uv", &vectors) &&
	       (!may_transpose || flag(lower, "transposed", &call->transposed)) && add_mode(lower, call, all, vectors);
}

static bool add_letter_mode(struct bef_hlo__lower *lower, struct call *call)
{
	char mode = 0;
	return bef_hlo__call_letter(lower, "mode", "ANS", &mode) && add_mode(lower, call, mode == 'A', mode != 'N');
}

static const struct mlirbc_string *config_text(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *config = mlirbc_op_attr(op, "backend_config");
	return config && config->kind == MLIRBC_ATTR_STRING ? config->u.string : NULL;
}

/* "lower,sort,most iterations,tolerance": eigenvalues are in ascending order whether that is asked for or not. */
static bool add_eigh(struct bef_hlo__lower *lower, struct call *call)
{
	const struct mlirbc_string *text = config_text(lower->op);
	if (!text || text->size < 2 || (text->data[0] != '0' && text->data[0] != '1') || text->data[1] != ',')
		return bef_hlo__refuse(lower, lower->op, "its backend_config does not begin with 0, or 1, for the triangle");
	bef_hlo__attr_bool(lower, &call->attrs, "lower", text->data[0] == '1');
	return true;
}

static bool add_cholesky(struct bef_hlo__lower *lower, struct call *call)
{
	const struct mlirbc_string *text = config_text(lower->op);
	bool is_lower = true;
	if (bef_hlo__parameter(lower->op, "lower") && !flag(lower, "lower", &is_lower))
		return false;
	if (text && text->size > 0)
		return bef_hlo__refuse(lower, lower->op, "its backend_config is a text, expected the option lower, or nothing");
	bef_hlo__attr_bool(lower, &call->attrs, "lower", is_lower);
	return true;
}

static bool add_parameter(struct bef_hlo__lower *lower, struct call *call, char parameter)
{
	static const char *const triangle[2][2] = { { "lower", "lower" } }, *const sides[2][2] = { { "left", "left" }, { "right", "right" } },
				*const product[2][2] = { { "left", "left_side" }, { "transpose", "adjoint" } };
	switch (parameter) {
	case 'l': return add_flags(lower, call, triangle);
	case 'e': return add_flags(lower, call, sides);
	case 'o': return add_flags(lower, call, product);
	case 's':
	case 't': return add_singular(lower, call, parameter == 't');
	case 'm': return add_letter_mode(lower, call);
	case 'h': return add_eigh(lower, call);
	case 'c': return add_cholesky(lower, call);
	default: bef_hlo__attr_bool(lower, &call->attrs, "perturbs", parameter == 'p'); return true;
	}
}

/* ---- descriptors: little-endian structs of int32_t, and of letters at the end */

static bool check_member(struct bef_hlo__lower *lower, struct call *call, char member, int64_t value, const struct mlirbc_type *matrix)
{
	const size_t rank = matrix->u.shaped.rank;
	const int64_t rows = matrix->u.shaped.dims[rank - 2], columns = matrix->u.shaped.dims[rank - 1];
	int64_t expected = 1;
	for (size_t i = 0; i + 2 < rank; i++) {
		if (__builtin_mul_overflow(expected, matrix->u.shaped.dims[i], &expected))
			expected = -1;
	}
	if (member == 'm' && value != rows && value == columns)
		call->transposed = strncmp(call->results, "01234", 5) == 0;
	if (member != 'b')
		expected = (member == 'm') != call->transposed ? rows : columns;
	return value == expected || bef_hlo__refuse(lower, lower->op, "its descriptor has %lld for %s of matrices, expected %lld",
					    (long long)value, member == 'b' ? "the number" : "rows or columns", (long long)expected);
}

/* Of cuSOLVER: 0 lower, 1 upper; of hipSOLVER 122 and 121. */
static bool add_triangle(struct bef_hlo__lower *lower, struct call *call, int64_t value)
{
	bef_hlo__attr_bool(lower, &call->attrs, "lower", value == 0 || value == 122);
	return value == 0 || value == 122 || value == 1 || value == 121 ||
	       bef_hlo__refuse(lower, lower->op, "its descriptor has the triangle %lld", (long long)value);
}

static bool read_descriptor(struct bef_hlo__lower *lower, struct call *call, const char *members, const struct mlirbc_type *matrix)
{
	const struct mlirbc_string *text = config_text(lower->op);
	const unsigned char *at = (const unsigned char *)(text ? text->data : "");
	bool vectors = false;
	for (size_t left = text ? text->size : 0; *members; members++, at += 4, left -= 4) {
		if (left < (*members == 'j' ? 2 : 4))
			return bef_hlo__refuse(lower, lower->op, "its backend_config is no descriptor: it has %zu bytes", text ? text->size : 0);
		if (*members == 'j')
			return add_mode(lower, call, at[0] == 'A', at[0] != 'N');
		const int64_t value = (int32_t)(at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
		if (strchr("bmn", *members) && !check_member(lower, call, *members, value, matrix))
			return false;
		if (*members == 'u' && !add_triangle(lower, call, value))
			return false;
		vectors = *members == 'z' ? value == 1 || value == 202 : vectors; /* CUSOLVER_EIG_MODE_VECTOR, and that of hipSOLVER */
		if (*members == 'f')
			return add_mode(lower, call, value == 0, vectors);
	}
	return true;
}

static bool read_parameters(struct bef_hlo__lower *lower, struct call *call, const struct mlirbc_type *matrix)
{
	for (const char *at = call->solver->parameters; *at; at++) {
		if (*at == 'v')
			return true;
		if (*at == ':')
			return read_descriptor(lower, call, at + 1, matrix);
		if (!add_parameter(lower, call, *at))
			return false;
	}
	return true;
}

/* ---- the call */

/* A result of the kernel that the call does not have: one of the diagonals of gtsv, or the status, which is the last. */
static const struct mlirbc_type *missing_type(
	struct bef_hlo__lower *lower, const struct call *call, unsigned index, const struct bef_hlo__value *operands)
{
	const struct mlirbc_type *i32 = mlirbc_type_integer(lower->context, 32, MLIRBC_SIGNLESS), *matrix = operands[0].type;
	if (index + 1 < call->count)
		return operands[index].type;
	return i32 ? bef_hlo__shaped(lower, matrix->u.shaped.dims, matrix->u.shaped.rank - 2, i32) : NULL;
}

/* The types of the kernel's results. */
static bool kernel_types(
	struct bef_hlo__lower *lower, const struct call *call, const struct bef_hlo__value *operands, struct bef_hlo__value *results)
{
	for (uint32_t i = 0; call->results[i]; i++) {
		const char is = call->results[i];
		const struct mlirbc_type *type = bef_hlo__result_type(lower, i);
		if (!type)
			return false;
		const struct mlirbc_type *element = bef_hlo__element(type);
		if (is == 'W' && element->kind != MLIRBC_TYPE_COMPLEX)
			return bef_hlo__refuse(lower, lower->op, "its result %u has no complex numbers", i);
		if (is >= '0' && is <= '9')
			results[is - '0'].type = type;
		else if (is == 'V')
			results[3].type = call->vectors ? bef_hlo__adjoint_type(lower, type) : type;
		else if (is == 'E')
			results[1].type = type;
		else if (is == 'W')
			results[0].type = results[1].type = bef_hlo__with_element(lower, type, element->u.shaped.element);
		else if (is == 'L' || is == 'R')
			results[is == 'L' ? 2 : 3].type = bef_hlo__with_element(lower, type, bef_hlo__element(bef_hlo__result_type(lower, 1)));
	}
	for (unsigned i = 0; i < call->count; i++) {
		if (!results[i].type)
			results[i].type = missing_type(lower, call, i, operands);
		if (!results[i].type)
			return false;
	}
	return true;
}

/* Results that are made of those of the kernel. */
static bool set_made(struct bef_hlo__lower *lower, const struct call *call, const struct bef_hlo__value *results)
{
	bool ok = true;
	for (uint32_t i = 0; ok && call->results[i]; i++) {
		switch (call->results[i]) {
		case 'V': ok = call->vectors ? bef_hlo__set_adjoint(lower, i, results[3]) : true; break;
		case 'E': ok = bef_hlo__set_exchanges(lower, i, results[1]); break;
		case 'P': ok = bef_hlo__set_permutation(lower, i, bef_hlo__get(lower, &mlirbc_op_results(lower->op)[1])); break;
		case 'W': ok = bef_hlo__set_complex(lower, i, results[0], results[1]); break;
		case 'L': ok = bef_hlo__set_packed(lower, i, results[2], results[1]); break;
		case 'R': ok = bef_hlo__set_packed(lower, i, results[3], results[1]); break;
		default: break;
		}
	}
	return ok;
}

static bool run_kernel(struct bef_hlo__lower *lower, struct call *call, const struct bef_hlo__value *all)
{
	struct bef_hlo__value operands[4] = { { NULL, NULL } }, results[BEF_HLO__CALL_VALUES] = { { NULL, NULL } };
	char map[BEF_HLO__CALL_VALUES];
	size_t count = strlen(call->solver->operands);
	for (size_t i = 0; i < count; i++)
		operands[i] = all[call->solver->operands[i] - '0'];
	if (!bef_hlo__is_tensor(operands[0].type) || (call->solver->parameters[0] != 'v' && operands[0].type->u.shaped.rank < 2))
		return bef_hlo__refuse(lower, lower->op, "it has no operand that is a matrix");
	if (!read_parameters(lower, call, operands[0].type))
		return false;
	if (call->transposed)
		call->results = call->results[5] ? "01324-" : "01324";
	if (!kernel_types(lower, call, operands, results) ||
		!(results[0].type = bef_hlo__vectors_type(lower, call->solver->kernel, results[0].type)) ||
		!bef_hlo__emit(lower, call->solver->kernel, operands, count, results, call->count, &call->attrs) ||
		!set_made(lower, call, results))
		return false;
	strcpy(map, call->results);
	if (strchr(map, 'V') && !call->vectors)
		*strchr(map, 'V') = '3';
	return bef_hlo__set_call_results(lower, map, results);
}

/* A call without a kernel of its own. */
static bool make_result(struct bef_hlo__lower *lower, const struct call *call, const struct bef_hlo__value *operands)
{
	bool transposed = false;
	switch (call->results[0]) {
	case 'S': return flag(lower, "transpose", &transposed) && bef_hlo__set_symmetric_product(lower, 0, operands, transposed);
	case 'Z': return bef_hlo__set_zeros(lower, 0);
	default: return bef_hlo__set_permutation(lower, 0, operands[0]);
	}
}

bool bef_hlo__lower_solver(struct bef_hlo__lower *lower, const struct mlirbc_string *target)
{
	const struct mlirbc_op *op = lower->op;
	struct call call = { .solver = find(target) };
	const uint32_t operand_count = bef_hlo__call_operands(op);
	const size_t expected = strlen(call.solver->operands);
	struct bef_hlo__value operands[BEF_HLO__CALL_VALUES];
	const struct mlirbc_type *first = op->operand_count > 0 ? mlirbc_op_operands(op)[0].value->type : NULL;
	const bool is_real = first && bef_hlo__is_tensor(first) && bef_hlo__element(first)->kind != MLIRBC_TYPE_COMPLEX;
	call.results = is_real && call.solver->real_results ? call.solver->real_results : call.solver->results;
	call.count = call.solver->count - (call.solver->real_results && !is_real);
	if (operand_count != expected || op->result_count != strlen(call.results) || op->operand_count > BEF_HLO__CALL_VALUES)
		return bef_hlo__refuse(lower, op, "@%.*s has %u operands and %u results, expected %zu and %zu", (int)target->size, target->data,
			operand_count, op->result_count, expected, strlen(call.results));
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (!bef_hlo__is_tensor(mlirbc_op_results(op)[i].type))
			return bef_hlo__refuse(lower, op, "its result %u is no tensor", i);
	}
	if (!bef_hlo__operands(lower, operands))
		return false;
	return call.solver->kernel ? run_kernel(lower, &call, operands) : make_result(lower, &call, operands);
}
