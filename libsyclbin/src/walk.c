/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recognizes containers, and steps through bundles and sequences of containers. */
#include "walk.h"

#include <stdio.h>
#include <string.h>

/* "hip-amdgcn-amd-amdhsa--gfx906": kind, triple of three or four parts, arch. */
static void parse_bundle_name(struct syclbin_string name, struct syclbin__context *context)
{
	const char *end = name.data + name.size, *part = memchr(name.data, '-', name.size);
	context->triple = (struct syclbin_string){ "", 0 };
	context->arch = (struct syclbin_string){ "", 0 };
	if (!part)
		return;
	const char *triple = ++part;
	unsigned dashes = 0;
	for (; part < end; part++) {
		if (*part == '-' && ++dashes == 4)
			break;
	}
	context->triple = (struct syclbin_string){ triple, (size_t)(part - triple) };
	if (part < end)
		context->arch = (struct syclbin_string){ part + 1, (size_t)(end - part - 1) };
	while (context->triple.size && context->triple.data[context->triple.size - 1] == '-')
		context->triple.size--; /* no environment component */
	context->offload_kind = 0;
	if (name.size > 3 && memcmp(name.data, "hip", 3) == 0)
		context->offload_kind = SYCLBIN_OFFLOAD_HIP;
	else if (name.size > 6 && memcmp(name.data, "openmp", 6) == 0)
		context->offload_kind = SYCLBIN_OFFLOAD_OPENMP;
	else if (name.size > 4 && memcmp(name.data, "sycl", 4) == 0)
		context->offload_kind = SYCLBIN_OFFLOAD_SYCL;
}

enum syclbin_status syclbin__walk_part_of_bundle(struct syclbin__walk *w, const struct syclbin_span *image, const struct syclbin__context *context,
	struct syclbin_string name)
{
	struct syclbin__context inner = *context;
	inner.image_kind = SYCLBIN_KIND_NONE;
	parse_bundle_name(name, &inner);
	/* in an object, the host's code is the object itself, and its section has a placeholder */
	if (name.size >= 4 && memcmp(name.data, "host", 4) == 0 && !syclbin__is_known(image))
		return syclbin__walk_skip(w, image, name, "the host's part of a bundle", false);
	return syclbin__walk_part(w, image, &inner, name);
}

static enum syclbin_status walk_bundle(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context,
	size_t *out_size)
{
	struct syclbin__bundle bundle;
	struct syclbin_string name;
	struct syclbin_span image;
	enum syclbin_status status = syclbin__bundle_open(bytes, &bundle, w->diag);
	while (status == SYCLBIN_OK && (status = syclbin__bundle_next(&bundle, &name, &image, w->diag)) == SYCLBIN_OK)
		status = syclbin__walk_part_of_bundle(w, &image, context, name);
	if (status != SYCLBIN_E_NOT_FOUND)
		return status;
	*out_size = bundle.end;
	return SYCLBIN_OK;
}

static enum syclbin_status walk_text_bundle(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context)
{
	struct syclbin_string name;
	struct syclbin_span image;
	size_t at = 0;
	enum syclbin_status status;
	while ((status = syclbin__text_bundle_next(bytes, &at, &name, &image, w->diag)) == SYCLBIN_OK) {
		status = syclbin__walk_part_of_bundle(w, &image, context, name);
		if (status != SYCLBIN_OK)
			return status;
	}
	return status == SYCLBIN_E_NOT_FOUND ? SYCLBIN_OK : status;
}

static enum syclbin_status walk_ccob(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context,
	size_t *out_size)
{
	struct syclbin__ccob ccob;
	enum syclbin_status status = syclbin__ccob_open(bytes, &ccob, w->diag);
	if (status != SYCLBIN_OK)
		return status;
	*out_size = ccob.size;
	return syclbin__walk_inflate(w, ccob.method, &ccob.body, ccob.inflated_size, context);
}

