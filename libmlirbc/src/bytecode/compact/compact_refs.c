/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The references of entries and property blobs: marks them as used, or writes their new number in a copy.
 *
 * An entry of known form is processed by its shape (compact_shape.c). Everything else, and broken entries, are left to
 * the walker. */
#include "bytecode/compact/compact_state.h"

#include <string.h>

enum { LEAST_LENT = 256, LONGEST_WRITTEN = 5 };

/* The shape of an entry of a known dialect and code; *at is then after the code. */
static const char *entry_shape(
	struct mlirbc__edit *e, const struct mlirbc__edit_entry *entry, bool type, const uint8_t **at)
{
	unsigned known = 0;
	while (known < MLIRBC__KNOWN_DIALECTS && e->walk.known[known] != entry->dialect)
		known++;
	uint64_t code = mlirbc__varint_at(at);
	if (known == MLIRBC__KNOWN_DIALECTS || code >= MLIRBC__EDIT_CODES)
		return NULL;
	if (known == MLIRBC__BUILTIN && type && code == MLIRBC__CODE_SCALABLE_VECTOR)
		return NULL; /* has two forms */
	const struct mlirbc__coding *coding =
		known == MLIRBC__STABLEHLO ? mlirbc__coding_at(MLIRBC__STABLEHLO, type, code) : NULL;
	if (coding && mlirbc__coding_earlier(coding))
		return NULL;
	const char *shape = e->shapes[known][type][code];
	return shape ? shape : mlirbc__edit_make_shape(e, known, type, code);
}

/* ---- copying */

static void lend(struct mlirbc__edit *e, const uint8_t *data, size_t size)
{
	struct mlirbc__save *s = &e->save;
	struct mlirbc__lent lent = { s->attr_data.size, size, data };
	mlirbc__out_put(&s->job, &s->lent, &lent, sizeof lent);
	s->lent_size += size;
}

/* Everything up to there, and room for `numbers` more numbers. */
static bool copy_to(struct mlirbc__edit *e, const uint8_t *end, uint64_t numbers)
{
	struct mlirbc__out *to = e->to;
	const uint8_t *from = e->from;
	size_t size = (size_t)(end - from);
	e->from = end;
	if (size >= LEAST_LENT && to == &e->save.attr_data) {
		lend(e, from, size);
		size = 0;
	}
	if (numbers > SIZE_MAX / 2 / LONGEST_WRITTEN)
		return mlirbc__job_memory(&e->save.job);
	size_t need = size + (size_t)numbers * LONGEST_WRITTEN + sizeof(uint64_t);
	if (MLIRBC__LIKELY(to->room - to->size >= need)) {
		uint8_t *out = (uint8_t *)to->data + to->size;
		to->size += size;
		for (; size; size--) /* one or two bytes in most places */
			*out++ = *from++;
		return true;
	}
	if (!mlirbc__out_more(&e->save.job, to, need))
		return false;
	to->size -= need;
	mlirbc__out_put(&e->save.job, to, from, size);
	return true;
}

/* There is room. */
static void put_number(struct mlirbc__edit *e, uint64_t number)
{
	struct mlirbc__out *to = e->to;
	uint8_t *begin = (uint8_t *)to->data + to->size;
	to->size += (size_t)(mlirbc__write_number(begin, number) - begin);
}

/* ---- going through */

/* `value` is below the limit of its kind, one that refers to something; that of ? is without its lowest bit. */
static void mark_one(struct mlirbc__edit *e, char kind, size_t value)
{
	switch (kind) {
	case 'T': mlirbc__edit_use_type(e, value); break;
	case 's': ((uint8_t *)e->strings.data)[value] |= MLIRBC__LIVE; break;
	case 'r': ((uint8_t *)e->resources.data)[value] |= MLIRBC__LIVE; break;
	case '?':
		if (!mlirbc__edit_is_stripped(e, value)) /* else it is not there any more */
			mlirbc__edit_use_entry(e, value);
		break;
	default: mlirbc__edit_use_attr(e, value); break;
	}
}

static uint64_t new_number(const struct mlirbc__edit *e, char kind, size_t value)
{
	switch (kind) {
	case 'T': return mlirbc__edit_new_type(e, value);
	case 's': return ((const uint32_t *)e->numbers[0].data)[value];
	case 'r': return ((const uint32_t *)e->numbers[1].data)[value];
	case '?':
		if (mlirbc__edit_is_gone(e, value))
			return 0;
		return mlirbc__edit_new_attr(e, value) << 1 | 1;
	default: return mlirbc__edit_new_attr(e, value);
	}
}

void mlirbc__edit_refer(struct mlirbc__edit *e, char kind, size_t value, const uint8_t *at, size_t size)
{
	if (!e->copies) {
		mark_one(e, kind, value);
	} else if (copy_to(e, at, 1)) {
		put_number(e, new_number(e, kind, value));
		e->from = at + size;
	}
}

