/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the referenced entries of a file, and the positions of references. */
#include "bytecode/read/builtin.h"
#include "bytecode/compact/compact_state.h"

/* ---- locations */

static struct bytecursor bytes_of(const struct mlirbc__edit *e, size_t at, size_t end)
{
	struct bytecursor c = bytecursor_init(e->load->data, e->load->size);
	c.pos = at;
	c.end = end;
	return c;
}

static bool is_location_code(uint64_t code)
{
	return (code >= MLIRBC__CODE_CALLSITE && code <= MLIRBC__CODE_UNKNOWN) || code == MLIRBC__CODE_FILE_RANGE;
}

static bool holds_location(const struct mlirbc__edit *e, size_t index)
{
	static const char opening[] = "loc(";
	const struct mlirbc__edit_entry *entry = MLIRBC__EDIT_ENTRY(e, index);
	struct bytecursor c = bytes_of(e, (size_t)entry->at, (size_t)entry[1].at);
	if (!e->load->dialects[entry->dialect].is_builtin)
		return false;
	if (!entry->custom)
		return bytecursor_left(&c) >= sizeof opening &&
		       memcmp(c.base + c.pos, opening, sizeof opening - 1) == 0;
	uint64_t code = mlirbc__varint(&c);
	return bytecursor_ok(&c) && is_location_code(code);
}

bool mlirbc__edit_check_location(struct mlirbc__edit *e, size_t index)
{
	const bool is_location = holds_location(e, index);
	MLIRBC__EDIT_STATE(e, index) |= MLIRBC__CHECKED | (is_location ? MLIRBC__LOCATION : 0);
	return is_location;
}

/* ---- marking */

void mlirbc__edit_first_use(struct mlirbc__edit *e, size_t index)
{
	const uint32_t item = (uint32_t)index;
	MLIRBC__EDIT_STATE(e, index) |= MLIRBC__LIVE;
	mlirbc__out_put(&e->save.job, &e->pending, &item, sizeof item);
}

static void use_string(struct mlirbc__edit *e, size_t index) { ((uint8_t *)e->strings.data)[index] |= MLIRBC__LIVE; }

static const struct mlirbc__edit_blob *blobs(const struct mlirbc__edit *e) { return e->blobs.data; }

const struct mlirbc__edit_blob *mlirbc__edit_blob(const struct mlirbc__edit *e, size_t blob, size_t name)
{
	const char *const *layouts = e->layouts.data;
	uint32_t at = ((const uint32_t *)e->blob_heads.data)[blob];
	while (at && blobs(e)[at - 1].name != name && layouts[blobs(e)[at - 1].name] != layouts[name])
		at = blobs(e)[at - 1].next;
	return at ? &blobs(e)[at - 1] : NULL;
}

void mlirbc__edit_use_blob(struct mlirbc__edit *e, size_t blob, size_t name)
{
	uint32_t *head = &((uint32_t *)e->blob_heads.data)[blob];
	if (*head && mlirbc__edit_blob(e, blob, name))
		return;
	struct mlirbc__edit_blob use = { .blob = (uint32_t)blob, .name = (uint32_t)name, .next = *head };
	mlirbc__out_put(&e->save.job, &e->blobs, &use, sizeof use);
	*head = (uint32_t)MLIRBC__ITEMS(&e->blobs, struct mlirbc__edit_blob);
}

/* ---- bytes that are not understood */

static void pin_entry(struct mlirbc__edit *e, size_t index, bool attribute)
{
	MLIRBC__EDIT_STATE(e, index) |= MLIRBC__PINNED;
	e->pins = true;
	if (!attribute || !mlirbc__edit_is_stripped(e, index))
		mlirbc__edit_use_entry(e, index);
}

static void pin(struct mlirbc__edit *e, uint64_t number)
{
	const struct mlirbc__load *load = e->load;
	if (number < load->attr_count)
		pin_entry(e, (size_t)number, true);
	if (number >> 1 < load->attr_count)
		pin_entry(e, (size_t)(number >> 1), true);
	if (number < load->type_count)
		pin_entry(e, load->attr_count + (size_t)number, false);
	if (number < load->string_count)
		((uint8_t *)e->strings.data)[number] |= MLIRBC__LIVE | MLIRBC__PINNED;
}

/* MLIR writes what a dialect refers to as numbers of one form, so one of those found here must be it. */
static void pin_all(struct mlirbc__edit *e, struct bytecursor c)
{
	e->opaque++;
	e->all_resources = true;
	for (size_t at = c.pos; at < c.end && mlirbc__edit_ok(e); at++) {
		struct bytecursor number = c;
		number.pos = at;
		uint64_t value = mlirbc__varint(&number);
		if (bytecursor_ok(&number))
			pin(e, value);
	}
}

/* ---- taking apart */

