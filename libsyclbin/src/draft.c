/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The draft of a version 2: one OffloadBinary with an entry for each part. The strings of an entry give its role. In
 * the writer's order, parts are found by binary search; in any other order by linear search, so the number of
 * entries is then limited. */
#include "internal.h"

#include <string.h>

static enum syclbin_status fail_entry_as(enum syclbin_status status, const struct syclbin_offload *offload,
	uint64_t index, enum syclbin_code code, struct syclbin_diag *diag, const char *what)
{
	uint64_t at = offload->bytes.offset + offload->entries + index * SYCLBIN__ENTRY;
	return syclbin__fail(diag, status, code, at, "entry %llu: %s", (unsigned long long)index, what);
}

static enum syclbin_status fail_entry(const struct syclbin_offload *offload, uint64_t index, enum syclbin_code code,
	struct syclbin_diag *diag, const char *what)
{
	return fail_entry_as(SYCLBIN_E_CORRUPT, offload, index, code, diag, what);
}

static enum syclbin_status parse_role(const struct syclbin_offload *offload, struct syclbin__draft_entry *out,
	struct syclbin_diag *diag)
{
	static const char *const roles[] = { "global_metadata", "am_metadata", "ir", "native" };
	struct syclbin_string text;
	enum syclbin_status status = syclbin_offload_find(offload, &out->entry, "role", &text, diag);
	if (status != SYCLBIN_OK && status != SYCLBIN_E_NOT_FOUND)
		return status;
	for (unsigned i = 0; status == SYCLBIN_OK && i < 4; i++) {
		if (syclbin_string_is(text, roles[i])) {
			out->role = (enum syclbin__role)i;
			return SYCLBIN_OK;
		}
	}
	return fail_entry(offload, out->entry.index, SYCLBIN_C_DRAFT_ROLE, diag,
		"expected a role of global_metadata, am_metadata, ir or native");
}

static enum syclbin_status parse_index(const struct syclbin_offload *offload, struct syclbin__draft_entry *out,
	struct syclbin_diag *diag)
{
	struct syclbin_string text;
	uint64_t number = 0;
	enum syclbin_status status = syclbin_offload_find(offload, &out->entry, "am_index", &text, diag);
	if (status != SYCLBIN_OK && status != SYCLBIN_E_NOT_FOUND)
		return status;
	bool good = status == SYCLBIN_OK && text.size > 0;
	for (size_t i = 0; good && i < text.size; i++) {
		good = text.data[i] >= '0' && text.data[i] <= '9';
		number = good ? number * 10 + (uint64_t)(text.data[i] - '0') : number;
		good = good && number < offload->count;
	}
	out->module = (uint32_t)number;
	return good ? SYCLBIN_OK
		    : fail_entry(offload, out->entry.index, SYCLBIN_C_DRAFT_INDEX, diag,
			      "expected a decimal am_index below the number of entries");
}

enum syclbin_status syclbin__draft_entry(const struct syclbin_offload *offload, uint64_t index,
	struct syclbin__draft_entry *out, struct syclbin_diag *diag)
{
	struct syclbin_string version;
	memset(out, 0, sizeof *out);
	enum syclbin_status status = syclbin_offload_entry(offload, index, &out->entry, diag);
	if (status != SYCLBIN_OK)
		return status;
	if (out->entry.image_kind != SYCLBIN_KIND_SYCLBIN)
		return fail_entry(offload, index, SYCLBIN_C_DRAFT_ENTRY, diag, "expected image kind 7");
	if (out->entry.string_count > 16)
		return fail_entry(offload, index, SYCLBIN_C_DRAFT_ENTRY, diag, "expected at most 16 strings");
	status = syclbin_offload_find(offload, &out->entry, "sycl_format_version", &version, diag);
	if (status != SYCLBIN_OK && status != SYCLBIN_E_NOT_FOUND)
		return status;
	if (status == SYCLBIN_OK && !syclbin_string_is(version, "2"))
		return fail_entry_as(SYCLBIN_E_VERSION, offload, index, SYCLBIN_C_DRAFT_VERSION, diag,
			"expected sycl_format_version 2");
	status = parse_role(offload, out, diag);
	return status != SYCLBIN_OK || out->role == SYCLBIN__GLOBAL ? status : parse_index(offload, out, diag);
}

/* Splits an IR or native entry into the length of its text, the text, and the bytes. */
static enum syclbin_status split(const struct syclbin_offload *offload, const struct syclbin_offload_entry *entry,
	struct syclbin_span *text, struct syclbin_span *bytes, struct syclbin_diag *diag)
{
	const struct syclbin_span *image = &entry->image;
	if (image->size < 8)
		return fail_entry(offload, entry->index, SYCLBIN_C_DRAFT_TEXT, diag,
			"expected 8 bytes with the length of its text");
	uint64_t size = syclbin__u64(image->data);
	if (size > image->size - 8)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_DRAFT_TEXT, image->offset,
			"entry %llu: a text of %llu bytes, but %zu follow", (unsigned long long)entry->index,
			(unsigned long long)size, image->size - 8);
	*text = syclbin__part(image, 8, size);
	*bytes = syclbin__part(image, 8 + size, image->size - 8 - size);
	return SYCLBIN_OK;
}

