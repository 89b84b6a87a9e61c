/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files made by other programs and the expected results: valid files in five encodings, damaged files with a
 * verdict, containers of many kinds. */
#include "check.h"
#include "files.h"
#include "spec.h"

#include <dirent.h>

static const char *golden;

static const enum syclbin_encoding encodings[] = { SYCLBIN_ENCODING_V1RAW, SYCLBIN_ENCODING_V1, SYCLBIN_ENCODING_V1OB2,
	SYCLBIN_ENCODING_V1RT, SYCLBIN_ENCODING_V2 };

static struct file load(const char *folder, const char *name, const char *ending)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s/%s%s", golden, folder, name, ending);
	return file_read(path);
}

static struct file load_valid(const char *name, enum syclbin_encoding encoding)
{
	char ending[32];
	snprintf(ending, sizeof ending, ".%s.syclbin", syclbin_encoding_name(encoding));
	return load("valid", name, ending);
}

/* Calls `step` with the name, without suffix, of every file of a folder that has the suffix. @return the number of
 * files */
static unsigned for_each(const char *folder, const char *ending, void (*step)(const char *name))
{
	char path[4096];
	struct dirent **entries;
	unsigned found = 0;
	snprintf(path, sizeof path, "%s/%s", golden, folder);
	int count = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		char *name = entries[i]->d_name;
		size_t length = strlen(name), tail = strlen(ending);
		if (length > tail && strcmp(name + length - tail, ending) == 0) {
			name[length - tail] = '\0';
			found++;
			step(name);
		}
		free(entries[i]);
	}
	free(count >= 0 ? entries : NULL);
	return found;
}

/* The writer's output must equal the golden file of that encoding, byte for byte. */
static void expect_file(
	struct syclbin_writer *writer, const char *name, enum syclbin_encoding encoding, const char *from)
{
	struct file expected = load_valid(name, encoding);
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	uint8_t *made = NULL;
	size_t size = 0;
	if (!expected.data)
		return;
	int before = check_failures;
	if (CHECK_INT(syclbin_writer_finish(writer, encoding, &made, &size, &diag), SYCLBIN_OK))
		CHECK_BYTES(made, size, expected.data, expected.size);
	if (check_failures != before)
		printf("# %s: %s to %s: %s\n", name, from, syclbin_encoding_name(encoding), diag.message);
	syclbin_writer_free_bytes(writer, made, size);
	free(expected.data);
}

static void rewrite(const char *name, enum syclbin_encoding from)
{
	struct file file = load_valid(name, from);
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_reader reader;
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	if (!file.data || !CHECK(writer)) {
		syclbin_writer_destroy(writer);
		return;
	}
	if (!CHECK_INT(syclbin_reader_open(file.data, file.size, &reader, &diag), SYCLBIN_OK) ||
		!CHECK_INT(syclbin_writer_file(writer, &reader, -1, &diag), SYCLBIN_OK))
		printf("# %s, %s: %s\n", name, syclbin_encoding_name(from), diag.message);
	else
		for (unsigned i = 0; i < 5; i++)
			expect_file(writer, name, encodings[i], syclbin_encoding_name(from));
	syclbin_writer_destroy(writer);
	free(file.data);
}

static void convert_one(const char *name)
{
	for (unsigned i = 0; i < 5; i++)
		rewrite(name, encodings[i]);
}

static void convert(void) { CHECK(for_each("valid", ".txt", convert_one) > 0); }

static unsigned built;

static void build_one(const char *name)
{
	char path[4096], folder[4096];
	snprintf(path, sizeof path, "%s/specs/%s.spec", golden, name);
	snprintf(folder, sizeof folder, "%s/specs", golden);
	struct spec spec = spec_read(path, folder);
	if (!spec.writer && !spec.unsupported) {
		CHECK(spec.writer);
		printf("# %s: %s\n", name, spec.why);
	}
	for (unsigned i = 0; spec.writer && i < 5; i++)
		expect_file(spec.writer, name, encodings[i], "spec");
	built += spec.writer != NULL;
	spec_finish(&spec);
}

static void build(void)
{
	CHECK(for_each("specs", ".spec", build_one) > 0);
	CHECK(built > 0);
	printf("# %u built from their descriptions\n", built);
}

