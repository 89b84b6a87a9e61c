/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Positions of the attributes and types of a file.
 *
 * The file has their sizes only. Every mark_distance entries there is a mark, from which the others are found by
 * adding sizes. When all ops are going to be read, the slot of each attribute contains its position, or the location
 * itself if it consists of file, line and column. */
#include "bytecode/read/builtin.h"

/* State of a pass over the sizes. */
struct scan {
	struct mlirbc__reader r;
	size_t next, at;                  /* entry, and its position */
	size_t end;                       /* of the AttrType section */
	bool builtin;                     /* the dialect */
	struct form *forms, *other_forms; /* by the size's byte; NULL: locations are not decoded */
	struct mlirbc__buffer form_buffer;
};

/* Form of the last location whose size had this byte: code and file, and the number of bytes of line and column.
 * Locations of one file are usually adjacent, and then a few instructions convert each to a slot. */
struct form {
	uint64_t mask, bytes;                  /* bytes & mask must be this value */
	uint64_t file, line_mask, column_mask; /* in the slot */
	unsigned line_turn, column_turn;       /* left rotation that moves the bits to their place */
};
enum { MOST_FORMS = 256, MOST_LINE_BYTES = MLIRBC__LINE_BITS / 7, MOST_COLUMN_BYTES = MLIRBC__COLUMN_BITS / 7 };

enum { LEAST_LOCATION = 4, LONGEST_LOCATION = 1 + 3 * MLIRBC__LONGEST_NUMBER };

static inline uint64_t turn(uint64_t word, unsigned bits) { return word << bits | word >> ((64 - bits) & 63); }

static MLIRBC__WITHIN bool has_form(const struct form *form, uint64_t word)
{
	return (word & form->mask) == form->bytes;
}

static MLIRBC__WITHIN uint64_t pack_by(const struct form *form, uint64_t word)
{
	return form->file | (turn(word, form->line_turn) & form->line_mask) |
	       (turn(word, form->column_turn) & form->column_mask);
}

static bool make_forms(struct scan *s)
{
	struct mlirbc__load *load = s->r.load;
	if (!load->slots || load->lazy_attributes)
		return true;
	s->forms = mlirbc__reserve(load, &s->form_buffer, 2 * MOST_FORMS, sizeof *s->forms);
	if (!s->forms)
		return false;
	s->other_forms = s->forms + MOST_FORMS;
	for (size_t i = 0; i < 2 * MOST_FORMS; i++)
		s->forms[i] = (struct form){ .bytes = 1 }; /* matches nothing */
	return true;
}

static uint64_t ones(unsigned count) { return (UINT64_C(1) << count) - 1; }

/* Records the form of a location whose bytes are all in `word`; `size` is the byte of its size. The number of
 * trailing zero bits of a varint gives its number of bytes; each byte holds seven bits more. */
static void note_form(
	struct scan *s, uint8_t size, uint64_t word, uint64_t file, unsigned head, unsigned line, unsigned column)
{
	const unsigned line_at = head * 8, column_at = line_at + line * 8;
	struct form form = { .mask = ones(line_at) | ones(line) << line_at | ones(column) << column_at,
		.file = file,
		.line_mask = ones(7 * line) << (2 + MLIRBC__FILE_BITS),
		.column_mask = ones(7 * column) << (64 - MLIRBC__COLUMN_BITS),
		.line_turn = (2 + MLIRBC__FILE_BITS - line_at - line) & 63,
		.column_turn = (64 - MLIRBC__COLUMN_BITS - column_at - column) & 63 };
	form.bytes = word & form.mask;
	s->other_forms[size] = s->forms[size];
	s->forms[size] = form;
}

/* A location that is a file, line and column, packed for its slot if they fit; else 0. Whether the file is a string
 * is checked later. `size` is 4 · the entry's size + 3. */
