/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and types of dialects are kept as text. Spellings that mean the same become the one that mlir-opt prints:
 * blanks at brackets and new lines, prefixes in LLVM's types, names in maps of sparse encodings. */
#include "spelling.h"

#include <mlirbc/parse.h>
#include <mlirbc/print.h>
#include <string.h>

/* A text that is made; `room` bytes. */
struct spelling {
	char *data;
	size_t size, room;
};

static void put(struct spelling *out, char c)
{
	if (out->size < out->room)
		out->data[out->size++] = c;
}

static void put_text(struct spelling *out, const char *text)
{
	while (*text)
		put(out, *text++);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Copies a string literal; returns the position behind it. */
static size_t copy_literal(struct spelling *out, const struct mlirbc_string *text, size_t at)
{
	put(out, text->data[at++]);
	while (at < text->size) {
		const char c = text->data[at++];
		put(out, c);
		if (c == '\\' && at < text->size)
			put(out, text->data[at++]);
		else if (c == '"')
			break;
	}
	return at;
}

/* The size of a float with its type at `at`, "1.0 : f32"; 0: there is none. */
static size_t float_size(const struct mlirbc_string *text, size_t at)
{
	size_t size = text->data[at] == '-', types;
	const char *from = text->data + at, *end = text->data + text->size;
	bool point = false;
	if (at > 0 && (is_name(from[-1]) || from[-1] == '.' || from[-1] == '-'))
		return 0;
	for (; from + size < end && (is_name(from[size]) || from[size] == '.' || from[size] == '+' || from[size] == '-'); size++)
		point |= from[size] == '.';
	if (!point || from[from[0] == '-'] < '0' || from[from[0] == '-'] > '9')
		return 0;
	for (types = size; from + types < end && is_blank(from[types]);)
		types++;
	if (from + types == end || from[types++] != ':')
		return 0;
	while (from + types < end && is_blank(from[types]))
		types++;
	if (from + types == end || (from[types] != 'f' && from[types] != 'b'))
		return 0;
	while (from + types < end && is_name(from[types]))
		types++;
	return types;
}

/* A float with its type as mlir-opt prints it. False: it is not one. */
static bool copy_float(struct spelling *out, struct mlirbc_context *context, const char *text, size_t size)
{
	const struct mlirbc_attr *attr;
	char own[80];
	if (mlirbc_parse_attr(context, text, size, &attr, NULL) != MLIRBC_OK || attr->kind != MLIRBC_ATTR_FLOAT ||
		mlirbc_attr_text(attr, own, sizeof own) >= sizeof own)
		return false;
	put_text(out, own);
	return true;
}

/* One blank for several, none behind an opening and before a closing bracket; floats in their usual form. */
static void trim(struct spelling *out, struct mlirbc_context *context, const struct mlirbc_string *text)
{
	for (size_t at = 0; at < text->size;) {
		const char c = text->data[at];
		if (c == '"') {
			at = copy_literal(out, text, at);
			continue;
		}
		const size_t number = (c >= '0' && c <= '9') || c == '-' ? float_size(text, at) : 0;
		if (number && copy_float(out, context, text->data + at, number)) {
			at += number;
			continue;
		}
		if (!is_blank(c)) {
			put(out, c);
			at++;
			continue;
		}
		while (at < text->size && is_blank(text->data[at]))
			at++;
		const char before = out->size ? out->data[out->size - 1] : '<', after = at < text->size ? text->data[at] : '>';
		if (!strchr("<([", before) && !strchr(">)]", after))
			put(out, ' ');
	}
}

static bool needs_trim(const struct mlirbc_string *text)
{
	for (size_t i = 0; i < text->size; i++) {
		const char c = text->data[i], next = i + 1 < text->size ? text->data[i + 1] : '\0';
		if (c == '\n' || c == '\t' || c == '\r' || (c == ' ' && (next == ' ' || next == '>' || next == ')' || next == ']')) ||
			(next == ' ' && (c == '<' || c == '(' || c == '[')) || (c == '.' && next >= '0' && next <= '9'))
			return true;
	}
	return false;
}

/* ---- LLVM's types */

/* Whether the innermost brackets around `at` are those of a builtin type, in which types of llvm keep their prefix. */
static bool in_builtin(const struct mlirbc_string *text, size_t at)
{
	static const char *const words[] = { "vector<", "memref<", "tensor<", "tuple<" };
	size_t depth = 0, left = 1000; /* a longer look back would take quadratic time */
	while (at > 0 && left-- && (text->data[at - 1] != '<' || depth)) {
		at--;
		depth += text->data[at] == '>';
		depth -= text->data[at] == '<' && depth;
	}
	for (size_t i = 0; at && i < sizeof words / sizeof *words; i++) {
		const size_t size = strlen(words[i]);
		if (at >= size && memcmp(text->data + at - size, words[i], size) == 0)
			return true;
	}
	return false;
}

/* Without "!llvm." inside; ptr without <0>; one blank on both sides of the x of an array, and after a comma. */
static void spell_llvm(struct spelling *out, const struct mlirbc_string *text)
{
	for (size_t at = 0; at < text->size;) {
		const char c = text->data[at];
		if (c == '"') {
			at = copy_literal(out, text, at);
		} else if (mlirbc_upstream__starts(text, at, "!llvm.") && !in_builtin(text, at)) {
			at += 6;
		} else if (mlirbc_upstream__starts(text, at, "ptr<0>") && (at == 0 || !is_name(text->data[at - 1]))) {
			put_text(out, "ptr");
			at += 6;
		} else if (c == ',') {
			put_text(out, ", ");
			for (at++; at < text->size && is_blank(text->data[at]);)
				at++;
		} else {
			put(out, c);
			at++;
		}
	}
}

static bool needs_llvm(const struct mlirbc_string *text)
{
	for (size_t i = 0; i < text->size; i++) {
		if (text->data[i] == '!' || (text->data[i] == ',' && i + 1 < text->size && text->data[i + 1] != ' ') ||
			mlirbc_upstream__starts(text, i, "ptr<0>"))
			return true;
	}
	return false;
}

/* Some are those of earlier releases. */
static bool is_llvm_type(const struct mlirbc_string *text)
{
	static const char *const words[] = { "array", "fixed_vec", "func", "label", "metadata", "ppc_fp128", "ptr", "scalable_vec",
		"struct", "target", "token", "vec", "void", "x86_amx", "x86_mmx" };
	size_t size = 0;
	while (size < text->size && is_name(text->data[size]))
		size++;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (strlen(words[i]) == size && memcmp(words[i], text->data, size) == 0)
			return true;
	}
	return false;
}

