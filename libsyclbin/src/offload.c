/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OffloadBinary: header, entries, strings. Its offsets count from its first byte. */
#include <syclbin/offload.h>
#include "internal.h"

#include <bytecursor/kind.h>
#include <string.h>

bool syclbin_is_offload(const void *data, size_t size) { return bytecursor_kind_is(BYTECURSOR_KIND_OFFLOAD, data, size); }

static enum syclbin_status check_magic(const struct syclbin_span *input, struct syclbin_diag *diag)
{
	size_t there = input->size < 4 ? input->size : 4;
	if (memcmp(input->data, BYTECURSOR_MAGIC_OFFLOAD, there) != 0)
		return syclbin__fail(diag, SYCLBIN_E_MAGIC, SYCLBIN_C_ENVELOPE_MAGIC, input->offset,
			"expected an OffloadBinary (10 FF 10 AD)");
	if (input->size < 32)
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_ENVELOPE_SIZE, input->offset + input->size,
			"envelope: %zu bytes, expected a header of 32 at least", input->size);
	return SYCLBIN_OK;
}

/* Reads the table of entries. Version 1 stores the size of its only entry where others store the number of entries. */
static enum syclbin_status check_entries(struct syclbin_offload *o, size_t header, struct syclbin_diag *diag)
{
	const uint8_t *p = o->bytes.data;
	uint64_t at = o->bytes.offset, field = syclbin__u64(p + 24);
	o->entries = syclbin__u64(p + 16);
	o->count = o->version == 1 ? 1 : field;
	o->inflated_size = o->version == 3 ? syclbin__u64(p + 32) : 0;
	if (o->version == 1 && field != SYCLBIN__ENTRY)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ENVELOPE_ENTRY_SIZE, at + 24,
			"envelope: an entry of %llu bytes, expected %d", (unsigned long long)field,
			(int)SYCLBIN__ENTRY);
	if (o->entries < header || o->entries > o->bytes.size)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ENVELOPE_ENTRIES, at + 16,
			"envelope: entries at %llu, expected %zu to %zu", (unsigned long long)o->entries, header,
			o->bytes.size);
	if (o->inflated_size) {
		o->count = 0;
		return SYCLBIN_OK;
	}
	if (o->count > (o->bytes.size - o->entries) / SYCLBIN__ENTRY)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ENVELOPE_ENTRIES,
			at + (o->version == 1 ? 16 : 24), "envelope: %llu entries at %llu do not fit into %zu bytes",
			(unsigned long long)o->count, (unsigned long long)o->entries, o->bytes.size);
	return SYCLBIN_OK;
}

enum syclbin_status syclbin_offload_open(const struct syclbin_span *input, struct syclbin_offload *out,
	struct syclbin_diag *diag)
{
	struct syclbin_offload o = { 0 };
	memset(out, 0, sizeof *out);
	enum syclbin_status status = check_magic(input, diag);
	if (status != SYCLBIN_OK)
		return status;
	o.version = syclbin__u32(input->data + 4);
	if (o.version < 1 || o.version > 3)
		return syclbin__fail(diag, SYCLBIN_E_VERSION, SYCLBIN_C_ENVELOPE_VERSION, input->offset + 4,
			"envelope: version %lu, expected 1, 2 or 3", (unsigned long)o.version);
	uint64_t size = syclbin__u64(input->data + 8);
	size_t header = syclbin__envelope_header(o.version);
	if (size > input->size)
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_ENVELOPE_SIZE, input->offset + 8,
			"envelope: its size is %llu, but %zu bytes are available", (unsigned long long)size,
			input->size);
	if (size < header)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ENVELOPE_SIZE, input->offset + 8,
			"envelope: its size is %llu, less than its header of %zu", (unsigned long long)size, header);
	o.bytes = syclbin__part(input, 0, size);
	size_t pad = (8 - o.bytes.size % 8) % 8;
	o.stride = o.bytes.size + (pad < input->size - o.bytes.size ? pad : input->size - o.bytes.size);
	status = check_entries(&o, header, diag);
	if (status == SYCLBIN_OK)
		*out = o;
	return status;
}

