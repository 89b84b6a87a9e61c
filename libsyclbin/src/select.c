/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses images by the same rules as the run time. */
#include <syclbin/select.h>
#include <syclbin/target.h>
#include "internal.h"

#include <string.h>

const char *syclbin_reason_text(enum syclbin_reason reason)
{
	switch (reason) {
	case SYCLBIN_CHOSEN: return "chosen";
	case SYCLBIN_NOT_STATE: return "the file is in another state";
	case SYCLBIN_NOT_ASPECT: return "the device lacks an aspect";
	case SYCLBIN_NOT_SUB_GROUP: return "the device lacks a sub-group size";
	case SYCLBIN_NOT_WORK_GROUP: return "the work-group is too large for the device";
	case SYCLBIN_NOT_COMPILE_TARGET: return "compiled for another device";
	case SYCLBIN_NOT_FIXED_TARGET: return "compiled for other kinds of target";
	case SYCLBIN_NOT_BACKEND: return "the target belongs to another backend";
	case SYCLBIN_NOT_DEVICE_KIND: return "the target is for another kind of device";
	case SYCLBIN_NOT_TARGET_KNOWN: return "the run time does not know the target";
	case SYCLBIN_NOT_TARGET: return "not the requested target";
	case SYCLBIN_NOT_ARCH: return "not the requested architecture";
	case SYCLBIN_NOT_NATIVE_STATE: return "a native image, but the state requires IR";
	case SYCLBIN_NOT_FIRST: return "an earlier image was chosen";
	case SYCLBIN_NOT_READABLE: return "its property text is invalid";
	}
	return "?";
}

/* ---- the module: device requirements */

static enum syclbin_reason check_aspects(
	const struct syclbin_property *p, const struct syclbin_device *d, uint64_t *detail)
{
	uint64_t aspect;
	for (uint64_t i = 0; d->aspects && syclbin_property_number(p, i, &aspect); i++) {
		size_t j = 0;
		while (j < d->aspect_count && d->aspects[j] != aspect)
			j++;
		if (j == d->aspect_count) {
			*detail = aspect;
			return SYCLBIN_NOT_ASPECT;
		}
	}
	return SYCLBIN_CHOSEN;
}

static enum syclbin_reason check_sub_group(const struct syclbin_property *p, const struct syclbin_device *d,
	uint64_t *detail)
{
	uint64_t size;
	if (!d->sub_group_sizes || !syclbin_property_number(p, 0, &size))
		return SYCLBIN_CHOSEN;
	for (size_t i = 0; i < d->sub_group_size_count; i++) {
		if (d->sub_group_sizes[i] == size)
			return SYCLBIN_CHOSEN;
	}
	*detail = size;
	return SYCLBIN_NOT_SUB_GROUP;
}

/* Dimensions are stored in the run time's order. The maximum sizes are aligned to the last dimension, as in the run
 * time. */
static enum syclbin_reason check_work_group(const struct syclbin_property *p, const struct syclbin_device *d,
	uint64_t *detail)
{
	uint64_t product = 1, size, count = syclbin_property_count(p);
	for (uint64_t i = 0; i < count && i < 3 && syclbin_property_number(p, i, &size); i++) {
		uint64_t most = d->max_work_item_sizes[3 - count + i < 3 ? 3 - count + i : i];
		bool wraps = size && product > UINT64_MAX / size;
		product = wraps ? UINT64_MAX : product * size;
		if (most && size > most) {
			*detail = size;
			return SYCLBIN_NOT_WORK_GROUP;
		}
	}
	*detail = product;
	return d->max_work_group_size && product > d->max_work_group_size ? SYCLBIN_NOT_WORK_GROUP : SYCLBIN_CHOSEN;
}

/* Device kinds are numbered like aspects: cpu 1, gpu 2, accelerator 3. 0 was "host", which every device satisfies. */
static enum syclbin_reason check_fixed_target(const struct syclbin_property *p, const struct syclbin_device *d)
{
	static const uint32_t aspects[] = { 1, 2, 3 };
	uint64_t target;
	bool any = false;
	for (uint64_t i = 0; syclbin_property_number(p, i, &target); i++) {
		if (target == aspects[d->kind] || target == 0)
			return SYCLBIN_CHOSEN;
		any = true;
	}
	return any ? SYCLBIN_NOT_FIXED_TARGET : SYCLBIN_CHOSEN;
}

