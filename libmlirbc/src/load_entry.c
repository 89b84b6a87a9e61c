/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the attributes and types of a file lie.
 *
 * The file has their sizes only. Every so many entries there is a mark, from which the others are found by counting; when all
 * ops are going to be read, the slot of each attribute says where it is, and that of a file, line and column what they are. */
#include "builtin.h"

/* What is being counted. */
struct scan {
	struct mlirbc__reader r;
	size_t next, at; /* entry, and where it begins */
	size_t end;      /* of the AttrType section */
	bool builtin;    /* the dialect */
};

/* The first bytes of a location, its code and file, and what the file is in a slot. */
struct head {
	uint64_t bytes, mask, file;
	unsigned size, bits;
};
enum { LONGEST_HEAD = 3 }; /* then all that is usual fits eight bytes */

/* What make_slot() needs of the file. */
struct slots {
	const uint8_t *data;
	size_t last;      /* place at which a whole location can be read */
	uint64_t builtin; /* the bit that says so, when the dialect is */
	uint64_t attr_count, first_ref;
	/* Of the last two files that locations had: places where code is, and where it comes from, often take turns. */
	struct head last_head, other_head;
};

enum { LEAST_LOCATION = 4, LONGEST_LOCATION = 1 + 3 * MLIRBC__LONGEST_NUMBER };

static inline struct slots slots_of(const struct scan *s)
{
	const struct mlirbc__load *load = s->r.load;
	bool wanted = s->builtin && !load->lazy_attributes && load->size > LONGEST_LOCATION;
	return (struct slots){ .data = load->data,
		.last = wanted ? load->size - LONGEST_LOCATION : 0,
		.builtin = s->builtin ? MLIRBC__SLOT_BUILTIN : 0,
		.attr_count = load->attr_count,
		.first_ref = load->first_ref,
		.last_head = { .bytes = 1 }, /* equal to nothing while the mask is 0 */
		.other_head = { .bytes = 1 } };
}

static inline uint64_t pack(uint64_t file, uint64_t line, uint64_t column)
{
	return column << (64 - MLIRBC__COLUMN_BITS) | line << (2 + MLIRBC__FILE_BITS) | file;
}

/* A location that is a file, line and column, packed for its slot, where the file is known, the others have usual
 * sizes, and all of it lies in `word`; else 0. */
static MLIRBC__WITHIN uint64_t pack_same_file(const struct head *head, uint64_t word, uint64_t size)
{
	uint64_t rest = word >> head->bits, bytes = size - head->size;
	/* The lowest bits of a number say how many bytes it has: as many zeros as there are more than one. */
	if (bytes == 3 && (rest & 0x10003) == 0x10002)
		return pack(head->file, rest >> 2 & 0x3FFF, rest >> 17 & 0x7F);
	if (bytes == 4 && (rest & 0x30003) == 0x20002)
		return pack(head->file, rest >> 2 & 0x3FFF, rest >> 18 & 0x3FFF);
	if (bytes == 4 && (rest & 0x1000007) == 0x1000004)
		return pack(head->file, rest >> 3 & 0x1FFFFF, rest >> 25 & 0x7F);
	if (bytes == 5 && (rest & 0x3000007) == 0x2000004)
		return pack(head->file, rest >> 3 & 0x1FFFFF, rest >> 26 & 0x3FFF);
	if (bytes == 2 && (rest & 0x101) == 0x101)
		return pack(head->file, rest >> 1 & 0x7F, rest >> 9 & 0x7F);
	return 0;
}

/* The same for all that fit a slot. That the file is a string remains to be seen. */
static MLIRBC__APART uint64_t pack_location(struct slots *l, size_t at, uint64_t size)
{
	const uint8_t *begin = l->data + at, *p = begin + 1;
	uint64_t word = mlirbc__load64(begin), slot;
	if ((word & l->other_head.mask) == l->other_head.bytes &&
		(slot = pack_same_file(&l->other_head, word, size)) != 0) {
		struct head other = l->other_head;
		l->other_head = l->last_head;
		l->last_head = other;
		return slot;
	}
	uint64_t file = mlirbc__number(&p);
	unsigned head_size = (unsigned)(p - begin);
	uint64_t line = mlirbc__number(&p), column = mlirbc__number(&p);
	if (p != begin + size || file >= l->attr_count || (file += l->first_ref) >> MLIRBC__FILE_BITS ||
		line >> MLIRBC__LINE_BITS || column >> MLIRBC__COLUMN_BITS)
		return 0;
	file = file << 2 | MLIRBC__SLOT_LOCATION;
	if (head_size <= LONGEST_HEAD && l->last_head.file != file) {
		uint64_t mask = (UINT64_C(1) << head_size * 8) - 1;
		l->other_head = l->last_head;
		l->last_head = (struct head){ word & mask, mask, file, head_size, head_size * 8 };
	}
	return pack(file, line, column);
}