/* ---- sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }> */

enum { MOST_DIMS = 16 };
struct names {
	struct mlirbc_string dims[MOST_DIMS];
	size_t count;
};

/* The names between the first parentheses of the map; false if it has level names, which are left alone. */
static bool find_names(const struct mlirbc_string *text, struct names *out)
{
	const char *at = memchr(text->data, '(', text->size), *end = text->data + text->size;
	if (!at || memchr(text->data + 10, '{', (size_t)(at - text->data) > 10 ? (size_t)(at - text->data) - 10 : 0))
		return false;
	for (at++; at < end && *at != ')' && out->count < MOST_DIMS;) {
		const char *name = at;
		while (at < end && is_name(*at))
			at++;
		if (at > name)
			out->dims[out->count++] = (struct mlirbc_string){ name, (size_t)(at - name) };
		else if (*at == ',' || is_blank(*at))
			at++;
		else
			return false; /* a slice */
	}
	return at < end && *at == ')';
}

static void put_dim(struct spelling *out, size_t dim)
{
	put(out, 'd');
	if (dim >= 10)
		put(out, '1');
	put(out, (char)('0' + dim % 10));
}

static void spell_sparse(struct spelling *out, const struct mlirbc_string *text, const struct names *names)
{
	for (size_t at = 0; at < text->size;) {
		size_t size = 0, dim = 0;
		if (text->data[at] == '"') {
			at = copy_literal(out, text, at);
			continue;
		}
		while (at + size < text->size && is_name(text->data[at + size]))
			size++;
		while (dim < names->count && (names->dims[dim].size != size || memcmp(names->dims[dim].data, text->data + at, size) != 0))
			dim++;
		if (size && dim < names->count) {
			put_dim(out, dim);
			at += size;
		} else if (size) {
			for (; size; size--)
				put(out, text->data[at++]);
		} else {
			const char c = text->data[at++];
			if (c == '}' && out->size && out->data[out->size - 1] != ' ')
				put(out, ' ');
			put(out, c);
			if (c == '{' && at < text->size && text->data[at] != ' ')
				put(out, ' ');
		}
	}
}

