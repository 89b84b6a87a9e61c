/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Words and types of `llvm`. */
#include "own_llvm.h"

#include <mlirbc/print.h>

const char up__llvm_linkages[] =
	"private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr external";
const char up__llvm_conventions[] =
	"ccc fastcc coldcc cc_10 cc_11 anyregcc preserve_mostcc preserve_allcc swiftcc cxx_fast_tlscc tailcc cfguard_checkcc "
	"swifttailcc x86_stdcallcc x86_fastcallcc arm_apcscc arm_aapcscc arm_aapcs_vfpcc msp430_intrcc x86_thiscallcc "
	"ptx_kernelcc ptx_devicecc spir_funccc spir_kernelcc intel_ocl_bicc x86_64_sysvcc win64cc x86_vectorcallcc hhvmcc "
	"hhvm_ccc x86_intrcc avr_intrcc avr_builtincc amdgpu_vscc amdgpu_gscc amdgpu_cscc amdgpu_kernelcc x86_regcallcc "
	"amdgpu_hscc msp430_builtincc amdgpu_lscc amdgpu_escc aarch64_vectorcallcc aarch64_sve_vectorcallcc "
	"wasm_emscripten_invokecc amdgpu_gfxcc m68k_intrcc";
const char up__llvm_visibilities[] = "hidden protected", up__llvm_addresses[] = "local_unnamed_addr unnamed_addr";
const char up__llvm_tails[] = "none tail musttail notail";

bool up__read_llvm_word(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const char *text,
	const char *words)
{
	int found = up__try_word(parser, words);
	if (found < 0)
		return true;
	const struct mlirbc_string word = up__word_at(words, found);
	return mlirbc_parser_add_attr(parser, op, name, up__attr_of(parser, text, &word));
}

bool up__read_llvm_number(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const char *words)
{
	const struct mlirbc_type *i64 = up__integer(parser, 64);
	uint64_t value = (uint64_t)(up__try_word(parser, words) + 1);
	return mlirbc_parser_add_attr(
		parser, op, name, i64 ? mlirbc_attr_integer(mlirbc_parser_context(parser), i64, value) : NULL);
}

void up__print_llvm_word(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name, const char *mnemonic,
	const char *hidden)
{
	const struct mlirbc_string word = up__inside(up__property(op, name), mnemonic);
	if (word.size == 0 || (word.size == strlen(hidden) && memcmp(word.data, hidden, word.size) == 0))
		return;
	mlirbc_printer_bytes(printer, word.data, word.size);
	mlirbc_printer_text(printer, " ");
}

void up__print_llvm_number(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name, const char *words)
{
	const struct mlirbc_attr *number = up__property(op, name);
	int64_t value = number && number->kind == MLIRBC_ATTR_INTEGER ? up__integer_of(number) : 0;
	if (value < 1 || value > 2)
		return;
	const struct mlirbc_string word = up__word_at(words, (int)value - 1);
	mlirbc_printer_bytes(printer, word.data, word.size);
	mlirbc_printer_text(printer, " ");
}

bool up__llvm_is_plain_math(const struct mlirbc_op *op)
{
	const struct mlirbc_string flags = up__inside(up__property(op, "fastmathFlags"), "fastmath");
	return flags.size == 4 && memcmp(flags.data, "none", 4) == 0;
}

/* ---- types of functions */

struct text {
	struct mlirbc_parser *parser;
	char *data;
	size_t size, capacity;
};

/* Room for more bytes; NULL after an error. */
static char *room(struct text *text, size_t more)
{
	if (text->size + more <= text->capacity)
		return text->data + text->size;
	size_t capacity = 2 * (text->size + more) + 64;
	char *data = mlirbc_parser_scratch(text->parser, capacity);
	if (!data)
		return NULL;
	if (text->size)
		memcpy(data, text->data, text->size);
	text->data = data;
	text->capacity = capacity;
	return data + text->size;
}

static bool put(struct text *text, const char *more)
{
	size_t size = strlen(more);
	char *to = room(text, size);
	if (to)
		memcpy(to, more, size);
	text->size += to ? size : 0;
	return to != NULL;
}

/* As inside !llvm<...>: types of llvm without their prefix. */
static bool put_type(struct text *text, const struct mlirbc_type *type)
{
	static const char prefix[] = "!llvm.";
	size_t size = mlirbc_type_text(type, NULL, 0);
	char *to = room(text, size + 1);
	if (!to)
		return false;
	mlirbc_type_text(type, to, size + 1);
	size_t skip = size > sizeof prefix - 1 && memcmp(to, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
	memmove(to, to + skip, size - skip);
	text->size += size - skip;
	return true;
}

const struct mlirbc_type *up__llvm_function_type(struct mlirbc_parser *parser,
	const struct mlirbc_unresolved_argument *arguments, size_t count, const struct mlirbc_type *result, bool variadic)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct text text = { .parser = parser };
	bool good = put(&text, "func<") && (result ? put_type(&text, result) : put(&text, "void")) && put(&text, " (");
	for (size_t i = 0; good && i < count; i++)
		good = put(&text, i ? ", " : "") && put_type(&text, arguments[i].type);
	good = good && (!variadic || put(&text, count ? ", ..." : "...")) && put(&text, ")>");
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	if (good) {
		type.u.dialect.dialect = mlirbc_string_get(context, "llvm", 4);
		type.u.dialect.text = mlirbc_string_get(context, text.data, text.size);
	}
	const struct mlirbc_type *made = good && type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(context, &type)
											       : NULL;
	if (!made)
		mlirbc_parser_no_memory(parser);
	return made;
}

struct mlirbc_string up__llvm_function_result(const struct mlirbc_type *type, struct mlirbc_string *out_inputs)
{
	static const char open[] = "func<";
	const struct mlirbc_string *text = type->kind == MLIRBC_TYPE_DIALECT ? type->u.dialect.text : NULL;
	*out_inputs = (struct mlirbc_string){ "", 0 };
	if (!text || text->size < sizeof open + 3 || memcmp(text->data, open, sizeof open - 1) != 0)
		return *out_inputs;
	size_t from = sizeof open - 1, at = from;
	for (int depth = 0; at + 2 < text->size && (depth || text->data[at] != ' ' || text->data[at + 1] != '('); at++)
		depth += strchr("<([", text->data[at]) ? 1 : strchr(">)]", text->data[at]) ? -1 : 0;
	if (at + 4 > text->size)
		return *out_inputs;
	*out_inputs = (struct mlirbc_string){ text->data + at + 2, text->size - at - 4 };
	return (struct mlirbc_string){ text->data + from, at - from };
}

void up__print_llvm_type(struct mlirbc_printer *printer, const struct mlirbc_string *text)
{
	static const char own[] = "array func label metadata ppc_fp128 ptr struct target token void x86_amx";
	size_t size = 0;
	while (size < text->size && ((text->data[size] >= 'a' && text->data[size] <= 'z') || text->data[size] == '_' ||
					    (text->data[size] >= '0' && text->data[size] <= '9')))
		size++;
	for (int i = 0; size; i++) {
		const struct mlirbc_string word = up__word_at(own, i);
		if (word.size == 0)
			break;
		if (word.size == size && memcmp(word.data, text->data, size) == 0)
			mlirbc_printer_text(printer, "!llvm.");
	}
	mlirbc_printer_bytes(printer, text->data, text->size);
}
