/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eigenvectors and singular vectors that a program does not read are not computed. */
#include "check.h"

#include <bef/stablehlo.h>
#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <string.h>

#define M "tensor<5x5xf32>"
#define V "tensor<5xf32>"
#define I "tensor<i32>"
#define CALL(count, target, config, results, type, returned) \
	"func.func @main(%a: " M ") -> " type " {\n %n = stablehlo.constant dense<5> : " I "\n %t = stablehlo.constant dense<1> : " I "\n" \
	" %r:" count " = stablehlo.custom_call @" target " {backend_config = " config ", api_version = 4 : i32} : " results "\n" \
	" return %r#" returned " : " type "\n}\n"
#define EIGEN(type, returned) CALL("3", "lapack_ssyevd_ffi(%a)", "{mode = 86 : ui8, uplo = 76 : ui8}", "(" M ") -> (" M ", " V ", " I ")", type, returned)
#define ON_DEVICE(type, returned) CALL("3", "cusolver_syevd_ffi(%a)", "{lower = true}", "(" M ") -> (" M ", " V ", " I ")", type, returned)
#define SINGULAR(type, returned) \
	CALL("5", "lapack_sgesdd_ffi(%a)", "{mode = 83 : ui8}", "(" M ") -> (" M ", " V ", " M ", " M ", " I ")", type, returned)
#define BY_JACOBI(type, returned) \
	CALL("5", "cusolver_gesvdj_ffi(%a)", "{compute_uv = true, full_matrices = false}", "(" M ") -> (" M ", " V ", " M ", " M ", " I ")", type, returned)

static const struct {
	const char *source;
	bool vectors;
} cases[] = {
	{ EIGEN(M, "0"), true }, { EIGEN(V, "1"), false }, { EIGEN(I, "2"), false }, { ON_DEVICE(M, "0"), true }, { ON_DEVICE(V, "1"), false },
	{ SINGULAR(V, "1"), false }, { SINGULAR(M, "2"), true }, { SINGULAR(M, "3"), true }, { BY_JACOBI(V, "1"), false }, { BY_JACOBI(M, "3"), true },
};

/* gesdd has a mode for this. For syevd the shape of the vectors tells: `types` has an element type, a rank and the sizes of the operand, and
 * then the same of the vectors. */
static bool computes_vectors(struct mlirbc_module *program)
{
	struct mlirbc_op *root = program->body->first;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		const struct mlirbc_attr *mode = mlirbc_op_attr(op, "mode"), *types = mlirbc_op_attr(op, "types");
		if (mlirbc_op_is(op, "hlo.lapack_syevd") && types && types->u.array.count > 7)
			return types->u.array.data[7]->u.number.words[0] == 5;
		if (mlirbc_op_is(op, "hlo.lapack_gesdd"))
			return mode && mode->u.string->data[0] != 'N';
	}
	check_report(__FILE__, __LINE__, "the kernel is not there");
	return false;
}

static void vectors(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_parse_options parse = { .size = sizeof parse };
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		struct bef_diag why = BEF_DIAG_INIT;
		struct mlirbc_module *module = NULL, *program = NULL;
		parse.dialects = mlirbc_stablehlo_assembly(&parse.dialect_count);
		if (mlirbc_parse(context, cases[i].source, strlen(cases[i].source), &parse, &module, &diag) != MLIRBC_OK)
			check_report(__FILE__, __LINE__, "%s\n%s", diag.message, cases[i].source);
		else if (bef_stablehlo_lower(module, NULL, &program, &why) != BEF_OK)
			check_report(__FILE__, __LINE__, "%s\n%s", why.message, cases[i].source);
		else if (computes_vectors(program) != cases[i].vectors)
			check_report(__FILE__, __LINE__, "expected %s vectors:\n%s", cases[i].vectors ? "the" : "no", cases[i].source);
		mlirbc_context_destroy(context);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case all[] = { CHECK_CASE(vectors) };
	return check_main(argc, argv, all, sizeof all / sizeof *all);
}
