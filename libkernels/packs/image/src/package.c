/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens SYCLBIN files, and containers of device images, for a device. */
#include "package.h"

#include "fail.h"

#include <bytecursor/ckd.h>
#include <bytecursor/memory.h>
#include <stdio.h>
#include <string.h>

struct image_package {
	const struct async_allocator *allocator;
	struct syclbin_allocator memory; /* the same, for libsyclbin */
	struct syclbin_input *input;     /* NULL: the file is not in a container */
	uint8_t *made;                   /* NULL, or a SYCLBIN with the images of a container */
	size_t made_size;
	struct syclbin_reader reader;
	uint32_t count;
	struct image_part parts[];
};

enum kernels_status kernels_image__package_fail(struct kernels_diag *diag, const struct syclbin_diag *from)
{
	enum kernels_status status = KERNELS_E_CORRUPT;
	if (from->status == SYCLBIN_E_NOMEM)
		status = KERNELS_E_NOMEM;
	else if (from->status == SYCLBIN_E_LIMIT)
		status = KERNELS_E_LIMIT;
	else if (from->status == SYCLBIN_E_UNSUPPORTED || from->status == SYCLBIN_E_VERSION)
		status = KERNELS_E_UNSUPPORTED;
	return kernels_image__fail(diag, status, from->offset, "SYCLBIN: %s", from->message);
}

const struct syclbin_property *kernels_image__property(const struct image_part *part, const char *set, const char *key)
{
	return syclbin_table_find(&part->table, (struct syclbin_string){ set, strlen(set) },
		(struct syclbin_string){ key, strlen(key) });
}

static uint64_t number_of(const struct image_part *part, const char *set, const char *key)
{
	uint64_t number = 0;
	const struct syclbin_property *property = kernels_image__property(part, set, key);
	return property && syclbin_property_number(property, 0, &number) ? number : 0;
}

static const struct syclbin_property *first_of(const struct image_part *part, const char *set)
{
	const struct syclbin_table_set *found =
		syclbin_table_find_set(&part->table, (struct syclbin_string){ set, strlen(set) });
	return found && found->count > 0 ? part->table.properties + found->first : NULL;
}

#define PROBLEM(part, ...) ((void)snprintf((part)->problem, sizeof(part)->problem, __VA_ARGS__))

static int short_length(struct syclbin_string s) { return s.size < 100 ? (int)s.size : 100; }

/* What nothing here provides. */
static bool needs_more(struct image_part *part)
{
	const struct syclbin_property *property = first_of(part, SYCLBIN_SET_IMPORTED);
	if (property)
		PROBLEM(part, "it imports the symbol '%.*s', and linking modules is not supported", short_length(property->key),
			property->key.data);
	else if ((property = first_of(part, "SYCL/host pipes")) != NULL)
		PROBLEM(part, "it uses the host pipe '%.*s', which is not supported", short_length(property->key),
			property->key.data);
	else if (kernels_image__property(part, "SYCL/misc properties", "sanUsed"))
		PROBLEM(part, "it was compiled with a sanitizer, whose runtime is not supported");
	else if (number_of(part, "SYCL/devicelib req mask", "DeviceLibReqMask") && part->spirv.import_count)
		PROBLEM(part, "it needs a device library for '%.100s'", part->spirv.imports[0]);
	return part->problem[0] != '\0';
}

static void set_options(struct image_part *part)
{
	const char *const set = "SYCL/misc properties";
	const bool large = number_of(part, set, "sycl-grf-size") == 256 || number_of(part, set, "sycl-register-alloc-mode") == 2;
	const struct syclbin_property *level = kernels_image__property(part, set, "optLevel");
	uint64_t number;
	const bool unoptimized = level && syclbin_property_number(level, 0, &number) && number == 0;
	snprintf(part->options, sizeof part->options, "%s%s%s", number_of(part, set, "isEsimdImage") ? " -vc-codegen" : "",
		large ? " -cl-intel-256-GRF-per-thread" : "", unoptimized ? " -cl-opt-disable" : "");
	if (part->options[0])
		memmove(part->options, part->options + 1, strlen(part->options));
}

/* The reason of the run time, for the first image or for the module. */
struct rejection {
	struct image_part *part;
	const struct syclbin_device *device;
	uint32_t state;
	bool seen;
};

static void keep_reason(void *ctx, const struct syclbin_candidate *candidate)
{
	struct rejection *r = ctx;
	if (!r->seen)
		syclbin_candidate_text(candidate, r->device, (enum syclbin_state)r->state, r->part->problem, sizeof r->part->problem);
	r->seen = true;
}

