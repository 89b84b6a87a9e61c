/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text from anywhere: parsing ends with a module or an error. A module prints, and its text parses and prints
 * identically. If it can be written as bytecode, that loads, and its text parses and prints identically as well.
 * Text of a dialect that mentions an undefined alias is kept, as in MLIR, and the name may be that of another
 * attribute when the module is printed: such a module, which cannot be bytecode, need not print identically. Custom
 * form parses, and prints identically in custom form. With FUZZ_SAFETY in the environment only crashes, leaks and
 * hangs count.
 *
 * A library with hooks includes this file, with their lists as FUZZ_ASSEMBLY and FUZZ_PRINTING and further words for mutants as
 * FUZZ_WORDS. */
#include <mlirbc/mlirbc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

struct text {
	char *data;
	size_t size, room;
};

static int append(void *ctx, const char *text, size_t size)
{
	struct text *out = ctx;
	if (out->size + size > out->room) {
		out->room = 2 * (out->size + size);
		out->data = realloc(out->data, out->room);
		if (!out->data)
			abort();
	}
	memcpy(out->data + out->size, text, size);
	out->size += size;
	return 0;
}

static void check_loaded(const struct mlirbc_module *module);

/* Bytecode of the module is none, or it loads. False: text mentions an alias that is not defined. */
static bool check_bytecode(const struct mlirbc_module *module)
{
	struct text bytes = { 0 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_load_options options = { .size = sizeof options, .max_work = 1 << 20 };
	struct mlirbc_module *loaded;
	if (!context)
		abort();
	mlirbc_context_limit(context, (size_t)256 << 20);
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	enum mlirbc_status written = mlirbc_write(module, NULL, append, &bytes, &why);
	if (written == MLIRBC_OK) {
		enum mlirbc_status status = mlirbc_load(context, bytes.data, bytes.size, &options, &loaded, &diag);
		if (status != MLIRBC_OK && status != MLIRBC_E_LIMIT && !getenv("FUZZ_SAFETY")) {
			fprintf(stderr, "--- written, does not load: %s\n", diag.message);
			abort();
		}
		if (status == MLIRBC_OK)
			check_loaded(loaded);
	}
	free(bytes.data);
	mlirbc_context_destroy(context);
	return written != MLIRBC_E_UNSUPPORTED || !strstr(why.message, "which is not defined");
}

static void fail(const char *what, const char *text, size_t size)
{
	fprintf(stderr, "%s\n--- source\n%.*s\n", what, (int)size, text);
	abort();
}

/* `defined`: not NULL: receives the result of check_bytecode(). */
static enum mlirbc_status print_again(const char *text, size_t size, bool pretty, bool *defined, struct text *out)
{
	struct mlirbc_print_options print = { .size = sizeof print, .debug_info = true, .pretty = pretty };
	struct mlirbc_parse_options parse = { .size = sizeof parse, .max_depth = 100 };
#ifdef FUZZ_ASSEMBLY
	parse.dialects = FUZZ_ASSEMBLY(&parse.dialect_count);
	print.dialects = FUZZ_PRINTING(&print.dialect_count);
#endif
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	if (!context)
		abort();
	mlirbc_context_limit(context, (size_t)256 << 20);
	enum mlirbc_status status = mlirbc_parse(context, text, size, &parse, &module, &diag);
	*out = (struct text){ 0 };
	if (status == MLIRBC_OK && mlirbc_print(module, &print, append, out) != MLIRBC_OK)
		fail("does not print", text, size);
	if (status == MLIRBC_OK && defined)
		*defined = check_bytecode(module);
	if (status != MLIRBC_OK && (module || diag.status != status || !diag.rule || !diag.message[0]))
		fail("fails without a message", text, size);
	mlirbc_context_destroy(context);
	return status;
}

/* Takes the numbers out of distinct[N]. True when one of these refers to an attribute. */
static bool forget_numbers(struct text *text)
{
	static const char word[] = "distinct[";
	size_t to = 0;
	bool refers = false;
	for (size_t at = 0; at < text->size;) {
		bool number = to >= sizeof word - 1 &&
			      memcmp(text->data + to - (sizeof word - 1), word, sizeof word - 1) == 0;
		while (number && at < text->size && text->data[at] >= '0' && text->data[at] <= '9')
			at++;
		refers |= number && text->size - at > 2 && memcmp(text->data + at, "]<>", 3) != 0;
		if (at < text->size)
			text->data[to++] = text->data[at++];
	}
	text->size = to;
	return refers;
}

/* What was bytecode prints, and this prints the same again. Numbers of distinct attributes in kept text do not count: in
 * text they stay as they are, in bytecode each attribute has its own. Those that refer to
 * an attribute have an alias of their own, but in kept text only where the source had it. */
static void check_loaded(const struct mlirbc_module *module)
{
	const struct mlirbc_print_options print = { .size = sizeof print, .debug_info = true };
	struct text once = { 0 }, twice;
	enum mlirbc_status status = mlirbc_print(module, &print, append, &once);
	if (status == MLIRBC_OK) {
		status = print_again(once.data, once.size, false, NULL, &twice);
		bool refers = forget_numbers(&once);
		refers |= forget_numbers(&twice); /* both are to forget */
		bool same = status == MLIRBC_OK &&
			    (refers || (once.size == twice.size && memcmp(once.data, twice.data, once.size) == 0));
		if (!same && status != MLIRBC_E_LIMIT && !getenv("FUZZ_SAFETY")) {
			fprintf(stderr, "--- printed of bytecode\n%.*s\n--- and again\n%.*s\n", (int)once.size,
				once.data, (int)twice.size, twice.data ? twice.data : "");
			abort();
		}
		free(twice.data);
	} else if (status != MLIRBC_E_LIMIT) {
		fail("bytecode does not print", "", 0);
	}
	free(once.data);
}

/* Whether it parses; `defined` then receives the result of check_bytecode(). */
static bool check_form(const char *text, size_t size, bool pretty, bool *defined)
{
	struct text once, twice;
	bool parsed = print_again(text, size, pretty, pretty ? NULL : defined, &once) == MLIRBC_OK;
	if (parsed) {
		enum mlirbc_status status = print_again(once.data, once.size, pretty, NULL, &twice);
		/* expanded aliases may be much larger than the source */
		bool good = !*defined || status == MLIRBC_E_LIMIT ||
			    (status == MLIRBC_OK && once.size == twice.size &&
				    memcmp(once.data, twice.data, once.size) == 0);
		if (!good && !getenv("FUZZ_SAFETY")) {
			fprintf(stderr, "--- source\n%.*s\n--- printed\n%.*s\n--- and again\n%.*s\n", (int)size, text,
				(int)once.size, once.data, (int)twice.size, twice.data ? twice.data : "");
			abort();
		}
		free(twice.data);
	}
	free(once.data);
	return parsed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *copy = malloc(size ? size : 1);
	bool defined = true;
	if (!copy)
		abort();
	memcpy(copy, data, size);
	if (check_form(copy, size, false, &defined))
		check_form(copy, size, true, &defined);
	free(copy);
	return 0;
}

/* ---- variants made of tokens */

enum { MOST_TOKENS = 4096 };

struct token {
	size_t at, size;
};

static bool is_word(uint8_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static size_t split(const uint8_t *data, size_t size, struct token *tokens)
{
	size_t count = 0;
	for (size_t at = 0; at < size && count < MOST_TOKENS; count++) {
		size_t end = at + 1;
		if (is_word(data[at]) || strchr("%#!^@", data[at]))
			while (end < size && is_word(data[end]))
				end++;
		else if (data[at] == '"')
			while (end < size && data[end - 1 + (end == at + 1)] != '"')
				end++;
		tokens[count] = (struct token){ at, end - at };
		at = end;
	}
	return count;
}

/* Puts `size` bytes in place of a token. */
static size_t replace(
	uint8_t *data, size_t total, size_t room, const struct token *token, const void *with, size_t size)
{
	if (total - token->size + size > room)
		return total;
	memmove(data + token->at + size, data + token->at + token->size, total - token->at - token->size);
	memcpy(data + token->at, with, size);
	return total - token->size + size;
}

/* Replaces a token, or consecutive ones, by another one of the text or of a list, duplicates it, or removes it. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	static const char *const words[] = { "<", ">", "(", ")", "[", "]", "{", "}", ":", ",", "->", "=", "-", "?", "*",
		"0", "1", "-1", "0x7F", "18446744073709551616", "1.5", "1.0e400", "i1", "i0", "i64", "si7", "f32",
		"f80", "index", "none", "unit", "dense", "sparse", "array", "tensor", "vector", "memref", "tuple",
		"complex", "affine_map", "strided", "distinct[0]<>", "loc", "callsite", "fused", "unknown",
		"dense_resource", "#a", "!a", "%0", "%0#1", "^bb0", "@a", "::", "\"\"", "\"0x00\"", "\"x\\FF\"", "{-#",
		"#-}", "attributes", "#llvm.di_file<\"a\" in \"b\">", "module", "func.func", "return", "()", "<{", "}>",
		"4x", "x", "//", "\n", "return", "arith.constant", "arith.addi", "overflow<nsw>", "scf.if", "scf.for",
		"scf.yield", "cf.br", "to", "step", "iter_args", "else", "do",
#ifdef FUZZ_WORDS
		FUZZ_WORDS
#endif
	};
	static struct token tokens[MOST_TOKENS];
	uint8_t piece[256];
	uint64_t random = seed | 1;
	for (unsigned faults = 1 + seed % 3; faults && size; faults--) {
		size_t count = split(data, size, tokens);
		random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
		const struct token *to = &tokens[(random >> 20) % count], *from = &tokens[(random >> 40) % count];
		const char *word = words[(random >> 33) % (sizeof words / sizeof *words)];
		struct token row = *to;
		size_t some = from->size < sizeof piece ? from->size : sizeof piece;
		memcpy(piece, data + from->at, some);
		switch ((random >> 60) % 6) {
		case 0: size = replace(data, size, max_size, to, word, strlen(word)); break;
		case 1:
			row.size = 0;
			size = replace(data, size, max_size, &row, word, strlen(word));
			break;
		case 2: size = replace(data, size, max_size, to, piece, some); break;
		case 3:
			row.size = 0;
			size = replace(data, size, max_size, &row, piece, some);
			break;
		case 4:
			row.size = to < from ? from->at - to->at : to->size;
			size = replace(data, size, max_size, &row, "", 0);
			break;
		default: size = replace(data, size, max_size, to, "", 0); break;
		}
	}
	return size;
}
