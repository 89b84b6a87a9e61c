/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of the text of dialect attributes and types that MLIR prints by a short name: aliases of the source,
 * attributes inside the text that get an alias, and numbers of distinct attributes.
 *
 * In bytecode this text is fully expanded; MLIR parses it into attributes again, and those print as aliases. Text of
 * dialects unknown to MLIR stays unchanged. */
#include "text/print/kept_text_parts.h"

#include "dialects/op_properties.h"
#include "ir/kept_text.h"
#include "support/chars.h"
#include "text/parse/parser.h"

#include <mlirbc/parse.h>
#include <stdio.h>

/* Deeper text is left alone: each level is looked into on its own. */
enum { MOST_NESTING = 64 };

static bool is_word(char c) { return mlirbc__char_is(c, CHAR_SUFFIX); }

static bool is_prefix(const char *at, const char *end, const char *prefix)
{
	size_t size = strlen(prefix);
	return (size_t)(end - at) >= size && memcmp(at, prefix, size) == 0;
}

/* Behind the bracket that closes the one at `at`; NULL: nothing does. The bracket of -> is none, nor that of >= where
 * there are relations. */
static const char *skip_brackets(const char *at, const char *end, char open, char close, bool relations)
{
	int depth = 0;
	while (at < end) {
		if (*at == '"') {
			at = mlirbc__skip_literal(at, end);
			continue;
		}
		bool arrow = *at == '>' && (at[-1] == '-' || (relations && at + 1 < end && at[1] == '='));
		depth += *at == open;
		depth -= *at == close && !arrow;
		at++;
		if (depth == 0)
			return at;
	}
	return NULL;
}

static int nesting(const char *at, const char *end)
{
	int depth = 0, most = 0;
	for (; at < end; at++) {
		depth += *at == '<' || *at == '(' || *at == '[' || *at == '{';
		depth -= *at == '>' || *at == ')' || *at == ']' || *at == '}';
		most = depth > most ? depth : most;
	}
	return most;
}

void mlirbc__pieces_begin(struct mlirbc__pieces *pieces, struct mlirbc_context *context,
	const struct mlirbc_string *dialect, const struct mlirbc_string *text)
{
	const char *end = text->data + text->size;
	*pieces = (struct mlirbc__pieces){ .context = context, .at = text->data, .start = text->data, .end = end };
	if (!mlirbc__kept_has_pieces(text))
		pieces->at = end;
	else if (context && mlirbc__dialect_is_known(dialect->data, dialect->size) &&
		 nesting(text->data, end) <= MOST_NESTING)
		pieces->dialect = dialect;
}

/* ---- the kinds of pieces; each function is called at a byte where the piece may start */

/* The mnemonic of the llvm attribute after `name = `, where it is omitted; NULL: none with an alias. */
static const char *llvm_mnemonic(const char *name, size_t size)
{
	static const char *const names[][2] = { { "domain", "alias_scope_domain" }, { "base_type", "tbaa_type_desc" },
		{ "access_type", "tbaa_type_desc" }, { "vectorize", "loop_vectorize" },
		{ "interleave", "loop_interleave" }, { "unroll", "loop_unroll" },
		{ "unrollAndJam", "loop_unroll_and_jam" }, { "licm", "loop_licm" }, { "distribute", "loop_distribute" },
		{ "pipeline", "loop_pipeline" }, { "peeled", "loop_peeled" }, { "unswitch", "loop_unswitch" },
		{ "parallelAccesses", "access_group" }, { "compileUnit", "di_compile_unit" }, { "file", "di_file" },
		{ "var", "di_global_variable" }, { "decl", "di_global_variable" }, { "type", "di_subroutine_type" } };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strlen(names[i][0]) == size && memcmp(names[i][0], name, size) == 0)
			return names[i][1];
	}
	return size > 8 && memcmp(name, "followup", 8) == 0 ? "loop_annotation" : NULL;
}

