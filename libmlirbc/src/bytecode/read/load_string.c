/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The strings of a bytecode file.
 *
 * The file has their sizes, the last string's first, and then their texts. If all of them are going to be used, a
 * table has the position of each. For a file that is read lazily there are positions only at marks, from which the
 * others are found by adding sizes, until that was done so often that the table would have been cheaper. */
#include "bytecode/read/load_state.h"

#include <stddef.h>

enum { USUAL_STRING = 8, LONGEST_SMALL = 127 }; /* bytes; the latter with a one-byte size */
enum { STRING_MARK = 64, USES_PER_TABLE = 4 };  /* strings per mark; strings per use at which the table pays off */
enum { BYTES_PER_USE = 16 };                    /* hashed repeatedly: as expensive as another use */

/* ---- all of them */

/* The sum of the sizes does not match the section: reports the incomplete string, or the bytes left over. */
static bool wrong_total(struct mlirbc__reader *r, size_t count, size_t first)
{
	const size_t *strings = r->load->strings;
	if (first > r->c.pos)
		return mlirbc__bad(r, r->c.end - (first - r->c.pos), "%zu bytes too many, expected the end of the data",
			first - r->c.pos);
	size_t shift = r->c.pos - first;
	for (size_t i = 0; i < count; i++) {
		if (strings[i + 1] + shift > r->c.end)
			return mlirbc__bad(r, strings[i] + shift,
				"string %zu has %zu bytes, but the section ends before", i,
				strings[i + 1] - strings[i]);
	}
	return true;
}

/* Skips one-byte sizes far from the end of the section, and returns the number of strings left. Adds the final bytes
 * of the texts to *inout_ends. */
static size_t skip_small_sizes(struct mlirbc__reader *r, size_t count, size_t *inout_left, uint8_t *inout_ends)
{
	size_t *strings = r->load->strings, left = *inout_left, begin = r->c.pos;
	const uint8_t *data = r->c.base, *p = data + begin;
	uint8_t ends = *inout_ends;
	if (left < begin || r->c.end - begin < count || r->c.end - begin - count < LONGEST_SMALL)
		return count;
	for (; count && (*p & 1); count--) {
		size_t size = *p >> 1;
		if (size - 1 >= left - begin)
			break;
		ends |= data[left - 1];
		strings[count - 1] = left -= size;
		p++;
	}
	*inout_left = left;
	*inout_ends = ends;
	r->c.pos = (size_t)(p - data);
	return count;
}

/* The sizes are in reverse order, so texts are assigned from the last string to the first. */
static bool read_string_sizes(struct mlirbc__reader *r, size_t count, uint8_t *out_ends)
{
	struct mlirbc__load *load = r->load;
	size_t left = r->c.end;
	load->strings[count] = left;
	*out_ends = 0;
	for (size_t i = count; (i = skip_small_sizes(r, i, &left, out_ends)) > 0;) {
		size_t at = r->c.pos;
		i--;
		uint64_t size = mlirbc__varint(&r->c);
		if (size == 0 || !bytecursor_ok(&r->c) || size > bytecursor_left(&r->c))
			return mlirbc__cut(r, "the size of a string") &&
			       mlirbc__bad(r, at, "size of string %zu is %llu, expected 1 to %zu", i,
				       (unsigned long long)size, bytecursor_left(&r->c));
		if (size > left)
			return mlirbc__bad(r, at, "size of string %zu is %llu, but with the others only %zu are left",
				i, (unsigned long long)size, left);
		*out_ends |= load->data[left - 1];
		load->strings[i] = left -= (size_t)size;
	}
	return left == r->c.pos || wrong_total(r, count, left);
}

static bool make_table(struct mlirbc__reader *r, size_t count)
{
	struct mlirbc__load *load = r->load;
	uint8_t ends;
	load->strings = mlirbc__reserve(load, &load->string_buffer, count + 1, sizeof *load->strings);
	if (!load->strings || !read_string_sizes(r, count, &ends))
		return false;
	load->string_count = count;
	return !ends || mlirbc__check_strings(load);
}