static MLIRBC__APART uint64_t pack_location(struct scan *s, const uint8_t *begin, size_t size)
{
	const struct mlirbc__load *load = s->r.load;
	const uint8_t *p = begin + 1;
	const uint64_t word = mlirbc__load64(begin);
	if (has_form(&s->other_forms[size],
		    word)) { /* locations of code and of its origin often alternate */
		struct form other = s->other_forms[size];
		s->other_forms[size] = s->forms[size];
		s->forms[size] = other;
		return pack_by(&other, word);
	}
	uint64_t file = mlirbc__varint_at(&p);
	const unsigned head = (unsigned)(p - begin);
	uint64_t line = mlirbc__varint_at(&p);
	const unsigned column_at = (unsigned)(p - begin);
	uint64_t column = mlirbc__varint_at(&p);
	const unsigned end = (unsigned)(p - begin);
	if (end != size >> 2 || file >= load->attr_count || (file + load->first_ref) >> MLIRBC__FILE_BITS ||
		line >> MLIRBC__LINE_BITS || column >> MLIRBC__COLUMN_BITS)
		return 0;
	load->scanned[file / 8] |= (uint8_t)(1U << file % 8);
	file = (file + load->first_ref) << 2 | MLIRBC__SLOT_LOCATION;
	if (end <= sizeof word && column_at - head <= MOST_LINE_BYTES && end - column_at <= MOST_COLUMN_BYTES)
		note_form(s, (uint8_t)size, word, file, head, column_at - head, end - column_at);
	return column << (64 - MLIRBC__COLUMN_BITS) | line << (2 + MLIRBC__FILE_BITS) | file;
}

/* `size` is 2 · the entry's size, + 1 if it has its dialect's own encoding. */
static MLIRBC__WITHIN uint64_t entry_slot(const struct scan *s, size_t at, uint64_t size)
{
	const uint64_t own = size & 1, builtin = own & s->builtin;
	if (size >> 1 >> MLIRBC__ENTRY_SIZE_BITS || (uint64_t)at >> (60 - MLIRBC__ENTRY_SIZE_BITS))
		return 0;
	return (uint64_t)at << (4 + MLIRBC__ENTRY_SIZE_BITS) | size >> 1 << 4 | builtin * MLIRBC__SLOT_BUILTIN |
	       own << 2 | MLIRBC__SLOT_ENTRY;
}

/* Likewise for an entry of a builtin attribute at `begin`. */
static MLIRBC__WITHIN bool is_location(const uint8_t *begin, uint64_t size)
{
	return *begin == (MLIRBC__CODE_FILE << 1 | 1) && (size & 1) && size >> 1 >= LEAST_LOCATION &&
	       size >> 1 <= LONGEST_LOCATION;
}

/* These functions handle `count` entries, at most up to a mark. At unexpected data, and at the end of the file, they
 * do nothing and return false; the general function below then reports the error. */
static MLIRBC__WITHIN bool fill_slots(struct scan *s, size_t count, bool locations)
{
	/* Upper bound of the bytes of entries between marks whose sizes take one byte, plus the bytes read beyond
	   them. */
	enum { FAR = MLIRBC__FAR_MARKS * 64 + LONGEST_LOCATION };
	const struct mlirbc__load *load = s->r.load;
	const struct form *forms = s->forms;
	const uint8_t *p = load->data + s->r.c.pos, *end = load->data + s->r.c.end;
	const uint8_t *begin = load->data + s->at, *section_end = load->data + s->end;
	uint64_t *slots = load->slots + s->next, *slots_end = slots + count;
	if (load->size - s->r.c.pos < MLIRBC__LONGEST_NUMBER * MLIRBC__FAR_MARKS || load->size - s->at < FAR)
		return false;
	const uint8_t *last = load->data + (load->size - FAR);
	for (; slots != slots_end; slots++) {
		uint64_t size = *p, slot = 0;
		if (locations) {
			const uint64_t word = mlirbc__load64(begin);
			if (MLIRBC__LIKELY(has_form(&forms[size], word))) {
				*slots = pack_by(&forms[size], word);
				begin += size >> 2;
				p++;
				continue;
			}
		}
		size = mlirbc__varint_at(&p);
		if (locations && is_location(begin, size))
			slot = pack_location(s, begin, (size_t)size << 1 | 1);
		*slots = slot ? slot : entry_slot(s, (size_t)(begin - load->data), size);
		if (begin > section_end || size >> 1 > (size_t)(section_end - begin))
			return false;
		begin += size >> 1;
		if (begin > last)
			return false;
	}
	if (p > end || begin > section_end)
		return false;
	s->at = (size_t)(begin - load->data);
	s->next += count;
	s->r.c.pos = (size_t)(p - load->data);
	return true;
}

/* Most sizes take a byte: eight are added at once, in pairs of 16-bit lanes. This is how most entries are skipped if
 * only a few of them are used. */
