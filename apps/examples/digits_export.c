/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trains the network of digits.mlir and writes it as a portable artifact of StableHLO:
 *
 *	digits_export digits.mlir digits.mlirbc
 *
 * The model is a function from six pictures of 12 x 12 pixels to the digits on them. */
#include <bef/exec.h>
#include <bef/translate.h>
#include <kernels/kernels.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_tensor.h>
#include <kernels/pack_test.h>
#include <kernels/tensor.h>
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo_build.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PICTURES = 6, PIXELS = 144, HIDDEN = 64, DIGITS = 10, WEIGHTS = 4 };

static void report(void *ctx, const struct async_error *error)
{
	(void)ctx;
	fprintf(stderr, "error: %s\n", async_error_message(error));
}

/* ---- training: @learned_weights of the host program */

/* Sets WEIGHTS + 1 values, one reference each: w1, b1, w2, b2, and the chain that completes them. */
static bool train(const struct bef_file *file, const struct async_host *host, struct async_value **values)
{
	static const char name[] = "learned_weights";
	const struct kernels_function *function = bef_file_find(file, name, strlen(name));
	struct async_request *request = async_request_create(host, NULL);
	if (!function || function->result_count != WEIGHTS + 1 || !request)
		return false;
	kernels_function_execute(function, request, NULL, values);
	async_queue_await(host->queue, values, WEIGHTS + 1);
	async_queue_quiesce(host->queue);
	async_request_release(request);
	bool good = true;
	for (int i = 0; i <= WEIGHTS; i++)
		good = good && !async_value_is_error(values[i]);
	return good;
}

/* ---- the model */

static const struct mlirbc_type *tensor(struct mlirbc_builder *b, int64_t rows, int64_t columns)
{
	const int64_t dims[] = { rows, columns };
	const struct mlirbc_type *element = mlirbc_type_float(b->context, MLIRBC_F32);
	return rows ? mlirbc_stablehlo_tensor(b->context, element, dims, 2)
		    : mlirbc_stablehlo_tensor(b->context, element, dims + 1, columns ? 1 : 0);
}

static struct mlirbc_value *weight(struct mlirbc_builder *b, struct async_value *value, int64_t rows, int64_t columns)
{
	const struct kernels_tensor *t = async_value_payload(value);
	return mlirbc_stablehlo_constant(
		b, tensor(b, rows, columns), kernels_tensor_bytes(t), kernels_buffer_size(t->buffer));
}

/* x * w + b */
static struct mlirbc_value *layer(
	struct mlirbc_builder *b, struct mlirbc_value *x, struct mlirbc_value *w, struct mlirbc_value *bias)
{
	static const int64_t columns = 1;
	struct mlirbc_value *product = mlirbc_stablehlo_matmul(b, x, w);
	return product ? mlirbc_stablehlo_binary(
				 b, "add", product, mlirbc_stablehlo_broadcast(b, bias, product->type, &columns))
		       : NULL;
}

/* The column of the largest number in each row: the smallest index whose number is the maximum. */
static struct mlirbc_value *arg_max(struct mlirbc_builder *b, struct mlirbc_value *x)
{
	static const int64_t rows = 0, columns = 1, shape[] = { PICTURES, DIGITS };
	static const int32_t none = DIGITS;
	struct mlirbc_context *c = b->context;
	const struct mlirbc_type *i32 = mlirbc_type_integer(c, 32, MLIRBC_SIGNLESS);
	const struct mlirbc_type *indices = mlirbc_stablehlo_tensor(c, i32, shape, 2);
	const struct mlirbc_type *scalar = mlirbc_stablehlo_tensor(c, i32, NULL, 0);
	struct mlirbc_value *lowest = mlirbc_stablehlo_splat(b, tensor(b, 0, 0), -1.0e30);
	struct mlirbc_value *largest = mlirbc_stablehlo_reduce(b, "maximum", x, lowest, &columns, 1);
	struct mlirbc_value *wide = mlirbc_stablehlo_broadcast(b, largest, tensor(b, PICTURES, DIGITS), &rows);
	struct mlirbc_value *found = mlirbc_stablehlo_compare(b, "EQ", x, wide);
	struct mlirbc_build_attr dimension = { "iota_dimension",
		mlirbc_attr_integer(c, mlirbc_type_integer(c, 64, MLIRBC_SIGNLESS), 1) };
	struct mlirbc_value *column = mlirbc_stablehlo_value(b,
		&(const struct mlirbc_build_op){ .name = "stablehlo.iota", .results = &indices, .result_count = 1,
			.attrs = &dimension, .attr_count = 1 },
		NULL);
	struct mlirbc_value *absent = mlirbc_stablehlo_constant(b, indices, &none, sizeof none);
	struct mlirbc_value *first = mlirbc_stablehlo_constant(b, scalar, &none, sizeof none);
	return mlirbc_stablehlo_reduce(
		b, "minimum", mlirbc_stablehlo_select(b, found, column, absent), first, &columns, 1);
}

