/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Golden models with arguments: results within the tolerances of TOLERANCES.tsv, with the same bits in all forms and runs.
 * golden_models_test DEVICE: each model runs once, lowered for this device. */
#include "../../../libmlirbc/test/golden.h"
#include "forms.h"

#ifdef HAVE_OPENCL
#include <kernels/pack_device.h>
#include <kernels/pack_opencl.h>
#endif
#include <math.h>

static struct forms forms;
static const char *device; /* NULL: the host */
static const char *folder;
static char stem[256];
static size_t models;

/* ---- .npy of version 1: little-endian, C order */

static enum kernels_dtype npy_dtype(const char *header)
{
	static const struct { const char *code; enum kernels_dtype dtype; } codes[] = { { "'<f4'", KERNELS_F32 },
		{ "'<f8'", KERNELS_F64 }, { "'<f2'", KERNELS_F16 }, { "'<i4'", KERNELS_I32 }, { "'<i8'", KERNELS_I64 },
		{ "'<i2'", KERNELS_I16 }, { "'|i1'", KERNELS_I8 }, { "'|u1'", KERNELS_UI8 }, { "'<u2'", KERNELS_UI16 },
		{ "'<u4'", KERNELS_UI32 }, { "'<u8'", KERNELS_UI64 }, { "'|b1'", KERNELS_I1 } };
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
		if (strstr(header, codes[i].code))
			return codes[i].dtype;
	}
	return KERNELS_DTYPE_INVALID;
}

static bool npy_read(const char *path, struct kernels_tensor *out)
{
	struct text file;
	struct kernels_shape shape = { .rank = 0 };
	if (!read_file(path, &file))
		return false;
	const size_t header = 10 + (size_t)(unsigned char)file.data[8] + 256 * (size_t)(unsigned char)file.data[9];
	char *at = strstr(file.data + 10, "'shape': (");
	for (at += strlen("'shape': ("); *at != ')'; at += *at == ',' || *at == ' ')
		shape.dims[shape.rank++] = strtoll(at, &at, 10);
	if (!kernels_tensor_init(out, async_allocator_system(), npy_dtype(file.data + 10), &shape))
		abort();
	memcpy(kernels_tensor_data(out), file.data + header, file.size - header);
	free(file.data);
	return true;
}

/* ---- comparison */

struct tolerance {
	double relative, absolute;
	bool found;
};

static struct tolerance find_tolerance(const char *model, unsigned result)
{
	char path[4096], name[256];
	struct tolerance out = { 0, 0, false };
	struct text table;
	snprintf(path, sizeof path, "%s/models/TOLERANCES.tsv", golden);
	if (!read_file(path, &table))
		abort();
	for (char *at = table.data; at && *at; at = strchr(at, '\n'), at += at != NULL) {
		unsigned index;
		if (sscanf(at, "%255[^\t]\t%*s\t%u\t%*s\t%lf\t%lf", name, &index, &out.relative, &out.absolute) == 4 &&
			index == result && strcmp(name, model) == 0) {
			out.found = true;
			break;
		}
	}
	free(table.data);
	return out;
}

static void compare(const char *model, unsigned result, const struct kernels_tensor *got, const struct kernels_tensor *expected)
{
	const struct tolerance tolerance = find_tolerance(model, result);
	const int64_t count = kernels_tensor_elements(expected);
	if (!tolerance.found || got->dtype != expected->dtype || !kernels_shape_equal(&got->shape, &expected->shape)) {
		check_report(model, (int)result, "another type or shape, or no tolerance");
		return;
	}
	if (got->dtype != KERNELS_F32) {
		const size_t size = (size_t)count * kernels_dtype_size(got->dtype);
		CHECK_BYTES(kernels_tensor_bytes(got), size, kernels_tensor_bytes(expected), size);
		return;
	}
	const float *a = kernels_tensor_bytes(got), *b = kernels_tensor_bytes(expected);
	for (int64_t i = 0; i < count; i++) {
		const double difference = fabs((double)a[i] - (double)b[i]);
		if (!(difference <= tolerance.absolute + tolerance.relative * fabs((double)b[i]))) {
			check_report(model, (int)result, "element %lld is %.9g, expected %.9g", (long long)i, (double)a[i], (double)b[i]);
			return;
		}
	}
}

