/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz_corpus FOLDER FILE...: seeds for the fuzz targets, one per function of the files: FOLDER/models has their text, bytecode and
 * portable artifacts, FOLDER/programs the BEF files. A file whose functions need each other is one seed. Each function is also saved
 * with arguments instead of its constants, because variants of constants are rarely valid. */
#include <bef/stablehlo.h>
#include <bef/translate.h>
#include <mlirbc/load.h>
#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <mlirbc/write.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *folder;
static size_t seeds;

static void save(const char *kind, const char *name, size_t number, const char *ending, const void *data, size_t size)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s/%s-%zu.%s", folder, kind, name, number, ending);
	FILE *file = fopen(path, "wb");
	if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
	seeds++;
}

static int put(void *ctx, const char *data, size_t size) { return fwrite(data, 1, size, ctx) == size ? 0 : 1; }

/* Replaces lines of the dialect `check`, which has no portable form, by spaces. */
static void remove_checks(char *text)
{
	for (char *at = strstr(text, "  check."); at; at = strstr(at, "  check."))
		memset(at, ' ', strcspn(at, "\n"));
}

/* Bytecode, or with `artifact` VHLO; not all programs have a portable form. */
static void save_bytecode(const char *source, size_t size, const char *name, size_t number, bool artifact)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options parsing = { .size = sizeof parsing, .file_name = name };
	parsing.dialects = mlirbc_stablehlo_assembly(&parsing.dialect_count);
	struct mlirbc_write_options options = { .size = sizeof options };
	struct mlirbc_stablehlo_artifact form;
	struct mlirbc_module *module;
	char *bytes = NULL;
	size_t bytes_size = 0;
	char *text = strndup(source, size);
	FILE *out = open_memstream(&bytes, &bytes_size);
	if (artifact)
		remove_checks(text);
	bool made = mlirbc_parse(context, text, size, &parsing, &module, NULL) == MLIRBC_OK;
	if (made && artifact) {
		made = mlirbc_stablehlo_to_vhlo(module, MLIRBC_STABLEHLO_CURRENT, NULL, NULL) == MLIRBC_OK &&
		       mlirbc_stablehlo_artifact_form(MLIRBC_STABLEHLO_CURRENT, &form) == MLIRBC_OK;
		options.has_version = true;
		options.version = form.bytecode_version;
		options.producer = form.producer;
	}
	made = made && mlirbc_write(module, &options, put, out, NULL) == MLIRBC_OK;
	fclose(out);
	if (made)
		save("models", name, number, artifact ? "artifact" : "mlirbc", bytes, bytes_size);
	free(bytes);
	free(text);
	mlirbc_context_destroy(context);
}

/* Whether a line of a function's body, of two spaces and no more, is `VALUE = stablehlo.constant ... : TYPE`. */
static bool is_constant(const char *line, size_t size, size_t *out_value_size, const char **out_type)
{
	static const char between[] = " = stablehlo.constant ";
	const char *at = size > 3 && memcmp(line, "  %", 3) == 0 ? memmem(line, size, between, sizeof between - 1) : NULL;
	const char *end = line + size;
	while (at && end > at && !(end[-1] == ' ' && end[-2] == ':'))
		end--;
	if (!at || end == at || memchr(end, '>', size - (size_t)(end - line)) == NULL)
		return false;
	*out_value_size = (size_t)(at - line) - 2;
	*out_type = end;
	return true;
}

/* A check against a constant becomes one of the value with itself. */
static void print_line(FILE *out, const char *line, size_t size)
{
	static const char ending[] = "_const ";
	const char *check = memmem(line, size, "check.", 6), *at = memmem(line, size, ending, sizeof ending - 1);
	const char *end = line + size;
	while (at && end > at && !(end[-1] == ' ' && end[-2] == ':'))
		end--;
	if (!check || !at) {
		fwrite(line, 1, size, out);
		return;
	}
	const char *value = at + sizeof ending - 1;
	const int length = (int)strcspn(value, ",");
	fprintf(out, "%.*s %.*s, %.*s : ", (int)(at - line), line, length, value, length, value);
	fwrite(end, 1, size - (size_t)(end - line), out);
}