/* ---- sparse_tensor.iter_space<..., lvls = 0 to 1> is printed as lvls = 0 */

static bool has_levels(const struct mlirbc_string *text)
{
	return mlirbc_upstream__starts(text, 0, "iter_space<") || mlirbc_upstream__starts(text, 0, "iterator<");
}

/* The number at `at`, which is moved behind it; -1: there is none of up to 4 digits. */
static int read_level(const struct mlirbc_string *text, size_t *at)
{
	int value = -1;
	for (; *at < text->size && text->data[*at] >= '0' && text->data[*at] <= '9'; (*at)++) {
		if (value > 999)
			return -1;
		value = (value < 0 ? 0 : 10 * value) + (text->data[*at] - '0');
	}
	return value;
}

/* Without " to 1" at the end, if it is the level behind the first one. */
static void spell_levels(struct spelling *out)
{
	static const char word[] = "lvls = ";
	const struct mlirbc_string text = { out->data, out->size };
	for (size_t at = text.size; at-- > 0;) {
		if (!mlirbc_upstream__starts(&text, at, word))
			continue;
		at += sizeof word - 1;
		int from = read_level(&text, &at);
		size_t end = at;
		if (from < 0 || !mlirbc_upstream__starts(&text, at, " to "))
			return;
		at += 4;
		if (read_level(&text, &at) == from + 1 && at + 1 == text.size) {
			out->data[end] = '>';
			out->size = end + 1;
		}
		return;
	}
}

/* ---- dlti: #dlti.dl_entry<key, value> in a list is printed as key = value */

static const char LAYOUT_ENTRY[] = "#dlti.dl_entry<";

static bool has_entries(const struct mlirbc_string *text)
{
	for (size_t i = 0; i < text->size; i++) {
		if (text->data[i] == '#' && mlirbc_upstream__starts(text, i, LAYOUT_ENTRY))
			return true;
	}
	return false;
}

/* Copies what is in the angle brackets; `at` and the result are behind them. The first comma becomes " =". */
static size_t copy_entry(struct spelling *out, const struct mlirbc_string *text, size_t at)
{
	bool key = true;
	size_t depth = 0;
	while (at < text->size) {
		const char c = text->data[at];
		if (c == '"') {
			at = copy_literal(out, text, at);
			continue;
		}
		at++;
		depth += strchr("<([{", c) != NULL;
		if (strchr(">)]}", c) && text->data[at - 2] != '-' && depth-- == 0)
			return at;
		put_text(out, key && c == ',' && !depth ? " " : "");
		put(out, key && c == ',' && !depth ? '=' : c);
		key = key && (c != ',' || depth);
	}
	return at;
}

static void spell_layout(struct spelling *out, const struct mlirbc_string *text)
{
	for (size_t at = 0; at < text->size;) {
		if (text->data[at] == '"')
			at = copy_literal(out, text, at);
		else if (at && mlirbc_upstream__starts(text, at, LAYOUT_ENTRY))
			at = copy_entry(out, text, at + sizeof LAYOUT_ENTRY - 1);
		else
			put(out, text->data[at++]);
	}
}

/* ---- xegpu: MLIR prints two blanks before a memory space that is a word, and numbers with their type */

/* "word = " before a value of the descriptor's attributes. */
static bool is_behind(const struct mlirbc_string *text, size_t at, const char *word)
{
	const size_t size = strlen(word);
	return at >= size && memcmp(text->data + at - size, word, size) == 0;
}

static bool needs_xegpu(const struct mlirbc_string *text)
{
	for (size_t i = 0; i < text->size; i++) {
		if (text->data[i] == '=' && (is_behind(text, i, "memory_space ") || is_behind(text, i, "array_length ") ||
						    is_behind(text, i, "chunk_size ")))
			return true;
	}
	return false;
}

/* The default of the descriptor's attributes. */
static const char NO_FIELDS[] = ", #xegpu.block_tdesc_attr<>";

