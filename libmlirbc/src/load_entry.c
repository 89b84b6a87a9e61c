/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the attributes and types of a file lie.
 *
 * The file has their sizes only. Every 16th entry gets a mark, from which the others are found by counting; when all
 * ops are going to be read, each entry's distance from its mark is kept as well. */
#include "load_state.h"

/* What is being counted. */
struct scan {
	struct mlirbc__reader r;
	size_t next, at; /* entry, and where it begins */
	size_t end;      /* of the AttrType section */
	bool far;        /* an entry is too far from its mark for 31 bits */
};

static void note(struct scan *s, uint64_t size, size_t stream)
{
	struct mlirbc__load *load = s->r.load;
	if (s->next % MLIRBC__MARK == 0)
		load->marks[s->next / MLIRBC__MARK] = (struct mlirbc__mark){ stream, s->at };
	if (load->offsets) {
		size_t offset = s->at - load->marks[s->next / MLIRBC__MARK].at;
		s->far |= offset > INT32_MAX;
		load->offsets[s->next] = (uint32_t)offset << 1 | (uint32_t)(size & 1);
	}
	s->next++;
	s->at += (size_t)(size >> 1);
}

/* Sizes that take a byte each, up to the next mark, when their distances are not wanted: how most of the entries of a file
 * are passed of which only a few are ever used. */
static size_t skip_small(struct scan *s, size_t count)
{
	struct bytecursor *c = &s->r.c;
	size_t most = MLIRBC__MARK - s->next % MLIRBC__MARK, sum = 0, i = 0;
	const uint8_t *p = c->base + c->pos;
	most = most < count ? most : count;
	most = most < bytecursor_left(c) ? most : bytecursor_left(c);
	for (; i < most && (p[i] & 1); i++)
		sum += p[i] >> 2;
	if (sum > s->end - s->at)
		return 0;
	s->at += sum;
	s->next += i;
	c->pos += i;
	return i;
}

static bool scan_entries(struct scan *s, size_t count)
{
	struct mlirbc__reader *r = &s->r;
	for (size_t i = 0; i < count;) {
		if (!r->load->offsets && s->next % MLIRBC__MARK != 0) {
			i += skip_small(s, count - i);
			if (i == count)
				break;
		}
		size_t size_at = r->c.pos;
		uint64_t size = mlirbc__varint(&r->c);
		if (!bytecursor_ok(&r->c) || size >> 1 > s->end - s->at)
			return mlirbc__cut(r, "the size of an entry") &&
			       mlirbc__bad(r, size_at,
				       "entry %zu has %llu bytes, but the AttrType section has only %zu left", s->next,
				       (unsigned long long)(size >> 1), s->end - s->at);
		note(s, size, size_at);
		i++;
	}
	return true;
}

/* A run of entries of one dialect. */
static bool scan_group(struct scan *s, size_t limit)
{
	struct mlirbc__load *load = s->r.load;
	size_t dialect, count, count_at;
	if (!mlirbc__index(&s->r, "dialect index", load->dialect_count, &dialect))
		return false;
	count_at = s->r.c.pos;
	if (!mlirbc__count(&s->r, "number of entries", &count))
		return false;
	if (count > limit - s->next)
		return mlirbc__bad(
			&s->r, count_at, "group of %zu entries, but only %zu are left", count, limit - s->next);
	if (count == 0)
		return true;
	load->groups = mlirbc__reserve(load, &load->group_buffer, load->group_count + 1, sizeof *load->groups);
	if (!load->groups)
		return false;
	load->groups[load->group_count++] = (struct mlirbc__entry_group){ s->next, s->r.c.pos, (uint32_t)dialect };
	return scan_entries(s, count);
}