/* relu(x * w1 + b1) * w2 + b2, and the largest of each row */
static void build(struct mlirbc_builder *b, struct async_value *const *weights)
{
	const struct mlirbc_type *input = tensor(b, PICTURES, PIXELS);
	const int64_t rows = PICTURES;
	const struct mlirbc_type *result = mlirbc_stablehlo_tensor(
		b->context, mlirbc_type_integer(b->context, 32, MLIRBC_SIGNLESS), &rows, 1);
	struct mlirbc_block *entry =
		mlirbc_builder_function(b, "main", mlirbc_type_function(b->context, &input, 1, &result, 1));
	if (!entry)
		return;
	struct mlirbc_value *w1 = weight(b, weights[0], PIXELS, HIDDEN), *b1 = weight(b, weights[1], 0, HIDDEN);
	struct mlirbc_value *w2 = weight(b, weights[2], HIDDEN, DIGITS), *b2 = weight(b, weights[3], 0, DIGITS);
	struct mlirbc_value *zero = mlirbc_stablehlo_splat(b, tensor(b, PICTURES, HIDDEN), 0);
	struct mlirbc_value *hidden = layer(b, &entry->arguments[0], w1, b1);
	struct mlirbc_value *active = mlirbc_stablehlo_binary(b, "maximum", hidden, zero);
	MLIRBC_OP(b, "func.return", MLIRBC_OPERANDS(arg_max(b, layer(b, active, w2, b2))));
}

static int put(void *ctx, const char *data, size_t size) { return fwrite(data, 1, size, ctx) != size; }

static bool write_model(struct async_value *const *weights, const char *path)
{
	const struct mlirbc_stablehlo_version version = { 1, 0, 0 };
	struct mlirbc_stablehlo_artifact form;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_builder b = { 0 };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	FILE *out = fopen(path, "wb");
	bool good = context && out && mlirbc_builder_init(&b, context) == MLIRBC_OK;
	if (good)
		build(&b, weights);
	good = good && b.status == MLIRBC_OK && mlirbc_stablehlo_to_vhlo(b.module, version, NULL, &diag) == MLIRBC_OK &&
	       mlirbc_stablehlo_artifact_form(version, &form) == MLIRBC_OK;
	const struct mlirbc_write_options options = { .size = sizeof options, .has_version = true,
		.version = form.bytecode_version, .producer = form.producer };
	good = good && mlirbc_write(b.module, &options, put, out, &diag) == MLIRBC_OK;
	if (!good)
		fprintf(stderr, "%s: %s%s\n", path, b.message, diag.message);
	mlirbc_context_destroy(context);
	return (!out || fclose(out) == 0) && good;
}

/* ---- the program */

static char *read_text(const char *path, size_t *out_size)
{
	FILE *in = fopen(path, "rb");
	char *text = NULL;
	long size = in && fseek(in, 0, SEEK_END) == 0 ? ftell(in) : -1;
	if (size >= 0 && fseek(in, 0, SEEK_SET) == 0 && (text = malloc((size_t)size + 1)) != NULL)
		*out_size = fread(text, 1, (size_t)size, in);
	if (in)
		fclose(in);
	return text;
}

static bool add_packs(struct kernels_registry *registry)
{
	return registry && kernels_registry_add(registry, kernels_pack_basic(), NULL) == KERNELS_OK &&
	       kernels_registry_add(registry, kernels_pack_test(), NULL) == KERNELS_OK &&
	       kernels_registry_add(registry, kernels_pack_tensor(), NULL) == KERNELS_OK;
}

int main(int argc, char **argv)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct async_host host = ASYNC_HOST_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct async_value *values[WEIGHTS + 1] = { NULL };
	struct bef_file *file = NULL;
	uint8_t *bytes = NULL;
	size_t text_size = 0, size = 0;
	if (argc != 3) {
		fprintf(stderr, "usage: digits_export digits.mlir OUTPUT.mlirbc\n");
		return 2;
	}
	char *text = read_text(argv[1], &text_size);
	host.allocator = async_allocator_system();
	host.queue = async_queue_create_threads(NULL, NULL);
	host.report = report;
	if (!text || !host.queue || !add_packs(registry))
		return 3;
	bool good = bef_assemble_text(text, text_size, argv[1], NULL, NULL, &bytes, &size, &diag) == BEF_OK &&
		    bef_file_open(bytes, size, registry, NULL, &file, &diag) == BEF_OK;
	if (!good)
		fprintf(stderr, "%s:%u:%u: %s\n", argv[1], (unsigned)diag.line, (unsigned)diag.column, diag.message);
	good = good && train(file, &host, values) && write_model(values, argv[2]);
	for (int i = 0; i <= WEIGHTS; i++)
		if (values[i])
			async_value_release(values[i]);
	bef_file_close(file);
	bef_assemble_free(NULL, bytes, size);
	free(text);
	async_queue_destroy(host.queue);
	kernels_registry_destroy(registry);
	return good ? 0 : 1;
}