/* ---- a model */

static bool read_part(const char *part, uint32_t index, struct kernels_tensor *out)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s.%s%u.npy", folder, stem, part, (unsigned)index);
	return npy_read(path, out);
}

static bool call(struct runner *runner, struct model *model, size_t *out_count)
{
	const struct kernels_function *main_function = bef_file_find(model->file, "main", 4);
	*out_count = main_function != NULL;
	if (!CHECK(main_function))
		return false;
	struct async_value **arguments = calloc(main_function->argument_count + 1u, sizeof *arguments);
	struct async_value **results = calloc(main_function->result_count + 1u, sizeof *results);
	for (uint32_t i = 0; i < main_function->argument_count; i++) {
		struct kernels_tensor tensor;
		if (!read_part("args/arg", i, &tensor))
			abort();
		arguments[i] = async_value_create_available(async_allocator_system(), kernels_tensor_types()->tensor, &tensor);
	}
	const bool ok = model_call(runner, model, main_function, arguments, results);
	for (uint32_t i = 0; i < main_function->result_count; i++) {
		struct kernels_tensor expected;
		if (!async_value_is_error(results[i]) && read_part("expect/result", i, &expected)) {
			compare(stem, (unsigned)i, async_value_payload(results[i]), &expected);
			kernels_tensor_finish(&expected);
		}
		records_add(results[i], "result %u", (unsigned)i);
	}
	kernels_values_release(results, main_function->result_count);
	kernels_values_release(arguments, main_function->argument_count);
	free(arguments);
	free(results);
	return ok;
}

static void run_on_device(const char *name, const struct text *text)
{
	struct model model;
	struct records records;
	size_t count;
	if (!model_open(&forms.single, text->data, text->size, name, true, &model) || !call(&forms.single, &model, &count))
		check_report(name, 0, "%s", model.why);
	records_take(&records);
	records_free(&records);
	model_close(&model);
}

static void run_forms(const char *name, const struct text *text)
{
	char path[4096];
	struct text artifact;
	struct outcome outcome;
	snprintf(path, sizeof path, "%s/%sbc", folder, name);
	if (!read_file(path, &artifact))
		abort();
	forms_run(&forms, &(struct program){ name, text->data, artifact.data, text->size, artifact.size, call, false }, &outcome);
	if (!outcome.ok || outcome.difference[0])
		check_report(name, 0, "%s%s", outcome.why, outcome.difference);
	free(artifact.data);
}

static void run(const char *path_of_folder, const char *name)
{
	char path[4096];
	struct text text;
	folder = path_of_folder;
	snprintf(stem, sizeof stem, "%.*s", (int)(strrchr(name, '.') - name), name);
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!read_file(path, &text))
		abort();
	models++;
	if (device)
		run_on_device(name, &text);
	else
		run_forms(name, &text);
	free(text.data);
}

static void all(void)
{
	each_file("models", ".mlir", run);
	CHECK(models > 0);
}

/* Lowers for a device from now on. Returns false, with a TAP line as the reason, if there is none. */
static bool choose_device(const char *name)
{
#ifdef HAVE_OPENCL
	struct kernels_device found;
	struct kernels_device_error error;
	if (kernels_registry_add(forms.single.registry, kernels_pack_device(), NULL) != KERNELS_OK ||
		kernels_registry_add(forms.single.registry, kernels_pack_opencl(), NULL) != KERNELS_OK)
		abort();
	forms.single.device = device = name;
	if (kernels_device_find(name, strlen(name), &found, &error))
		return true;
	printf("1..0 # SKIP %s\n", error.text);
#else
	printf("1..0 # SKIP no pack opencl for %s\n", name);
#endif
	return false;
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(all) };
	int code = 0;
	if (!golden_find("stablehlo/models") || !golden_find("stablehlo"))
		return 0;
	forms_init(&forms);
	if (argc < 2 || choose_device(argv[1]))
		code = check_main(1, argv, cases, 1);
	forms_finish(&forms);
	return code;
}