static bool make_tables(struct mlirbc__load *load, size_t all)
{
	load->marks = mlirbc__reserve(load, &load->mark_buffer, all / MLIRBC__MARK + 1, sizeof *load->marks);
	load->types = load->marks
			      ? mlirbc__reserve_zero(load, &load->type_buffer, load->type_count, sizeof *load->types)
			      : NULL;
	load->scanned = load->types ? mlirbc__reserve_zero(load, &load->scanned_buffer, all / 8 + 1, 1) : NULL;
	if (!load->scanned)
		return false;
	if (!load->lazy) {
		load->offsets = mlirbc__reserve(load, &load->offset_buffer, all + 1, sizeof *load->offsets);
		if (!load->offsets)
			return false;
	}
	load->first_ref = mlirbc__ref_reserve(load->context, load->attr_count);
	return load->first_ref || mlirbc__load_memory(load);
}

bool mlirbc__load_entries(struct mlirbc__load *load)
{
	struct scan s = { .r = mlirbc__section_reader(load, MLIRBC__SECTION_ATTR_TYPE_OFFSET),
		.at = load->sections[MLIRBC__SECTION_ATTR_TYPE].pos,
		.end = load->sections[MLIRBC__SECTION_ATTR_TYPE].end };
	if (!mlirbc__count(&s.r, "number of attributes", &load->attr_count) ||
		!mlirbc__count(&s.r, "number of types", &load->type_count))
		return false;
	size_t all = load->attr_count + load->type_count; /* both at most 2^32 - 1 */
	if (!bytecursor_fits(&s.r.c, all, 1))
		return mlirbc__bad(&s.r, s.r.c.pos, "%zu attributes and types, but only %zu bytes follow", all,
			bytecursor_left(&s.r.c));
	if (!make_tables(load, all))
		return false;
	while (s.next < load->attr_count) {
		if (!scan_group(&s, load->attr_count))
			return false;
	}
	while (s.next < all) {
		if (!scan_group(&s, all))
			return false;
	}
	note(&s, 0, s.r.c.pos); /* the end of the last one */
	if (s.far) {
		mlirbc__give_buffer(load, &load->offset_buffer);
		load->offsets = NULL;
	}
	return mlirbc__used_up(&s.r);
}

/* ---- finding an entry */

static const struct mlirbc__entry_group *find_group(struct mlirbc__load *load, size_t index)
{
	const struct mlirbc__entry_group *groups = load->groups;
	size_t low = load->last_group, high = load->group_count;
	if (groups[low].first <= index && (low + 1 == high || index < groups[low + 1].first))
		return &groups[low];
	low = 0;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (groups[middle].first <= index)
			low = middle;
		else
			high = middle;
	}
	load->last_group = low;
	return &groups[low];
}

static struct mlirbc__entry count_from_mark(
	struct mlirbc__load *load, const struct mlirbc__entry_group *group, size_t index)
{
	const struct mlirbc__mark *mark = &load->marks[index / MLIRBC__MARK];
	size_t next = index & ~(size_t)(MLIRBC__MARK - 1), at = mark->at;
	struct bytecursor c = bytecursor_init(load->data, load->size);
	c.pos = mark->stream;
	const struct mlirbc__entry_group *step = group;
	while (step->first > next)
		step--;
	for (;; next++) {
		if (step < group && step[1].first == next)
			c.pos = (++step)->stream;
		uint64_t size = mlirbc__varint(&c);
		if (next == index)
			return (struct mlirbc__entry){ at, at + (size_t)(size >> 1), group->dialect, size & 1 };
		at += (size_t)(size >> 1);
	}
}

struct mlirbc__entry mlirbc__entry(struct mlirbc__load *load, size_t index)
{
	const struct mlirbc__entry_group *group = find_group(load, index);
	if (!load->offsets)
		return count_from_mark(load, group, index);
	uint32_t offset = load->offsets[index];
	return (struct mlirbc__entry){ load->marks[index / MLIRBC__MARK].at + (offset >> 1),
		load->marks[(index + 1) / MLIRBC__MARK].at + (load->offsets[index + 1] >> 1), group->dialect,
		offset & 1 };
}