/* `size` is that of the entry, twice, and 1 if its encoding is the dialect's own. */
static MLIRBC__WITHIN uint64_t make_slot(struct slots *l, size_t at, uint64_t size)
{
	uint64_t bytes = size >> 1, own = size & 1;
	/* Bytes of entries that cannot be locations are not looked at: they may be far apart. */
	if (own && bytes - LEAST_LOCATION <= LONGEST_LOCATION - LEAST_LOCATION && at < l->last) {
		uint64_t word = mlirbc__load64(l->data + at), slot = 0;
		if ((word & l->last_head.mask) == l->last_head.bytes)
			slot = pack_same_file(&l->last_head, word, bytes);
		if (slot ||
			((word & 0xFF) == (MLIRBC__CODE_FILE << 1 | 1) && (slot = pack_location(l, at, bytes)) != 0))
			return slot;
	}
	if (bytes >> MLIRBC__ENTRY_SIZE_BITS || (uint64_t)at >> (60 - MLIRBC__ENTRY_SIZE_BITS))
		return 0;
	return (uint64_t)at << (4 + MLIRBC__ENTRY_SIZE_BITS) | bytes << 4 | (own ? l->builtin : 0) | own << 2 |
	       MLIRBC__SLOT_ENTRY;
}

/* The functions for `count` entries up to a mark at most do nothing and return false when something does not fit, for the
 * one below to tell what it is, and at the end of the file. */
static bool fill_slots(struct scan *s, struct slots *l, size_t count)
{
	const uint8_t *p = l->data + s->r.c.pos, *end = l->data + s->r.c.end;
	uint64_t *slots = s->r.load->slots + s->next, *slots_end = slots + count;
	size_t at = s->at, section_end = s->end;
	if (s->r.load->size - s->r.c.pos < MLIRBC__LONGEST_NUMBER * MLIRBC__FAR_MARKS)
		return false;
	for (; slots != slots_end; slots++) {
		uint64_t size = mlirbc__number(&p);
		if (size >> 1 > section_end - at)
			return false;
		*slots = make_slot(l, at, size);
		at += (size_t)(size >> 1);
	}
	if (p > end)
		return false;
	s->at = at;
	s->next += count;
	s->r.c.pos = (size_t)(p - l->data);
	return true;
}

/* Most sizes take a byte: eight are added up at once, each pair of them in a lane of its own. How most of the entries
 * of a file are passed of which only a few are ever used. */
static bool skip(struct scan *s, size_t count)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), lanes = UINT64_C(0x003F003F003F003F);
	const uint8_t *p = s->r.c.base + s->r.c.pos, *end = s->r.c.base + s->r.c.end;
	uint64_t long_sum = 0, sums = 0; /* a lane has room for twice as many as there are between marks */
	size_t left = count;
	if (s->r.load->size - s->r.c.pos < MLIRBC__LONGEST_NUMBER * (MLIRBC__FAR_MARKS + 1))
		return false;
	while (left) {
		uint64_t word = mlirbc__load64(p), longer = ~word & ones;
		if (left < 8)
			longer |= UINT64_C(1) << 8 * left; /* the first that is not to be counted */
		if (!longer) {
			sums += (word >> 2 & lanes) + (word >> 10 & lanes);
			p += 8;
			left -= 8;
			continue;
		}
		size_t small = (unsigned)__builtin_ctzll(longer) / 8;
		word &= (longer & (0 - longer)) - 1;
		sums += (word >> 2 & lanes) + (word >> 10 & lanes);
		p += small;
		left -= small;
		if (left) {
			uint64_t size = mlirbc__number(&p) >> 1;
			if (size > s->end)
				return false;
			long_sum += size;
			left--;
		}
	}
	uint64_t sum = long_sum + (sums * (ones & UINT64_C(0x00FF00FF00FF00FF)) >> 48);
	if (p > end || sum > s->end - s->at)
		return false;
	s->at += (size_t)sum;
	s->next += count;
	s->r.c.pos = (size_t)(p - s->r.c.base);
	return true;
}

