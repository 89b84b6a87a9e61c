/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walker: header and sections. */
#include "bytecode/walk/walk_state.h"
#include "support/status.h"

#include <bytecursor/kind.h>
#include <string.h>

enum { MAGIC_SIZE = sizeof BYTECURSOR_MAGIC_BYTECODE - 1 };

static const char *const section_names[MLIRBC_WALK_SECTION_COUNT] = { "String", "Dialect", "AttrType", "AttrTypeOffset",
	"IR", "Resource", "ResourceOffset", "DialectVersions", "Properties" };

const char *mlirbc_walk_section_name(uint32_t section)
{
	return section < MLIRBC_WALK_SECTION_COUNT ? section_names[section] : "?";
}

/* ---- sections */

static bool alignment_is_good(struct mlirbc__walk *w, size_t at, uint64_t alignment)
{
	if (alignment != 0 && (alignment & (alignment - 1)) == 0)
		return true;
	return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "alignment", at, "alignment is %llu, expected a power of two",
		(unsigned long long)alignment);
}

/* Checks the padding that begins here; *out_size its length. */
static bool check_padding(struct mlirbc__walk *w, uint64_t alignment, size_t *out_size)
{
	size_t at = w->c.pos;
	*out_size = (size_t)((alignment - (at & (alignment - 1))) & (alignment - 1));
	const uint8_t *pad = bytecursor_take(&w->c, *out_size);
	if (!pad)
		return mlirbc__walk_fail(w, mlirbc__walk_short_status(w), "padding", at,
			"padding to a multiple of %llu needs %zu bytes, but the data ends before",
			(unsigned long long)alignment, *out_size);
	for (size_t i = 0; i < *out_size; i++) {
		if (pad[i] != 0xCB)
			return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "padding", at + i,
				"padding byte is 0x%02x, expected 0xcb", pad[i]);
	}
	return true;
}

bool mlirbc__walk_padding(struct mlirbc__walk *w, uint64_t alignment)
{
	size_t at = w->c.pos, size;
	return check_padding(w, alignment, &size) &&
	       (size == 0 ||
		       mlirbc__walk_emit(w,
			       (struct mlirbc__walk_field){ MLIRBC_WALK_PADDING, MLIRBC_WALK_ROLE_NONE, "padding" }, 0,
			       at, size, false));
}

struct section_header {
	size_t at, length_at, alignment_at, padding_at, data_at;
	uint64_t length, alignment;
	uint32_t id;
	bool aligned;
};

static bool read_section_header(struct mlirbc__walk *w, struct section_header *h)
{
	size_t padding;
	*h = (struct section_header){ .at = w->c.pos, .alignment = 1 };
	uint8_t head = bytecursor_u8(&w->c);
	h->id = head & 0x7F;
	h->aligned = head & 0x80;
	h->length_at = w->c.pos;
	h->length = mlirbc__varint(&w->c);
	h->alignment_at = w->c.pos;
	if (h->aligned)
		h->alignment = mlirbc__varint(&w->c);
	h->padding_at = w->c.pos;
	if (!mlirbc__walk_cut(w, "header of a section"))
		return false;
	if (h->id >= MLIRBC_WALK_SECTION_COUNT)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "section-id", h->at, "section id is %u, expected 0 to %d",
			h->id, MLIRBC_WALK_SECTION_COUNT - 1);
	if (!alignment_is_good(w, h->alignment_at, h->alignment) || !check_padding(w, h->alignment, &padding))
		return false;
	h->data_at = w->c.pos;
	if (h->length > bytecursor_left(&w->c))
		return mlirbc__walk_fail(w, mlirbc__walk_short_status(w), "section-length", h->length_at,
			"%s section of %llu bytes, but only %zu remain", section_names[h->id],
			(unsigned long long)h->length, bytecursor_left(&w->c));
	return true;
}

/* The fields of a header that is known to be good. */
static bool emit_section_header(struct mlirbc__walk *w, const struct section_header *h)
{
	static const struct mlirbc__walk_field id = { MLIRBC_WALK_SECTION_ID, MLIRBC_WALK_ROLE_NONE, "section id" },
					       length = { MLIRBC_WALK_LENGTH, MLIRBC_WALK_ROLE_NONE, "length" },
					       alignment = { MLIRBC_WALK_ALIGNMENT, MLIRBC_WALK_ROLE_NONE,
						       "alignment" };
	w->c.pos = h->length_at;
	if (!mlirbc__walk_emit(w, id, 0, h->at, h->id, h->aligned))
		return false;
	w->c.pos = h->alignment_at;
	if (!mlirbc__walk_emit(w, length, 0, h->length_at, h->length, false))
		return false;
	w->c.pos = h->padding_at;
	return !h->aligned || (mlirbc__walk_emit(w, alignment, 0, h->alignment_at, h->alignment, false) &&
				      mlirbc__walk_padding(w, h->alignment));
}