/* NVIDIA's tools compress with zstd, or with LZ4, which is not read when it is damaged: other tools of theirs know more. */
static enum syclbin_status walk_compressed_entry(struct syclbin__walk *w, const struct syclbin__fatbin_entry *entry,
	const struct syclbin__context *context, struct syclbin_string name)
{
	const struct syclbin_string lz4 = { "lz4", 3 };
	enum syclbin_status status;
	uint8_t *data;
	const size_t size = (size_t)entry->inflated_size;
	if (entry->compression == SYCLBIN__FATBIN_LZ4 && !syclbin__lz4_is_possible(&entry->image, entry->inflated_size))
		return syclbin__walk_skip(w, &entry->image, name, "an image compressed by NVIDIA's tools, which is damaged", true);
	if (entry->inflated_size > w->limit)
		return syclbin__fail(
			w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_DECOMPRESS, entry->image.offset, "the data exceeds the limit");
	const size_t before = syclbin__walk_enter(w, name);
	if (entry->compression == SYCLBIN__FATBIN_ZSTD) {
		status = syclbin__walk_inflate(w, SYCLBIN_ZSTD, &entry->image, entry->inflated_size, context);
	} else if (!(data = syclbin__alloc(w->allocator, 1, size))) {
		status = syclbin__no_memory(w->diag);
	} else if (!syclbin__lz4(&entry->image, data, size)) {
		syclbin__free(w->allocator, data, 1, size);
		syclbin__walk_leave(w, before);
		return syclbin__walk_skip(w, &entry->image, name, "an image compressed by NVIDIA's tools, which is damaged", true);
	} else {
		w->limit -= size;
		status = syclbin__walk_made(w, data, size, size, context, lz4);
	}
	syclbin__walk_leave(w, before);
	return status;
}

static enum syclbin_status walk_fatbin_entry(struct syclbin__walk *w, const struct syclbin__fatbin_entry *entry,
	const struct syclbin__context *context, uint64_t number)
{
	static const char triple[] = "nvptx64-nvidia-cuda";
	struct syclbin__context inner = *context;
	char arch[24];
	snprintf(arch, sizeof arch, "sm_%lu", (unsigned long)entry->arch);
	inner.image_kind = entry->kind == 1 ? SYCLBIN_KIND_PTX : entry->kind == 2 ? SYCLBIN_KIND_CUBIN : SYCLBIN_KIND_NONE;
	inner.offload_kind = SYCLBIN_OFFLOAD_CUDA;
	inner.triple = (struct syclbin_string){ triple, sizeof triple - 1 };
	inner.arch = syclbin__walk_text(w, arch);
	if (!inner.arch.size)
		return syclbin__no_memory(w->diag);
	snprintf(arch, sizeof arch, "%llu", (unsigned long long)number);
	const struct syclbin_string name = { arch, strlen(arch) };
	if (inner.image_kind == SYCLBIN_KIND_NONE)
		return syclbin__walk_skip(w, &entry->image, name, "an entry of a fat binary that is neither PTX nor ELF", true);
	if (entry->compression != SYCLBIN__FATBIN_PLAIN)
		return walk_compressed_entry(w, entry, &inner, name);
	return syclbin__walk_part(w, &entry->image, &inner, name);
}

static enum syclbin_status walk_fatbin(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context,
	size_t *out_size)
{
	struct syclbin__fatbin fatbin;
	struct syclbin__fatbin_entry entry;
	enum syclbin_status status = syclbin__fatbin_open(bytes, &fatbin, w->diag);
	for (uint64_t number = 0; status == SYCLBIN_OK; number++) {
		status = syclbin__fatbin_next(&fatbin, &entry, w->diag);
		if (status == SYCLBIN_OK)
			status = walk_fatbin_entry(w, &entry, context, number);
	}
	if (status != SYCLBIN_E_NOT_FOUND)
		return status;
	*out_size = fatbin.size;
	return SYCLBIN_OK;
}