/* The results of one pass over the entries. */
struct survey {
	uint64_t globals, modules;
	bool ordered;
	enum syclbin__role role; /* of the previous entry */
	uint32_t module;
};

static void survey_order(struct survey *s, const struct syclbin__draft_entry *e)
{
	bool first = e->entry.index == 0;
	if (first || e->role == SYCLBIN__GLOBAL)
		s->ordered = s->ordered && first && e->role == SYCLBIN__GLOBAL;
	else if (e->role == SYCLBIN__MODULE)
		s->ordered = s->ordered && e->module == s->modules;
	else
		s->ordered = s->ordered && s->modules && e->module == s->module && e->role >= s->role;
	s->role = e->role;
	s->module = e->module;
}

static enum syclbin_status survey_entry(struct syclbin_reader *r, struct survey *s, uint64_t index,
	struct syclbin_diag *diag)
{
	struct syclbin__draft_entry e;
	struct syclbin_span text, bytes;
	enum syclbin_status status = syclbin__draft_entry(&r->offload, index, &e, diag);
	if (status != SYCLBIN_OK)
		return status;
	survey_order(s, &e);
	if (e.role == SYCLBIN__GLOBAL) {
		r->global = e.entry.image;
		r->entry = e.entry;
		if (s->globals++)
			return fail_entry(
				&r->offload, index, SYCLBIN_C_DRAFT_GLOBAL, diag, "duplicate global metadata");
	} else if (e.role == SYCLBIN__MODULE) {
		s->modules++;
	} else {
		r->part_count[e.role - SYCLBIN__IR]++;
		return split(&r->offload, &e.entry, &text, &bytes, diag);
	}
	return SYCLBIN_OK;
}

/* Finds the metadata entry of a module in a file of free order. */
static enum syclbin_status search_metadata(const struct syclbin_reader *r, uint32_t module,
	struct syclbin__draft_entry *out, struct syclbin_diag *diag)
{
	bool found = false;
	struct syclbin__draft_entry e;
	for (uint64_t i = 0; i < r->offload.count; i++) {
		enum syclbin_status status = syclbin__draft_entry(&r->offload, i, &e, diag);
		if (status != SYCLBIN_OK)
			return status;
		if (e.role != SYCLBIN__MODULE || e.module != module)
			continue;
		if (found)
			return fail_entry(&r->offload, i, SYCLBIN_C_DRAFT_MODULE, diag,
				"duplicate am_metadata for this am_index");
		found = true;
		*out = e;
	}
	return found ? SYCLBIN_OK : SYCLBIN_E_NOT_FOUND;
}

/* In free order, every index below the number of am_metadata entries must have exactly one such entry, and no part
 * may have another index. */
static enum syclbin_status check_free_order(const struct syclbin_reader *r, struct syclbin_diag *diag)
{
	struct syclbin__draft_entry e;
	if (r->offload.count > SYCLBIN_UNORDERED_MOST)
		return syclbin__fail(diag, SYCLBIN_E_LIMIT, SYCLBIN_C_DRAFT_ORDER,
			r->offload.bytes.offset + r->offload.entries,
			"%llu entries in another order than the writer's, at most %u are supported",
			(unsigned long long)r->offload.count, SYCLBIN_UNORDERED_MOST);
	for (uint64_t i = 0; i < r->offload.count; i++) {
		enum syclbin_status status = syclbin__draft_entry(&r->offload, i, &e, diag);
		if (status == SYCLBIN_OK && e.role != SYCLBIN__GLOBAL && e.module >= r->module_count)
			return fail_entry(&r->offload, i, SYCLBIN_C_DRAFT_MODULE, diag,
				"am_metadata is missing for this am_index");
		if (status == SYCLBIN_OK && e.role == SYCLBIN__MODULE)
			status = search_metadata(
				r, e.module, &e, diag); /* entries and modules correspond one to one */
		if (status != SYCLBIN_OK)
			return status;
	}
	return SYCLBIN_OK;
}

