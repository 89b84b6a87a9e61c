/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Why an image was not chosen, with both sides. */
#include <syclbin/select.h>
#include "internal.h"

#include <stdio.h>
#include <string.h>

const char *syclbin_backend_name(unsigned backend)
{
	static const char *const names[] = { "opencl", "level_zero", "cuda", "hip", "native_cpu" };
	return backend < sizeof names / sizeof *names ? names[backend] : "?";
}

const char *syclbin_device_kind_name(unsigned kind)
{
	static const char *const names[] = { "cpu", "gpu", "accelerator" };
	return kind < sizeof names / sizeof *names ? names[kind] : "?";
}

enum { LONGEST = 200 };

/* A text of the image or the module; "" if there is none. */
static void value_text(enum syclbin_status status, const struct syclbin_value *value, char out[LONGEST])
{
	out[0] = '\0';
	if (status == SYCLBIN_OK)
		syclbin_value_text(value, out, LONGEST);
	for (char *at = out; *at; at++)
		*at = (unsigned char)*at < ' ' || *at == 0x7F ? '?' : *at;
}

static void target_of(const struct syclbin_candidate *c, char out[LONGEST])
{
	struct syclbin_value value;
	const enum syclbin_status status = c->image ? syclbin_image_target(c->image, &value, NULL) : SYCLBIN_E_NOT_FOUND;
	value_text(status, &value, out);
}

static void arch_of(const struct syclbin_candidate *c, char out[LONGEST])
{
	struct syclbin_value value;
	const enum syclbin_status status = c->image ? syclbin_image_arch(c->image, &value, NULL) : SYCLBIN_E_NOT_FOUND;
	value_text(status, &value, out);
}

static void compile_target_of(const struct syclbin_candidate *c, char out[LONGEST])
{
	struct syclbin_property p;
	const enum syclbin_status status =
		syclbin_properties_find(&c->module->metadata, SYCLBIN_SET_REQUIREMENTS, "compile_target", &p, NULL);
	value_text(status == SYCLBIN_OK && p.type == SYCLBIN_PROPERTY_BYTES ? status : SYCLBIN_E_NOT_FOUND, &p.value, out);
}

/* "8, 16" */
static void sub_groups_of(const struct syclbin_device *device, char *out, size_t size)
{
	size_t at = 0;
	snprintf(out, size, "none");
	for (size_t i = 0; i < device->sub_group_size_count && at < size; i++) {
		const int length = snprintf(out + at, size - at, "%s%lu", i ? ", " : "", (unsigned long)device->sub_group_sizes[i]);
		at += length > 0 ? (size_t)length : size;
	}
}

static int state_text(const struct syclbin_candidate *c, enum syclbin_state state, char *out, size_t size)
{
	if (c->detail > SYCLBIN_STATE_EXECUTABLE)
		return snprintf(out, size, "the file has no known state, requested is %s", syclbin_state_name((unsigned)state));
	return snprintf(out, size, "the file is in state %s, requested is %s", syclbin_state_name((unsigned)c->detail),
		syclbin_state_name((unsigned)state));
}

static int aspect_text(const struct syclbin_candidate *c, char *out, size_t size)
{
	const char *name = c->detail <= UINT32_MAX ? syclbin_aspect_name((uint32_t)c->detail) : NULL;
	return snprintf(out, size, "it requires the aspect %s (%llu), which the device lacks", name ? name : "of this number",
		(unsigned long long)c->detail);
}

/* Of the product of the dimensions, or of one of them. */
static int work_group_text(const struct syclbin_candidate *c, const struct syclbin_device *device, char *out, size_t size)
{
	const uint64_t *each = device->max_work_item_sizes;
	const unsigned long long has = c->detail, most = device->max_work_group_size;
	if (most && has > most)
		return snprintf(out, size, "it requires work-groups of %llu, but the device has at most %llu", has, most);
	return snprintf(out, size, "it requires work-groups of %llu in a dimension, but the device has at most %llu, %llu, %llu", has,
		(unsigned long long)each[0], (unsigned long long)each[1], (unsigned long long)each[2]);
}

/* Which backends load the image. */
static int backend_text(const struct syclbin_candidate *c, const struct syclbin_device *device, char *out, size_t size)
{
	char target[LONGEST];
	const char *backend = syclbin_backend_name(device->backend);
	target_of(c, target);
	if (c->image && c->image->kind == SYCLBIN_PART_IR)
		return snprintf(out, size, "an IR module (%s) is for opencl and level_zero, but the device is of %s",
			*target ? target : "without target", backend);
	return snprintf(out, size, "the target %s belongs to another backend than %s", target, backend);
}

size_t syclbin_candidate_text(const struct syclbin_candidate *c, const struct syclbin_device *device, enum syclbin_state state,
	char *buffer, size_t capacity)
{
	char has[LONGEST] = "", wants[LONGEST];
	const char *kind = syclbin_device_kind_name(device->kind), *arch = device->arch ? device->arch : "";
	int length;
	switch (c->reason) {
	case SYCLBIN_NOT_STATE: length = state_text(c, state, buffer, capacity); break;
	case SYCLBIN_NOT_ASPECT: length = aspect_text(c, buffer, capacity); break;
	case SYCLBIN_NOT_SUB_GROUP:
		sub_groups_of(device, wants, sizeof wants);
		length = snprintf(buffer, capacity, "it requires sub-groups of %llu, but the device has %s", (unsigned long long)c->detail, wants);
		break;
	case SYCLBIN_NOT_WORK_GROUP:
		length = work_group_text(c, device, buffer, capacity);
		break;
	case SYCLBIN_NOT_COMPILE_TARGET:
		compile_target_of(c, has);
		length = snprintf(buffer, capacity, "compiled for '%s', but the device is '%s'", has, arch);
		break;
	case SYCLBIN_NOT_FIXED_TARGET: length = snprintf(buffer, capacity, "compiled for other kinds of device than %s", kind); break;
	case SYCLBIN_NOT_BACKEND: length = backend_text(c, device, buffer, capacity); break;
	case SYCLBIN_NOT_DEVICE_KIND:
		target_of(c, has);
		length = snprintf(buffer, capacity, "the target %s is for another kind of device than %s", has, kind);
		break;
	case SYCLBIN_NOT_TARGET_KNOWN:
		target_of(c, has);
		length = snprintf(buffer, capacity, *has ? "the run time does not know the target '%s'" : "it has no target%s", has);
		break;
	case SYCLBIN_NOT_TARGET:
		target_of(c, has);
		length = snprintf(buffer, capacity, "its target is '%s', requested is '%s'", has, device->target ? device->target : "");
		break;
	case SYCLBIN_NOT_ARCH:
		arch_of(c, has);
		length = snprintf(buffer, capacity, "its architecture is '%s', but the device is '%s'", has, arch);
		break;
	default: length = snprintf(buffer, capacity, "%s", syclbin_reason_text(c->reason));
	}
	return length > 0 ? (size_t)length : 0;
}