/* Likewise for the attribute at `at`, after `name = `, or after another one of its kind and a comma. */
static const char *mnemonic_at(const struct mlirbc__pieces *pieces, const char *at)
{
	if (at - pieces->start < 3 || at[-1] != ' ')
		return NULL;
	if (at[-2] == ',')
		return at - 2 == pieces->list_end ? pieces->listed : NULL;
	if (at[-2] != '=' || at[-3] != ' ')
		return NULL;
	const char *name_end = at - 3, *name = name_end;
	while (name > pieces->start && is_word(name[-1]))
		name--;
	return llvm_mnemonic(name, (size_t)(name_end - name));
}

/* Length of the prefix of an attribute's text that its context implies, if its mnemonic is `mnemonic`. */
static size_t known_part(const struct mlirbc_attr *attr, const char *mnemonic)
{
	size_t size = strlen(mnemonic);
	if (attr && attr->kind == MLIRBC_ATTR_CODED && mlirbc__string_is(attr->u.coded.dialect, "llvm", 4) &&
		mlirbc__string_is(attr->u.coded.mnemonic, mnemonic, size))
		return size;
	if (!attr || attr->kind != MLIRBC_ATTR_DIALECT || attr->type ||
		!mlirbc__string_is(attr->u.dialect.dialect, "llvm", 4))
		return 0;
	const struct mlirbc_string *text = attr->u.dialect.text;
	return text->size > size && memcmp(text->data, mnemonic, size) == 0 && text->data[size] == '<' ? size : 0;
}

/* #name or !name of the source. */
static bool find_reference(struct mlirbc__pieces *pieces, const char *at, struct mlirbc__piece *out)
{
	const char *stop = at + 1;
	while (stop < pieces->end && is_word(*stop) && *stop != '.')
		stop++;
	if (stop - at == 1 || (stop < pieces->end && (*stop == '.' || *stop == '<')))
		return false;
	const struct mlirbc__text_alias *alias = mlirbc__text_alias_find(pieces->context, at, (size_t)(stop - at));
	if (!alias || (!alias->attr && !alias->type))
		return false;
	*out = (struct mlirbc__piece){ .at = at, .size = (size_t)(stop - at), .attr = alias->attr, .type = alias->type };
	if (pieces->dialect && mlirbc__string_is(pieces->dialect, "llvm", 4)) {
		pieces->listed = mnemonic_at(pieces, at);
		pieces->list_end = stop;
		out->known = pieces->listed ? known_part(alias->attr, pieces->listed) : 0;
	}
	return true;
}

/* Makes the attribute of a dialect's text between `at` and `end`, if it gets an alias. */
static bool make_attr(struct mlirbc__pieces *pieces, const struct mlirbc_string *dialect, const char *at,
	const struct mlirbc_string *text, const char *end, struct mlirbc__piece *out)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT };
	size_t size;
	attr.u.dialect.dialect = dialect;
	attr.u.dialect.text = text;
	if (!dialect || !text) {
		pieces->no_memory = true;
		return false;
	}
	if (!mlirbc__attr_alias(&attr, &size))
		return false;
	*out = (struct mlirbc__piece){ .at = at, .size = (size_t)(end - at), .attr = mlirbc_attr_get(pieces->context, &attr) };
	pieces->no_memory |= !out->attr;
	return out->attr != NULL;
}

/* Parses an attribute of llvm into fields, as elsewhere in a source, so that both are equal; false: its text is
 * kept. Text with numbers of distinct attributes is not parsed: the same number may be used elsewhere. */
static bool make_coded(struct mlirbc__pieces *pieces, const char *at, const char *end, struct mlirbc__piece *out)
{
	size_t size;
	const struct mlirbc_attr *attr = NULL;
	if (!is_prefix(at, end, "#llvm."))
		return false;
	for (const char *p = at; (p = memchr(p, '[', (size_t)(end - p))) != NULL; p++) {
		if (p - at >= 8 && memcmp(p - 8, "distinct", 8) == 0)
			return false;
	}
	enum mlirbc_status status = mlirbc__parse_kept(pieces->context, at, (size_t)(end - at), &attr);
	pieces->no_memory |= status == MLIRBC_E_NOMEM;
	if (status != MLIRBC_OK || attr->kind != MLIRBC_ATTR_CODED || !mlirbc__attr_alias(attr, &size))
		return false;
	*out = (struct mlirbc__piece){ .at = at, .size = (size_t)(end - at), .attr = attr };
	return true;
}

