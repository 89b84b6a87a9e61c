/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libbef-model and libsigmangle: prints the functions of a model as IREE's compiler would have signed them, in raw form and as text:
 *
 *	model_signature [MODEL]
 *
 * Without a file it uses the model below. */
#include <bef/model.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <sigmangle/sigmangle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char example[] = /* any number of rows */
	"func.func @scale(%x: tensor<?x128xf32>, %mask: tensor<128xi1>) -> tensor<?x128xf32> {"
	"  return %x : tensor<?x128xf32>"
	"}";

/* The number of an element type in signatures; -1: it has none. IREE stored i1 as bytes. */
static int32_t type_of(unsigned dtype)
{
	static const struct {
		enum kernels_dtype dtype;
		enum sigmangle_type type;
	} types[] = { { KERNELS_F32, SIGMANGLE_FLOAT32 }, { KERNELS_F16, SIGMANGLE_FLOAT16 },
		{ KERNELS_F64, SIGMANGLE_FLOAT64 }, { KERNELS_BF16, SIGMANGLE_BFLOAT16 },
		{ KERNELS_I1, SIGMANGLE_SINT8 }, { KERNELS_I8, SIGMANGLE_SINT8 }, { KERNELS_I16, SIGMANGLE_SINT16 },
		{ KERNELS_I32, SIGMANGLE_SINT32 }, { KERNELS_I64, SIGMANGLE_SINT64 }, { KERNELS_UI8, SIGMANGLE_UINT8 },
		{ KERNELS_UI16, SIGMANGLE_UINT16 }, { KERNELS_UI32, SIGMANGLE_UINT32 },
		{ KERNELS_UI64, SIGMANGLE_UINT64 } };
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		if (types[i].dtype == dtype)
			return (int32_t)types[i].type;
	}
	return -1;
}

/* Tensors are buffers; tokens, other element types, and sizes beyond an int32 are not represented. */
static struct sigmangle_item item_of(const struct bef_stablehlo_value *value, int32_t *dims)
{
	const int32_t type = type_of(value->dtype);
	struct sigmangle_item item = { .category = SIGMANGLE_UNRECOGNIZED };
	for (uint32_t i = 0; i < value->rank; i++) {
		if (value->dims[i] > INT32_MAX)
			return item;
		dims[i] = value->dims[i] < 0 ? SIGMANGLE_DYNAMIC : (int32_t)value->dims[i];
	}
	if (type >= 0)
		item = (struct sigmangle_item){ SIGMANGLE_BUFFER, type, value->rank, dims };
	return item;
}

static bool print(const struct bef_stablehlo_function *function)
{
	const size_t inputs = function->argument_count, all = inputs + function->result_count;
	const int name_size = (int)function->name.size;
	const char *name = function->name.data;
	struct sigmangle_item *items = calloc(all + 1, sizeof *items);
	int32_t(*dims)[KERNELS_MAX_RANK] = calloc(all + 1, sizeof *dims);
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	char raw[4096], text[4096];
	size_t size, length;
	for (size_t i = 0; items && dims && i < all; i++)
		items[i] = item_of(i < inputs ? &function->arguments[i] : &function->results[i - inputs], dims[i]);
	bool good = items && dims &&
		    !sigmangle_raw_mangle(items, inputs, items + inputs, all - inputs, SIGMANGLE_STRICT, raw,
			    sizeof raw, &size, &diag) &&
		    size < sizeof raw &&
		    !sigmangle_raw_text(raw, size, SIGMANGLE_STRICT, text, sizeof text, &length, &diag);
	if (good) {
		printf("%.*s %s\n", name_size, name, raw); /* scale I20!B8!d-1d128B7!t4d128R11!B8!d-1d128 */
		printf("%s\n", text); /* (Buffer<float32[?x128]>, Buffer<sint8[128]>) -> (Buffer<float32[?x128]>) */
	} else {
		fprintf(stderr, "%.*s: no signature of this size: %s\n", name_size, name, diag.message);
	}
	free(dims);
	free(items);
	return good;
}

int main(int argc, char **argv)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = NULL;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	if (!registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		return 3;
	enum bef_status status = argc > 1 ? bef_model_open_path(argv[1], registry, NULL, &model, &diag)
					  : bef_model_open(
						    example, strlen(example), NULL, registry, NULL, &model, &diag);
	bool good = status == BEF_OK;
	if (!good)
		fprintf(stderr, "%s: %s\n", argc > 1 ? argv[1] : "example", diag.message);
	for (size_t i = 0; good && i < bef_model_function_count(model); i++)
		good = print(bef_model_function(model, i));
	bef_model_close(model);
	kernels_registry_destroy(registry);
	return good ? 0 : 1;
}