/* By any of the names of an architecture. */
static bool is_arch(const struct syclbin_value *value, const char *arch)
{
	char text[128];
	const struct syclbin_string name = { text, syclbin_value_text(value, text, sizeof text) };
	return syclbin_value_equal(value, arch, strlen(arch)) ||
	       (name.size < sizeof text && syclbin_architecture_same(name, (struct syclbin_string){ arch, strlen(arch) }));
}

static enum syclbin_reason check_requirement(const struct syclbin_property *p, const struct syclbin_device *d,
	uint64_t *detail)
{
	if (syclbin_string_is(p->key, "aspects"))
		return check_aspects(p, d, detail);
	if (syclbin_string_is(p->key, "reqd_sub_group_size"))
		return check_sub_group(p, d, detail);
	if (syclbin_string_is(p->key, "reqd_work_group_size_uint64_t") ||
		syclbin_string_is(p->key, "reqd_work_group_size"))
		return check_work_group(p, d, detail);
	if (syclbin_string_is(p->key, "fixed_target"))
		return check_fixed_target(p, d);
	if (syclbin_string_is(p->key, "compile_target") && d->arch)
		return is_arch(&p->value, d->arch) ? SYCLBIN_CHOSEN : SYCLBIN_NOT_COMPILE_TARGET;
	return SYCLBIN_CHOSEN;
}

static enum syclbin_reason check_module(const struct syclbin_module *module, const struct syclbin_device *device,
	uint64_t *detail, struct syclbin_diag *diag)
{
	struct syclbin_properties walk = syclbin_properties(&module->metadata);
	struct syclbin_property property;
	enum syclbin_status status;
	enum syclbin_reason reason = SYCLBIN_CHOSEN;
	while ((status = syclbin_properties_next(&walk, &property, diag)) == SYCLBIN_OK) {
		if (reason == SYCLBIN_CHOSEN && property.type != SYCLBIN_PROPERTY_SET &&
			syclbin_string_is(property.set, SYCLBIN_SET_REQUIREMENTS))
			reason = check_requirement(&property, device, detail);
	}
	return status == SYCLBIN_E_NOT_FOUND ? reason : SYCLBIN_NOT_READABLE;
}

/* ---- one image */

/* The run time's meaning of the first component of a triple. */
struct spec {
	const char *name;
	unsigned backends; /* bits by enum syclbin_backend */
	int kind;          /* enum syclbin_device_kind; -1: any */
};
static const struct spec specs[] = {
	{ "spir64", 1u << SYCLBIN_BACKEND_OPENCL | 1u << SYCLBIN_BACKEND_LEVEL_ZERO, -1 },
	{ "spir", 1u << SYCLBIN_BACKEND_OPENCL | 1u << SYCLBIN_BACKEND_LEVEL_ZERO, -1 },
	{ "spir64_x86_64", 1u << SYCLBIN_BACKEND_OPENCL, SYCLBIN_DEVICE_CPU },
	{ "spir64_gen", 1u << SYCLBIN_BACKEND_OPENCL | 1u << SYCLBIN_BACKEND_LEVEL_ZERO, SYCLBIN_DEVICE_GPU },
	{ "spir64_fpga", 1u << SYCLBIN_BACKEND_OPENCL, SYCLBIN_DEVICE_ACCELERATOR },
	{ "nvptx64", 1u << SYCLBIN_BACKEND_CUDA, -1 },
	{ "amdgcn", 1u << SYCLBIN_BACKEND_HIP, -1 },
	{ "native_cpu", 1u << SYCLBIN_BACKEND_NATIVE_CPU, -1 },
};

static enum syclbin_reason check_spec(const char *name, const struct syclbin_device *device)
{
	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		if (strcmp(name, specs[i].name) != 0)
			continue;
		if (!(specs[i].backends >> device->backend & 1))
			return SYCLBIN_NOT_BACKEND;
		return specs[i].kind >= 0 && specs[i].kind != (int)device->kind ? SYCLBIN_NOT_DEVICE_KIND
										: SYCLBIN_CHOSEN;
	}
	return SYCLBIN_NOT_TARGET_KNOWN;
}