/* A part that does not fit is no failure of the file; a corrupt one is. */
static enum kernels_status choose(struct image_package *p, struct image_part *part, const struct syclbin_module *module,
	const struct syclbin_device *device, uint32_t state, struct kernels_diag *diag)
{
	struct syclbin_diag fault = SYCLBIN_DIAG_INIT;
	struct syclbin_image image;
	struct rejection rejection = { part, device, state, false };
	if (syclbin_table_init(&part->table, &module->metadata, &p->memory, &fault) != SYCLBIN_OK)
		return kernels_image__package_fail(diag, &fault);
	const enum syclbin_status status =
		syclbin_select(&p->reader, module, device, (enum syclbin_state)state, &image, NULL, keep_reason, &rejection, &fault);
	if (status == SYCLBIN_E_NOT_FOUND) {
		if (!rejection.seen)
			PROBLEM(part, "it has no image");
		return KERNELS_OK;
	}
	if (status != SYCLBIN_OK)
		return kernels_image__package_fail(diag, &fault);
	part->problem[0] = '\0'; /* of an earlier image */
	part->native = image.kind == SYCLBIN_PART_NATIVE;
	part->bytes = image.bytes.data;
	part->size = image.bytes.size;
	if (!part->native) {
		struct kernels_diag inner = KERNELS_DIAG_INIT;
		if (kernels_image__spirv_read(part->bytes, part->size, p->allocator, &part->spirv, &inner) == KERNELS_E_NOMEM)
			return kernels_image__no_memory(diag);
		if (inner.status != KERNELS_OK) {
			PROBLEM(part, "%.180s", inner.message);
			return KERNELS_OK;
		}
	}
	part->fits = !needs_more(part);
	set_options(part);
	return KERNELS_OK;
}

static enum kernels_status choose_all(struct image_package *p, const struct syclbin_device *device, struct kernels_diag *diag)
{
	struct syclbin_diag fault = SYCLBIN_DIAG_INIT;
	uint32_t state = SYCLBIN_STATE_EXECUTABLE, fitting = 0;
	const enum syclbin_status found = syclbin_reader_state(&p->reader, &state, &fault);
	if (found != SYCLBIN_OK && found != SYCLBIN_E_NOT_FOUND)
		return kernels_image__package_fail(diag, &fault);
	while (p->count < p->reader.module_count) {
		struct syclbin_module module;
		struct image_part *part = p->parts + p->count;
		*part = (struct image_part){ .module = p->count };
		if (syclbin_reader_module(&p->reader, p->count, &module, &fault) != SYCLBIN_OK)
			return kernels_image__package_fail(diag, &fault);
		p->count++;
		const enum kernels_status status = choose(p, part, &module, device, state, diag);
		if (status != KERNELS_OK)
			return status;
		fitting += part->fits;
	}
	if (fitting == 0 && p->count == 0)
		return kernels_image__fail(diag, KERNELS_E_UNSUPPORTED, KERNELS_NO_OFFSET, "SYCLBIN: the file has no modules");
	if (fitting == 0)
		return kernels_image__fail(diag, KERNELS_E_UNSUPPORTED, KERNELS_NO_OFFSET,
			"SYCLBIN: none of %u modules fits the device; module 0: %s", (unsigned)p->count, p->parts[0].problem);
	return KERNELS_OK;
}

/* ---- opening */

static enum kernels_status open_bounded(const struct syclbin_span *bytes, struct syclbin_reader *out, struct kernels_diag *diag)
{
	struct syclbin_diag fault = SYCLBIN_DIAG_INIT;
	if (syclbin_reader_open_span(bytes, out, &fault) == SYCLBIN_OK && syclbin_reader_bound(out, &fault) == SYCLBIN_OK)
		return KERNELS_OK;
	return kernels_image__package_fail(diag, &fault);
}

/* Why an image is left out, for the case that none is left. */
static void keep_why(void *ctx, const struct syclbin_item *item, const char *why)
{
	char *text = ctx;
	if (!text[0])
		snprintf(text, 200, "%.150s%s%s", item->path, *item->path ? ": " : "", why);
}