static MLIRBC__APART bool count_sizes(struct scan *s, struct slots *l, size_t count)
{
	struct mlirbc__reader *r = &s->r;
	for (size_t i = 0; i < count; i++) {
		size_t size_at = r->c.pos;
		uint64_t size = mlirbc__varint(&r->c);
		if (!bytecursor_ok(&r->c) || size >> 1 > s->end - s->at)
			return mlirbc__cut(r, "the size of an entry") &&
			       mlirbc__bad(r, size_at,
				       "entry %zu has %llu bytes, but the AttrType section has only %zu left", s->next,
				       (unsigned long long)(size >> 1), s->end - s->at);
		if (r->load->slots && s->next < r->load->attr_count)
			r->load->slots[s->next] = make_slot(l, s->at, size);
		s->next++;
		s->at += (size_t)(size >> 1);
	}
	return true;
}

static bool scan_entries(struct scan *s, size_t count)
{
	struct mlirbc__load *load = s->r.load;
	struct slots l = slots_of(s);
	for (size_t left = count; left;) {
		size_t most = load->mark_distance - s->next % load->mark_distance;
		if (most == load->mark_distance)
			load->marks[s->next / load->mark_distance] = (struct mlirbc__mark){ s->r.c.pos, s->at };
		most = most < left ? most : left;
		if (!(load->slots && s->next < load->attr_count ? fill_slots(s, &l, most) : skip(s, most)) &&
			!count_sizes(s, &l, most))
			return false;
		left -= most;
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
	s->builtin = load->dialects[dialect].is_builtin;
	return scan_entries(s, count);
}

static bool make_tables(struct mlirbc__load *load, size_t all)
{
	load->mark_distance = load->lazy ? MLIRBC__NEAR_MARKS : MLIRBC__FAR_MARKS;
	load->marks = mlirbc__reserve(load, &load->mark_buffer, all / load->mark_distance + 1, sizeof *load->marks);
	load->types = load->marks
			      ? mlirbc__reserve_zero(load, &load->type_buffer,
				      load->type_count < MLIRBC__SHORT_INDICES ? MLIRBC__SHORT_INDICES : load->type_count,
				      sizeof *load->types)
			      : NULL;
	load->scanned = load->types ? mlirbc__reserve_zero(load, &load->scanned_buffer, all / 8 + 1, 1) : NULL;
	if (!load->scanned)
		return false;
	load->first_ref = load->lazy ? mlirbc__ref_reserve(load->context, load->attr_count)
				     : mlirbc__ref_row(load->context, load->attr_count, &load->slots);
	return load->first_ref || mlirbc__load_memory(load);
}

static bool scan_groups(struct scan *s, size_t all)
{
	size_t attrs = s->r.load->attr_count;
	while (s->next < attrs) {
		if (!scan_group(s, attrs))
			return false;
	}
	while (s->next < all) {
		if (!scan_group(s, all))
			return false;
	}
	return mlirbc__used_up(&s->r);
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
	bool ok = scan_groups(&s, all);
	if (!ok && load->slots)
		memset(load->slots, 0, load->attr_count * sizeof *load->slots);
	return ok;
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
	struct mlirbc__mark mark = load->marks[index / load->mark_distance];
	size_t next = index & ~(load->mark_distance - 1);
	if (load->near_entry > next && load->near_entry <= index) { /* whoever asks for one after the other */
		next = load->near_entry;
		mark = load->near_mark;
	}
	size_t at = mark.at;
	struct bytecursor c = bytecursor_init(load->data, load->size);
	c.pos = mark.stream;
	const struct mlirbc__entry_group *step = group;
	while (step->first > next)
		step--;
	for (;; next++) {
		if (step < group && step[1].first == next)
			c.pos = (++step)->stream;
		size_t stream = c.pos;
		uint64_t size = mlirbc__varint(&c);
		if (next == index) {
			load->near_entry = next;
			load->near_mark = (struct mlirbc__mark){ stream, at };
			return (struct mlirbc__entry){ at, at + (size_t)(size >> 1), group->dialect, size & 1 };
		}
		at += (size_t)(size >> 1);
	}
}

struct mlirbc__entry mlirbc__entry(struct mlirbc__load *load, size_t index)
{
	const struct mlirbc__entry_group *group = find_group(load, index);
	uint64_t slot = load->slots && index < load->attr_count ? load->slots[index] : 0;
	if ((slot & MLIRBC__SLOT_MASK) != MLIRBC__SLOT_ENTRY)
		return count_from_mark(load, group, index);
	size_t at = mlirbc__entry_at(slot);
	return (struct mlirbc__entry){ at, at + mlirbc__entry_size(slot), group->dialect, slot >> 2 & 1 };
}
