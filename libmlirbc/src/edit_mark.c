/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What of a file is in use, and where it refers to other things. */
#include "builtin.h"
#include "edit_state.h"

/* ---- locations */

static struct bytecursor bytes_of(const struct mlirbc__edit *e, size_t at, size_t end)
{
	struct bytecursor c = bytecursor_init(e->load->data, e->load->size);
	c.pos = at;
	c.end = end;
	return c;
}

static bool holds_location(const struct mlirbc__edit *e, size_t index)
{
	static const char opening[] = "loc(";
	const struct mlirbc__edit_entry *entry = MLIRBC__EDIT_ENTRY(e, index);
	struct bytecursor c = bytes_of(e, entry->at, entry[1].at);
	if (!e->load->dialects[entry->dialect].is_builtin)
		return false;
	if (!entry->custom)
		return bytecursor_left(&c) >= sizeof opening &&
		       memcmp(c.base + c.pos, opening, sizeof opening - 1) == 0;
	uint64_t code = mlirbc__varint(&c);
	return bytecursor_ok(&c) &&
	       ((code >= MLIRBC__CODE_CALLSITE && code <= MLIRBC__CODE_UNKNOWN) || code == MLIRBC__CODE_FILE_RANGE);
}

/* A location that is to go. */
static bool is_stripped(struct mlirbc__edit *e, size_t index)
{
	struct mlirbc__edit_entry *entry = MLIRBC__EDIT_ENTRY(e, index);
	if (!e->strip)
		return false;
	if (!(entry->state & MLIRBC__CHECKED)) {
		entry->state |= MLIRBC__CHECKED;
		if (holds_location(e, index))
			entry->state |= MLIRBC__LOCATION;
	}
	return entry->state & MLIRBC__LOCATION;
}

/* ---- marking */

static void use_entry(struct mlirbc__edit *e, size_t index)
{
	struct mlirbc__edit_entry *entry = MLIRBC__EDIT_ENTRY(e, index);
	const uint32_t item = (uint32_t)index;
	entry->uses += entry->uses < UINT32_MAX;
	if (entry->state & MLIRBC__LIVE)
		return;
	entry->state |= MLIRBC__LIVE;
	mlirbc__out_put(&e->save, &e->pending, &item, sizeof item);
}

void mlirbc__edit_use_attr(struct mlirbc__edit *e, size_t index)
{
	if (is_stripped(e, index))
		e->unknown_uses++;
	else
		use_entry(e, index);
}

void mlirbc__edit_use_type(struct mlirbc__edit *e, size_t index) { use_entry(e, e->load->attr_count + index); }

static void use_string(struct mlirbc__edit *e, size_t index) { ((uint8_t *)e->strings.data)[index] |= MLIRBC__LIVE; }

static const struct mlirbc__edit_blob *blobs(const struct mlirbc__edit *e) { return e->blobs.data; }

const struct mlirbc__edit_blob *mlirbc__edit_blob(const struct mlirbc__edit *e, size_t blob, size_t name)
{
	const char *layout = ((const char *const *)e->layouts.data)[name];
	uint32_t at = ((const uint32_t *)e->blob_heads.data)[blob];
	while (at && blobs(e)[at - 1].layout != layout)
		at = blobs(e)[at - 1].next;
	return at ? &blobs(e)[at - 1] : NULL;
}

void mlirbc__edit_use_blob(struct mlirbc__edit *e, size_t blob, size_t name)
{
	uint32_t *head = &((uint32_t *)e->blob_heads.data)[blob];
	if (mlirbc__edit_blob(e, blob, name))
		return;
	struct mlirbc__edit_blob use = { .blob = (uint32_t)blob,
		.name = (uint32_t)name,
		.layout = ((const char *const *)e->layouts.data)[name],
		.next = *head };
	mlirbc__out_put(&e->save, &e->blobs, &use, sizeof use);
	*head = (uint32_t)MLIRBC__ITEMS(&e->blobs, struct mlirbc__edit_blob);
}

/* ---- bytes that are not understood */

