/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens programs; chooses between the two descriptions of a failure. */
#include "host/open.h"
#include "machine/packs.h"

#include <bef/reader.h>
#if BEF_APP_MLIR
#include <bef/translate.h>
#endif
#include <string.h>

struct refusal {
	const struct program *program;
	struct diagnostics *diagnostics;
	bool reported;
};

static bool any_signature(const struct program *program)
{
	struct bef_reader reader;
	struct bef_function function;
	if (bef_reader_open(program->bef, program->bef_size, &reader, NULL) != BEF_OK)
		return false;
	struct bef_functions functions = bef_reader_functions(&reader);
	while (bef_functions_next(&functions, &function, NULL) == BEF_OK) {
		if (function.argument_count || function.result_count)
			return true;
	}
	return false;
}

/* TFRT's driver looks kernels up before it has read the types, so it knows a location only in programs whose
 * functions have no arguments or results. An unknown kernel that is not expected is printed as the driver does. */
static bool hides_place(const struct refusal *refusal, const struct async_place *place, const char *message)
{
	static const char unknown[] = "unknown kernel name";
	return place && place->file && strncmp(message, unknown, sizeof unknown - 1) == 0 &&
	       any_signature(refusal->program) &&
	       !expectations_has(refusal->diagnostics->expectations, stderr, place->file, place->file_size, place->line,
		       message);
}

/* struct bef_diag has more detail for a failure without a place, but --verify-diagnostics needs TFRT's wording. */
static void report(void *ctx, const struct async_place *place, const char *message)
{
	struct refusal *refusal = ctx;
	bool verify = refusal->diagnostics->expectations;
	if (!place && !verify)
		return;
	refusal->reported = true;
	diagnostics_report(
		refusal->diagnostics, verify && hides_place(refusal, place, message) ? NULL : place, NULL, message);
}

/* ---- programs that kernels get as text */

#if BEF_APP_MLIR
static enum bef_status compile(void *ctx, const char *text, size_t size, const char *file_name, uint8_t **out_data,
	size_t *out_size, struct bef_diag *diag)
{
	(void)ctx;
	return bef_assemble_text(text, size, file_name, NULL, NULL, out_data, out_size, diag);
}

static void release(void *ctx, uint8_t *data, size_t size)
{
	(void)ctx;
	bef_assemble_free(NULL, data, size);
}

static const struct bef_compiler *compiler(void)
{
	static const struct bef_compiler made = { sizeof made, compile, release, NULL };
	return &made;
}
#else
static const struct bef_compiler *compiler(void) { return NULL; }
#endif

static bool has_prefix(const struct kernels_registry *registry, const char *prefix, size_t size)
{
	for (size_t i = 0; i < kernels_registry_count(registry); i++) {
		if (strncmp(kernels_registry_at(registry, i)->kernel->name, prefix, size) == 0)
			return true;
	}
	return false;
}

/* Notes the first kernel whose pack is missing: no kernel here begins like it, up to the point. */
static void note_pack(const struct program *program, const struct kernels_registry *registry)
{
	struct bef_reader reader;
	struct bef_string name;
	if (bef_reader_open(program->bef, program->bef_size, &reader, NULL) != BEF_OK)
		return;
	struct bef_names names = bef_reader_kernels(&reader);
	while (bef_names_next(&names, &name, NULL) == BEF_OK) {
		const char *point = memchr(name.data, '.', name.size);
		const size_t size = point ? (size_t)(point + 1 - name.data) : 0;
		if (!size || has_prefix(registry, name.data, size))
			continue;
		cli_note(program->input.name, "no pack of this run has kernels '%.*s*'; --pack loads packs that are not built in",
			(int)(size < 100 ? size : 100), name.data);
		return;
	}
}

/* Says why kernels of devices, and those of packs that are not here, are not known. */
static void explain(const struct program *program, const struct kernels_registry *registry, const struct diagnostics *diagnostics,
	enum bef_status status)
{
	static const char first[] = "device.find";
	if (status != BEF_E_NOT_FOUND || diagnostics->expectations)
		return;
	const bool devices = !kernels_registry_find(registry, first, strlen(first)) &&
			     packs_note_devices(program->input.name, program->bef, program->bef_size, false) > 0;
	if (!devices)
		note_pack(program, registry);
}

int program_open(const struct program *program, const struct kernels_registry *registry,
	const struct async_allocator *allocator, struct diagnostics *diagnostics, const struct bef_observer *observer,
	struct bef_file **out_file)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct refusal refusal = { program, diagnostics, false };
	const struct bef_open_options options = {
		.size = sizeof options,
		.allocator = allocator,
		.report = report,
		.report_ctx = &refusal,
		.observer = observer,
		.tfrt_compatible = diagnostics->expectations,
		.compiler = compiler(),
	};
	enum bef_status status = bef_file_open(program->bef, program->bef_size, registry, &options, out_file, &diag);
	if (status == BEF_OK)
		return CLI_GOOD;
	explain(program, registry, diagnostics, status);
	if (!refusal.reported)
		return program_error(program->input.name, &diag);
	if (diagnostics->expectations && !diagnostics->failed)
		return CLI_GOOD; /* all reasons were expected */
	return status == BEF_E_NOMEM ? CLI_SYSTEM : CLI_BAD;
}