/* A field of an entry or blob. A known form never begins with bytes. */
static enum mlirbc_walk_answer visit(void *ctx, const struct mlirbc_walk_item *item)
{
	struct mlirbc__edit *e = ctx;
	char kind = 0;
	if (item->event != MLIRBC_WALK_FIELD)
		return MLIRBC_WALK_GO_ON;
	if (item->field == MLIRBC_WALK_ATTR_REF && item->role != MLIRBC_WALK_ROLE_OPTIONAL)
		kind = 'a';
	else if (item->field == MLIRBC_WALK_ATTR_REF && item->flag)
		kind = '?';
	else if (item->field == MLIRBC_WALK_TYPE_REF)
		kind = 'T';
	else if (item->field == MLIRBC_WALK_STRING_REF)
		kind = 's';
	else if (item->field == MLIRBC_WALK_RESOURCE_REF)
		kind = 'r';
	else if (item->field == MLIRBC_WALK_DATA && (e->fields == 0 || e->last == MLIRBC_WALK_CODE) && !e->copies)
		pin_all(e, bytes_of(e, e->begin, item->offset + item->size));
	if (kind)
		mlirbc__edit_refer(e, kind, (size_t)item->number, e->load->data + item->offset, item->size);
	e->fields++;
	e->last = item->field;
	return mlirbc__edit_ok(e) ? MLIRBC_WALK_GO_ON : MLIRBC_WALK_STOP;
}

/* Text may name a resource in any way that its dialect likes. */
static bool mentions_resource(const uint8_t *text, size_t size)
{
	static const char word[] = "resource";
	const size_t length = sizeof word - 1;
	for (const uint8_t *at = text; size - (size_t)(at - text) >= length; at++) {
		at = memchr(at, word[0], size - (size_t)(at - text) - length + 1);
		if (!at)
			return false;
		if (memcmp(at, word, length) == 0)
			return true;
	}
	return false;
}

static bool take_entry_apart(struct mlirbc__edit *e, size_t index)
{
	const struct mlirbc__edit_entry *entry = MLIRBC__EDIT_ENTRY(e, index);
	if (entry->custom)
		return mlirbc__edit_entry_refs(e, index);
	e->all_resources |= e->load->resource_key_count &&
			    mentions_resource(e->load->data + entry->at, (size_t)(entry[1].at - entry->at));
	return true;
}

/* An attribute that was read as another kind when it was used is checked now, when its bytes are in the cache. */
static bool is_location(struct mlirbc__edit *e, size_t index)
{
	if (index >= e->load->attr_count || !mlirbc__edit_is_stripped(e, index))
		return false;
	e->unknown_uses += MLIRBC__EDIT_USES(e, index);
	MLIRBC__EDIT_USES(e, index) = 0;
	MLIRBC__EDIT_STATE(e, index) &= (uint8_t)~MLIRBC__LIVE;
	return true;
}

/* Entries found meanwhile are appended. Entries far from the others in the file are prefetched. */
static bool take_pending_apart(struct mlirbc__edit *e)
{
	enum { AHEAD = 12, FAR_AHEAD = 2 * AHEAD };
	for (size_t i = 0; i < MLIRBC__ITEMS(&e->pending, uint32_t) && mlirbc__edit_ok(e); i++) {
		const uint32_t *pending = e->pending.data;
		if (i + FAR_AHEAD < MLIRBC__ITEMS(&e->pending, uint32_t)) {
			MLIRBC__PREFETCH(MLIRBC__EDIT_ENTRY(e, pending[i + FAR_AHEAD]));
			MLIRBC__PREFETCH(e->load->data + MLIRBC__EDIT_ENTRY(e, pending[i + AHEAD])->at);
		}
		if (!is_location(e, pending[i]) && !take_entry_apart(e, pending[i]))
			return false;
	}
	return mlirbc__edit_ok(e);
}

static bool take_blobs_apart(struct mlirbc__edit *e)
{
	size_t count = MLIRBC__ITEMS(&e->blobs, struct mlirbc__edit_blob);
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc__edit_blob use = blobs(e)[i];
		struct mlirbc__range bytes = mlirbc__blob(e->load, use.blob);
		if (!mlirbc__edit_blob_refs(e, &use, bytes.at, bytes.size))
			return false;
	}
	return true;
}

/* ---- */

/* LLVM's own dialect is unknown in other releases. */
static void begin_walk(struct mlirbc__edit *e)
{
	const struct mlirbc__load *load = e->load;
	struct mlirbc__walk *w = &e->walk;
	*w = (struct mlirbc__walk){ .size = load->size,
		.diag = e->save.job.diag,
		.visit = visit,
		.ctx = e,
		.item = { .section = MLIRBC_WALK_SECTION_ATTR_TYPE, .op = MLIRBC_WALK_NONE, .value = MLIRBC_WALK_NONE },
		.version = load->version,
		.producer = load->module->producer->data,
		.string_count = load->string_count,
		.dialect_count = load->dialect_count,
		.op_name_count = load->op_name_count,
		.attr_count = load->attr_count,
		.type_count = load->type_count,
		.blob_count = load->blob_count,
		.resource_count = load->resource_key_count };
	for (unsigned k = 0; k < MLIRBC__KNOWN_DIALECTS; k++) {
		w->known[k] = MLIRBC_WALK_NONE;
		for (size_t i = load->dialect_count; i-- > 0;) {
			if (mlirbc__string_is(load->dialects[i].name, mlirbc__known_dialects[k], strlen(mlirbc__known_dialects[k])) &&
				(k != MLIRBC__LLVM || load->release == MLIRBC__RELEASE_22))
				w->known[k] = i;
		}
	}
}