enum syclbin_status syclbin__draft_open(struct syclbin_reader *r, struct syclbin_diag *diag)
{
	struct survey s = { 0, 0, true, SYCLBIN__GLOBAL, 0 };
	if (r->offload.count > UINT32_MAX)
		return syclbin__fail(diag, SYCLBIN_E_LIMIT, SYCLBIN_C_DRAFT_ENTRY, r->offload.bytes.offset + 24,
			"more than 2^32 - 1 entries");
	for (uint64_t i = 0; i < r->offload.count; i++) {
		enum syclbin_status status = survey_entry(r, &s, i, diag);
		if (status != SYCLBIN_OK)
			return status;
	}
	if (s.globals == 0)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_DRAFT_GLOBAL,
			r->offload.bytes.offset + r->offload.entries, "no entry has the global metadata");
	r->version = 2;
	r->module_count = (uint32_t)s.modules;
	r->ordered = s.ordered;
	r->image = r->offload.bytes;
	return s.ordered ? SYCLBIN_OK : check_free_order(r, diag);
}

/* In the writer's order: finds the first entry that belongs to `module` or a later one. */
static enum syclbin_status lower_bound(const struct syclbin_reader *r, uint32_t module, uint64_t *out,
	struct syclbin_diag *diag)
{
	uint64_t low = 1, high = r->offload.count;
	struct syclbin__draft_entry e;
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		enum syclbin_status status = syclbin__draft_entry(&r->offload, middle, &e, diag);
		if (status != SYCLBIN_OK)
			return status;
		if (e.module < module)
			low = middle + 1;
		else
			high = middle;
	}
	*out = low;
	return SYCLBIN_OK;
}

/* Counts the parts of a module from entry `at` on. */
static enum syclbin_status count_parts(const struct syclbin_reader *r, uint64_t at, struct syclbin_module *m,
	struct syclbin_diag *diag)
{
	struct syclbin__draft_entry e;
	for (uint64_t i = at; i < r->offload.count; i++) {
		enum syclbin_status status = syclbin__draft_entry(&r->offload, i, &e, diag);
		if (status != SYCLBIN_OK)
			return status;
		if (r->ordered && e.module != m->index)
			break;
		if (e.role >= SYCLBIN__IR && e.module == m->index)
			m->count[e.role - SYCLBIN__IR]++;
	}
	return SYCLBIN_OK;
}

/* In the writer's order, `first` is the entry of the module's first part, else 0. */
enum syclbin_status syclbin__draft_module(const struct syclbin_reader *r, uint32_t index, struct syclbin_module *out,
	struct syclbin_diag *diag)
{
	struct syclbin__draft_entry e;
	uint64_t at = 0;
	enum syclbin_status status;
	out->index = index;
	if (r->ordered) {
		status = lower_bound(r, index, &at, diag);
		if (status == SYCLBIN_OK)
			status = syclbin__draft_entry(&r->offload, at, &e, diag);
	} else {
		status = search_metadata(r, index, &e, diag);
	}
	if (status != SYCLBIN_OK)
		return status;
	out->metadata = e.entry.image;
	at += r->ordered;
	status = count_parts(r, at, out, diag);
	out->first[SYCLBIN_PART_IR] = (uint32_t)at;
	out->first[SYCLBIN_PART_NATIVE] = (uint32_t)(r->ordered ? at + out->count[SYCLBIN_PART_IR] : 0);
	return status;
}

/* Finds the entry of part `index` of a module in free order. */
static enum syclbin_status search_part(const struct syclbin_reader *r, const struct syclbin_module *module,
	enum syclbin_part_kind kind, uint32_t index, uint64_t *out, struct syclbin_diag *diag)
{
	struct syclbin__draft_entry e;
	uint32_t seen = 0;
	for (uint64_t i = 0; i < r->offload.count; i++) {
		enum syclbin_status status = syclbin__draft_entry(&r->offload, i, &e, diag);
		if (status != SYCLBIN_OK)
			return status;
		if (e.role != SYCLBIN__IR + (unsigned)kind || e.module != module->index)
			continue;
		if (seen++ == index) {
			*out = i;
			return SYCLBIN_OK;
		}
	}
	return SYCLBIN_E_NOT_FOUND;
}

enum syclbin_status syclbin__draft_image(const struct syclbin_reader *r, const struct syclbin_module *module,
	enum syclbin_part_kind kind, uint32_t index, struct syclbin_image *out, struct syclbin_diag *diag)
{
	struct syclbin_offload_entry entry;
	uint64_t at = (uint64_t)module->first[kind] + index;
	enum syclbin_status status = r->ordered ? SYCLBIN_OK : search_part(r, module, kind, index, &at, diag);
	if (status == SYCLBIN_OK)
		status = syclbin_offload_entry(&r->offload, at, &entry, diag);
	if (status != SYCLBIN_OK)
		return status;
	out->kind = (uint8_t)kind;
	out->index = index;
	out->header = (uint32_t)at;
	out->header_offset = r->offload.bytes.offset + r->offload.entries + at * SYCLBIN__ENTRY;
	return split(&r->offload, &entry, &out->metadata, &out->bytes, diag);
}