static void spell_xegpu(struct spelling *out, const struct mlirbc_string *text)
{
	for (size_t at = 0; at < text->size;) {
		const bool number = at < text->size && text->data[at] >= '0' && text->data[at] <= '9' &&
				    (is_behind(text, at, "array_length = ") || is_behind(text, at, "chunk_size = "));
		if (mlirbc_upstream__starts(text, at, NO_FIELDS)) {
			at += sizeof NO_FIELDS - 1;
			continue;
		}
		if (is_behind(text, at, "memory_space = ") &&
			(mlirbc_upstream__starts(text, at, "slm") || mlirbc_upstream__starts(text, at, "global")))
			put(out, ' ');
		while (number && at < text->size && text->data[at] >= '0' && text->data[at] <= '9')
			put(out, text->data[at++]);
		if (number && at < text->size && (text->data[at] == ',' || text->data[at] == '>'))
			put_text(out, " : i64");
		if (at < text->size)
			put(out, text->data[at++]);
	}
}

/* ---- irdl: MLIR prints one more blank before the words of variadicity_array[ single,  optional] */

static bool has_words(const struct mlirbc_string *text) { return mlirbc_upstream__starts(text, 0, "variadicity_array["); }

static void spell_irdl(struct spelling *out, const struct mlirbc_string *text)
{
	for (size_t at = 0; at < text->size; at++) {
		put(out, text->data[at]);
		if ((text->data[at] == '[' && at + 1 < text->size && text->data[at + 1] != ']') || text->data[at] == ',')
			put(out, ' ');
	}
}

/* ---- the spelling of a text */

static bool has_fields(const struct mlirbc_string *text)
{
	return memchr(text->data, '=', text->size) || (text->size > 2 && mlirbc_upstream__starts(text, text->size - 2, "<>"));
}

/* gpu.select_object<1>, whose number is of type i64. */
static bool is_selected_number(const struct mlirbc_string *text)
{
	size_t at = sizeof "select_object<" - 1;
	if (!mlirbc_upstream__starts(text, 0, "select_object<"))
		return false;
	while (at < text->size && text->data[at] >= '0' && text->data[at] <= '9')
		at++;
	return at + 1 == text->size && at > sizeof "select_object<" - 1;
}

static bool add_index_type(struct mlirbc_parser *parser, const struct mlirbc_string *text, struct mlirbc_string *out)
{
	static const char type[] = " : i64>";
	char *made = mlirbc_parser_scratch(parser, text->size + sizeof type);
	if (!made)
		return false;
	memcpy(made, text->data, text->size - 1);
	memcpy(made + text->size - 1, type, sizeof type - 1);
	*out = (struct mlirbc_string){ made, text->size + sizeof type - 2 };
	return true;
}

