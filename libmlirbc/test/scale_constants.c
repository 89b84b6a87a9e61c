/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_constants IN OUT FACTOR: writes the module IN, text or bytecode, to OUT as bytecode, with its f32 constants
 * multiplied by FACTOR. */
#include <mlirbc/mlirbc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value times `factor`; NULL if it is not of f32, or memory is short. Elements are stored in little-endian order. */
static const struct mlirbc_attr *scaled(struct mlirbc_context *context, const struct mlirbc_attr *value, float factor)
{
	const struct mlirbc_type *f32 = mlirbc_type_float(context, MLIRBC_F32);
	bool dense = value->kind == MLIRBC_ATTR_DENSE && value->type->u.shaped.element == f32;
	size_t size = dense ? value->u.dense.size : sizeof factor;
	float *numbers = dense || value->type == f32 ? malloc(size ? size : 1) : NULL;
	if (!numbers)
		return NULL;
	memcpy(numbers, dense ? (const void *)value->u.dense.data : value->u.number.words, size);
	for (size_t i = 0; i < size / sizeof factor; i++)
		numbers[i] *= factor;
	const struct mlirbc_attr *made = dense ? mlirbc_attr_dense(context, value->type, numbers, size)
					       : mlirbc_attr_float(context, f32, (double)numbers[0]);
	free(numbers);
	return made;
}

/* Multiplies the constants of a module; returns their number. */
static int scale(struct mlirbc_module *module, float factor)
{
	int count = 0;
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(module->body->first, op)) != NULL;) {
		const struct mlirbc_attr *old = mlirbc_op_is(op, "arith.constant") ? mlirbc_op_attr(op, "value") : NULL;
		const struct mlirbc_attr *made = old ? scaled(module->context, old, factor) : NULL;
		count += made && mlirbc_op_set_attr(op, "value", made) == MLIRBC_OK;
	}
	return count;
}

static int to_file(void *file, const char *data, size_t size) { return fwrite(data, 1, size, file) != size; }

int main(int argc, char **argv)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_mapping in;
	struct mlirbc_module *module;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	FILE *out = argc == 4 ? fopen(argv[2], "wb") : NULL;
	if (!context || !out || mlirbc_mapping_open(argv[1], &in) != MLIRBC_OK)
		return 2;
	enum mlirbc_status status = mlirbc_open(context, in.data, in.size, NULL, &module, &diag);
	if (status == MLIRBC_OK) {
		printf("%d constants\n", scale(module, strtof(argv[3], NULL)));
		status = mlirbc_write(module, NULL, to_file, out, &diag);
	}
	if (status != MLIRBC_OK)
		fprintf(stderr, "%s: %s\n", argv[1], diag.message);
	mlirbc_context_destroy(context);
	mlirbc_mapping_close(&in);
	return fclose(out) != 0 || status != MLIRBC_OK;
}
