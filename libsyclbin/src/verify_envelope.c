/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks an OffloadBinary: entries, strings, kinds, and whether the strings of the draft agree with its texts. */
#include "verify.h"

#include <string.h>

/* Checks every string of an entry. `*left` bounds the total number of string entries; separate tables cannot exceed
 * it. */
static bool check_strings(struct syclbin__verifier *v, const struct syclbin_offload *o,
	const struct syclbin_offload_entry *entry, uint64_t *left)
{
	struct syclbin_string key, value;
	if (entry->string_count > *left) {
		syclbin__find(v, SYCLBIN_ERROR, SYCLBIN_C_ENVELOPE_STRINGS, o->bytes.offset + entry->strings,
			"entry %llu: its strings overlap those of other entries", (unsigned long long)entry->index);
		return false;
	}
	*left -= entry->string_count;
	for (uint64_t i = 0; i < entry->string_count && !v->stopped; i++) {
		struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
		enum syclbin_status status = syclbin_offload_string(o, entry, i, &key, &value, &diag);
		if (status != SYCLBIN_OK) {
			syclbin__find_error(v, status, &diag);
			return false;
		}
	}
	return true;
}

static void check_kinds(struct syclbin__verifier *v, const struct syclbin_offload *o,
	const struct syclbin_offload_entry *entry)
{
	uint64_t at = o->bytes.offset + o->entries + entry->index * SYCLBIN__ENTRY;
	if (!syclbin__is_image(&entry->image))
		return;
	if (entry->image_kind == SYCLBIN_KIND_SPIRV)
		syclbin__find(v, SYCLBIN_NOTE, SYCLBIN_C_ENVELOPE_KIND, at,
			"image kind 6, as compilers of early 2025 wrote it; the run time requires 7");
	else if (entry->image_kind != SYCLBIN_KIND_SYCLBIN)
		syclbin__find(v, SYCLBIN_WARNING, SYCLBIN_C_ENVELOPE_KIND, at,
			"image kind %u, but the image is a SYCLBIN: the run time requires 7",
			(unsigned)entry->image_kind);
	if (entry->offload_kind != SYCLBIN_OFFLOAD_SYCL)
		syclbin__find(v, SYCLBIN_NOTE, SYCLBIN_C_ENVELOPE_KIND, at + 2, "offload kind %u, expected 8",
			(unsigned)entry->offload_kind);
	if (entry->index > 0)
		syclbin__find(v, SYCLBIN_WARNING, SYCLBIN_C_ENVELOPE_MORE, at,
			"entry %llu is a SYCLBIN: the run time reads entry 0 only", (unsigned long long)entry->index);
}

static bool value_is(const struct syclbin_offload *o, const struct syclbin_offload_entry *entry, const char *key,
	const struct syclbin_value *value)
{
	struct syclbin_string text;
	return syclbin_offload_find(o, entry, key, &text, NULL) != SYCLBIN_OK ||
	       syclbin_value_equal(value, text.data, text.size);
}

/* The strings of a part of the draft must repeat the values in its text. */
static void check_agreement(struct syclbin__verifier *v, const struct syclbin_offload *o,
	const struct syclbin__draft_entry *e)
{
	struct syclbin_image image = { 0 };
	struct syclbin_value value;
	struct syclbin_string text;
	uint64_t size = e->entry.image.size >= 8 ? syclbin__u64(e->entry.image.data) : UINT64_MAX;
	if (e->role < SYCLBIN__IR || size > e->entry.image.size - 8 || size > v->agreement_left)
		return;
	v->agreement_left -= size; /* bounds the time if many entries share a text */
	image.kind = e->role == SYCLBIN__IR ? SYCLBIN_PART_IR : SYCLBIN_PART_NATIVE;
	image.metadata = syclbin__part(&e->entry.image, 8, size);
	uint64_t at = o->bytes.offset + o->entries + e->entry.index * SYCLBIN__ENTRY;
	if (syclbin_image_target(&image, &value, NULL) == SYCLBIN_OK && !value_is(o, &e->entry, "triple", &value))
		syclbin__find(v, SYCLBIN_WARNING, SYCLBIN_C_DRAFT_DISAGREES, at,
			"the string triple and the text disagree; the text takes effect");
	if (e->role == SYCLBIN__NATIVE && syclbin_image_arch(&image, &value, NULL) == SYCLBIN_OK &&
		!value_is(o, &e->entry, "arch", &value))
		syclbin__find(v, SYCLBIN_WARNING, SYCLBIN_C_DRAFT_DISAGREES, at,
			"the string arch and the text disagree; the text takes effect");
	if (syclbin_offload_find(o, &e->entry, "sycl_format_version", &text, NULL) == SYCLBIN_E_NOT_FOUND)
		syclbin__find(v, SYCLBIN_WARNING, SYCLBIN_C_DRAFT_VERSION, at, "sycl_format_version is missing");
}

