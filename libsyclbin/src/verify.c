/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks a file: its envelope, which module owns each header, and the bytes between the parts. */
#include "verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *syclbin_severity_name(enum syclbin_severity severity)
{
	static const char *const names[] = { "note", "warning", "error" };
	return (unsigned)severity < 3 ? names[severity] : "?";
}

enum syclbin_severity syclbin__strict(const struct syclbin__verifier *v)
{
	return v->options.strict ? SYCLBIN_ERROR : SYCLBIN_WARNING;
}

static void deliver(struct syclbin__verifier *v, enum syclbin_severity severity, enum syclbin_status status,
	enum syclbin_code code, uint64_t offset, const char *message)
{
	struct syclbin_finding finding = { severity, code, offset, message };
	uint32_t most = v->options.most ? v->options.most : 100;
	v->result->findings[severity]++;
	if (severity == SYCLBIN_ERROR && v->status == SYCLBIN_OK) {
		v->status = status;
		(void)syclbin__fail(v->diag, status, code, offset, "%s", message);
	}
	if (!v->options.report || (unsigned)code >= SYCLBIN__CODES || v->reported[code]++ >= most)
		return;
	if (!v->options.report(v->options.ctx, &finding))
		v->stopped = true;
}

void syclbin__find(struct syclbin__verifier *v, enum syclbin_severity severity, enum syclbin_code code, uint64_t offset,
	const char *format, ...)
{
	struct syclbin_diag text = SYCLBIN_DIAG_INIT;
	char message[sizeof text.message];
	va_list arguments;
	if (v->stopped)
		return;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	(void)syclbin__fail(&text, SYCLBIN_E_CORRUPT, code, offset, "%s", message); /* replaces control characters */
	deliver(v, severity, SYCLBIN_E_CORRUPT, code, offset, text.message);
}

void syclbin__find_error(struct syclbin__verifier *v, enum syclbin_status status, const struct syclbin_diag *diag)
{
	if (status == SYCLBIN_E_NOMEM) {
		v->status = syclbin__no_memory(v->diag);
		v->stopped = true;
	} else if (!v->stopped) {
		deliver(v, SYCLBIN_ERROR, status, (enum syclbin_code)diag->code, diag->offset, diag->message);
	}
}

bool syclbin__add_range(struct syclbin__verifier *v, const struct syclbin_span *span, const char *what)
{
	struct syclbin__range range = { span->offset, span->offset + span->size, what };
	if (span->size == 0 || syclbin__append(&v->ranges, v->allocator, &range, sizeof range))
		return true;
	syclbin__find_error(v, SYCLBIN_E_NOMEM, NULL);
	return false;
}

static int compare_ranges(const void *a, const void *b)
{
	const struct syclbin__range *x = a, *y = b;
	if (x->start != y->start)
		return x->start > y->start ? 1 : -1;
	return (x->end > y->end) - (x->end < y->end);
}

static void check_gap(struct syclbin__verifier *v, const struct syclbin_span *whole, uint64_t from, uint64_t to)
{
	if (whole && from < to)
		syclbin__find(v, SYCLBIN_NOTE, SYCLBIN_C_GAP, from, "%llu bytes are not referenced",
			(unsigned long long)(to - from));
}

void syclbin__check_ranges(struct syclbin__verifier *v, const struct syclbin_span *whole, enum syclbin_code overlap)
{
	struct syclbin__range *ranges = (struct syclbin__range *)(void *)v->ranges.data;
	size_t count = v->ranges.size / sizeof *ranges;
	uint64_t end = whole ? whole->offset : 0;
	const char *before = "";
	v->ranges.size = 0;
	if (count)
		qsort(ranges, count, sizeof *ranges, compare_ranges);
	for (size_t i = 0; i < count && !v->stopped; i++) {
		if (ranges[i].start < end)
			syclbin__find(
				v, SYCLBIN_WARNING, overlap, ranges[i].start, "%s overlaps %s", ranges[i].what, before);
		else
			check_gap(v, whole, end, ranges[i].start);
		if (ranges[i].end > end) {
			end = ranges[i].end;
			before = ranges[i].what;
		}
	}
	if (whole)
		check_gap(v, whole, end, whole->offset + whole->size);
}

/* Checks unused bytes between two offsets of the image. */
static void check_zero(
	struct syclbin__verifier *v, uint64_t from, uint64_t to, enum syclbin_code code, const char *what)
{
	const struct syclbin_span *image = &v->reader.image;
	for (uint64_t at = from; at < to; at++) {
		if (image->data[at] == 0)
			continue;
		syclbin__find(v, SYCLBIN_WARNING, code, image->offset + at, "%s is not zero", what);
		return;
	}
}