static void pin_entry(struct mlirbc__edit *e, size_t index, bool attribute)
{
	MLIRBC__EDIT_ENTRY(e, index)->state |= MLIRBC__PINNED;
	e->pins = true;
	if (!attribute || !is_stripped(e, index))
		use_entry(e, index);
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

static void refer(struct mlirbc__edit *e, const struct mlirbc_walk_item *item, unsigned target)
{
	struct mlirbc__edit_ref ref = { .at = item->offset - e->begin,
		.index = (uint32_t)item->number,
		.size = (uint8_t)item->size,
		.target = (uint8_t)target };
	bool stripped = target == (MLIRBC__TO_ATTR | MLIRBC__OPTIONAL) && is_stripped(e, ref.index);
	mlirbc__out_put(&e->save, &e->refs, &ref, sizeof ref);
	switch (target & (MLIRBC__OPTIONAL - 1)) {
	case MLIRBC__TO_ATTR:
		if (!stripped)
			mlirbc__edit_use_attr(e, ref.index);
		break;
	case MLIRBC__TO_TYPE: mlirbc__edit_use_type(e, ref.index); break;
	case MLIRBC__TO_STRING: use_string(e, ref.index); break;
	default: ((uint8_t *)e->resources.data)[ref.index] |= MLIRBC__LIVE; break;
	}
}

/* A field of an entry or blob. A known form never begins with bytes. */
static enum mlirbc_walk_answer visit(void *ctx, const struct mlirbc_walk_item *item)
{
	struct mlirbc__edit *e = ctx;
	if (item->event != MLIRBC_WALK_FIELD)
		return MLIRBC_WALK_GO_ON;
	if (item->field == MLIRBC_WALK_ATTR_REF && item->role != MLIRBC_WALK_ROLE_OPTIONAL)
		refer(e, item, MLIRBC__TO_ATTR);
	else if (item->field == MLIRBC_WALK_ATTR_REF && item->flag)
		refer(e, item, MLIRBC__TO_ATTR | MLIRBC__OPTIONAL);
	else if (item->field == MLIRBC_WALK_TYPE_REF)
		refer(e, item, MLIRBC__TO_TYPE);
	else if (item->field == MLIRBC_WALK_STRING_REF)
		refer(e, item, MLIRBC__TO_STRING);
	else if (item->field == MLIRBC_WALK_RESOURCE_REF)
		refer(e, item, MLIRBC__TO_RESOURCE);
	else if (item->field == MLIRBC_WALK_DATA && (e->fields == 0 || e->last == MLIRBC_WALK_CODE))
		pin_all(e, bytes_of(e, e->begin, item->offset + item->size));
	e->fields++;
	e->last = item->field;
	return mlirbc__edit_ok(e) ? MLIRBC_WALK_GO_ON : MLIRBC_WALK_STOP;
}

/* Gives the bytes to the walker, as one entry. */
static void begin(struct mlirbc__edit *e, size_t at, size_t end)
{
	e->walk.c = bytes_of(e, at, end);
	e->begin = at;
	e->fields = 0;
}

/* What the walker found wrong is what is wrong. */
static bool finish(struct mlirbc__edit *e, bool ok, uint32_t *first, uint32_t *count)
{
	size_t all = MLIRBC__ITEMS(&e->refs, struct mlirbc__edit_ref);
	if (!ok && mlirbc__edit_ok(e))
		e->save.status = e->walk.status;
	if (all > INT32_MAX)
		return mlirbc__save_fail(&e->save, MLIRBC_E_LIMIT, "more than 2^31 references");
	*count = (uint32_t)all - *first;
	return mlirbc__edit_ok(e);
}

static uint32_t ref_count(const struct mlirbc__edit *e)
{
	return (uint32_t)MLIRBC__ITEMS(&e->refs, struct mlirbc__edit_ref);
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
	const struct mlirbc__edit_entry entry = *MLIRBC__EDIT_ENTRY(e, index);
	size_t end = MLIRBC__EDIT_ENTRY(e, index + 1)->at;
	bool type = index >= e->load->attr_count;
	uint32_t first = ref_count(e), count = 0;
	if (!entry.custom) {
		e->all_resources |= e->load->resource_key_count &&
				    mentions_resource(e->load->data + entry.at, end - entry.at);
		return true;
	}
	begin(e, entry.at, end);
	e->walk.item.part = type ? MLIRBC_WALK_TYPE : MLIRBC_WALK_ATTR;
	e->walk.item.index = type ? index - e->load->attr_count : index;
	if (!finish(e, mlirbc__walk_coded(&e->walk, type, entry.dialect) && mlirbc__walk_used_up(&e->walk), &first,
		    &count))
		return false;
	MLIRBC__EDIT_ENTRY(e, index)->first_ref = first;
	MLIRBC__EDIT_ENTRY(e, index)->ref_count = count;
	return true;
}

static bool take_pending_apart(struct mlirbc__edit *e)
{
	while (e->pending.size && mlirbc__edit_ok(e)) {
		e->pending.size -= sizeof(uint32_t);
		uint32_t index = *(const uint32_t *)(const void *)((const uint8_t *)e->pending.data + e->pending.size);
		if (!take_entry_apart(e, index))
			return false;
	}
	return mlirbc__edit_ok(e);
}

static bool take_blobs_apart(struct mlirbc__edit *e)
{
	size_t count = MLIRBC__ITEMS(&e->blobs, struct mlirbc__edit_blob);
	for (size_t i = 0; i < count; i++) {
		struct mlirbc__edit_blob *use = &((struct mlirbc__edit_blob *)e->blobs.data)[i];
		struct mlirbc_file_entry bytes = mlirbc_file_entry(
			e->save.module->file, MLIRBC_TABLE_PROPERTIES, use->blob);
		size_t at = (size_t)(bytes.data - e->load->data);
		use->first_ref = ref_count(e);
		begin(e, at, at + bytes.size);
		e->walk.item.part = MLIRBC_WALK_PROPERTIES;
		bool sure = e->load->release != MLIRBC__RELEASE_COUNT || mlirbc__walk_blob_fits(&e->walk, use->layout);
		const char *layout = sure ? use->layout : NULL;
		if (!finish(e, mlirbc__walk_blob_as(&e->walk, layout), &use->first_ref, &use->ref_count))
			return false;
	}
	return true;
}

/* ---- */

/* What LLVM's own dialect has in other releases is not known. */
static void begin_walk(struct mlirbc__edit *e)
{
	static const char *const names[MLIRBC__WALK_DIALECTS] = { "builtin", "quant", "llvm", "vhlo" };
	const struct mlirbc__load *load = e->load;
	struct mlirbc__walk *w = &e->walk;
	*w = (struct mlirbc__walk){ .size = load->size,
		.diag = e->save.diag,
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
	for (unsigned k = 0; k < MLIRBC__WALK_DIALECTS; k++) {
		w->known[k] = MLIRBC_WALK_NONE;
		for (size_t i = load->dialect_count; i-- > 0;) {
			if (mlirbc__string_is(load->dialects[i].name, names[k], strlen(names[k])) &&
				(k != MLIRBC__WALK_LLVM || load->release == MLIRBC__RELEASE_22))
				w->known[k] = i;
		}
	}
}

/* The sizes of all entries, which the loader has checked. */
static void find_entries(struct mlirbc__edit *e)
{
	struct bytecursor c = e->load->sections[MLIRBC__SECTION_ATTR_TYPE_OFFSET];
	size_t count = e->load->attr_count + e->load->type_count, at = e->load->sections[MLIRBC__SECTION_ATTR_TYPE].pos;
	(void)mlirbc__varint(&c);
	(void)mlirbc__varint(&c);
	for (size_t i = 0; i < count && bytecursor_ok(&c);) {
		uint32_t dialect = (uint32_t)mlirbc__varint(&c);
		for (uint64_t group = mlirbc__varint(&c); group && i < count; group--, i++) {
			struct mlirbc__edit_entry *entry = MLIRBC__EDIT_ENTRY(e, i);
			uint64_t size = mlirbc__varint(&c);
			entry->at = at & 0xffffffffffff;
			entry->dialect = dialect;
			entry->custom = size & 1;
			at += (size_t)(size >> 1);
		}
	}
	MLIRBC__EDIT_ENTRY(e, count)->at = at & 0xffffffffffff;
}

bool mlirbc__edit_begin_marks(struct mlirbc__edit *e)
{
	const struct mlirbc__load *load = e->load;
	bool ok = mlirbc__edit_zeros(
			  e, &e->entries, load->attr_count + load->type_count + 1, sizeof(struct mlirbc__edit_entry)) &&
		  mlirbc__edit_zeros(e, &e->strings, load->string_count, 1) &&
		  mlirbc__edit_zeros(e, &e->resources, load->resource_key_count, 1) &&
		  mlirbc__edit_zeros(e, &e->names, load->op_name_count, sizeof(uint32_t)) &&
		  mlirbc__edit_zeros(e, &e->dialects, load->dialect_count, sizeof(uint32_t)) &&
		  mlirbc__edit_zeros(e, &e->layouts, load->op_name_count, sizeof(const char *)) &&
		  mlirbc__edit_zeros(e, &e->blob_heads, load->blob_count, sizeof(uint32_t));
	for (size_t i = 0; ok && i < load->op_name_count; i++)
		((const char **)e->layouts.data)[i] = mlirbc__edit_layout(load, i);
	if (ok)
		find_entries(e);
	begin_walk(e);
	return ok;
}

/* What the version of a dialect says is its own affair. */
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