static bool intern_all(struct mlirbc__load *load)
{
	struct mlirbc_context *context = load->context;
	mlirbc__set_expect(&context->strings, &context->arena, load->string_count);
	return mlirbc__strings_borrow(
		       context, (const char *)load->data, load->strings, load->string_count, load->unique_strings) ||
	       mlirbc__load_memory(load);
}

/* ---- some of them */

/* Subtracts the next sizes, none of them 0, from *inout_left; eight at once if each has one byte. False: a size is
 * missing or exceeds the rest. */
static bool take_sizes(struct bytecursor *c, size_t count, size_t *inout_left)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), lanes = UINT64_C(0x007F007F007F007F);
	uint64_t sums = 0, sum = 0; /* a lane cannot overflow for the strings between marks */
	while (count) {
		uint64_t word = count >= 8 && c->end - c->pos >= 8 ? mlirbc__load64(c->base + c->pos) : 0;
		uint64_t sizes = word & ~ones, zeros = (sizes - ones) & ~sizes & (ones << 7);
		if ((word & ones) == ones && !zeros) {
			sums += (word >> 1 & lanes) + (word >> 9 & lanes);
			c->pos += 8;
			count -= 8;
			continue;
		}
		uint64_t size = mlirbc__varint(c);
		if (size == 0 || size > *inout_left || !bytecursor_ok(c))
			return false;
		sum += size; /* at most 64 that are below 2^48 */
		count--;
	}
	sum += sums * (ones & UINT64_C(0x00FF00FF00FF00FF)) >> 48;
	if (sum > *inout_left)
		return false;
	*inout_left -= (size_t)sum;
	return true;
}

/* False: invalid data, or memory is short. */
static bool make_marks(struct mlirbc__reader *r, size_t count)
{
	struct mlirbc__load *load = r->load;
	struct bytecursor c = r->c;
	size_t left = c.end;
	struct mlirbc__mark *marks = mlirbc__reserve(
		load, &load->string_mark_buffer, count / STRING_MARK + 1, sizeof *marks);
	for (size_t i = 0; marks && i < count; i += STRING_MARK) {
		marks[i / STRING_MARK] = (struct mlirbc__mark){ c.pos, left };
		if (!take_sizes(&c, count - i < STRING_MARK ? count - i : STRING_MARK, &left))
			return false;
	}
	if (!marks || left != c.pos)
		return false;
	load->string_marks = marks;
	load->string_count = count;
	return true;
}

/* Makes the tables of all strings, unless memory is short. */
static void make_tables_late(struct mlirbc__load *load)
{
	struct mlirbc__arena *arena = &load->context->arena;
	struct mlirbc__buffer *table = &load->string_buffer, *unique = &load->unique_buffer;
	size_t count = load->string_count, one = sizeof *load->strings + sizeof *load->unique_strings;
	if (arena->taken > arena->limit || (count + 1) * one > arena->limit - arena->taken)
		return;
	table->data = mlirbc__arena_take(arena, (count + 1) * sizeof *load->strings, _Alignof(max_align_t));
	if (!table->data)
		return;
	table->bytes = (count + 1) * sizeof *load->strings;
	load->strings = table->data;
	struct mlirbc__reader r = mlirbc__section_reader(load, MLIRBC__SECTION_STRING);
	uint8_t ends;
	(void)mlirbc__count(&r, "number of strings", &count); /* all of this was checked before */
	(void)read_string_sizes(&r, count, &ends);
	unique->data = mlirbc__arena_take_zero(arena, count, sizeof *load->unique_strings, _Alignof(max_align_t));
	if (unique->data)
		unique->bytes = count * sizeof *load->unique_strings;
	load->unique_strings = unique->data;
}