/* #dialect.mnemonic, #dialect.mnemonic<...> */
static bool find_attr(struct mlirbc__pieces *pieces, const char *at, struct mlirbc__piece *out)
{
	const char *dot = at + 1;
	while (dot < pieces->end && is_word(*dot) && *dot != '.')
		dot++;
	const char *stop = dot + 1;
	if (dot >= pieces->end || *dot != '.' || dot == at + 1)
		return false;
	while (stop < pieces->end && is_word(*stop))
		stop++;
	if (stop < pieces->end && *stop == '<')
		stop = skip_brackets(stop, pieces->end, '<', '>', false);
	if (!stop)
		return false;
	if (mlirbc__string_is(pieces->dialect, "llvm", 4)) {
		pieces->listed = mnemonic_at(pieces, at);
		pieces->list_end = stop;
	}
	if (make_coded(pieces, at, stop, out))
		return true;
	const struct mlirbc_string *text = mlirbc__string_borrow(pieces->context, dot + 1, (size_t)(stop - dot - 1));
	return make_attr(
		pieces, mlirbc_string_get(pieces->context, at + 1, (size_t)(dot - at - 1)), at, text, stop, out);
}

/* affine_map<...>, affine_set<...>, loc(...) */
static bool find_builtin(struct mlirbc__pieces *pieces, const char *at, struct mlirbc__piece *out)
{
	const char *stop = NULL;
	if (at > pieces->start && (is_word(at[-1]) || strchr("\"!#", at[-1])))
		return false;
	if (is_prefix(at, pieces->end, "affine_map<") || is_prefix(at, pieces->end, "affine_set<"))
		stop = skip_brackets(at + 10, pieces->end, '<', '>', true);
	else if (is_prefix(at, pieces->end, "loc("))
		stop = skip_brackets(at + 3, pieces->end, '(', ')', false);
	if (!stop)
		return false;
	*out = (struct mlirbc__piece){ .at = at, .size = (size_t)(stop - at), .attr = NULL };
	enum mlirbc_status status = mlirbc_parse_attr(pieces->context, at, out->size, &out->attr, NULL);
	pieces->no_memory |= status == MLIRBC_E_NOMEM;
	return status == MLIRBC_OK;
}

/* #llvm.mnemonic followed by the text; NULL: memory is short. */
static const struct mlirbc_string *join(struct mlirbc__pieces *pieces, const char *text, size_t size)
{
	static const char dialect[] = "#llvm.";
	struct mlirbc__arena *arena = &pieces->context->arena;
	size_t before = sizeof dialect - 1, head = strlen(pieces->listed), whole = before + head + size;
	char *room = mlirbc__arena_take(arena, whole, 1);
	if (!room)
		return NULL;
	memcpy(room, dialect, before);
	memcpy(room + before, pieces->listed, head);
	memcpy(room + before + head, text, size);
	const struct mlirbc_string *joined = mlirbc_string_get(pieces->context, room, whole);
	mlirbc__arena_give(arena, room, whole, 1);
	return joined;
}

/* <...> after `name = `, or after another one of its kind and a comma. */
static bool find_stripped(struct mlirbc__pieces *pieces, const char *at, struct mlirbc__piece *out)
{
	pieces->listed = mnemonic_at(pieces, at);
	const char *stop = pieces->listed ? skip_brackets(at, pieces->end, '<', '>', false) : NULL;
	if (!stop)
		return false;
	pieces->list_end = stop;
	const struct mlirbc_string *whole = join(pieces, at, (size_t)(stop - at));
	if (!whole) {
		pieces->no_memory = true;
		return false;
	}
	if (!make_coded(pieces, whole->data, whole->data + whole->size, out)) {
		const char *text = strchr(whole->data, '.') + 1;
		const struct mlirbc_string *kept = mlirbc__string_borrow(
			pieces->context, text, (size_t)(whole->data + whole->size - text));
		if (!make_attr(pieces, pieces->dialect, at, kept, stop, out))
			return false;
	}
	out->at = at;
	out->size = (size_t)(stop - at);
	out->head = strlen(pieces->listed);
	return true;
}

