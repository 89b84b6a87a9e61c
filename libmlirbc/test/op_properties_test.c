/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The coded table of property layouts: decoding and searching it. */
#include "check.h"
#include "dialects/op_properties.h"
#include <bytecursor/digest.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Printed by op_properties_table.py --digest, which computes it from the tables of the releases before it codes them. */
static const char digest[] = "a48e9bc1ec0ee94da622adf9b5c00092480efe94710be0214500b9d5c4454242";

enum { MOST_TEXT = 4096 };

static unsigned number_at(const char **at)
{
	unsigned low = (unsigned char)*(*at)++;
	return low < 128 ? low : (low & 127) | (unsigned)(unsigned char)*(*at)++ << 7;
}

/* The field as the generator writes it, after the contents of the buffer. */
static size_t put_field(char *out, size_t size, const struct mlirbc__field *field, bool first)
{
	char kind[24] = "";
	switch (field->kind) {
	case MLIRBC__FIELD_ATTR: break;
	case MLIRBC__FIELD_OPTIONAL: strcpy(kind, "?"); break;
	case MLIRBC__FIELD_SEGMENTS: snprintf(kind, sizeof kind, "[%" PRIu32 "]", field->number); break;
	case MLIRBC__FIELD_INTEGER: snprintf(kind, sizeof kind, "i%" PRIu32 ":", field->number); break;
	case MLIRBC__FIELD_BOOL: strcpy(kind, "bool:"); break;
	case MLIRBC__FIELD_OPTIONAL_INT: strcpy(kind, "opt:"); break;
	case MLIRBC__FIELD_OVERFLOW: strcpy(kind, "overflow:"); break;
	}
	return (size_t)snprintf(out, size, "%s%s%.*s", first ? "" : " ", kind, (int)field->name_size, field->name);
}

static size_t put_layout(char *out, size_t size, const char *layout)
{
	struct mlirbc__field field;
	size_t length = 0;
	if (!layout)
		return (size_t)snprintf(out, size, "\t-");
	length += (size_t)snprintf(out, size, "\t");
	for (const char *at = layout; length < size && (at = mlirbc__properties_next(at, &field)) != NULL;)
		length += put_field(out + length, size - length, &field, length == 1);
	return length;
}

static size_t put_defaults(char *out, size_t size, const char *list)
{
	size_t length = 0;
	while (length < size && *list) {
		unsigned text = number_at(&list), start = mlirbc__property_starts[text];
		length += (size_t)snprintf(out + length, size - length, "\t%.*s",
			(int)(mlirbc__property_starts[text + 1] - start), mlirbc__property_texts + start);
	}
	return length;
}

/* A line of the digest: the op is looked up by its name, as users of the table do. */
static bool add_line(struct bytecursor_sha256 *hash, const char *dialect, const char *name)
{
	char line[MOST_TEXT];
	size_t dialect_size = strlen(dialect), name_size = strlen(name);
	size_t length = (size_t)snprintf(line, sizeof line, "%s.%s", dialect, name);
	const char *all[MLIRBC__RELEASE_COUNT];
	bool found = false;
	mlirbc__properties_find_all(dialect, dialect_size, name, name_size, all);
	for (unsigned i = 0; length < sizeof line && i < MLIRBC__RELEASE_COUNT; i++) {
		const char *layout = all[i];
		found = found || layout;
		length += put_layout(line + length, sizeof line - length, layout);
	}
	if (length < sizeof line)
		length += put_defaults(line + length, sizeof line - length,
			mlirbc__properties_defaults(dialect, dialect_size, name, name_size, MLIRBC__RELEASE_22));
	if (!CHECK(length + 1 < sizeof line) || !found)
		return found;
	line[length++] = '\n';
	bytecursor_sha256_add(hash, line, length);
	return true;
}

/* Skips the data after an op's name. */
static const char *skip_row(const char *at, unsigned flags)
{
	(void)number_at(&at);
	if (!(flags & MLIRBC__OP_BOTH_RELEASES))
		(void)number_at(&at);
	if (flags & MLIRBC__OP_HAS_DEFAULTS)
		(void)number_at(&at);
	return at;
}

static void each_op(void (*visit)(const char *dialect, const char *name, void *ctx), void *ctx)
{
	char name[256] = "";
	for (size_t d = 0; d < mlirbc__op_dialect_count; d++) {
		const struct mlirbc__op_dialect *dialect = &mlirbc__op_dialects[d];
		const char *at = mlirbc__op_names + mlirbc__op_groups[dialect[0].first];
		while (at < mlirbc__op_names + mlirbc__op_groups[dialect[1].first]) {
			unsigned flags = (unsigned char)*at++, shared = flags & MLIRBC__OP_SHARED;
			snprintf(name + shared, sizeof name - shared, "%s", at);
			at = skip_row(at + strlen(at) + 1, flags);
			visit(dialect->name, name, ctx);
		}
	}
}

