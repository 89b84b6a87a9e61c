/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and types of dialects that MLIR refuses: their text is looked at before it is kept. */
#include "spelling.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

/* An error at a byte of the text, which begins at the current token. */
static bool refuse(struct mlirbc_parser *parser, size_t at, const char *message)
{
	struct mlirbc_unresolved place = mlirbc_parser_place(parser, NULL);
	place.column += (uint32_t)at;
	place.offset += at;
	return mlirbc_parser_error_at(parser, &place, "%s", message);
}

static const char BLANKS[] = " \t\n";

/* How many bytes from `from` on are among these; the text has no end mark. */
static size_t span(const struct mlirbc_string *text, size_t from, const char *among)
{
	size_t at = from;
	while (at < text->size && text->data[at] && strchr(among, text->data[at]))
		at++;
	return at - from;
}

/* ---- types */

static bool check_llvm_type(struct mlirbc_parser *parser, const struct mlirbc_string *text)
{
	static const char *const none[] = { " x void>", " x label>", " x metadata>", " x token>", " x !llvm.void>" };
	const size_t number = mlirbc_upstream__starts(text, 0, "ptr<") ? 4 + span(text, 4, " \t\n-") : 0;
	if (number && number < text->size && (text->data[number] < '0' || text->data[number] > '9'))
		return refuse(parser, number, "expected integer value");
	for (size_t i = 0; mlirbc_upstream__starts(text, 0, "array<") && i < sizeof none / sizeof *none; i++) {
		const size_t size = strlen(none[i]);
		if (text->size > size && memcmp(text->data + text->size - size, none[i], size) == 0)
			return refuse(parser, 5, "invalid array element type");
	}
	return true;
}

static bool check_spirv_type(struct mlirbc_parser *parser, const struct mlirbc_string *text)
{
	if (mlirbc_upstream__starts(text, 0, "array<0x"))
		return refuse(parser, 6, "expected array length greater than 0");
	const unsigned long long columns = mlirbc_upstream__starts(text, 0, "matrix<") ? strtoull(text->data + 7, NULL, 10) : 2;
	if (columns < 2 || columns > 4)
		return refuse(parser, 7, "matrix is expected to have 2, 3, or 4 columns");
	if (mlirbc_upstream__starts(text, 0, "ptr<") && !memchr(text->data, ',', text->size))
		return refuse(parser, text->size - 1, "expected ','");
	return true;
}

static bool check_emitc_type(struct mlirbc_parser *parser, const struct mlirbc_string *text)
{
	if (mlirbc_upstream__starts(text, 0, "array<?"))
		return refuse(parser, 6, "expected static shape");
	if (mlirbc_upstream__starts(text, 0, "opaque<\"\">"))
		return refuse(parser, 6, "expected non empty string in !emitc.opaque type");
	if (mlirbc_upstream__starts(text, 0, "lvalue<!emitc.lvalue<") || mlirbc_upstream__starts(text, 0, "lvalue<!emitc.array<"))
		return refuse(parser, 6, "!emitc.lvalue must wrap supported emitc type");
	return true;
}

/* mma_matrix<16x16xf16, "AOp"> */
static bool check_gpu_type(struct mlirbc_parser *parser, const struct mlirbc_string *text)
{
	static const char *const operands[] = { "\"AOp\">", "\"BOp\">", "\"COp\">" };
	size_t dims = 0;
	if (!mlirbc_upstream__starts(text, 0, "mma_matrix<"))
		return true;
	for (size_t at = sizeof "mma_matrix<" - 1, digits; (digits = span(text, at, "0123456789? ")) != 0; at += digits + 1) {
		if (at + digits >= text->size || text->data[at + digits] != 'x')
			break;
		dims++;
	}
	if (dims != 2)
		return refuse(parser, 0, "MMAMatrixType must have exactly two dimensions");
	for (size_t i = 0; i < sizeof operands / sizeof *operands; i++) {
		if (text->size > 6 && memcmp(text->data + text->size - 6, operands[i], 6) == 0)
			return true;
	}
	return refuse(parser, 0, "operand expected to be one of AOp, BOp or COp");
}

bool mlirbc_upstream__check_type_text(
	struct mlirbc_parser *parser, const char *dialect, const struct mlirbc_string *text)
{
	if (strcmp(dialect, "llvm") == 0)
		return check_llvm_type(parser, text);
	if (strcmp(dialect, "spirv") == 0)
		return check_spirv_type(parser, text);
	if (strcmp(dialect, "emitc") == 0)
		return check_emitc_type(parser, text);
	if (strcmp(dialect, "gpu") == 0)
		return check_gpu_type(parser, text);
	return strcmp(dialect, "smt") != 0 || !mlirbc_upstream__starts(text, 0, "bv<0>") ||
	       refuse(parser, 2, "bit-vector must have at least a width of one");
}