/* Tests whether the payload equals `text` or begins with `text` and a '-'. */
static bool begins_triple(const struct syclbin_value *value, const char *text)
{
	size_t length = strlen(text);
	uint8_t byte;
	for (size_t i = 0; i < length; i++) {
		if (!syclbin_value_byte(value, i, &byte) || byte != (uint8_t)text[i])
			return false;
	}
	return value->size == length || (syclbin_value_byte(value, length, &byte) && byte == '-');
}

/* Returns the part before the first '-' of a triple; the run time knows no triple without one. */
static void spec_of(const struct syclbin_value *target, char out[32])
{
	uint8_t byte = 0;
	size_t i = 0;
	while (i < 31 && syclbin_value_byte(target, i, &byte) && byte != '-')
		out[i++] = (char)byte;
	out[byte == '-' ? i : 0] = '\0';
}

/* "sm_90a" is capability 90 with the suffix 'a', for this capability only; "" any. 0: it is no such name. */
static unsigned capability(const char *name, char *out_suffix)
{
	const struct syclbin_architecture *known = syclbin_architecture_find((struct syclbin_string){ name, strlen(name) });
	const char *at = known ? known->arch : name;
	unsigned number = 0;
	if (strncmp(at, "sm_", 3) != 0)
		return 0;
	for (at += 3; *at >= '0' && *at <= '9' && number < 10000; at++)
		number = 10 * number + (unsigned)(*at - '0');
	*out_suffix = *at;
	return number;
}

/* PTX runs on later devices, machine code on later ones of the same generation. A fat binary, or an image without architecture, may fit. */
static bool runs_on_cuda(const struct syclbin_image *image, const struct syclbin_value *arch, const char *device)
{
	const enum syclbin_image_kind content = syclbin_sniff(image->bytes.data, image->bytes.size);
	char text[128], suffix = '\0', ignored;
	if (syclbin_value_text(arch, text, sizeof text) == 0 || content == SYCLBIN_KIND_FATBINARY)
		return true;
	const unsigned wants = capability(text, &suffix), has = capability(device, &ignored);
	if (wants == 0 || has == 0)
		return false;
	if (suffix == 'a')
		return wants == has;
	const bool code = content == SYCLBIN_KIND_CUBIN || content == SYCLBIN_KIND_OBJECT;
	return wants <= has && (!code || wants / 10 == has / 10);
}

static enum syclbin_reason check_image(const struct syclbin_image *image, const struct syclbin_device *device)
{
	struct syclbin_value target, arch;
	char spec[32] = "spir64"; /* for IR, regardless of its target */
	enum syclbin_status status = syclbin_image_target(image, &target, NULL);
	if (status != SYCLBIN_OK && status != SYCLBIN_E_NOT_FOUND)
		return SYCLBIN_NOT_READABLE;
	if (image->kind == SYCLBIN_PART_NATIVE) {
		spec_of(&target, spec);
		if (status == SYCLBIN_E_NOT_FOUND || !*spec)
			return SYCLBIN_NOT_TARGET_KNOWN;
	}
	enum syclbin_reason reason = check_spec(spec, device);
	if (reason != SYCLBIN_CHOSEN)
		return reason;
	if (device->target && !begins_triple(&target, device->target))
		return SYCLBIN_NOT_TARGET;
	if (image->kind != SYCLBIN_PART_NATIVE || !device->match_arch || !device->arch)
		return SYCLBIN_CHOSEN;
	status = syclbin_image_arch(image, &arch, NULL);
	if (device->backend == SYCLBIN_BACKEND_CUDA && (status != SYCLBIN_OK || runs_on_cuda(image, &arch, device->arch)))
		return SYCLBIN_CHOSEN;
	return status == SYCLBIN_OK && is_arch(&arch, device->arch) ? SYCLBIN_CHOSEN : SYCLBIN_NOT_ARCH;
}