/* Makes a SYCLBIN of all images of the container. */
static enum kernels_status package_images(struct image_package *p, struct kernels_diag *diag)
{
	struct syclbin_diag fault = SYCLBIN_DIAG_INIT;
	struct syclbin_package_options how = SYCLBIN_PACKAGE_OPTIONS_INIT;
	struct syclbin_writer *writer = syclbin_writer_create(&p->memory);
	const struct syclbin_input *input = p->input;
	char why[200] = "";
	if (!writer)
		return kernels_image__no_memory(diag);
	if (syclbin_input_count(input) == 0 && syclbin_input_skipped_count(input) > 0)
		snprintf(why, sizeof why, "%.199s", syclbin_input_skipped(input, 0)->text);
	how.report = keep_why;
	how.ctx = why;
	enum syclbin_status status = syclbin_writer_inputs(writer, &input, 1, &how, &fault);
	if (status == SYCLBIN_OK)
		status = syclbin_writer_finish(writer, SYCLBIN_ENCODING_V1, &p->made, &p->made_size, &fault);
	syclbin_writer_destroy(writer);
	if (status == SYCLBIN_E_NOT_FOUND)
		return kernels_image__fail(diag, KERNELS_E_UNSUPPORTED, KERNELS_NO_OFFSET, "SYCLBIN: the file has no device images%s%s",
			why[0] ? "; " : "", why);
	if (status != SYCLBIN_OK)
		return kernels_image__package_fail(diag, &fault);
	syclbin_input_close(p->input);
	p->input = NULL;
	const struct syclbin_span made = syclbin_span(p->made, p->made_size);
	return open_bounded(&made, &p->reader, diag);
}

/* Opens a reader for the bytes, for the only SYCLBIN in containers, or for one that is made of all their images. */
static enum kernels_status open_reader(const void *data, size_t size, struct image_package *p, struct kernels_diag *diag)
{
	struct syclbin_diag fault = SYCLBIN_DIAG_INIT;
	const struct syclbin_span whole = syclbin_span(data, size);
	if (syclbin_reader_open(data, size, &p->reader, NULL) == SYCLBIN_OK)
		return open_bounded(&whole, &p->reader, diag);
	if (syclbin_input_open(data, size, NULL, &p->memory, &p->input, &fault) != SYCLBIN_OK)
		return kernels_image__package_fail(diag, &fault);
	const struct syclbin_item *first = syclbin_input_item(p->input, 0);
	if (first && first->is_syclbin && syclbin_input_count(p->input) == 1)
		return open_bounded(&first->bytes, &p->reader, diag);
	if (!first || *first->path) /* a container */
		return package_images(p, diag);
	(void)!syclbin_reader_open(data, size, &p->reader, &fault);
	return kernels_image__package_fail(diag, &fault);
}

bool kernels_image__is_package(const void *data, size_t size)
{
	struct syclbin_input *input;
	if (syclbin_is_syclbin(data, size))
		return true;
	if (syclbin_input_open(data, size, NULL, NULL, &input, NULL) != SYCLBIN_OK)
		return false;
	const struct syclbin_item *first = syclbin_input_item(input, 0);
	const bool container = first && *first->path;
	syclbin_input_close(input);
	return container;
}

enum kernels_status kernels_image__package_open(const void *data, size_t size, const struct syclbin_device *device,
	const struct async_allocator *allocator, struct image_package **out, struct kernels_diag *diag)
{
	struct image_package opened = { .allocator = allocator, .memory = BYTECURSOR_ALLOCATOR(allocator) }, *p = NULL;
	size_t block;
	*out = NULL;
	enum kernels_status status = open_reader(data, size, &opened, diag);
	if (status == KERNELS_OK && !ckd_mul(&block, sizeof *p->parts, opened.reader.module_count) && !ckd_add(&block, block, sizeof *p))
		p = async_alloc(allocator, block, 16);
	if (!p) {
		syclbin_input_close(opened.input);
		syclbin_package_free(&opened.memory, opened.made, opened.made_size);
		return status == KERNELS_OK ? kernels_image__no_memory(diag) : status;
	}
	*p = opened;
	status = choose_all(p, device, diag);
	if (status != KERNELS_OK) {
		kernels_image__package_close(p);
		return status;
	}
	*out = p;
	return KERNELS_OK;
}

void kernels_image__package_close(struct image_package *p)
{
	if (!p)
		return;
	for (uint32_t i = 0; i < p->count; i++) {
		kernels_image__spirv_finish(&p->parts[i].spirv, p->allocator);
		syclbin_table_finish(&p->parts[i].table, &p->memory);
	}
	syclbin_input_close(p->input);
	syclbin_package_free(&p->memory, p->made, p->made_size);
	async_free(p->allocator, p, sizeof *p + p->reader.module_count * sizeof *p->parts, 16);
}

uint32_t kernels_image__package_count(const struct image_package *package) { return package->count; }

const struct image_part *kernels_image__package_part(const struct image_package *package, uint32_t index)
{
	return index < package->count ? package->parts + index : NULL;
}