static bool print_finding(void *ctx, const struct syclbin_finding *f)
{
	printf("# %s: %s %u at 0x%llx: %s\n", (const char *)ctx, syclbin_severity_name(f->severity), (unsigned)f->code,
		(unsigned long long)f->offset, f->message);
	return true;
}

static struct syclbin_verify_result verify(const char *name, const struct file *file, bool strict, bool show)
{
	struct syclbin_verify_options options = { sizeof options, strict, show ? print_finding : NULL,
		(void *)(uintptr_t)name, 0 };
	struct syclbin_span input = syclbin_span(file->data, file->size);
	struct syclbin_verify_result result;
	enum syclbin_status status = syclbin_verify(&input, &options, NULL, &result, NULL);
	CHECK_INT(status != SYCLBIN_OK, result.findings[SYCLBIN_ERROR] != 0);
	return result;
}

static void valid_one(const char *name)
{
	for (unsigned i = 0; i < 5; i++) {
		struct file file = load_valid(name, encodings[i]);
		if (!file.data)
			continue;
		if (!CHECK_INT(verify(name, &file, false, false).findings[SYCLBIN_ERROR], 0))
			verify(name, &file, false, true);
		free(file.data);
	}
}

static void valid_verify(void) { CHECK(for_each("valid", ".txt", valid_one) > 0); }

/* name, base, what, recommended */
static void verdict(char *line)
{
	char *name = line, *tab = strchr(line, '\t');
	char *recommended = strrchr(line, '\t');
	if (!tab || !recommended)
		return;
	*tab = '\0';
	recommended++;
	struct file file = load("malformed", name, ".syclbin");
	if (!file.data)
		return;
	int before = check_failures;
	struct syclbin_verify_result lenient = verify(name, &file, false, false),
				     strict = verify(name, &file, true, false);
	if (strncmp(recommended, "reject", 6) == 0)
		CHECK(lenient.findings[SYCLBIN_ERROR] > 0);
	else
		CHECK_INT(lenient.findings[SYCLBIN_ERROR], 0);
	if (strncmp(recommended, "warn", 4) == 0)
		CHECK(lenient.findings[SYCLBIN_WARNING] > 0);
	if (strstr(recommended, "strict verify"))
		CHECK(strict.findings[SYCLBIN_ERROR] > 0);
	if (check_failures != before) {
		printf("# %s: expected %s\n", name, recommended);
		verify(name, &file, false, true);
	}
	free(file.data);
}

static void malformed(void)
{
	struct file index = load("malformed", "INDEX", ".tsv");
	unsigned lines = 0;
	CHECK_OR_RETURN(index.data);
	char *text = calloc(index.size + 1, 1), *at = text;
	memcpy(text, index.data, index.size);
	while (at && *at) {
		char *end = strchr(at, '\n');
		if (end)
			*end++ = '\0';
		if (lines++)
			verdict(at);
		at = end;
	}
	CHECK(lines > 1);
	free(text);
	free(index.data);
}

/* Returns the bare image of item `index` of a container. */
static void expect_item(const char *name, uint32_t index, const char *valid)
{
	struct file file = load("offload", name, ""), expected = load_valid(valid, SYCLBIN_ENCODING_V1RAW);
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_input *input = NULL;
	struct syclbin_reader reader;
	int before = check_failures;
	if (!file.data)
		return;
	if (CHECK_INT(syclbin_input_open(file.data, file.size, NULL, NULL, &input, &diag), SYCLBIN_OK) &&
		CHECK(syclbin_input_item(input, index)) && CHECK(syclbin_input_item(input, index)->is_syclbin) &&
		CHECK_INT(syclbin_reader_open_span(&syclbin_input_item(input, index)->bytes, &reader, &diag),
			SYCLBIN_OK)) {
		struct syclbin_writer *writer = syclbin_writer_create(NULL);
		CHECK_INT(syclbin_writer_file(writer, &reader, -1, &diag), SYCLBIN_OK);
		expect_file(writer, valid, SYCLBIN_ENCODING_V1RAW, name);
		syclbin_writer_destroy(writer);
	}
	if (check_failures != before)
		printf("# %s: %s\n", name, diag.message);
	syclbin_input_close(input);
	free(file.data);
	free(expected.data);
}