/* ---- choosing an image */

struct choice {
	const struct syclbin_reader *reader;
	const struct syclbin_module *module;
	const struct syclbin_device *device;
	enum syclbin_state state;
	struct syclbin_image *image;
	bool found;
	enum syclbin_reason first; /* why the first image was not chosen; CHOSEN: there was no image */
	syclbin_candidate_fn report;
	void *ctx;
};

static void report(struct choice *c, const struct syclbin_image *image, enum syclbin_reason reason, uint64_t detail)
{
	struct syclbin_candidate candidate = { c->module, image, reason, detail };
	if (c->first == SYCLBIN_CHOSEN)
		c->first = reason;
	if (c->report)
		c->report(c->ctx, &candidate);
}

static enum syclbin_status try_kind(struct choice *c, enum syclbin_part_kind kind, struct syclbin_diag *diag)
{
	for (uint32_t i = 0; i < c->module->count[kind]; i++) {
		struct syclbin_image image;
		enum syclbin_status status = syclbin_module_image(c->reader, c->module, kind, i, &image, diag);
		if (status != SYCLBIN_OK)
			return status;
		enum syclbin_reason reason = check_image(&image, c->device);
		if (reason == SYCLBIN_CHOSEN && kind == SYCLBIN_PART_NATIVE && c->state == SYCLBIN_STATE_INPUT)
			reason = SYCLBIN_NOT_NATIVE_STATE;
		if (reason == SYCLBIN_CHOSEN && c->found)
			reason = SYCLBIN_NOT_FIRST;
		report(c, &image, reason, 0);
		if (reason == SYCLBIN_CHOSEN) {
			*c->image = image;
			c->found = true;
		}
	}
	return SYCLBIN_OK;
}

static enum syclbin_status choose(struct choice *c, struct syclbin_diag *diag)
{
	uint32_t state;
	uint64_t detail = 0;
	enum syclbin_status status = syclbin_reader_state(c->reader, &state, diag);
	if (status != SYCLBIN_OK && status != SYCLBIN_E_NOT_FOUND)
		return status;
	if (status == SYCLBIN_E_NOT_FOUND || state != (uint32_t)c->state) {
		report(c, NULL, SYCLBIN_NOT_STATE, status == SYCLBIN_OK ? state : UINT32_MAX);
		return SYCLBIN_E_NOT_FOUND;
	}
	enum syclbin_reason reason = check_module(c->module, c->device, &detail, diag);
	if (reason != SYCLBIN_CHOSEN) {
		report(c, NULL, reason, detail);
		return reason == SYCLBIN_NOT_READABLE ? SYCLBIN_E_CORRUPT : SYCLBIN_E_NOT_FOUND;
	}
	bool native_first = c->state == SYCLBIN_STATE_EXECUTABLE;
	status = try_kind(c, native_first ? SYCLBIN_PART_NATIVE : SYCLBIN_PART_IR, diag);
	if (status == SYCLBIN_OK)
		status = try_kind(c, native_first ? SYCLBIN_PART_IR : SYCLBIN_PART_NATIVE, diag);
	return status == SYCLBIN_OK && !c->found ? SYCLBIN_E_NOT_FOUND : status;
}

enum syclbin_status syclbin_select(const struct syclbin_reader *reader, const struct syclbin_module *module,
	const struct syclbin_device *device, enum syclbin_state state, struct syclbin_image *out_image,
	enum syclbin_reason *out_reason, syclbin_candidate_fn report_to, void *ctx, struct syclbin_diag *diag)
{
	struct choice c = { reader, module, device, state, out_image, false, SYCLBIN_CHOSEN, report_to, ctx };
	memset(out_image, 0, sizeof *out_image);
	if (out_reason)
		*out_reason = SYCLBIN_CHOSEN;
	if (BYTECURSOR_SIZE_IS_WRONG(device) || device->size < sizeof *device)
		return syclbin__size_is_wrong(diag, device->size, "syclbin_device");
	enum syclbin_status status = choose(&c, diag);
	if (out_reason)
		*out_reason = status == SYCLBIN_OK ? SYCLBIN_CHOSEN : c.first;
	return status;
}
