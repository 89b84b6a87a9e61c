/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes a multilayer perceptron, relu(x * w1 + b1) * w2 + b2 for 4 rows of 8 numbers, as a portable artifact of StableHLO 1.0.0. */
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo_build.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdio.h>

static int put(void *ctx, const char *data, size_t size) { return fwrite(data, 1, size, ctx) != size; }

static const struct mlirbc_type *f32(struct mlirbc_context *context, int64_t rows, int64_t columns)
{
	const int64_t dims[] = { rows, columns };
	return mlirbc_stablehlo_tensor(context, mlirbc_type_float(context, MLIRBC_F32), dims + (rows == 0), rows ? 2 : 1);
}

static struct mlirbc_value *layer(struct mlirbc_builder *b, struct mlirbc_value *x, struct mlirbc_value *w, struct mlirbc_value *bias)
{
	static const int64_t columns = 1;
	struct mlirbc_value *product = mlirbc_stablehlo_matmul(b, x, w);
	return product ? mlirbc_stablehlo_binary(
				 b, "add", product, mlirbc_stablehlo_broadcast(b, bias, product->type, &columns))
		       : NULL;
}

int main(int argc, char **argv)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_builder b;
	struct mlirbc_stablehlo_version version = { 1, 0, 0 };
	struct mlirbc_stablehlo_artifact form;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	FILE *out = argc == 2 ? fopen(argv[1], "wb") : NULL;
	if (!c || !out || mlirbc_builder_init(&b, c) != MLIRBC_OK)
		return 2;
	const struct mlirbc_type *inputs[] = { f32(c, 4, 8), f32(c, 8, 16), f32(c, 0, 16), f32(c, 16, 3), f32(c, 0, 3) };
	const struct mlirbc_type *result = f32(c, 4, 3);
	struct mlirbc_block *entry = mlirbc_builder_function(&b, "main", mlirbc_type_function(c, inputs, 5, &result, 1));
	if (entry) {
		struct mlirbc_value *arg = entry->arguments;
		struct mlirbc_value *hidden = layer(&b, &arg[0], &arg[1], &arg[2]);
		struct mlirbc_value *zero = mlirbc_stablehlo_splat(&b, f32(c, 4, 16), 0);
		struct mlirbc_value *logits = layer(&b, mlirbc_stablehlo_binary(&b, "maximum", hidden, zero), &arg[3], &arg[4]);
		MLIRBC_OP(&b, "func.return", MLIRBC_OPERANDS(logits));
	}
	if (b.status != MLIRBC_OK || mlirbc_stablehlo_to_vhlo(b.module, version, NULL, &diag) != MLIRBC_OK ||
		mlirbc_stablehlo_artifact_form(version, &form) != MLIRBC_OK) {
		fprintf(stderr, "%s%s\n", b.message, diag.message);
		return 1;
	}
	const struct mlirbc_write_options options = { .size = sizeof options, .has_version = true,
		.version = form.bytecode_version, .producer = form.producer };
	int failed = mlirbc_write(b.module, &options, put, out, &diag) != MLIRBC_OK;
	mlirbc_context_destroy(c);
	return fclose(out) || failed;
}