/* ---- attributes */

/* The next of the words, separated as those of the enumeration; they may be strings. */
static struct mlirbc_string next_word(const struct mlirbc_string *text, char separator, size_t *at)
{
	const size_t end = text->size - 1;
	size_t size = 0;
	*at += span(text, *at, " \t\n\"");
	while (*at + size < end && text->data[*at + size] != '"' && (!separator || text->data[*at + size] != separator))
		size++;
	while (size && strchr(BLANKS, text->data[*at + size - 1]))
		size--;
	return (struct mlirbc_string){ text->data + *at, size };
}

/* Whether the words are known; else *at is at the first that is not. */
static bool known_words(const struct mlirbc_upstream__enum *e, const struct mlirbc_string *text, size_t *at)
{
	const char separator = e->is_set ? mlirbc_upstream__string(e->separator)[0] : '\0';
	for (;;) {
		const struct mlirbc_string word = next_word(text, separator, at);
		uint64_t value;
		if (!mlirbc_upstream__enum_value(e, word.data, word.size, &value))
			return false;
		*at += word.size;
		*at += span(text, *at, " \t\n\"");
		if (!separator || *at >= text->size || text->data[*at] != separator)
			return true;
		++*at;
	}
}

/* #dialect.mnemonic<words> of an enumeration. */
static bool check_words(struct mlirbc_parser *parser, const char *dialect, const struct mlirbc_string *text)
{
	const char *open = memchr(text->data, '<', text->size);
	const size_t name = open ? (size_t)(open - text->data) : 0;
	size_t at = name + 1;
	if (!open || text->data[text->size - 1] != '>')
		return true;
	for (size_t i = 0; i < mlirbc_upstream__strip_count; i++) {
		const struct mlirbc_upstream__strip *strip = &mlirbc_upstream__strips[i];
		const char *mnemonic = mlirbc_upstream__string(strip->mnemonic);
		if (strip->form != STRIP_ANGLES || strip->enumeration == NO_ENUM || strncmp(mnemonic, text->data, name) != 0 ||
			mnemonic[name] != '\0' || strcmp(mlirbc_upstream__string(strip->dialect), dialect) != 0)
			continue;
		return known_words(&mlirbc_upstream__enums[strip->enumeration], text, &at) ||
		       refuse(parser, at, "expected one of the words of the enumeration");
	}
	return true;
}

static bool check_llvm_name(struct mlirbc_parser *parser, const struct mlirbc_string *text)
{
	static const char names[] =
		"access_group address_space alias_scope alias_scope_domain blockaddress blocktag cconv "
		"cgprofile_entry comdat constant_range dependent_libraries dereferenceable di_annotation "
		"di_basic_type di_common_block di_compile_unit di_composite_type di_derived_type di_expression "
		"di_expression_elem di_file di_generic_subrange di_global_variable di_global_variable_expression "
		"di_imported_entity di_label di_lexical_block di_lexical_block_file di_local_variable di_module "
		"di_namespace di_null_type di_string_type di_subprogram di_subrange di_subroutine_type "
		"dso_local_equivalent fastmath framePointerKind linkage loop_annotation loop_distribute "
		"loop_interleave loop_licm loop_peeled loop_pipeline loop_unroll loop_unroll_and_jam loop_unswitch "
		"loop_vectorize memory_effects mlir.module_flag mlir.workgroup_attribution mmra_tag overflow poison "
		"profile_summary profile_summary_detailed tailcallkind target target_features tbaa_member tbaa_root "
		"tbaa_tag tbaa_type_desc undef uwtableKind vec_type_hint vscale_range zero ";
	size_t size = 0;
	while (size < text->size && !strchr("< \t\n[(\"", text->data[size]))
		size++;
	for (const char *at = names; *at; at += strcspn(at, " ") + 1) {
		if (strcspn(at, " ") == size && memcmp(at, text->data, size) == 0)
			return true;
	}
	return refuse(parser, 0, "unknown attribute in dialect `llvm`");
}

bool mlirbc_upstream__check_attr_text(
	struct mlirbc_parser *parser, const char *dialect, const struct mlirbc_string *text)
{
	return (strcmp(dialect, "llvm") != 0 || check_llvm_name(parser, text)) && check_words(parser, dialect, text);
}