/* Counts the uses, and repeated hashing of long strings: the total work stays proportional to the file. */
static void use_marks(struct mlirbc__load *load, size_t uses)
{
	if (load->unique_strings || load->tried_tables)
		return;
	load->string_uses += uses;
	if (load->string_uses <= load->string_count / USES_PER_TABLE)
		return;
	load->tried_tables = true;
	make_tables_late(load);
}

struct mlirbc_string mlirbc__marked_string(const struct mlirbc__load *load, size_t index)
{
	struct mlirbc__load *own = (struct mlirbc__load *)(uintptr_t)load; /* logically const */
	use_marks(own, 1);
	if (load->strings)
		return mlirbc__raw_string(load, index);
	size_t behind = load->string_count - 1 - index;
	struct mlirbc__mark mark = load->string_marks[behind / STRING_MARK];
	struct bytecursor c = load->sections[MLIRBC__SECTION_STRING];
	size_t left = mark.at;
	c.pos = mark.stream;
	(void)take_sizes(&c, behind % STRING_MARK, &left);
	size_t size = (size_t)mlirbc__varint(&c);
	return (struct mlirbc_string){ (const char *)load->data + (left - size), size - 1 };
}

/* ---- */

bool mlirbc__load_strings(struct mlirbc__load *load)
{
	struct mlirbc__reader r = mlirbc__section_reader(load, MLIRBC__SECTION_STRING);
	size_t count;
	if (!mlirbc__count(&r, "number of strings", &count))
		return false;
	/* The function that makes the table reports errors. */
	if (load->lazy && (make_marks(&r, count) || load->status != MLIRBC_OK))
		return load->status == MLIRBC_OK;
	load->unique_strings = mlirbc__reserve_zero(load, &load->unique_buffer, count, sizeof *load->unique_strings);
	if (!load->unique_strings || !make_table(&r, count))
		return false;
	/* All are going to be used; but a hostile file may have many equal short ones. */
	if (!load->lazy_attributes && count <= (r.c.end - r.c.pos) / USUAL_STRING)
		return intern_all(load);
	return true;
}

bool mlirbc__check_string(struct mlirbc__load *load, size_t index, const struct mlirbc_string *raw)
{
	const uint8_t *end = (const uint8_t *)raw->data + raw->size;
	struct mlirbc__reader r = mlirbc__section_reader(load, MLIRBC__SECTION_STRING);
	return *end == 0 || mlirbc__bad(&r, (size_t)(end - load->data),
				    "string %zu ends with 0x%02x, expected a byte 0", index, *end);
}

bool mlirbc__check_strings(struct mlirbc__load *load)
{
	for (size_t i = 0; i < load->string_count; i++) {
		struct mlirbc_string raw = mlirbc__raw_string(load, i);
		if (!mlirbc__check_string(load, i, &raw))
			return false;
	}
	return true;
}

enum mlirbc_status mlirbc__strings_status(struct mlirbc__load *load, struct mlirbc_diag *diag)
{
	const enum mlirbc_status before = load->status;
	struct mlirbc_diag *told = load->diag;
	load->status = MLIRBC_OK;
	load->diag = diag;
	(void)mlirbc__check_strings(load);
	enum mlirbc_status status = load->status;
	load->status = before;
	load->diag = told;
	return status;
}

const struct mlirbc_string *mlirbc__string(struct mlirbc__load *load, size_t index)
{
	if (load->unique_strings && load->unique_strings[index])
		return load->unique_strings[index];
	struct mlirbc_string raw = mlirbc__raw_string(load, index);
	if (!mlirbc__check_string(load, index, &raw))
		return NULL;
	use_marks(load, raw.size / BYTES_PER_USE);
	/* Without memory for the table a string may be hashed repeatedly. */
	if (!load->unique_strings && load->tried_tables && !mlirbc__work(load, raw.size))
		return NULL;
	const struct mlirbc_string *unique = mlirbc__string_borrow(load->context, raw.data, raw.size);
	if (!unique)
		mlirbc__load_memory(load);
	if (load->unique_strings)
		load->unique_strings[index] = unique;
	return unique;
}