/* The encoding of sparse_tensor's iter_space<<{ map = ... }>, lvls = 0>, which MLIR writes to bytecode without its name. */
static bool find_encoding(struct mlirbc__pieces *pieces, const char *at, struct mlirbc__piece *out)
{
	static const char name[] = "encoding", space[] = "iter_space<", iterator[] = "iterator<";
	const size_t before = (size_t)(at - pieces->start), head = sizeof name - 1;
	if (!mlirbc__string_is(pieces->dialect, "sparse_tensor", 13) ||
		!((before == sizeof space - 1 && is_prefix(pieces->start, at, space)) ||
			(before == sizeof iterator - 1 && is_prefix(pieces->start, at, iterator))))
		return false;
	const char *stop = skip_brackets(at, pieces->end, '<', '>', false);
	const size_t size = stop ? (size_t)(stop - at) : 0;
	struct mlirbc__arena *arena = &pieces->context->arena;
	char *room = stop ? mlirbc__arena_take(arena, head + size, 1) : NULL;
	pieces->no_memory |= stop && !room;
	if (!room)
		return false;
	memcpy(room, name, head);
	memcpy(room + head, at, size);
	const struct mlirbc_string *text = mlirbc_string_get(pieces->context, room, head + size);
	mlirbc__arena_give(arena, room, head + size, 1);
	return make_attr(pieces, pieces->dialect, at, text, stop, out);
}

/* distinct[N], when N was made to be the file's own. */
static bool find_distinct(struct mlirbc__pieces *pieces, const char *at, struct mlirbc__piece *out)
{
	uint64_t number = 0;
	if (!is_prefix(at, pieces->end, "distinct[") || (at > pieces->start && is_word(at[-1])))
		return false;
	const char *digit = at + 9;
	for (; digit < pieces->end && *digit >= '0' && *digit <= '9' && number < UINT64_MAX / 16; digit++)
		number = number * 10 + (uint64_t)(*digit - '0');
	if (number < MLIRBC__TEXT_DISTINCT || digit == pieces->end || *digit != ']')
		return false;
	*out = (struct mlirbc__piece){ .at = at, .size = (size_t)(digit + 1 - at), .distinct = number };
	return true;
}

bool mlirbc__pieces_next(struct mlirbc__pieces *pieces, struct mlirbc__piece *out)
{
	bool llvm = pieces->dialect && mlirbc__string_is(pieces->dialect, "llvm", 4);
	while (pieces->at < pieces->end) {
		const char *at = pieces->at;
		bool found = false;
		if (*at == '"') {
			pieces->at = mlirbc__skip_literal(at, pieces->end);
			continue;
		}
		if ((*at == '#' || *at == '!') && pieces->context)
			found = find_reference(pieces, at, out);
		else if (*at == 'd')
			found = find_distinct(pieces, at, out);
		if (!found && pieces->dialect) {
			switch (*at) {
			case '#': found = find_attr(pieces, at, out); break;
			case 'a':
			case 'l': found = find_builtin(pieces, at, out); break;
			case '<': found = llvm ? find_stripped(pieces, at, out) : find_encoding(pieces, at, out); break;
			default: break;
			}
			/* the name of an alias must end where the attribute does */
			const char *next = at + (found ? out->size : 0);
			found = found && (next == pieces->end || (*next != '<' && !is_word(*next)));
		}
		pieces->at = found ? at + out->size : at + 1;
		if (found || pieces->no_memory)
			return found;
	}
	return false;
}
