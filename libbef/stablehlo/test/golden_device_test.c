/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Golden StableHLO programs that check themselves, on a device: golden_device_test DEVICE FOLDER [--reasons] [NAME...]
 *
 * Each program is lowered for the device, without folding, and runs in one thread. A program that fails on the device runs on the host too;
 * the test reports it unless it fails there too. --reasons: prints a line for each of these programs instead of a test's result. NAME:
 * only programs whose names contain one of them. */
#include "../../../libmlirbc/test/golden.h"
#include "run_model.h"

#include <kernels/device.h>
#include <kernels/pack_device.h>
#include <kernels/pack_opencl.h>

static struct runner runner;
static const char *device, *folder_name;
static char **names;
static int name_count;
static bool reasons;
static size_t passed, failed, on_device;

static bool is_selected(const char *name)
{
	for (int i = 0; i < name_count; i++) {
		if (strstr(name, names[i]))
			return true;
	}
	return name_count == 0;
}

/* Opens and runs the program; `why` gets the reason of a failure. *out_used: kernels of the device are in it. */
static bool run_on(const char *where, const struct text *text, const char *name, char *why, size_t why_size, bool *out_used)
{
	static const char *const kernels[] = { "hlo.device_loop_fusion", "hlo.device_dot_general", "hlo.device_convolution", "hlo.device_gather",
		"hlo.device_reduce", "hlo.device_reduce_window", "hlo.device_scatter", "hlo.device_sort", "hlo.device_top_k" };
	struct model model;
	struct records records;
	size_t count = 0;
	runner.device = where;
	bool ok = model_open(&runner, text->data, text->size, name, false, &model);
	*out_used = false;
	for (size_t i = 0; ok && i < sizeof kernels / sizeof *kernels; i++)
		*out_used = *out_used || model_contains(&model, kernels[i]);
	ok = ok && model_run_all(&runner, &model, &count);
	snprintf(why, why_size, "%s", model.why);
	records_take(&records);
	records_free(&records);
	model_close(&model);
	return ok;
}

static void run(const char *folder, const char *name)
{
	char path[4096], why[400], ignored[400];
	struct text text;
	bool used, unused;
	if (!is_selected(name))
		return;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!read_file(path, &text))
		abort();
	const bool ok = run_on(device, &text, name, why, sizeof why, &used);
	passed += ok;
	on_device += used;
	if (!ok && run_on(NULL, &text, name, ignored, sizeof ignored, &unused)) {
		failed++;
		if (reasons)
			printf("%s: %s\n", name, why);
		else
			check_report(name, 0, "%s", why);
	}
	free(text.data);
}

static void programs(void)
{
	each_file(folder_name, ".mlir", run);
	CHECK(passed > 0 && on_device > 0);
}

/* Prints the reason if there is no device. */
static bool has_device(void)
{
	struct kernels_device found;
	struct kernels_device_error error;
	if (kernels_device_find(device, strlen(device), &found, &error))
		return true;
	printf("1..0 # SKIP %s\n", error.text);
	return false;
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(programs) };
	int code = 0;
	if (argc < 3 || !golden_find("stablehlo"))
		return argc < 3;
	device = argv[1];
	folder_name = argv[2];
	reasons = argc > 3 && strcmp(argv[3], "--reasons") == 0;
	names = argv + 3 + reasons;
	name_count = argc - 3 - reasons;
	runner_init(&runner, 0);
	if (kernels_registry_add(runner.registry, kernels_pack_device(), NULL) != KERNELS_OK ||
		kernels_registry_add(runner.registry, kernels_pack_opencl(), NULL) != KERNELS_OK)
		return 2;
	const bool found = has_device();
	if (found && reasons)
		programs();
	else if (found)
		code = check_main(1, argv, cases, 1);
	runner_finish(&runner);
	fprintf(stderr, "# %zu programs passed, %zu failed, %zu used the device\n", passed, failed, on_device);
	return code;
}
