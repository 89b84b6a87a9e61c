/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decodes the table of property layouts: finds an op, and reads the fields of its layout. */
#include "dialects/op_properties.h"

#include <string.h>

/* As strcmp, but `name` has a length instead of a NUL. */
static int compare(const char *name, size_t size, const char *text)
{
	size_t length = strlen(text);
	int order = memcmp(name, text, size < length ? size : length);
	return order ? order : (size > length) - (size < length);
}

/* A number of the table's coding. */
static const char *read_number(const char *text, unsigned *out)
{
	unsigned low = (unsigned char)text[0], more = low >> 7;
	*out = more ? (low & 127) | (unsigned)(unsigned char)text[1] << 7 : low;
	return text + 1 + more;
}

/* SIZE_MAX: no release has ops of that dialect. */
static size_t find_dialect(const char *dialect, size_t size)
{
	size_t low = 0, high = mlirbc__op_dialect_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = compare(dialect, size, mlirbc__op_dialects[middle].name);
		if (order == 0)
			return middle;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return SIZE_MAX;
}

/* The last of a dialect's groups that begins at or before the op. The first name of a group shares no characters. */
static size_t find_group(size_t dialect, const char *name, size_t name_size)
{
	size_t low = mlirbc__op_dialects[dialect].first, high = mlirbc__op_dialects[dialect + 1].first;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (compare(name, name_size, mlirbc__op_names + mlirbc__op_groups[middle] + 1) < 0)
			high = middle;
		else
			low = middle;
	}
	return low;
}

struct row {
	unsigned layouts[MLIRBC__RELEASE_COUNT]; /* index + 1; 0: no such op */
	unsigned defaults;
};

/* The data after an op's name, and the start of the next op. */
static const char *read_row(const char *at, unsigned flags, struct row *out)
{
	out->defaults = 0;
	at = read_number(at, &out->layouts[MLIRBC__RELEASE_22]);
	if (flags & MLIRBC__OP_BOTH_RELEASES)
		out->layouts[MLIRBC__RELEASE_19] = out->layouts[MLIRBC__RELEASE_22];
	else
		at = read_number(at, &out->layouts[MLIRBC__RELEASE_19]);
	return flags & MLIRBC__OP_HAS_DEFAULTS ? read_number(at, &out->defaults) : at;
}

/* False if no release has that op. Since names ascend, a name that shares more characters with the previous one than
 * `name` does sorts before `name`, and one that shares fewer sorts after it. */
static bool find_row(const char *dialect, size_t dialect_size, const char *name, size_t name_size, struct row *out)
{
	size_t number = find_dialect(dialect, dialect_size), equal = 0;
	if (number == SIZE_MAX)
		return false;
	size_t group = find_group(number, name, name_size);
	const char *at = mlirbc__op_names + mlirbc__op_groups[group],
		   *end = mlirbc__op_names + mlirbc__op_groups[group + 1];
	while (at < end) {
		unsigned flags = (unsigned char)*at++;
		size_t shared = flags & MLIRBC__OP_SHARED, size = strlen(at), same = 0;
		if (shared < equal)
			return false;
		while (shared == equal && same < size && equal + same < name_size && at[same] == name[equal + same])
			same++;
		equal += same;
		at = read_row(at + size + 1, flags, out);
		if (same == size && equal == name_size)
			return true;
	}
	return false;
}

void mlirbc__properties_find_all(const char *dialect, size_t dialect_size, const char *name, size_t name_size,
	const char *out[MLIRBC__RELEASE_COUNT])
{
	struct row row;
	bool known = find_row(dialect, dialect_size, name, name_size, &row);
	for (unsigned i = 0; i < MLIRBC__RELEASE_COUNT; i++)
		out[i] = known && row.layouts[i] ? mlirbc__property_lists + row.layouts[i] - 1 : NULL;
}

const char *mlirbc__properties_find(
	const char *dialect, size_t dialect_size, const char *name, size_t name_size, enum mlirbc__release release)
{
	const char *all[MLIRBC__RELEASE_COUNT];
	mlirbc__properties_find_all(dialect, dialect_size, name, name_size, all);
	return all[mlirbc__has_own_releases(dialect, dialect_size) ? MLIRBC__RELEASE_22 : release];
}

bool mlirbc__has_own_releases(const char *dialect, size_t size)
{
	static const char *const names[] = { "stablehlo", "chlo", "vhlo", "mhlo", "sdy" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (compare(dialect, size, names[i]) == 0)
			return true;
	}
	return false;
}

bool mlirbc__dialect_is_known(const char *dialect, size_t dialect_size)
{
	return find_dialect(dialect, dialect_size) != SIZE_MAX || compare(dialect, dialect_size, "dlti") == 0;
}

/* The major version in "MLIR22.1.8"; 0: another producer. */
static unsigned llvm_version(const char *producer, size_t size)
{
	if (size < 7 || memcmp(producer, "MLIR", 4) != 0 || producer[6] != '.')
		return 0;
	const unsigned tens = (unsigned char)producer[4] - '0', ones = (unsigned char)producer[5] - '0';
	return tens <= 9 && ones <= 9 ? 10 * tens + ones : 0;
}

enum mlirbc__release mlirbc__release_of(const char *producer, size_t size)
{
	const unsigned version = llvm_version(producer, size);
	return version == 19   ? MLIRBC__RELEASE_19
	       : version == 22 ? MLIRBC__RELEASE_22
			       : MLIRBC__RELEASE_COUNT;
}

