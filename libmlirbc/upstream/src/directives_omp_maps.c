/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Directives of omp.map.info. */
#include "engine.h"
#include "own_parts.h"

#include <mlirbc/build.h>
#include <string.h>

typedef struct mlirbc_upstream__reading reading_t;
typedef struct mlirbc_upstream__printing printing_t;
typedef const struct mlirbc_upstream__argument *arguments_t;

enum { MOST_ITEMS = 256, MOST_TEXT = 400 };

/* ---- MembersIndex: [0], [1, 2] */

static bool parse_members(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	const struct mlirbc_attr **lists = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *lists);
	(void)count;
	if (!lists)
		return false;
	count = 0;
	do {
		if (count == MOST_ITEMS)
			return mlirbc_parser_error(parser, "more than %d lists of indices in a clause", MOST_ITEMS);
		if (!mlirbc_parser_at(parser, "["))
			return mlirbc_parser_expect(parser, "[");
		if (!mlirbc_parser_attr(parser, NULL, &lists[count++]))
			return false;
	} while (mlirbc_parser_try(parser, ","));
	return mlirbc_upstream__set_attr(
		reading, arguments[0].index, mlirbc_attr_array(mlirbc_parser_context(parser), lists, count));
}

static void print_members(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *lists = mlirbc_upstream__attr_in(printing, arguments[0].index);
	(void)count;
	for (size_t i = 0; lists && i < lists->u.array.count && mlirbc_upstream__is_now(printing); i++) {
		mlirbc_printer_text(printing->printer, i ? ", " : "");
		mlirbc_printer_attr(printing->printer, lists->u.array.data[i]);
	}
}

static bool members_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *lists = mlirbc_upstream__attr_in(printing, arguments[0].index);
	(void)count;
	if (lists && lists->kind != MLIRBC_ATTR_ARRAY)
		return false;
	for (size_t i = 0; lists && i < lists->u.array.count; i++) {
		if (lists->u.array.data[i]->kind != MLIRBC_ATTR_ARRAY)
			return false;
	}
	return true;
}

/* ---- MapClause: always, tofrom for #omp<clause_map_flags to|from|always> */

/* The flags in the order of their bits; the words for some differ. */
static const char FLAGS[] = "storage to from always del return_param priv literal implicit close present ompx_hold attach "
			    "attach_always attach_none attach_auto ref_ptr ref_ptee ref_ptr_ptee is_device_ptr ";
enum { TO = 1, FROM = 2, DEL = 4, PRIV = 6, FLAG_COUNT = 20 };
static const char ATTR_START[] = "clause_map_flags ";

static struct mlirbc_string flag_name(int flag)
{
	const char *at = FLAGS;
	for (; flag > 0; flag--)
		at += strcspn(at, " ") + 1;
	return (struct mlirbc_string){ at, strcspn(at, " ") };
}

static bool is(const struct mlirbc_string *word, const char *text)
{
	return word->size == strlen(text) && memcmp(word->data, text, word->size) == 0;
}

/* -1: not a flag. */
static int flag_of(const struct mlirbc_string *word)
{
	for (int i = 0; i < FLAG_COUNT; i++) {
		const struct mlirbc_string name = flag_name(i);
		if (name.size == word->size && memcmp(name.data, word->data, name.size) == 0)
			return i;
	}
	return -1;
}

/* The bits of a word of the clause. MLIR ignores words that it does not know, and those of two flags. */
static uint32_t clause_bits(const struct mlirbc_string *word)
{
	if (is(word, "tofrom"))
		return 1u << TO | 1u << FROM;
	if (is(word, "delete"))
		return 1u << DEL;
	if (is(word, "private"))
		return 1u << PRIV;
	const int flag = flag_of(word);
	return flag < 0 || flag == DEL || flag == PRIV ? 0 : 1u << flag;
}

static const struct mlirbc_attr *flags_attr(struct mlirbc_parser *parser, uint32_t bits)
{
	char text[MOST_TEXT] = "none";
	struct mlirbc_string words = { text, bits ? 0 : 4 };
	for (int i = 0; i < FLAG_COUNT; i++) {
		const struct mlirbc_string name = flag_name(i);
		if (!(bits >> i & 1))
			continue;
		if (words.size)
			text[words.size++] = '|';
		memcpy(text + words.size, name.data, name.size);
		words.size += name.size;
	}
	return up__attr_of(parser, "#omp<clause_map_flags %>", &words);
}

static bool parse_map(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_string word;
	uint32_t bits = 0;
	(void)count;
	do {
		if (!mlirbc_parser_word(reading->parser, &word))
			return false;
		bits |= clause_bits(&word);
	} while (mlirbc_parser_try(reading->parser, ","));
	return mlirbc_upstream__set_attr(reading, arguments[0].index, flags_attr(reading->parser, bits));
}

/* The flags of the attribute; false: it has others. */
static bool flags_of(const struct mlirbc_attr *attr, uint32_t *out)
{
	const size_t start = sizeof ATTR_START - 1;
	const struct mlirbc_string *text = attr && attr->kind == MLIRBC_ATTR_DIALECT ? attr->u.dialect.text : NULL;
	*out = 0;
	if (!text || text->size <= start || memcmp(text->data, ATTR_START, start) != 0)
		return false;
	const char *at = text->data + start, *end = text->data + text->size;
	while (at < end) {
		const char *bar = memchr(at, '|', (size_t)(end - at));
		const struct mlirbc_string word = { at, (size_t)((bar ? bar : end) - at) };
		const int flag = flag_of(&word);
		if (flag < 0 && !is(&word, "none"))
			return false;
		*out |= flag < 0 ? 0 : 1u << flag;
		at = bar ? bar + 1 : end;
	}
	return true;
}

static bool map_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	uint32_t bits;
	(void)count;
	return flags_of(mlirbc_upstream__attr_in(printing, arguments[0].index), &bits);
}

static void print_map(printing_t *printing, arguments_t arguments, size_t count)
{
	static const uint8_t order[FLAG_COUNT] = { 3, 8, 11, 9, 10, TO, FROM, DEL, 5, 0, PRIV, 7, 12, 13, 14, 15, 16, 17, 18, 19 };
	uint32_t bits;
	const char *before = "";
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !flags_of(mlirbc_upstream__attr_in(printing, arguments[0].index), &bits))
		return;
	mlirbc_printer_text(printing->printer, bits ? "" : "none");
	for (int i = 0; i < FLAG_COUNT; i++) {
		const int flag = order[i];
		const bool both = flag == TO && (bits >> FROM & 1);
		struct mlirbc_string name = flag_name(flag);
		if (!(bits >> flag & 1) || (flag == FROM && (bits >> TO & 1)))
			continue;
		name = both ? (struct mlirbc_string){ "tofrom", 6 }
		       : flag == DEL ? (struct mlirbc_string){ "delete", 6 }
		       : flag == PRIV ? (struct mlirbc_string){ "private", 7 } : name;
		mlirbc_printer_text(printing->printer, before);
		mlirbc_printer_bytes(printing->printer, name.data, name.size);
		before = ", ";
	}
}

const struct mlirbc_upstream__directive mlirbc_upstream__omp_map_directives[] = {
	{ "MembersIndex", parse_members, print_members, members_fit, NULL },
	{ "MapClause", parse_map, print_map, map_fits, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};