/* The function with arguments instead of constants, NUL-terminated; NULL if it has arguments. Freed by the caller. */
static char *open_constants(const char *text, size_t size, size_t *out_size)
{
	const char *head = memmem(text, size, "() ", 3), *body = memchr(text, '\n', size), *separator = "";
	const char *const end = text + size;
	char *made = NULL;
	size_t value_size;
	const char *type;
	if (!head || !body || head > body)
		return NULL;
	FILE *out = open_memstream(&made, out_size);
	fprintf(out, "%.*s(", (int)(head - text), text);
	for (int pass = 0; pass < 2; pass++) {
		for (const char *line = body + 1, *next; line < end; line = next) {
			next = memchr(line, '\n', (size_t)(end - line));
			next = next ? next + 1 : end;
			const bool constant = is_constant(line, (size_t)(next - line), &value_size, &type);
			if (constant && pass == 0)
				fprintf(out, "%s%.*s: %.*s", separator, (int)value_size, line + 2, (int)(next - type - 1), type);
			else if (!constant && pass == 1)
				print_line(out, line, (size_t)(next - line));
			separator = constant ? ", " : separator;
		}
		if (pass == 0)
			fprintf(out, "%.*s", (int)(body + 1 - head - 1), head + 1);
	}
	fclose(out);
	return made;
}

/* Returns false if the text is not a whole program. */
static bool save_piece(const char *text, size_t size, const char *name, size_t number)
{
	const struct bef_stablehlo_options options = { .size = sizeof options, .no_folding = true };
	uint8_t *bef;
	size_t bef_size;
	if (bef_stablehlo_assemble(text, size, name, NULL, &options, &bef, &bef_size, NULL) != BEF_OK)
		return false;
	save("programs", name, number, "bef", bef, bef_size);
	bef_assemble_free(NULL, bef, bef_size);
	save("models", name, number, "mlir", text, size);
	save_bytecode(text, size, name, number, false);
	save_bytecode(text, size, name, number, true);
	return true;
}

static void split(const char *text, size_t size, const char *name)
{
	static const char begin[] = "\nfunc.func ";
	const char *at = strstr(text, begin + 1);
	bool whole = true;
	size_t number = 0;
	while (at) {
		const char *next = strstr(at, begin), *end = next ? next + 1 : text + size;
		size_t open_size;
		char *open = open_constants(at, (size_t)(end - at), &open_size);
		whole = save_piece(at, (size_t)(end - at), name, number++) && whole;
		if (open)
			(void)save_piece(open, open_size, name, number++);
		free(open);
		at = next ? next + 1 : NULL;
	}
	if (!whole || number == 0)
		(void)save_piece(text, size, name, number);
}

static void read_file(const char *path)
{
	char name[256];
	const char *slash = strrchr(path, '/');
	FILE *file = fopen(path, "rb");
	struct stat about;
	if (!file || fstat(fileno(file), &about) != 0) {
		perror(path);
		exit(1);
	}
	const size_t size = (size_t)about.st_size;
	char *text = calloc(size + 1, 1);
	if (!text || fread(text, 1, size, file) != size)
		exit(1);
	snprintf(name, sizeof name, "%s", slash ? slash + 1 : path);
	split(text, size, name);
	free(text);
	fclose(file);
}

int main(int argc, char **argv)
{
	char path[4096];
	if (argc < 3)
		return 2;
	folder = argv[1];
	mkdir(folder, 0777);
	snprintf(path, sizeof path, "%s/models", folder);
	mkdir(path, 0777);
	snprintf(path, sizeof path, "%s/programs", folder);
	mkdir(path, 0777);
	for (int i = 2; i < argc; i++)
		read_file(argv[i]);
	printf("%zu seeds\n", seeds);
	return seeds > 0 ? 0 : 1;
}
