/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens SYCLBIN files for a device. */
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

/* The reasons of the run time, for the first image or for the module. */
struct rejection {
	uint64_t detail;
	bool seen;
};

static void keep_detail(void *ctx, const struct syclbin_candidate *candidate)
{
	struct rejection *r = ctx;
	if (!r->seen)
		r->detail = candidate->detail;
	r->seen = true;
}

static void reject(struct image_part *part, enum syclbin_reason reason, uint64_t detail)
{
	const char *aspect = reason == SYCLBIN_NOT_ASPECT && detail <= UINT32_MAX ? syclbin_aspect_name((uint32_t)detail) : NULL;
	if (aspect)
		PROBLEM(part, "%s: %s", syclbin_reason_text(reason), aspect);
	else if (detail)
		PROBLEM(part, "%s: %llu", syclbin_reason_text(reason), (unsigned long long)detail);
	else
		PROBLEM(part, "%s", reason == SYCLBIN_CHOSEN ? "it has no image" : syclbin_reason_text(reason));
}

/* A part that does not fit is no failure of the file; a corrupt one is. */
static enum kernels_status choose(struct image_package *p, struct image_part *part, const struct syclbin_module *module,
	const struct syclbin_device *device, uint32_t state, struct kernels_diag *diag)
{
	struct syclbin_diag fault = SYCLBIN_DIAG_INIT;
	struct syclbin_image image;
	enum syclbin_reason reason = SYCLBIN_CHOSEN;
	struct rejection rejection = { .detail = 0 };
	if (syclbin_table_init(&part->table, &module->metadata, &p->memory, &fault) != SYCLBIN_OK)
		return kernels_image__package_fail(diag, &fault);
	const enum syclbin_status status = syclbin_select(&p->reader, module, device, (enum syclbin_state)state, &image, &reason,
		keep_detail, &rejection, &fault);
	if (status == SYCLBIN_E_NOT_FOUND) {
		reject(part, reason, rejection.detail);
		return KERNELS_OK;
	}
	if (status != SYCLBIN_OK)
		return kernels_image__package_fail(diag, &fault);
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

/* Opens a reader for the bytes, or for the first SYCLBIN inside of containers. */
static enum kernels_status open_reader(const void *data, size_t size, const struct syclbin_allocator *memory,
	struct syclbin_input **out_input, struct syclbin_reader *out, struct kernels_diag *diag)
{
	struct syclbin_diag fault = SYCLBIN_DIAG_INIT;
	*out_input = NULL;
	if (syclbin_reader_open(data, size, out, NULL) == SYCLBIN_OK)
		return syclbin_reader_bound(out, &fault) == SYCLBIN_OK ? KERNELS_OK : kernels_image__package_fail(diag, &fault);
	if (syclbin_input_open(data, size, NULL, memory, out_input, &fault) != SYCLBIN_OK)
		return kernels_image__package_fail(diag, &fault);
	for (uint32_t i = 0; i < syclbin_input_count(*out_input); i++) {
		const struct syclbin_item *item = syclbin_input_item(*out_input, i);
		if (item->is_syclbin && syclbin_reader_open_span(&item->bytes, out, &fault) == SYCLBIN_OK &&
			syclbin_reader_bound(out, &fault) == SYCLBIN_OK)
			return KERNELS_OK;
	}
	syclbin_input_close(*out_input);
	*out_input = NULL;
	if (fault.status == SYCLBIN_OK && syclbin_reader_open(data, size, out, &fault) == SYCLBIN_OK)
		return KERNELS_E_CORRUPT;
	return kernels_image__package_fail(diag, &fault);
}

enum kernels_status kernels_image__package_open(const void *data, size_t size, const struct syclbin_device *device,
	const struct async_allocator *allocator, struct image_package **out, struct kernels_diag *diag)
{
	const struct syclbin_allocator memory = BYTECURSOR_ALLOCATOR(allocator);
	struct syclbin_input *input;
	struct syclbin_reader reader;
	*out = NULL;
	enum kernels_status status = open_reader(data, size, &memory, &input, &reader, diag);
	if (status != KERNELS_OK)
		return status;
	size_t block;
	struct image_package *p = NULL;
	if (!ckd_mul(&block, sizeof *p->parts, reader.module_count) && !ckd_add(&block, block, sizeof *p))
		p = async_alloc(allocator, block, 16);
	if (!p) {
		syclbin_input_close(input);
		return kernels_image__no_memory(diag);
	}
	*p = (struct image_package){ .allocator = allocator, .memory = memory, .input = input, .reader = reader };
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
	async_free(p->allocator, p, sizeof *p + p->reader.module_count * sizeof *p->parts, 16);
}

uint32_t kernels_image__package_count(const struct image_package *package) { return package->count; }

const struct image_part *kernels_image__package_part(const struct image_package *package, uint32_t index)
{
	return index < package->count ? package->parts + index : NULL;
}
