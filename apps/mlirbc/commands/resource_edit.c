/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc resources --replace, --add, --remove */
#include "commands/resource_edit.h"

#include "modules/bytecode.h"
#include "../cli/door.h"
#include <tensorfile/npy.h>
#include "tables/array.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Splits "KEY=FILE" at the last '=', because a key may contain '='. False: there is none. */
static bool split(const char *text, char **out_key, const char **out_path)
{
	const char *equals = strrchr(text, '=');
	*out_key = equals ? malloc((size_t)(equals - text) + 1) : NULL;
	if (!*out_key)
		return false;
	memcpy(*out_key, text, (size_t)(equals - text));
	(*out_key)[equals - text] = 0;
	*out_path = equals + 1;
	return true;
}

static int bad(const struct module *module, const char *key, const char *what)
{
	cli_error("%s: resource '%s' %s", module->input.name, key, what);
	return CLI_BAD;
}

static int set_data(const struct module *module, struct mlirbc_resource *r, const char *key, const struct cli_input *data)
{
	bool old = r->kind == MLIRBC_RESOURCE_BLOB;
	if (r->kind == MLIRBC_RESOURCE_BOOL) {
		if (data->size != 1 || data->data[0] > 1)
			return bad(module, key, "is a bool: expected one byte, 0 or 1");
		r->value = data->data[0];
		return CLI_GOOD;
	}
	if (old && r->size != data->size)
		cli_note(module->input.name, "the size of resource '%s' changed from %zu to %zu bytes", key, r->size,
			data->size);
	if (r->kind == MLIRBC_RESOURCE_NONE) {
		r->kind = MLIRBC_RESOURCE_BLOB;
		r->alignment = RESOURCE_ALIGNMENT;
	}
	r->data = data->data;
	r->size = data->size;
	return CLI_GOOD;
}

static int replace(
	const struct module *module, const struct resource_edits *edits, const char *key, const struct cli_input *data)
{
	struct mlirbc_resource *r = mlirbc_resource_find(module->module, edits->group, key);
	if (!r)
		return bad(module, key, "does not exist");
	if (edits->alignment && r->kind != MLIRBC_RESOURCE_BOOL && r->kind != MLIRBC_RESOURCE_STRING)
		r->alignment = edits->alignment;
	return set_data(module, r, key, data);
}

static int add(
	const struct module *module, const struct resource_edits *edits, const char *key, const struct cli_input *data)
{
	const char *group = edits->group ? edits->group : "builtin";
	struct mlirbc_resource *r = mlirbc_resource_find(module->module, group, key);
	struct mlirbc_resource made = { .kind = MLIRBC_RESOURCE_BLOB,
		.external = edits->external,
		.alignment = edits->alignment ? edits->alignment : RESOURCE_ALIGNMENT,
		.data = data->data,
		.size = data->size };
	if (r && r->kind != MLIRBC_RESOURCE_NONE)
		return bad(module, key, "exists already; --replace replaces it");
	if (r)
		return replace(module, edits, key, data);
	made.group = mlirbc_string_get(module->context, group, strlen(group));
	made.key = mlirbc_string_get(module->context, key, strlen(key));
	return made.group && made.key && mlirbc_resource_add(module->module, &made) ? CLI_GOOD : cli_out_of_memory();
}

static int take_away(const struct module *module, const struct resource_edits *edits)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_resource *r = mlirbc_resource_find(module->module, edits->group, edits->remove);
	bool used = false;
	if (!r)
		return bad(module, edits->remove, "does not exist");
	if (!r->external && !edits->force &&
		mlirbc_resource_is_used(module->module, edits->remove, &used, &diag) != MLIRBC_OK)
		return input_error(&module->input, &diag);
	if (used)
		return bad(module, edits->remove, "is used by an attribute; --force removes its data anyway");
	mlirbc_resource_remove(module->module, r);
	return CLI_GOOD;
}

static bool ends_with(const char *text, const char *ending)
{
	size_t size = strlen(text), length = strlen(ending);
	return size >= length && strcmp(text + size - length, ending) == 0;
}

/* Removes the header of a .npy file. The header must match the type of the resource, if an attribute specifies that
 * type. */
static int unwrap_npy(const struct module *module, const char *key, const char *path, struct cli_input *data)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_attr *attr;
	struct tensorfile_npy array;
	char expected[16];
	uint64_t count;
	const char *wrong = tensorfile_npy_read(data->data, data->size, &array);
	if (wrong) {
		cli_error("%s: %s; --raw stores the bytes of any file", path, wrong);
		return CLI_BAD;
	}
	if (array.column_major) {
		cli_error("%s: is in column-major order; expected 'fortran_order': False; --raw stores the bytes of any file",
			path);
		return CLI_BAD;
	}
	data->data += array.offset;
	data->size -= array.offset;
	if (mlirbc_resource_attr(module->module, key, &attr, &diag) != MLIRBC_OK)
		return input_error(&module->input, &diag);
	if (!attr)
		return CLI_GOOD;
	if (!npy_fits(attr->type, array.dtype, expected)) {
		cli_error("%s: elements are '%s', expected '%s' for resource '%s'", path, array.dtype,
			*expected ? expected : "no array", key);
		return CLI_BAD;
	}
	if (!mlirbc_type_elements(attr->type, &count) || count != array.elements) {
		cli_error("%s: %" PRIu64 " elements, expected %" PRIu64 " for resource '%s'", path, array.elements, count, key);
		return CLI_BAD;
	}
	return CLI_GOOD;
}

typedef int (*edit_fn)(const struct module *, const struct resource_edits *, const char *, const struct cli_input *);

/* Opens the file of KEY=FILE. It stays open in *out_data until everything is written. */
static int with_file(const struct cli_command *self, const struct module *module, const struct resource_edits *edits,
	const char *text, edit_fn edit, struct cli_input *out_data)
{
	char *key;
	const char *path;
	if (!split(text, &key, &path))
		return cli_usage(self, "expected KEY=FILE, found '%s'", text);
	int code = cli_enter_raw(path, out_data);
	struct cli_input data = *out_data;
	if (code == CLI_GOOD && !edits->raw && ends_with(path, ".npy"))
		code = unwrap_npy(module, key, path, &data);
	if (code == CLI_GOOD)
		code = edit(module, edits, key, &data);
	free(key);
	return code;
}

int resources_edit(
	const struct cli_command *self, const char *path, const struct resource_edits *edits, const char *output)
{
	struct module module;
	struct cli_input replaced = { .data = NULL }, added = { .data = NULL };
	int code = module_open(path, false, &module);
	if (code != CLI_GOOD)
		return code;
	if (edits->remove)
		code = take_away(&module, edits);
	if (edits->replace && code == CLI_GOOD)
		code = with_file(self, &module, edits, edits->replace, replace, &replaced);
	if (edits->add && code == CLI_GOOD)
		code = with_file(self, &module, edits, edits->add, add, &added);
	if (code == CLI_GOOD)
		code = module_write(&module, NULL, output);
	module_finish(&module);
	if (replaced.data)
		cli_input_finish(&replaced);
	if (added.data)
		cli_input_finish(&added);
	return code;
}