enum syclbin_status syclbin_offload_entry(const struct syclbin_offload *offload, uint64_t index,
	struct syclbin_offload_entry *out, struct syclbin_diag *diag)
{
	const struct syclbin_span *bytes = &offload->bytes;
	memset(out, 0, sizeof *out);
	if (offload->inflated_size)
		return syclbin__fail(diag, SYCLBIN_E_STATE, SYCLBIN_C_ENVELOPE_COMPRESSED, bytes->offset + 32,
			"envelope: the body is compressed");
	if (index >= offload->count)
		return SYCLBIN_E_NOT_FOUND;
	uint64_t at = offload->entries + index * SYCLBIN__ENTRY;
	const uint8_t *p = bytes->data + at;
	uint64_t image = syclbin__u64(p + 24), size = syclbin__u64(p + 32);
	uint64_t strings = syclbin__u64(p + 8), count = syclbin__u64(p + 16);
	if (!syclbin__inside(image, size, bytes->size))
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ENVELOPE_IMAGE, bytes->offset + at + 24,
			"envelope, entry %llu: image of %llu bytes at %llu, but the binary has %zu",
			(unsigned long long)index, (unsigned long long)size, (unsigned long long)image, bytes->size);
	size_t each = syclbin__string_entry(offload->version);
	if (strings > bytes->size || count > (bytes->size - strings) / each)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ENVELOPE_STRINGS, bytes->offset + at + 8,
			"envelope, entry %llu: %llu strings at %llu, but the binary has %zu bytes",
			(unsigned long long)index, (unsigned long long)count, (unsigned long long)strings, bytes->size);
	out->index = index;
	out->image_kind = syclbin__u16(p);
	out->offload_kind = syclbin__u16(p + 2);
	out->flags = syclbin__u32(p + 4);
	out->strings = strings;
	out->string_count = count;
	out->image = syclbin__part(bytes, image, size);
	return SYCLBIN_OK;
}

/* Reads a NUL-terminated text at an offset of the binary. */
static enum syclbin_status terminated(const struct syclbin_offload *offload, uint64_t offset, uint64_t blame,
	struct syclbin_string *out, struct syclbin_diag *diag)
{
	const struct syclbin_span *bytes = &offload->bytes;
	if (offset >= bytes->size)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ENVELOPE_STRING, blame,
			"envelope: a string at %llu, but the binary has %zu bytes", (unsigned long long)offset,
			bytes->size);
	const char *text = (const char *)bytes->data + offset;
	size_t left = bytes->size - (size_t)offset,
	       most = left < SYCLBIN_OFFLOAD_STRING_MOST ? left : SYCLBIN_OFFLOAD_STRING_MOST;
	const char *nul = memchr(text, 0, most);
	if (!nul && left > most)
		return syclbin__fail(diag, SYCLBIN_E_LIMIT, SYCLBIN_C_ENVELOPE_STRING, blame,
			"envelope: a string of more than %u bytes", SYCLBIN_OFFLOAD_STRING_MOST);
	if (!nul)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ENVELOPE_STRING, blame,
			"envelope: the string at %llu is not terminated", (unsigned long long)offset);
	*out = (struct syclbin_string){ text, (size_t)(nul - text) };
	return SYCLBIN_OK;
}

enum syclbin_status syclbin_offload_string(const struct syclbin_offload *offload,
	const struct syclbin_offload_entry *entry, uint64_t index, struct syclbin_string *out_key,
	struct syclbin_string *out_value, struct syclbin_diag *diag)
{
	const struct syclbin_span *bytes = &offload->bytes;
	if (index >= entry->string_count)
		return SYCLBIN_E_NOT_FOUND;
	uint64_t at = entry->strings + index * syclbin__string_entry(offload->version);
	const uint8_t *p = bytes->data + at;
	uint64_t value = syclbin__u64(p + 8);
	enum syclbin_status status = terminated(offload, syclbin__u64(p), bytes->offset + at, out_key, diag);
	if (status != SYCLBIN_OK)
		return status;
	if (offload->version == 1)
		return terminated(offload, value, bytes->offset + at + 8, out_value, diag);
	uint64_t size = syclbin__u64(p + 16);
	if (!syclbin__inside(value, size, bytes->size))
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ENVELOPE_STRING, bytes->offset + at + 8,
			"envelope: a string of %llu bytes at %llu, but the binary has %zu", (unsigned long long)size,
			(unsigned long long)value, bytes->size);
	*out_value = (struct syclbin_string){ (const char *)bytes->data + value, (size_t)size };
	return SYCLBIN_OK;
}

enum { FIND_MOST = 256 };

/* Compares in place: other keys need not be measured or checked for a NUL, which would cost time. */
static bool key_is(const struct syclbin_span *bytes, uint64_t offset, const char *key, size_t length)
{
	return syclbin__inside(offset, length, bytes->size) && memcmp(bytes->data + offset, key, length) == 0;
}

enum syclbin_status syclbin_offload_find(const struct syclbin_offload *offload,
	const struct syclbin_offload_entry *entry, const char *key, struct syclbin_string *out_value,
	struct syclbin_diag *diag)
{
	struct syclbin_string name;
	size_t each = syclbin__string_entry(offload->version), length = strlen(key) + 1;
	for (uint64_t i = 0; i < entry->string_count && i < FIND_MOST; i++) {
		uint64_t at = entry->strings + i * each;
		if (key_is(&offload->bytes, syclbin__u64(offload->bytes.data + at), key, length))
			return syclbin_offload_string(offload, entry, i, &name, out_value, diag);
	}
	return SYCLBIN_E_NOT_FOUND;
}