static void hash_op(const char *dialect, const char *name, void *ctx)
{
	if (!add_line(ctx, dialect, name))
		CHECK_STR(name, "a name that is found");
}

static void decodes_to_the_tables_of_the_releases(void)
{
	struct bytecursor_sha256 hash;
	uint8_t bytes[32];
	char text[2 * sizeof bytes + 1];
	bytecursor_sha256_init(&hash);
	each_op(hash_op, &hash);
	bytecursor_sha256_finish(&hash, bytes);
	for (size_t i = 0; i < sizeof bytes; i++)
		snprintf(text + 2 * i, 3, "%02x", bytes[i]);
	CHECK_STR(text, digest);
}

static bool is_op(const char *dialect, const char *name, size_t size)
{
	const char *all[MLIRBC__RELEASE_COUNT];
	mlirbc__properties_find_all(dialect, strlen(dialect), name, size, all);
	return all[MLIRBC__RELEASE_19] || all[MLIRBC__RELEASE_22];
}

struct names {
	char (*all)[128];
	size_t count;
};

static void keep_name(const char *dialect, const char *name, void *ctx)
{
	struct names *names = ctx;
	snprintf(names->all[names->count++], sizeof *names->all, "%s.%s", dialect, name);
}

static int compare_names(const void *a, const void *b) { return strcmp(a, b); }

static bool is_kept(const struct names *names, const char *name)
{
	return bsearch(name, names->all, names->count, sizeof *names->all, compare_names) != NULL;
}

/* Names near one of the table: each prefix, and each with another letter at its end. */
static void finds_no_other_names(void)
{
	struct names names = { malloc(8192 * sizeof *names.all), 0 };
	CHECK_OR_RETURN(names.all);
	each_op(keep_name, &names);
	CHECK(names.count > 3000 && names.count < 8192);
	qsort(names.all, names.count, sizeof *names.all, compare_names);
	for (size_t i = 0; i < names.count; i++) {
		char near[160];
		size_t dot = strcspn(names.all[i], "."), size = strlen(names.all[i]);
		for (size_t end = dot + 1; end <= size; end++) {
			for (const char *last = "\1_az~"; *last; last++) {
				snprintf(near, sizeof near, "%.*s%c", (int)end, names.all[i], *last);
				near[dot] = 0;
				bool found = is_op(near, near + dot + 1, end - dot);
				bool prefix = is_op(near, near + dot + 1, end - dot - 1);
				near[dot] = '.';
				CHECK_INT(found, is_kept(&names, near));
				near[end] = 0;
				CHECK_INT(prefix, is_kept(&names, near));
			}
		}
	}
	free(names.all);
}

static void knows_dialects(void)
{
	static const char *const known[] = { "acc", "arith", "dlti", "llvm", "stablehlo", "vhlo", "xevm" };
	static const char *const unknown[] = { "", "ac", "accc", "arit", "test", "zzz", "sparse_tensors" };
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		CHECK(mlirbc__dialect_is_known(known[i], strlen(known[i])));
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
		CHECK(!mlirbc__dialect_is_known(unknown[i], strlen(unknown[i])));
		CHECK(!is_op(unknown[i], "add", 3));
	}
}

static void layouts_and_defaults(void)
{
	const char *layout = mlirbc__properties_find("arith", 5, "addf", 4, MLIRBC__RELEASE_22);
	struct mlirbc__field field;
	size_t size;
	CHECK_OR_RETURN(layout);
	CHECK(mlirbc__properties_get(layout, "fastmath", 8, &field));
	CHECK_INT(field.kind, MLIRBC__FIELD_OPTIONAL);
	CHECK(!mlirbc__properties_has(layout, "fastmat", 7));
	CHECK(!mlirbc__properties_has_segments(layout) && !mlirbc__properties_has_segments(NULL));
	CHECK(mlirbc__properties_has_segments(mlirbc__properties_find("memref", 6, "alloc", 5, MLIRBC__RELEASE_19)));
	const char *defaults = mlirbc__properties_defaults("arith", 5, "addf", 4, MLIRBC__RELEASE_22);
	const char *value = mlirbc__default_value(defaults, "fastmath", 8, &size);
	CHECK(value && size == 21 && memcmp(value, "#arith.fastmath<none>", 21) == 0);
	CHECK(!mlirbc__default_value(defaults, "fast", 4, &size));
	CHECK_STR(mlirbc__properties_defaults("arith", 5, "addf", 4, MLIRBC__RELEASE_19), "");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(decodes_to_the_tables_of_the_releases),
		CHECK_CASE(finds_no_other_names), CHECK_CASE(knows_dialects), CHECK_CASE(layouts_and_defaults) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