static size_t limit_of(const struct mlirbc__load *load, char kind)
{
	switch (kind) {
	case 'T': return load->type_count;
	case 's': return load->string_count;
	case 'r': return load->resource_key_count;
	default: return load->attr_count;
	}
}

/* Numbers can be read without a look at where it ends. */
struct part {
	const uint8_t *at, *end;
};

/* The next number of that kind. 1; 0: an optional one that is not there; -1: it is broken. */
static MLIRBC__WITHIN int next_number(const uint8_t **at, const uint8_t *end, char kind, size_t limit, size_t *out)
{
	uint64_t value = mlirbc__varint_at(at);
	if (*at > end)
		return -1;
	if (kind == '?') {
		if (value == 0)
			return 0;
		if (!(value & 1))
			return -1;
		value >>= 1;
	}
	*out = (size_t)value;
	return value < limit ? 1 : -1;
}

static bool mark_all(struct mlirbc__edit *e, struct part *part, char kind, uint64_t count)
{
	const size_t limit = limit_of(e->load, kind);
	const uint8_t *at = part->at;
	size_t value;
	for (; count; count--) {
		int there = next_number(&at, part->end, kind, limit, &value);
		if (there < 0)
			return false;
		if (there)
			mark_one(e, kind, value);
	}
	part->at = at;
	return true;
}

static bool copy_all(struct mlirbc__edit *e, struct part *part, char kind, uint64_t count)
{
	const size_t limit = limit_of(e->load, kind);
	const uint8_t *at = part->at;
	size_t value;
	if (!copy_to(e, at, count))
		return false;
	for (; count; count--) {
		const uint8_t *before = at;
		int there = next_number(&at, part->end, kind, limit, &value);
		if (there < 0)
			return false;
		if (there) {
			put_number(e, new_number(e, kind, value));
			continue;
		}
		e->from = before; /* nothing, however that is written */
		if (!copy_to(e, at, count))
			return false;
	}
	e->from = part->at = at;
	return true;
}

static bool refer_all(struct mlirbc__edit *e, struct part *part, char kind, uint64_t count)
{
	return e->copies ? copy_all(e, part, kind, count) : mark_all(e, part, kind, count);
}

static bool skip_numbers(struct part *part, uint64_t count)
{
	for (; count; count--) {
		(void)mlirbc__varint_at(&part->at);
		if (part->at > part->end)
			return false;
	}
	return true;
}

static bool skip_bools(struct part *part, uint64_t count)
{
	for (; count; count--) {
		if (part->at == part->end || *part->at++ > 1)
			return false;
	}
	return true;
}

/* A count of items that follow. */
static bool get_count(struct part *part, uint64_t *out)
{
	*out = mlirbc__varint_at(&part->at);
	return part->at <= part->end && *out <= (size_t)(part->end - part->at);
}

static bool skip_segments(struct part *part)
{
	uint64_t head = mlirbc__varint_at(&part->at), count = head >> 1;
	if (part->at > part->end || count > (size_t)(part->end - part->at))
		return false;
	return skip_numbers(part, count + ((head & 1) && count));
}

static bool skip_bytes(struct part *part)
{
	uint64_t size = mlirbc__varint_at(&part->at);
	if (part->at > part->end || size > (size_t)(part->end - part->at))
		return false;
	part->at += size;
	return true;
}

/* Rare kinds. */
static MLIRBC__APART bool other(struct mlirbc__edit *e, struct part *part, char kind)
{
	uint64_t count;
	switch (kind) {
	case 'b': return skip_bools(part, 1);
	case 'N': return get_count(part, &count) && skip_bools(part, count);
	case 'i':
		if (part->at == part->end || *part->at > 1)
			return false;
		return !*part->at++ || skip_numbers(part, 1);
	case 'O':
	case 'V':
		if (part->at == part->end || *part->at > 1)
			return false;
		if (!*part->at++)
			return true;
		return get_count(part, &count) &&
		       (kind == 'O' ? refer_all(e, part, '?', count) : skip_numbers(part, count));
	case 'g': return skip_segments(part);
	case 'P':
		count = mlirbc__varint_at(&part->at);
		return part->at <= part->end && (count == 0 || refer_all(e, part, 'a', 1));
	case 'Q':
		if (part->at == part->end || *part->at > 1)
			return false;
		return !*part->at++ || refer_all(e, part, 'a', 1);
	case 'S':
		while (part->at < part->end) {
			if (!refer_all(e, part, 's', 1))
				return false;
		}
		return true;
	case 'x': return skip_bytes(part);
	default: return false;
	}
}