/* The text in its spelling, in scratch memory; *out may be the text itself. */
static bool respell(struct mlirbc_parser *parser, const char *dialect, bool is_type, const struct mlirbc_string *text,
	struct mlirbc_string *out)
{
	const bool llvm = is_type && strcmp(dialect, "llvm") == 0;
	const bool sparse = strcmp(dialect, "sparse_tensor") == 0 && mlirbc_upstream__starts(text, 0, "encoding<{");
	bool quant = is_type && strcmp(dialect, "quant") == 0;
	struct names names = { .count = 0 };
	*out = *text;
	if (strcmp(dialect, "gpu") == 0 && !is_type && is_selected_number(text))
		return add_index_type(parser, text, out);
	bool levels = is_type && strcmp(dialect, "sparse_tensor") == 0 && has_levels(text);
	bool layout = strcmp(dialect, "dlti") == 0 && has_entries(text);
	bool xegpu = strcmp(dialect, "xegpu") == 0 && needs_xegpu(text);
	const bool irdl = strcmp(dialect, "irdl") == 0 && has_words(text);
	const bool fields = !quant && !sparse && has_fields(text);
	if (!quant && !levels && !layout && !xegpu && !irdl && !fields && !needs_trim(text) && !(llvm && needs_llvm(text)) && !sparse)
		return true;
	struct spelling first = { .room = 8 * text->size + 128 }, second = { .room = 8 * text->size + 128 };
	first.data = mlirbc_parser_scratch(parser, first.room);
	second.data = mlirbc_parser_scratch(parser, second.room);
	if (!first.data || !second.data)
		return false;
	if (quant) {
		struct mlirbc_string made = { second.data,
			mlirbc_upstream__spell_quant(mlirbc_parser_context(parser), text, second.data, second.room) };
		size_t again = mlirbc_upstream__spell_quant(mlirbc_parser_context(parser), &made, first.data, first.room);
		/* Text that MLIR does not parse as a type stays unchanged. */
		if (!memchr(text->data, '!', text->size) && !memchr(text->data, '#', text->size) && again == made.size &&
			memcmp(first.data, made.data, again) == 0)
			*out = made;
		return true;
	}
	trim(&first, mlirbc_parser_context(parser), text);
	if (levels)
		spell_levels(&first);
	if (fields) {
		const struct mlirbc_string list = { first.data, first.size };
		second.size = mlirbc_upstream__spell_fields(dialect, &list, second.data, second.room);
		const struct spelling swapped = first;
		first = second;
		second = swapped;
		second.size = 0;
	}
	*out = (struct mlirbc_string){ first.data, first.size };
	if (llvm)
		spell_llvm(&second, out);
	else if (layout)
		spell_layout(&second, out);
	else if (xegpu)
		spell_xegpu(&second, out);
	else if (irdl)
		spell_irdl(&second, out);
	else if (!sparse)
		return true;
	else if (find_names(out, &names) || (names.count = 0) == 0)
		spell_sparse(&second, out, &names);
	*out = (struct mlirbc_string){ second.data, second.size };
	return true;
}

const struct mlirbc_attr *mlirbc_upstream__check_attr(
	struct mlirbc_parser *parser, const struct mlirbc_attr *attr, void *dialect)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_string text;
	if (attr->kind == MLIRBC_ATTR_DIALECT && !mlirbc_upstream__check_attr_text(parser, dialect, attr->u.dialect.text))
		return NULL;
	if (attr->kind != MLIRBC_ATTR_DIALECT || !respell(parser, dialect, false, attr->u.dialect.text, &text))
		return attr->kind == MLIRBC_ATTR_DIALECT ? NULL : attr;
	if (text.data == attr->u.dialect.text->data)
		return attr;
	const struct mlirbc_string *unique = mlirbc_string_get(context, text.data, text.size);
	struct mlirbc_attr same = { .kind = MLIRBC_ATTR_DIALECT, .type = attr->type };
	same.u.dialect.dialect = attr->u.dialect.dialect;
	same.u.dialect.text = unique;
	const struct mlirbc_attr *made = unique ? mlirbc_attr_get(context, &same) : NULL;
	if (!made)
		mlirbc_parser_no_memory(parser);
	return made;
}

const struct mlirbc_type *mlirbc_upstream__check_type(
	struct mlirbc_parser *parser, const struct mlirbc_type *type, void *dialect)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_string text;
	if (type->kind == MLIRBC_TYPE_DIALECT && strcmp(dialect, "llvm") == 0 && !is_llvm_type(type->u.dialect.text)) {
		const struct mlirbc_string *unknown = type->u.dialect.text;
		mlirbc_parser_error(parser, "unknown LLVM type: %.*s", (int)(unknown->size < 80 ? unknown->size : 80), unknown->data);
		return NULL;
	}
	if (type->kind == MLIRBC_TYPE_DIALECT && !mlirbc_upstream__check_type_text(parser, dialect, type->u.dialect.text))
		return NULL;
	if (type->kind != MLIRBC_TYPE_DIALECT || !respell(parser, dialect, true, type->u.dialect.text, &text))
		return type->kind == MLIRBC_TYPE_DIALECT ? NULL : type;
	if (text.data == type->u.dialect.text->data)
		return type;
	const struct mlirbc_string *unique = mlirbc_string_get(context, text.data, text.size);
	struct mlirbc_type same = { .kind = MLIRBC_TYPE_DIALECT };
	same.u.dialect.dialect = type->u.dialect.dialect;
	same.u.dialect.text = unique;
	const struct mlirbc_type *made = unique ? mlirbc_type_get(context, &same) : NULL;
	if (!made)
		mlirbc_parser_no_memory(parser);
	return made;
}