static bool need(enum syclbin_method method)
{
	if (!syclbin_method_built(method))
		CHECK_SKIP("built without zstd or zlib");
	return syclbin_method_built(method);
}

static void containers(void)
{
	expect_item("crafted_02_one_ir_obv3_plain.bin", 0, "02_one_ir");
	expect_item("crafted_04_mixed_obv3_plain.bin", 0, "04_mixed");
	expect_item("lob22_syclbin.bin", 0, "02_one_ir");
	expect_item("packager19_syclbin.bin", 0, "02_one_ir");
	expect_item("fatobj_syclbin.o", 0, "02_one_ir");
	expect_item("fatlib.a", 0, "02_one_ir");
}

static void compressed(void)
{
	if (!need(SYCLBIN_ZSTD) || !need(SYCLBIN_ZLIB))
		return;
	expect_item("crafted_02_one_ir_obv3_zstd.bin", 0, "02_one_ir");
	expect_item("crafted_02_one_ir_obv3_zlib.bin", 0, "02_one_ir");
	expect_item("crafted_04_mixed_obv3_zstd.bin", 0, "04_mixed");
	expect_item("crafted_04_mixed_obv3_zlib.bin", 0, "04_mixed");
}

/* Checks the items of a container: their number and, if `first` is a container, that the bytes are the same. */
static void expect_items(const char *name, uint32_t count, const char *like)
{
	struct file file = load("offload", name, ""), other = load("offload", like ? like : name, "");
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_input *input = NULL, *model = NULL;
	if (!file.data || !other.data)
		return;
	int before = check_failures;
	CHECK_INT(syclbin_input_open(file.data, file.size, NULL, NULL, &input, &diag), SYCLBIN_OK);
	CHECK_INT(syclbin_input_open(other.data, other.size, NULL, NULL, &model, NULL), SYCLBIN_OK);
	if (input && model && CHECK_INT(syclbin_input_count(input), count) &&
		CHECK_INT(syclbin_input_count(model), count)) {
		for (uint32_t i = 0; i < count; i++) {
			const struct syclbin_item *a = syclbin_input_item(input, i), *b = syclbin_input_item(model, i);
			CHECK_BYTES(a->bytes.data, a->bytes.size, b->bytes.data, b->bytes.size);
			CHECK_BYTES(a->triple.data, a->triple.size, b->triple.data, b->triple.size);
		}
	}
	if (check_failures != before)
		printf("# %s: %s\n", name, diag.message);
	syclbin_input_close(input);
	syclbin_input_close(model);
	free(file.data);
	free(other.data);
}

static void many(void)
{
	expect_items("lob22_five.bin", 5, NULL);
	expect_items("packager19_five.bin", 5, NULL);
	expect_items("lob22_nested.bin", 1, NULL);
	expect_items("lob22_spv.bin", 1, NULL);
	expect_items("bundle19_plain.bc", 2, NULL);
}

static void bundles(void)
{
	if (!need(SYCLBIN_ZSTD) || !need(SYCLBIN_ZLIB))
		return;
	expect_items("bundle19_ccob_zstd.bc", 2, "bundle19_plain.bc");
	expect_items("bundle22_ccob_zstd.bc", 2, NULL);
	expect_items("bundle22_ccob_v2.bc", 2, "bundle22_ccob_zstd.bc");
	expect_items("crafted_ccob_v1_zstd.bc", 2, NULL);
	expect_items("crafted_ccob_v2_zlib.bc", 2, "crafted_ccob_v1_zstd.bc");
	expect_items("crafted_ccob_v3_zlib.bc", 2, "crafted_ccob_v1_zstd.bc");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(convert), CHECK_CASE(build), CHECK_CASE(valid_verify),
		CHECK_CASE(malformed), CHECK_CASE(containers), CHECK_CASE(compressed), CHECK_CASE(many),
		CHECK_CASE(bundles) };
	golden = golden_folder();
	if (!golden) {
		printf("1..0 # SKIP no golden data\n");
		return 0;
	}
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
