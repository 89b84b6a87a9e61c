/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fat binaries of CUDA. NVIDIA does not document them; the layout is the one that its tools write. */
#include "containers.h"

#define MAGIC 0xBA55ED50u
enum { HEADER = 16, ENTRY = 64, FLAG_LZ4 = 0x2000, FLAG_ZSTD = 0x8000 };

bool syclbin__is_fatbin(const struct syclbin_span *span) { return span->size >= 4 && syclbin__u32(span->data) == MAGIC; }

enum syclbin_status syclbin__fatbin_open(const struct syclbin_span *span, struct syclbin__fatbin *out, struct syclbin_diag *diag)
{
	if (span->size < HEADER)
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_FATBIN, span->offset + span->size,
			"fat binary: %zu bytes, less than its header", span->size);
	const uint64_t header = syclbin__u16(span->data + 6), size = syclbin__u64(span->data + 8);
	if (header < HEADER || !syclbin__inside(header, size, span->size))
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_FATBIN, span->offset + 8,
			"fat binary: %llu bytes at %llu, but %zu are available", (unsigned long long)size, (unsigned long long)header,
			span->size);
	*out = (struct syclbin__fatbin){ syclbin__part(span, header, size), (size_t)(header + size), 0 };
	return SYCLBIN_OK;
}

enum syclbin_status syclbin__fatbin_next(struct syclbin__fatbin *fatbin, struct syclbin__fatbin_entry *out, struct syclbin_diag *diag)
{
	const struct syclbin_span *bytes = &fatbin->bytes;
	const size_t at = fatbin->next;
	const uint8_t *p = bytes->data + at;
	if (at == bytes->size)
		return SYCLBIN_E_NOT_FOUND;
	if (bytes->size - at < ENTRY)
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_FATBIN, bytes->offset + at, "fat binary: an entry is truncated");
	const uint64_t header = syclbin__u32(p + 4), padded = syclbin__u64(p + 8), flags = syclbin__u64(p + 40);
	uint64_t size = syclbin__u32(p + 16);
	if (header < ENTRY || !syclbin__inside(header, padded, bytes->size - at))
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_FATBIN, bytes->offset + at + 4,
			"fat binary: an entry of %llu bytes behind a header of %llu, but %zu are available", (unsigned long long)padded,
			(unsigned long long)header, bytes->size - at);
	out->kind = syclbin__u16(p);
	out->arch = syclbin__u32(p + 28);
	out->compression = flags & FLAG_ZSTD ? SYCLBIN__FATBIN_ZSTD : flags & FLAG_LZ4 ? SYCLBIN__FATBIN_LZ4 : SYCLBIN__FATBIN_PLAIN;
	out->inflated_size = syclbin__u64(p + 56);
	if (out->compression == SYCLBIN__FATBIN_PLAIN || size > padded)
		size = padded;
	out->image = syclbin__part(bytes, at + header, size);
	fatbin->next = at + (size_t)(header + padded);
	return SYCLBIN_OK;
}