/* The sizes of all entries, which the loader has checked. */
static bool find_entries(struct mlirbc__edit *e)
{
	struct bytecursor c = e->load->sections[MLIRBC__SECTION_ATTR_TYPE_OFFSET];
	size_t count = e->load->attr_count + e->load->type_count, at = e->load->sections[MLIRBC__SECTION_ATTR_TYPE].pos;
	if ((uint64_t)e->load->size >= MLIRBC__EDIT_LARGEST_FILE || e->load->dialect_count > MLIRBC__EDIT_MOST_DIALECTS)
		return mlirbc__job_fail(&e->save.job, MLIRBC_E_LIMIT, "a file of 2^40 bytes, or more than 2^23 dialects");
	struct mlirbc__edit_entry *entries = mlirbc__out_more(&e->save.job, &e->entries, (count + 1) * sizeof *entries);
	size_t i = 0;
	(void)mlirbc__varint(&c);
	(void)mlirbc__varint(&c);
	while (entries && i < count && bytecursor_ok(&c)) {
		const uint64_t dialect = mlirbc__varint(&c);
		for (uint64_t group = mlirbc__varint(&c); group && i < count; group--, i++) {
			uint64_t size = mlirbc__varint(&c);
			entries[i] = (struct mlirbc__edit_entry){ .at = at & (MLIRBC__EDIT_LARGEST_FILE - 1),
				.custom = size & 1,
				.dialect = dialect & (MLIRBC__EDIT_MOST_DIALECTS - 1) };
			at += (size_t)(size >> 1);
		}
	}
	for (; entries && i <= count; i++)
		entries[i] = (struct mlirbc__edit_entry){ .at = at & (MLIRBC__EDIT_LARGEST_FILE - 1) };
	return entries && mlirbc__edit_zeros(e, &e->states, count, 1) &&
	       mlirbc__edit_zeros(e, &e->uses, count, sizeof(uint32_t)) &&
	       mlirbc__edit_reserve(e, &e->pending, count / 2, sizeof(uint32_t)) &&
	       mlirbc__edit_reserve(e, &e->blobs, e->load->blob_count, sizeof(struct mlirbc__edit_blob));
}

bool mlirbc__edit_begin_marks(struct mlirbc__edit *e)
{
	const struct mlirbc__load *load = e->load;
	bool ok = find_entries(e) && mlirbc__edit_zeros(e, &e->strings, load->string_count, 1) &&
		  mlirbc__edit_zeros(e, &e->resources, load->resource_key_count, 1) &&
		  mlirbc__edit_zeros(e, &e->names, load->op_name_count, sizeof(uint32_t)) &&
		  mlirbc__edit_zeros(e, &e->dialects, load->dialect_count, sizeof(uint32_t)) &&
		  mlirbc__edit_zeros(e, &e->layouts, load->op_name_count, sizeof(const char *)) &&
		  mlirbc__edit_zeros(e, &e->shapes_of, load->op_name_count, sizeof(const char *)) &&
		  mlirbc__edit_zeros(e, &e->blob_heads, load->blob_count, sizeof(uint32_t));
	for (size_t i = 0; ok && i < load->op_name_count; i++) {
		const char *layout = mlirbc__edit_layout(load, i);
		((const char **)e->layouts.data)[i] = layout;
		if (layout && load->release != MLIRBC__RELEASE_COUNT && !mlirbc__edit_earlier_layout(load, i))
			((const char **)e->shapes_of.data)[i] = mlirbc__edit_blob_shape(e, layout);
		ok = mlirbc__edit_ok(e);
	}
	begin_walk(e);
	return ok;
}

/* The contents of a dialect's version are opaque. */
static void take_versions_apart(struct mlirbc__edit *e)
{
	for (size_t i = 0; i < e->load->dialect_count; i++) {
		const struct mlirbc__dialect *dialect = &e->load->dialects[i];
		if (dialect->has_version && bytecursor_left(&dialect->version))
			pin_all(e, dialect->version);
	}
}

bool mlirbc__edit_finish_marks(struct mlirbc__edit *e)
{
	take_versions_apart(e);
	if (!take_blobs_apart(e) || !take_pending_apart(e))
		return false;
	for (size_t i = 0; i < e->load->op_name_count; i++) {
		if (((const uint32_t *)e->names.data)[i])
			use_string(e, e->load->op_names[i].string);
	}
	if (e->all_resources && e->resources.size)
		memset(e->resources.data, MLIRBC__LIVE, e->resources.size);
	return mlirbc__edit_ok(e);
}