static bool skip(struct scan *s, size_t count)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), lanes = UINT64_C(0x003F003F003F003F);
	const uint8_t *p = s->r.c.base + s->r.c.pos, *end = s->r.c.base + s->r.c.end;
	uint64_t long_sum = 0, sums = 0; /* a lane cannot overflow for twice the entries between marks */
	size_t left = count;
	if (s->r.load->size - s->r.c.pos < MLIRBC__LONGEST_NUMBER * (MLIRBC__FAR_MARKS + 1))
		return false;
	while (left) {
		uint64_t word = mlirbc__load64(p), longer = ~word & ones;
		if (left < 8)
			longer |= UINT64_C(1) << 8 * left; /* the first one beyond `count` */
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
			uint64_t size = mlirbc__varint_at(&p) >> 1;
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

static uint64_t make_slot(struct scan *s, uint64_t size)
{
	const struct mlirbc__load *load = s->r.load;
	const uint8_t *begin = load->data + s->at;
	uint64_t slot = 0;
	if (s->forms && s->builtin && size >> 1 && load->size - s->at >= LONGEST_LOCATION && is_location(begin, size))
		slot = pack_location(s, begin, (size_t)size << 1 | 1);
	return slot ? slot : entry_slot(s, s->at, size);
}

static MLIRBC__APART bool count_sizes(struct scan *s, size_t count)
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
			r->load->slots[s->next] = make_slot(s, size);
		s->next++;
		s->at += (size_t)(size >> 1);
	}
	return true;
}

static MLIRBC__WITHIN bool pass(struct scan *s, size_t count)
{
	if (!s->r.load->slots || s->next >= s->r.load->attr_count)
		return skip(s, count);
	return s->forms && s->builtin ? fill_slots(s, count, true) : fill_slots(s, count, false);
}

static void set_mark(struct mlirbc__load *load, size_t index, size_t stream, size_t at)
{
	if (load->marks) {
		load->marks[index] = (struct mlirbc__mark){ stream, at };
	} else {
		load->near_marks[2 * index] = (uint32_t)stream;
		load->near_marks[2 * index + 1] = (uint32_t)at;
	}
}

static struct mlirbc__mark get_mark(const struct mlirbc__load *load, size_t index)
{
	if (load->marks)
		return load->marks[index];
	return (struct mlirbc__mark){ load->near_marks[2 * index], load->near_marks[2 * index + 1] };
}

static bool scan_entries(struct scan *s, size_t count)
{
	struct mlirbc__load *load = s->r.load;
	for (size_t left = count; left;) {
		size_t most = load->mark_distance - s->next % load->mark_distance;
		if (most == load->mark_distance)
			set_mark(load, s->next / load->mark_distance, s->r.c.pos, s->at);
		most = most < left ? most : left;
		if (!pass(s, most) && !count_sizes(s, most))
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
			&s->r, count_at, "group of %zu entries, but only %zu remain", count, limit - s->next);
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
	size_t marks = all / load->mark_distance + 1;
	size_t types = load->type_count < MLIRBC__SHORT_INDICES ? MLIRBC__SHORT_INDICES : load->type_count;
	if (load->size > UINT32_MAX)
		load->marks = mlirbc__table(load, &load->mark_buffer, marks, sizeof *load->marks);
	else
		load->near_marks = mlirbc__table(load, &load->mark_buffer, marks, 2 * sizeof *load->near_marks);
	if (load->marks || load->near_marks)
		load->types = mlirbc__reserve_zero(load, &load->type_buffer, types, sizeof *load->types);
	if (!load->types || (!load->lazy && !mlirbc__begin_scanned(load)))
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
	bool ok = make_forms(&s) && scan_groups(&s, all);
	mlirbc__give_buffer(load, &s.form_buffer);
	if (!ok && load->slots)
		memset(load->slots, 0, load->attr_count * sizeof *load->slots);
	return ok;
}

static bool is_string(struct mlirbc__load *load, size_t index)
{
	const struct mlirbc_attr *attr = mlirbc__made_attr(load, index);
	if (!attr)
		attr = mlirbc__common_attr(load, index);
	return attr && attr->kind == MLIRBC_ATTR_STRING;
}

void mlirbc__load_files(struct mlirbc__load *load)
{
	const size_t bytes = load->attr_count / 8 + 1;
	load->good_files = true;
	for (size_t i = 0; i < bytes; i++) {
		while (bytes - i > 8 && mlirbc__load64(load->scanned + i) == 0)
			i += 8;
		const unsigned bits = load->scanned[i];
		load->scanned[i] = 0;
		for (unsigned j = 0; bits >> j; j++) {
			if (bits >> j & 1)
				load->good_files &= is_string(load, i * 8 + j);
		}
	}
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
	struct mlirbc__mark mark = get_mark(load, index / load->mark_distance);
	size_t next = index & ~(load->mark_distance - 1);
	if (load->near_entry > next && load->near_entry <= index) { /* for callers that request consecutive entries */
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