static void check_padding(struct syclbin__verifier *v)
{
	const struct syclbin_reader *r = &v->reader;
	const struct syclbin_span *image = &r->image;
	uint64_t metadata_end = r->metadata.offset + r->metadata.size - image->offset;
	uint64_t binary_at = r->binary.offset - image->offset, end = binary_at + r->binary.size,
		 padded = (end + 7) & ~(uint64_t)7;
	check_zero(v, 20, 24, SYCLBIN_C_HEADER_PADDING, "the padding of the header");
	check_zero(v, metadata_end, binary_at, SYCLBIN_C_TABLE_PADDING, "the padding between the tables");
	if (padded > image->size)
		syclbin__find(v, SYCLBIN_NOTE, SYCLBIN_C_TABLE_PADDING, image->offset + image->size,
			"the padding after the binary table is missing");
	else
		check_zero(v, end, padded, SYCLBIN_C_TABLE_PADDING, "the padding after the binary table");
	if (padded < image->size)
		syclbin__find(v, SYCLBIN_WARNING, SYCLBIN_C_TRAILING, image->offset + padded,
			"%llu bytes after the image", (unsigned long long)(image->size - padded));
}

/* ---- modules */

/* Marks the header of an image. @return false if it was already marked */
static bool mark(struct syclbin__verifier *v, const struct syclbin_image *image)
{
	uint8_t *byte = &v->used[image->kind][image->header / 8], bit = (uint8_t)(1u << image->header % 8);
	bool fresh = !(*byte & bit);
	*byte |= bit;
	return fresh;
}

static const char *kind_name(unsigned kind) { return kind == SYCLBIN_PART_IR ? "IR" : "native"; }

/* Devices of the target spir64 take SPIR-V. Targets such as spir64_gen have code for one device. */
static void check_content(struct syclbin__verifier *v, const struct syclbin_image *image)
{
	struct syclbin_value target;
	char text[32];
	if (v->stopped || syclbin_image_target(image, &target, NULL) != SYCLBIN_OK)
		return;
	(void)syclbin_value_text(&target, text, sizeof text);
	if (strcmp(text, "spir64") != 0 && strncmp(text, "spir64-", 7) != 0)
		return;
	if (syclbin_sniff(image->bytes.data, image->bytes.size) != SYCLBIN_KIND_SPIRV)
		syclbin__find(v, SYCLBIN_WARNING, SYCLBIN_C_IMAGE_CONTENT, image->bytes.offset,
			"the target is %s, but the image is not SPIR-V (03 02 23 07)", text);
}

static void check_image(struct syclbin__verifier *v, const struct syclbin_module *module, enum syclbin_part_kind kind,
	uint32_t index)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_image image;
	enum syclbin_status status = syclbin_module_image(&v->reader, module, kind, index, &image, &diag);
	if (status != SYCLBIN_OK) {
		syclbin__find_error(v, status, &diag);
		return;
	}
	if (v->reader.version == 1 && !mark(v, &image)) {
		syclbin__find(v, SYCLBIN_WARNING, SYCLBIN_C_HEADER_SHARED, image.header_offset,
			"%s header %lu belongs to module %lu and to an earlier one", kind_name(kind),
			(unsigned long)image.header, (unsigned long)module->index);
		return;
	}
	if (v->reader.version == 1 && !syclbin__add_range(v, &image.metadata, "the metadata of an image"))
		return;
	syclbin__verify_text(v, &image.metadata, kind == SYCLBIN_PART_IR ? SYCLBIN_ROLE_IR : SYCLBIN_ROLE_NATIVE);
	check_content(v, &image);
}

static void check_module(struct syclbin__verifier *v, uint32_t index)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_module module;
	enum syclbin_status status = syclbin_reader_module(&v->reader, index, &module, &diag);
	if (status != SYCLBIN_OK) {
		syclbin__find_error(v, status, &diag);
		return;
	}
	if (v->reader.version == 1 && !syclbin__add_range(v, &module.metadata, "the metadata of a module"))
		return;
	syclbin__verify_text(v, &module.metadata, SYCLBIN_ROLE_MODULE);
	for (unsigned kind = 0; kind < 2; kind++) {
		for (uint32_t i = 0; i < module.count[kind] && !v->stopped; i++)
			check_image(v, &module, (enum syclbin_part_kind)kind, i);
	}
}

