/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Looking up an op's property layout, and taking a layout apart. */
#include "dialects/op_properties.h"

#include <string.h>

/* As strcmp, but `name` has a length instead of a NUL. */
static int compare(const char *name, size_t size, const char *text)
{
	size_t length = strlen(text);
	int order = memcmp(name, text, size < length ? size : length);
	return order ? order : (size > length) - (size < length);
}

static int compare_group(const struct mlirbc__op_group *group, const char *dialect, size_t dialect_size,
	const char *name, size_t name_size)
{
	int order = compare(dialect, dialect_size, group->dialect);
	return order ? order : compare(name, name_size, group->names);
}

/* The last group that does not begin behind the op; NULL: the op comes before all of them. */
static const struct mlirbc__op_group *find_group(
	const char *dialect, size_t dialect_size, const char *name, size_t name_size)
{
	size_t low = 0, high = mlirbc__op_group_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (compare_group(&mlirbc__op_groups[middle], dialect, dialect_size, name, name_size) < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return low ? &mlirbc__op_groups[low - 1] : NULL;
}

static const char *layout_text(uint16_t number)
{
	const char *text = mlirbc__op_layouts[number / MLIRBC__LAYOUTS_PER_CHUNK];
	for (unsigned skip = number % MLIRBC__LAYOUTS_PER_CHUNK; skip; skip--)
		text += strlen(text) + 1;
	return text;
}

/* SIZE_MAX: no release has that op. */
static size_t find_row(const char *dialect, size_t dialect_size, const char *name, size_t name_size)
{
	const struct mlirbc__op_group *group = find_group(dialect, dialect_size, name, name_size);
	if (!group || compare(dialect, dialect_size, group->dialect) != 0)
		return SIZE_MAX;
	const char *text = group->names;
	for (uint16_t i = 0; i < group->count; i++, text += strlen(text) + 1) {
		if (compare(name, name_size, text) == 0)
			return (size_t)group->first + i;
	}
	return SIZE_MAX;
}

const char *mlirbc__properties_find(
	const char *dialect, size_t dialect_size, const char *name, size_t name_size, enum mlirbc__release release)
{
	size_t row = find_row(dialect, dialect_size, name, name_size);
	uint16_t number = row == SIZE_MAX ? 0 : mlirbc__op_rows[row][release];
	return number ? layout_text((uint16_t)(number - 1)) : NULL;
}

bool mlirbc__dialect_is_known(const char *dialect, size_t dialect_size)
{
	size_t low = 0, high = mlirbc__op_group_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = compare(dialect, dialect_size, mlirbc__op_groups[middle].dialect);
		if (order == 0)
			return true;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return compare(dialect, dialect_size, "dlti") == 0;
}

enum mlirbc__release mlirbc__release_of(const char *producer, size_t size)
{
	if (size < 7 || memcmp(producer, "MLIR", 4) != 0 || producer[6] != '.')
		return MLIRBC__RELEASE_COUNT;
	return memcmp(producer + 4, "19", 2) == 0   ? MLIRBC__RELEASE_19
	       : memcmp(producer + 4, "22", 2) == 0 ? MLIRBC__RELEASE_22
						    : MLIRBC__RELEASE_COUNT;
}

const char *mlirbc__properties_defaults(
	const char *dialect, size_t dialect_size, const char *name, size_t name_size, enum mlirbc__release release)
{
	size_t row = release == MLIRBC__RELEASE_22 ? find_row(dialect, dialect_size, name, name_size) : SIZE_MAX;
	return row == SIZE_MAX ? "" : mlirbc__default_texts[mlirbc__op_defaults[row]];
}

const char *mlirbc__default_value(const char *defaults, const char *name, size_t name_size, size_t *out_size)
{
	while (*defaults) {
		size_t size = strcspn(defaults, "\n");
		if (size > name_size && defaults[name_size] == '=' && memcmp(defaults, name, name_size) == 0) {
			*out_size = size - name_size - 1;
			return defaults + name_size + 1;
		}
		defaults += size + (defaults[size] == '\n');
	}
	return NULL;
}

static size_t read_number(const char *text, uint32_t *out)
{
	size_t at = 0;
	for (*out = 0; text[at] >= '0' && text[at] <= '9'; at++)
		*out = *out * 10 + (uint32_t)(text[at] - '0');
	return at;
}

const char *mlirbc__properties_next(const char *text, struct mlirbc__field *out)
{
	static const struct {
		const char *prefix;
		enum mlirbc__field_kind kind;
	} kinds[] = { { "bool:", MLIRBC__FIELD_BOOL }, { "opt:", MLIRBC__FIELD_OPTIONAL_INT },
		{ "overflow:", MLIRBC__FIELD_OVERFLOW }, { "?", MLIRBC__FIELD_OPTIONAL } };
	size_t size = strcspn(text, " "), skip = 0;
	if (size == 0)
		return NULL;
	*out = (struct mlirbc__field){ .kind = MLIRBC__FIELD_ATTR };
	if (text[0] == '[') {
		out->kind = MLIRBC__FIELD_SEGMENTS;
		skip = 1 + read_number(text + 1, &out->number) + 1;
	} else if (text[0] == 'i' && text[1 + (skip = read_number(text + 1, &out->number))] == ':') {
		out->kind = MLIRBC__FIELD_INTEGER;
		skip += 2;
	} else {
		skip = 0;
		for (size_t i = 0; i < sizeof kinds / sizeof *kinds && skip == 0; i++) {
			size_t length = strlen(kinds[i].prefix);
			if (length < size && memcmp(text, kinds[i].prefix, length) == 0) {
				out->kind = kinds[i].kind;
				skip = length;
			}
		}
	}
	out->name = text + skip;
	out->name_size = size - skip;
	return text + size + (text[size] == ' ');
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