static bool one_field(struct mlirbc__edit *e, struct part *part, char kind)
{
	uint64_t count;
	switch (kind) {
	case 'a':
	case 'T':
	case 's':
	case 'r':
	case '?': return refer_all(e, part, kind, 1);
	case 'A': return get_count(part, &count) && refer_all(e, part, 'a', count);
	case 'E': return get_count(part, &count) && refer_all(e, part, 'a', 2 * count);
	case 'L': return get_count(part, &count) && refer_all(e, part, 'T', count);
	case 'v':
	case 'B':
	case 'e':
	case 'z':
	case 'd':
	case 'o': return skip_numbers(part, 1);
	case 'Z':
	case 'D':
	case 'M': return get_count(part, &count) && skip_numbers(part, count);
	case 'n': part->at = part->end; return true;
	default: return other(e, part, kind);
	}
}

static bool go_through(struct mlirbc__edit *e, const char *shape, struct part part)
{
	for (; *shape; shape++) {
		if (!one_field(e, &part, *shape))
			return false;
	}
	if (part.at != part.end)
		return false;
	return !e->copies || copy_to(e, part.end, 0);
}

/* ---- entries and blobs */

/* Passes the bytes to the walker, as one entry. */
static void begin_walk(struct mlirbc__edit *e, size_t at, size_t end)
{
	e->walk.c = bytecursor_init(e->load->data, e->load->size);
	e->walk.c.pos = at;
	e->walk.c.end = end;
	e->begin = at;
	e->fields = 0;
}

/* Takes over the walker's failure. */
static bool end_walk(struct mlirbc__edit *e, bool ok)
{
	if (!ok && mlirbc__edit_ok(e))
		e->save.job.status = e->walk.status;
	if (e->copies && mlirbc__edit_ok(e))
		(void)copy_to(e, e->walk.c.base + e->walk.c.end, 0);
	return mlirbc__edit_ok(e);
}

/* Numbers that start before `end` can be read without checks. */
static bool is_far_from_end(const struct mlirbc__edit *e, size_t end)
{
	return e->load->size - end >= MLIRBC__LONGEST_NUMBER;
}

/* A walker that finds nothing wrong where the shape did not fit would be one that reads something else. */
static bool disagree(struct mlirbc__edit *e, size_t at)
{
	return mlirbc__edit_fail(e, MLIRBC_E_CORRUPT, at, "the references of an entry are ambiguous");
}

bool mlirbc__edit_entry_refs(struct mlirbc__edit *e, size_t index)
{
	const struct mlirbc__edit_entry *entry = MLIRBC__EDIT_ENTRY(e, index);
	const size_t at = (size_t)entry->at, end = (size_t)entry[1].at;
	const bool type = index >= e->load->attr_count;
	struct part part = { e->load->data + at, e->load->data + end };
	const bool simple = entry->custom && at < end && is_far_from_end(e, end);
	const char *shape = simple ? entry_shape(e, entry, type, &part.at) : NULL;
	e->from = e->load->data + at;
	if (!entry->custom)
		return !e->copies || copy_to(e, part.end, 0);
	if (shape && part.at <= part.end && go_through(e, shape, part))
		return mlirbc__edit_ok(e);
	if (!mlirbc__edit_ok(e))
		return false;
	begin_walk(e, at, end);
	e->walk.item.part = type ? MLIRBC_WALK_TYPE : MLIRBC_WALK_ATTR;
	e->walk.item.index = type ? index - e->load->attr_count : index;
	return end_walk(e, mlirbc__walk_coded(&e->walk, type, entry->dialect) && mlirbc__walk_used_up(&e->walk)) &&
	       (!shape || disagree(e, at));
}

bool mlirbc__edit_blob_refs(struct mlirbc__edit *e, const struct mlirbc__edit_blob *use, size_t at, size_t size)
{
	const char *layout = ((const char *const *)e->layouts.data)[use->name];
	const char *shape = is_far_from_end(e, at + size) ? ((const char *const *)e->shapes_of.data)[use->name] : NULL;
	const struct part part = { e->load->data + at, e->load->data + at + size };
	e->from = part.at;
	if (shape && go_through(e, shape, part))
		return mlirbc__edit_ok(e);
	if (!mlirbc__edit_ok(e))
		return false;
	begin_walk(e, at, at + size);
	e->walk.item.part = MLIRBC_WALK_PROPERTIES;
	const char *earlier = mlirbc__edit_earlier_layout(e->load, use->name);
	bool sure = (e->load->release != MLIRBC__RELEASE_COUNT && !earlier) || mlirbc__walk_blob_fits(&e->walk, layout);
	if (!sure && earlier && mlirbc__walk_blob_fits(&e->walk, earlier)) {
		layout = earlier;
		sure = true;
	}
	return end_walk(e, mlirbc__walk_blob_as(&e->walk, sure ? layout : NULL)) && (!shape || disagree(e, at));
}