/* ---- sequences */

static bool is_member(const struct syclbin_span *bytes)
{
	return syclbin__is_bundle(bytes) || syclbin__is_ccob(bytes) || syclbin__is_fatbin(bytes);
}

static enum syclbin_status walk_member(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context,
	size_t *out_size)
{
	if (syclbin__is_bundle(bytes))
		return walk_bundle(w, bytes, context, out_size);
	return syclbin__is_ccob(bytes) ? walk_ccob(w, bytes, context, out_size) : walk_fatbin(w, bytes, context, out_size);
}

static struct syclbin_span behind_zeros(const struct syclbin_span *bytes, size_t from)
{
	size_t at = from;
	while (at < bytes->size && bytes->data[at] == 0)
		at++;
	return syclbin__part(bytes, at, bytes->size - at);
}

/* Bundles, compressed bundles, fat binaries and OffloadBinaries one behind the other, with zeros in between. The second and further
 * ones have their number before their names. */
static enum syclbin_status walk_sequence(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context)
{
	const struct syclbin_string none = { "", 0 };
	struct syclbin_span left = *bytes;
	for (uint64_t number = 0; is_member(&left); number++) {
		char digits[24];
		const int length = number > 0 ? snprintf(digits, sizeof digits, "%llu", (unsigned long long)number) : 0;
		size_t size = left.size, before = strlen(w->path);
		if (length > 0)
			before = syclbin__walk_enter(w, (struct syclbin_string){ digits, (size_t)length });
		enum syclbin_status status = walk_member(w, &left, context, &size);
		syclbin__walk_leave(w, before);
		if (status != SYCLBIN_OK)
			return status;
		const struct syclbin_span rest = behind_zeros(&left, size);
		if (rest.size == 0 && size < left.size) {
			const struct syclbin_span zeros = syclbin__part(&left, size, left.size - size);
			/* compilers align containers to a page */
			return zeros.size < 4096 ? SYCLBIN_OK : syclbin__walk_skip(w, &zeros, none, "zeros", false);
		}
		left = rest;
	}
	return left.size == 0 ? SYCLBIN_OK : syclbin__walk_skip(w, &left, none, "bytes behind the last container", true);
}

/* ---- any bytes */

/* Whether the bytes are a container or an image. */
bool syclbin__is_known(const struct syclbin_span *bytes)
{
	return syclbin__is_image(bytes) || syclbin_is_offload(bytes->data, bytes->size) || syclbin_is_zstd(bytes->data, bytes->size) ||
	       is_member(bytes) || syclbin__is_archive(bytes) || syclbin__is_text_bundle(bytes) || syclbin__is_object(bytes) ||
	       syclbin_sniff(bytes->data, bytes->size) != SYCLBIN_KIND_NONE;
}

enum syclbin_status syclbin__walk_bytes(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context)
{
	enum syclbin_status status = SYCLBIN_E_NOT_FOUND;
	if (syclbin__is_image(bytes))
		return syclbin__walk_item(w, bytes, context, true);
	if (syclbin_is_offload(bytes->data, bytes->size))
		return syclbin__walk_offloads(w, bytes, context);
	if (syclbin_is_zstd(bytes->data, bytes->size))
		return syclbin__walk_inflate(w, SYCLBIN_ZSTD, bytes, UINT64_MAX, context);
	if (is_member(bytes))
		return walk_sequence(w, bytes, context);
	if (syclbin__is_archive(bytes))
		return syclbin__walk_archive(w, bytes, context);
	if (syclbin__is_text_bundle(bytes))
		return walk_text_bundle(w, bytes, context);
	if (syclbin__is_object(bytes))
		status = syclbin__walk_object(w, bytes, context);
	return status == SYCLBIN_E_NOT_FOUND ? syclbin__walk_item(w, bytes, context, false) : status;
}