static void check_unused(struct syclbin__verifier *v)
{
	const struct syclbin_reader *r = &v->reader;
	uint64_t at = r->image.offset + SYCLBIN__HEADER + (uint64_t)r->module_count * SYCLBIN__RECORD;
	for (unsigned kind = 0; kind < 2; kind++) {
		for (uint32_t i = 0; i < r->part_count[kind] && !v->stopped; i++, at += SYCLBIN__RECORD) {
			if (!(v->used[kind][i / 8] >> i % 8 & 1))
				syclbin__find(v, SYCLBIN_WARNING, SYCLBIN_C_HEADER_UNUSED, at,
					"%s header %lu belongs to no module", kind_name(kind), (unsigned long)i);
		}
	}
}

/* Checks the images of all headers, each once. */
static void check_blobs(struct syclbin__verifier *v)
{
	const struct syclbin_reader *r = &v->reader;
	struct syclbin_module all = { 0, { NULL, 0, 0 }, { 0, 0 }, { r->part_count[0], r->part_count[1] } };
	for (unsigned kind = 0; kind < 2; kind++) {
		for (uint32_t i = 0; i < r->part_count[kind]; i++) {
			struct syclbin_image image;
			if ((v->used[kind][i / 8] >> i % 8 & 1) &&
				syclbin_module_image(r, &all, (enum syclbin_part_kind)kind, i, &image, NULL) ==
					SYCLBIN_OK &&
				!syclbin__add_range(v, &image.bytes, "an image"))
				return;
		}
	}
	syclbin__check_ranges(v, &r->binary, SYCLBIN_C_OVERLAP);
}

static void check_file(struct syclbin__verifier *v)
{
	const struct syclbin_reader *r = &v->reader;
	if (r->version == 1)
		check_padding(v);
	if (r->version == 1 && !syclbin__add_range(v, &r->global, "the global metadata"))
		return;
	syclbin__verify_text(v, &r->global, SYCLBIN_ROLE_GLOBAL);
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	if (syclbin_reader_bound(r, &diag) == SYCLBIN_E_LIMIT) {
		syclbin__find_error(v, SYCLBIN_E_LIMIT, &diag);
		return; /* the walk finds other errors and reports them in more detail */
	}
	for (uint32_t i = 0; i < r->module_count && !v->stopped; i++)
		check_module(v, i);
	if (r->version != 1 || v->stopped)
		return;
	check_unused(v);
	syclbin__check_ranges(v, &r->metadata, SYCLBIN_C_OVERLAP);
	check_blobs(v);
}

static bool alloc_marks(struct syclbin__verifier *v)
{
	bool good = true;
	for (unsigned kind = 0; kind < 2; kind++) {
		size_t size = (size_t)v->reader.part_count[kind] / 8 + 1;
		v->used[kind] = syclbin__alloc(v->allocator, size, 1);
		if (v->used[kind])
			memset(v->used[kind], 0, size);
		good = good && v->used[kind];
	}
	return good;
}

static void verify_input(struct syclbin__verifier *v, const struct syclbin_span *input)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	bool envelope = syclbin_is_offload(input->data, input->size);
	if (envelope)
		syclbin__verify_envelope(v, input);
	if (v->stopped || (envelope && v->status != SYCLBIN_OK))
		return;
	enum syclbin_status status = syclbin_reader_open_span(input, &v->reader, &diag);
	if (status == SYCLBIN_OK && !alloc_marks(v))
		status = SYCLBIN_E_NOMEM;
	if (status == SYCLBIN_OK)
		check_file(v);
	else
		syclbin__find_error(v, status, &diag);
	for (unsigned kind = 0; kind < 2; kind++)
		syclbin__free(v->allocator, v->used[kind], (size_t)v->reader.part_count[kind] / 8 + 1, 1);
}

enum syclbin_status syclbin_verify(const struct syclbin_span *input, const struct syclbin_verify_options *options,
	const struct syclbin_allocator *allocator, struct syclbin_verify_result *out, struct syclbin_diag *diag)
{
	const struct syclbin_allocator *a = syclbin__allocator(allocator);
	struct syclbin__verifier *v = syclbin__alloc(a, 1, sizeof *v);
	memset(out, 0, sizeof *out);
	if (BYTECURSOR_SIZE_IS_WRONG(options)) {
		syclbin__free(a, v, 1, sizeof *v);
		return syclbin__size_is_wrong(diag, options->size, "syclbin_verify_options");
	}
	if (!v)
		return syclbin__no_memory(diag);
	memset(v, 0, sizeof *v);
	v->allocator = a;
	v->result = out;
	v->diag = diag;
	if (options)
		memcpy(&v->options, options, BYTECURSOR_SIZE_TO_COPY(&v->options, options));
	verify_input(v, input);
	syclbin__buffer_free(&v->ranges, a);
	enum syclbin_status status = v->status;
	syclbin__free(a, v, 1, sizeof *v);
	return status;
}