static bool check_entry(struct syclbin__verifier *v, const struct syclbin_offload *o, uint64_t index, uint64_t *left)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_offload_entry entry;
	struct syclbin__draft_entry part;
	enum syclbin_status status = syclbin_offload_entry(o, index, &entry, &diag);
	if (status != SYCLBIN_OK) {
		syclbin__find_error(v, status, &diag);
		return false;
	}
	if (!check_strings(v, o, &entry, left))
		return false;
	check_kinds(v, o, &entry);
	if (o->version > 1 && entry.image_kind == SYCLBIN_KIND_SYCLBIN && !syclbin__is_image(&entry.image) &&
		syclbin__draft_entry(o, index, &part, NULL) == SYCLBIN_OK)
		check_agreement(v, o, &part);
	return syclbin__add_range(v, &entry.image, "an image of an entry");
}

static void check_behind(struct syclbin__verifier *v, const struct syclbin_span *input, const struct syclbin_offload *o)
{
	struct syclbin_span rest = syclbin__part(input, o->stride, input->size - o->stride);
	if (syclbin_is_offload(rest.data, rest.size))
		syclbin__find(v, SYCLBIN_NOTE, SYCLBIN_C_ENVELOPE_MORE, rest.offset,
			"another OffloadBinary follows and is ignored");
	else if (rest.size)
		syclbin__find(v, SYCLBIN_WARNING, SYCLBIN_C_ENVELOPE_TRAILING, rest.offset,
			"%zu bytes after the envelope", rest.size);
	if (o->bytes.size % 8 && !o->inflated_size)
		syclbin__find(v, SYCLBIN_WARNING, SYCLBIN_C_ENVELOPE_SIZE, o->bytes.offset + 8,
			"the size of the envelope is not a multiple of 8");
}

void syclbin__verify_envelope(struct syclbin__verifier *v, const struct syclbin_span *input)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_offload o;
	enum syclbin_status status = syclbin_offload_open(input, &o, &diag);
	if (status != SYCLBIN_OK) {
		syclbin__find_error(v, status, &diag);
		return;
	}
	check_behind(v, input, &o);
	if (o.inflated_size)
		return; /* opening the file reports this */
	size_t header = syclbin__envelope_header(o.version);
	struct syclbin_span head = syclbin__part(&o.bytes, 0, header);
	struct syclbin_span entries = syclbin__part(&o.bytes, o.entries, o.count * SYCLBIN__ENTRY);
	uint64_t left = o.bytes.size / syclbin__string_entry(o.version);
	v->agreement_left = 4 * (uint64_t)o.bytes.size;
	bool good = syclbin__add_range(v, &head, "the header of the envelope") &&
		    syclbin__add_range(v, &entries, "the entries of the envelope");
	for (uint64_t i = 0; good && i < o.count && !v->stopped; i++)
		good = check_entry(v, &o, i, &left);
	syclbin__check_ranges(v, NULL, SYCLBIN_C_ENVELOPE_OVERLAP);
}
