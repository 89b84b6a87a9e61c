/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites a file with its referenced parts only, optionally without locations: sequence of the steps, and handling
   of failures. */
#include "bytecode/compact/compact_state.h"

#include <stdarg.h>
#include <stdio.h>

enum { DEFAULT_DEPTH = 512 };

bool mlirbc__edit_fail(struct mlirbc__edit *e, enum mlirbc_status status, size_t offset, const char *format, ...)
{
	char what[232];
	va_list arguments;
	if (!mlirbc__edit_ok(e))
		return false;
	e->save.job.status = status;
	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	mlirbc__fail(e->save.job.diag, status, offset, "%s", what);
	return false;
}

bool mlirbc__edit_reserve(struct mlirbc__edit *e, struct mlirbc__out *out, size_t count, size_t size)
{
	if (count > SIZE_MAX / size)
		return mlirbc__job_memory(&e->save.job);
	(void)(count ? mlirbc__out_more(&e->save.job, out, count * size) : NULL);
	out->size = 0;
	return mlirbc__edit_ok(e);
}

bool mlirbc__edit_zeros(struct mlirbc__edit *e, struct mlirbc__out *out, size_t count, size_t size)
{
	if (!mlirbc__edit_reserve(e, out, count, size))
		return false;
	if (count)
		memset(out->data, 0, count * size);
	out->size = count * size;
	return true;
}

static uint64_t count_held(const struct mlirbc__edit *e)
{
	const uint8_t *strings = e->strings.data;
	uint64_t held = 0;
	for (size_t i = 0; i < e->strings.size; i++)
		held += (strings[i] & MLIRBC__PINNED) != 0;
	for (size_t i = 0; e->pins && i < e->load->attr_count + e->load->type_count; i++)
		held += (MLIRBC__EDIT_STATE(e, i) & MLIRBC__PINNED) != 0;
	return held;
}

static uint64_t dropped(size_t old, const struct mlirbc__out *out, size_t size)
{
	size_t left = out->size / size;
	return old > left ? old - left : 0;
}

static void fill_report(const struct mlirbc__edit *e, struct mlirbc_compact_report *report)
{
	const struct mlirbc__load *load = e->load;
	const struct mlirbc__save *s = &e->save;
	struct mlirbc_compact_report all = { .size = sizeof all,
		.attributes = dropped(load->attr_count, &e->orders[0], sizeof(uint32_t)),
		.types = dropped(load->type_count, &e->orders[1], sizeof(uint32_t)),
		.strings = dropped(load->string_count, &s->new_strings, sizeof(const struct mlirbc_string *)),
		.op_names = dropped(load->op_name_count, &s->new_names, sizeof(struct mlirbc__new_name)),
		.properties = load->blob_count > s->blob_count ? load->blob_count - s->blob_count : 0,
		.opaque = e->opaque };
	for (size_t i = 0; i < e->resources.size; i++)
		all.resources += !((const uint8_t *)e->resources.data)[i];
	all.kept = count_held(e);
	size_t size = report->size < sizeof all ? report->size : sizeof all;
	memcpy(report, &all, size);
	report->size = size;
}

static void finish(struct mlirbc__edit *e)
{
	struct mlirbc__save *s = &e->save;
	struct mlirbc__out *outs[] = { &e->entries, &e->states, &e->uses, &e->pending, &e->strings,
		&e->numbers[0], &e->numbers[1],
		&e->resources, &e->names, &e->dialects, &e->layouts, &e->shapes_of, &e->texts, &e->blob_heads, &e->blobs, &e->orders[0],
		&e->orders[1], &e->sources, &e->frames };
	for (size_t i = 0; i < sizeof outs / sizeof *outs; i++)
		mlirbc__out_finish(&s->job, outs[i]);
	mlirbc__save_finish(s);
}

enum mlirbc_status mlirbc_compact(struct mlirbc_context *context, const void *data, size_t size,
	const struct mlirbc_compact_options *options, mlirbc_write_fn write, void *ctx,
	struct mlirbc_compact_report *report, struct mlirbc_diag *diag)
{
	struct mlirbc_module *module;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return mlirbc__size_is_wrong(diag, options->size, "mlirbc_compact_options");
	if (BYTECURSOR_SIZE_IS_WRONG(report))
		return mlirbc__size_is_wrong(diag, report->size, "mlirbc_compact_report");
	const struct mlirbc_load_options load_options = { .size = sizeof load_options,
		.lazy = true,
		.max_work = MLIRBC__HAS_OPTION(options, max_work) ? options->max_work : 0,
		.producer = MLIRBC__HAS_OPTION(options, producer) ? options->producer : NULL };
	enum mlirbc_status status = mlirbc_load(context, data, size, &load_options, &module, diag);
	if (status == MLIRBC_OK)
		status = mlirbc__strings_status(mlirbc__load_of(module->file), diag);
	if (status != MLIRBC_OK)
		return status;
	struct mlirbc__edit e = { .load = mlirbc__load_of(module->file),
		.save = { .job = { .context = context, .module = module, .diag = diag },
			.version = mlirbc__load_of(module->file)->version,
			.old_version = mlirbc__load_of(module->file)->version },
		.strip = MLIRBC__HAS_OPTION(options, strip_locations) && options->strip_locations,
		.all_resources = MLIRBC__HAS_OPTION(options, keep_resources) && options->keep_resources,
		.max_depth = MLIRBC__HAS_OPTION(options, max_depth) && options->max_depth ? options->max_depth
										  : DEFAULT_DEPTH };
	bool ok = mlirbc__edit_begin_marks(&e) && mlirbc__edit_count_ir(&e) && mlirbc__edit_finish_marks(&e) &&
		  mlirbc__edit_order(&e) && mlirbc__edit_copy(&e) && mlirbc__edit_write_ir(&e);
	if (ok) {
		e.save.dialect_sources = e.sources.data;
		e.save.dialect_source_count = MLIRBC__ITEMS(&e.sources, const struct mlirbc__dialect *);
		(void)mlirbc__save_sections(&e.save, module->producer, write, ctx);
	}
	if (e.save.job.status == MLIRBC_OK && report)
		fill_report(&e, report);
	status = e.save.job.status;
	finish(&e);
	return status;
}