enum mlirbc__release mlirbc__release_nearest(const char *producer, size_t size)
{
	const unsigned version = llvm_version(producer, size);
	return version && version <= 20 ? MLIRBC__RELEASE_19 : MLIRBC__RELEASE_22;
}

const char *mlirbc__release_name(enum mlirbc__release release)
{
	return release == MLIRBC__RELEASE_19 ? "MLIR19.1.7" : "MLIR22.1.8";
}

const char *mlirbc__properties_defaults(
	const char *dialect, size_t dialect_size, const char *name, size_t name_size, enum mlirbc__release release)
{
	struct row row;
	bool known = release == MLIRBC__RELEASE_22 && find_row(dialect, dialect_size, name, name_size, &row);
	return mlirbc__property_lists + (known ? row.defaults : 0);
}

/* The next text of a list, and the rest of the list; NULL at its end. */
static const char *next_text(const char *list, const char **out, size_t *out_size)
{
	unsigned number;
	if (!*list)
		return NULL;
	list = read_number(list, &number);
	*out = mlirbc__property_texts + mlirbc__property_starts[number];
	*out_size = (size_t)mlirbc__property_starts[number + 1] - mlirbc__property_starts[number];
	return list;
}

const char *mlirbc__default_value(const char *defaults, const char *name, size_t name_size, size_t *out_size)
{
	const char *text;
	size_t size;
	while ((defaults = next_text(defaults, &text, &size)) != NULL) {
		if (size > name_size && text[name_size] == '=' && memcmp(text, name, name_size) == 0) {
			*out_size = size - name_size - 1;
			return text + name_size + 1;
		}
	}
	return NULL;
}

static size_t read_decimal(const char *text, uint32_t *out)
{
	size_t at = 0;
	for (*out = 0; text[at] >= '0' && text[at] <= '9'; at++)
		*out = *out * 10 + (uint32_t)(text[at] - '0');
	return at;
}

const char *mlirbc__properties_next(const char *layout, struct mlirbc__field *out)
{
	static const struct {
		char prefix[10];
		uint8_t size, kind;
	} kinds[] = { { "bool:", 5, MLIRBC__FIELD_BOOL }, { "opt:", 4, MLIRBC__FIELD_OPTIONAL_INT },
		{ "overflow:", 9, MLIRBC__FIELD_OVERFLOW }, { "?", 1, MLIRBC__FIELD_OPTIONAL } };
	const char *text;
	size_t size, skip = 0;
	layout = next_text(layout, &text, &size);
	if (!layout)
		return NULL;
	*out = (struct mlirbc__field){ .kind = MLIRBC__FIELD_ATTR };
	if (text[0] == '[') {
		out->kind = MLIRBC__FIELD_SEGMENTS;
		skip = 1 + read_decimal(text + 1, &out->number) + 1;
	} else if (text[0] == 'i' && (skip = 1 + read_decimal(text + 1, &out->number)) < size && text[skip] == ':') {
		out->kind = MLIRBC__FIELD_INTEGER;
		skip++;
	} else {
		skip = 0;
		for (size_t i = 0; i < sizeof kinds / sizeof *kinds && skip == 0; i++) {
			if (kinds[i].size < size && memcmp(text, kinds[i].prefix, kinds[i].size) == 0) {
				out->kind = kinds[i].kind;
				skip = kinds[i].size;
			}
		}
	}
	out->name = text + skip;
	out->name_size = size - skip;
	return layout;
}

bool mlirbc__properties_has_segments(const char *layout)
{
	const char *text;
	size_t size;
	while (layout && (layout = next_text(layout, &text, &size)) != NULL) {
		if (*text == '[')
			return true;
	}
	return false;
}

bool mlirbc__properties_get(const char *layout, const char *name, size_t size, struct mlirbc__field *out)
{
	while (layout && (layout = mlirbc__properties_next(layout, out)) != NULL) {
		if (out->name_size == size && memcmp(out->name, name, size) == 0)
			return true;
	}
	return false;
}

bool mlirbc__properties_has(const char *layout, const char *name, size_t size)
{
	struct mlirbc__field field;
	return mlirbc__properties_get(layout, name, size, &field);
}

bool mlirbc__properties_has_attr(const char *layout, const char *name, size_t size)
{
	struct mlirbc__field field;
	return mlirbc__properties_get(layout, name, size, &field) &&
	       (field.kind == MLIRBC__FIELD_ATTR || field.kind == MLIRBC__FIELD_OPTIONAL ||
		       field.kind == MLIRBC__FIELD_SEGMENTS);
}

const char *mlirbc__op_layout(const struct mlirbc_string *op, enum mlirbc__release release)
{
	const char *dot = op->size ? memchr(op->data, '.', op->size) : NULL;
	size_t size = dot ? (size_t)(dot - op->data) : op->size;
	return dot ? mlirbc__properties_find(op->data, size, dot + 1, op->size - size - 1, release) : NULL;
}

const char *mlirbc__op_defaults(const struct mlirbc_string *op)
{
	const char *dot = op->size ? memchr(op->data, '.', op->size) : NULL;
	size_t size = dot ? (size_t)(dot - op->data) : op->size;
	return mlirbc__properties_defaults(op->data, size, dot ? dot + 1 : "", dot ? op->size - size - 1 : 0, MLIRBC__RELEASE_22);
}