bool mlirbc__walk_open_section(struct mlirbc__walk *w, uint32_t *out_id, size_t *out_end, bool *out_skip)
{
	struct section_header h;
	if (!read_section_header(w, &h))
		return false;
	size_t end = h.data_at + (size_t)h.length;
	*out_id = w->item.section = h.id;
	*out_end = w->c.end;
	w->item.number = h.length;
	w->item.flag = h.aligned;
	if (!mlirbc__walk_enter(w, MLIRBC_WALK_SECTION, h.id, h.at, end - h.at, out_skip))
		return false;
	w->c.end = end;
	if (!*out_skip)
		return emit_section_header(w, &h);
	w->c.pos = end;
	return true;
}

/* Finds as many sections as possible; errors are reported when the walk reaches them. */
static void find_sections(struct mlirbc__walk *w)
{
	struct mlirbc__walk quiet = *w;
	struct section_header h;
	quiet.diag = NULL;
	while (bytecursor_left(&quiet.c) && read_section_header(&quiet, &h)) {
		struct bytecursor data = bytecursor_sub(&quiet.c, (size_t)h.length);
		if (!w->present[h.id])
			w->sections[h.id] = data;
		w->present[h.id] = true;
	}
	w->cut = quiet.status != MLIRBC_OK;
}

static bool walk_section_data(struct mlirbc__walk *w, uint32_t id)
{
	switch (id) {
	case MLIRBC_WALK_SECTION_STRING: return mlirbc__walk_strings(w);
	case MLIRBC_WALK_SECTION_DIALECT: return mlirbc__walk_dialects(w);
	case MLIRBC_WALK_SECTION_ATTR_TYPE: return mlirbc__walk_entries(w);
	case MLIRBC_WALK_SECTION_ATTR_TYPE_OFFSET: return mlirbc__walk_entry_sizes(w);
	case MLIRBC_WALK_SECTION_IR: return mlirbc__walk_ir(w);
	case MLIRBC_WALK_SECTION_RESOURCE: return mlirbc__walk_resource_data(w);
	case MLIRBC_WALK_SECTION_RESOURCE_OFFSET: return mlirbc__walk_resource_keys(w);
	case MLIRBC_WALK_SECTION_PROPERTIES:
		if (w->version >= 5)
			return mlirbc__walk_blobs(w);
		break; /* means nothing yet */
	default: break;
	}
	return mlirbc__walk_bytes(
		w, MLIRBC_WALK_DATA, "unreferenced data", 0, bytecursor_left(&w->c), w->c.pos);
}

static bool walk_section(struct mlirbc__walk *w)
{
	size_t at = w->c.pos, outer_end;
	uint32_t id;
	bool skip;
	if (!mlirbc__walk_open_section(w, &id, &outer_end, &skip))
		return false;
	if (w->met[id]) {
		w->item.section = MLIRBC_WALK_SECTION_COUNT;
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "section-duplicate", at,
			"second %s section, expected one", section_names[id]);
	}
	w->met[id] = true;
	if (!skip) {
		if (!walk_section_data(w, id) || !mlirbc__walk_used_up(w))
			return false;
		w->item.number = 0;
		if (!mlirbc__walk_leave(w, MLIRBC_WALK_SECTION, id, at, MLIRBC_WALK_SECTION))
			return false;
	}
	w->item.section = MLIRBC_WALK_SECTION_COUNT;
	w->c.end = outer_end;
	return true;
}

/* ---- the file */

static bool walk_header(struct mlirbc__walk *w)
{
	static const struct mlirbc__walk_field fields[] = {
		{ MLIRBC_WALK_MAGIC, MLIRBC_WALK_ROLE_NONE, "magic bytes" },
		{ MLIRBC_WALK_VERSION, MLIRBC_WALK_ROLE_NONE, "version" },
		{ MLIRBC_WALK_PRODUCER, MLIRBC_WALK_ROLE_NONE, "producer" },
	};
	uint64_t version;
	if (!bytecursor_kind_is(BYTECURSOR_KIND_BYTECODE, w->c.base, w->size))
		return mlirbc__walk_fail(
			w, MLIRBC_E_MAGIC, "magic", 0, "not MLIR bytecode: expected the bytes 4d 4c ef 52");
	if (!mlirbc__walk_enter(w, MLIRBC_WALK_HEADER, 0, 0, 0, NULL))
		return false;
	(void)bytecursor_take(&w->c, MAGIC_SIZE);
	if (!mlirbc__walk_emit(w, fields[0], 0, 0, 0, false) || !mlirbc__walk_number(w, fields[1], 0, &version))
		return false;
	if (version > 6)
		return mlirbc__walk_fail(w, MLIRBC_E_VERSION, "version", MAGIC_SIZE,
			"bytecode version is %llu, expected 0 to 6", (unsigned long long)version);
	w->version = (uint32_t)version;
	size_t at = w->c.pos;
	w->producer = (const char *)w->c.base + at;
	const char *end = memchr(w->producer, 0, bytecursor_left(&w->c));
	if (!end)
		return mlirbc__walk_fail(w, MLIRBC_E_TRUNCATED, "producer", w->size,
			"the file ends inside the producer's name, expected a byte 0");
	(void)bytecursor_take(&w->c, (size_t)(end - w->producer) + 1);
	const uint64_t length = (uint64_t)(end - w->producer);
	if (w->layouts_of)
		w->producer = w->layouts_of;
	return mlirbc__walk_emit(w, fields[2], 0, at, length, false) &&
	       mlirbc__walk_leave(w, MLIRBC_WALK_HEADER, 0, 0, MLIRBC_WALK_HEADER);
}

static bool all_sections_met(struct mlirbc__walk *w)
{
	for (unsigned id = 0; id < MLIRBC_WALK_SECTION_COUNT; id++) {
		bool needed = id <= MLIRBC_WALK_SECTION_IR || (id == MLIRBC_WALK_SECTION_PROPERTIES && w->version >= 5);
		if (needed && !w->met[id])
			return mlirbc__walk_fail(w, MLIRBC_E_TRUNCATED, "section-missing", w->size,
				"the file ends without a section %u (%s)", id, section_names[id]);
	}
	bool data = w->met[MLIRBC_WALK_SECTION_RESOURCE];
	if (data == w->met[MLIRBC_WALK_SECTION_RESOURCE_OFFSET])
		return true;
	return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "section-missing", w->size, "%s section, but no %s section",
		data ? "Resource" : "ResourceOffset", data ? "ResourceOffset" : "Resource");
}

static void walk_file(struct mlirbc__walk *w)
{
	if (!walk_header(w))
		return;
	find_sections(w);
	mlirbc__walk_look_ahead(w);
	while (bytecursor_left(&w->c)) {
		if (!walk_section(w))
			return;
	}
	(void)all_sections_met(w);
}

enum mlirbc_status mlirbc__walk_rule(const void *data, size_t size, const struct mlirbc_walk_options *options,
	mlirbc_walk_fn visit, void *ctx, const char **out_rule, struct mlirbc_diag *diag)
{
	struct mlirbc__walk w = { .c = bytecursor_init(data, size),
		.size = size,
		.diag = diag,
		.visit = visit,
		.ctx = ctx,
		.frames = options->frames,
		.frame_room = options->frame_count,
		.blob_op = options->blob_op,
		.layouts_of = MLIRBC__HAS_OPTION(options, producer) ? options->producer : NULL,
		.lenient = MLIRBC__HAS_OPTION(options, lenient) && options->lenient,
		.item = { .section = MLIRBC_WALK_SECTION_COUNT, .op = MLIRBC_WALK_NONE, .value = MLIRBC_WALK_NONE } };
	walk_file(&w);
	*out_rule = w.rule;
	return w.status;
}

enum mlirbc_status mlirbc_walk(const void *data, size_t size, const struct mlirbc_walk_options *options,
	mlirbc_walk_fn visit, void *ctx, struct mlirbc_diag *diag)
{
	const char *rule;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return mlirbc__size_is_wrong(diag, options->size, "mlirbc_walk_options");
	return mlirbc__walk_rule(data, size, options, visit, ctx, &rule, diag);
}
