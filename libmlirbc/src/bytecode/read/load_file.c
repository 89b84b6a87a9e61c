/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Access to a file's tables with their indices and order. */
#include "bytecode/read/load_state.h"

uint32_t mlirbc_file_version(const struct mlirbc_file *file) { return mlirbc__load_of(file)->version; }

const char *mlirbc_file_release(const struct mlirbc_file *file, size_t *out_assumed)
{
	if (out_assumed)
		*out_assumed = mlirbc__load_of(file)->assumed;
	return mlirbc__release_name(file->release);
}

const uint8_t *mlirbc_file_data(const struct mlirbc_file *file, size_t *out_size)
{
	*out_size = mlirbc__load_of(file)->size;
	return mlirbc__load_of(file)->data;
}

size_t mlirbc_file_count(const struct mlirbc_file *file, enum mlirbc_table table)
{
	switch (table) {
	case MLIRBC_TABLE_STRINGS: return mlirbc__load_of(file)->string_count;
	case MLIRBC_TABLE_DIALECTS: return mlirbc__load_of(file)->dialect_count;
	case MLIRBC_TABLE_OP_NAMES: return mlirbc__load_of(file)->op_name_count;
	case MLIRBC_TABLE_ATTRIBUTES: return mlirbc__load_of(file)->attr_count;
	case MLIRBC_TABLE_TYPES: return mlirbc__load_of(file)->type_count;
	case MLIRBC_TABLE_PROPERTIES: return mlirbc__load_of(file)->blob_count;
	}
	return 0;
}

struct mlirbc_string mlirbc_file_string(const struct mlirbc_file *file, size_t index)
{
	return mlirbc__raw_string(mlirbc__load_of(file), index);
}

struct mlirbc_file_dialect mlirbc_file_dialect(const struct mlirbc_file *file, size_t index)
{
	const struct mlirbc__dialect *dialect = &mlirbc__load_of(file)->dialects[index];
	const struct bytecursor *c = &dialect->version;
	return (struct mlirbc_file_dialect){ *dialect->name, dialect->has_version ? c->base + c->pos : NULL,
		bytecursor_left(c) };
}

struct mlirbc_file_op_name mlirbc_file_op_name(const struct mlirbc_file *file, size_t index)
{
	const struct mlirbc__op_name *name = &mlirbc__load_of(file)->op_names[index];
	return (struct mlirbc_file_op_name){ name->dialect, name->string, name->registered };
}

struct mlirbc_file_entry mlirbc_file_entry(struct mlirbc_file *file, enum mlirbc_table table, size_t index)
{
	struct mlirbc__load *load = mlirbc__load_of(file);
	if (table == MLIRBC_TABLE_PROPERTIES) {
		struct mlirbc__range blob = mlirbc__blob(load, index);
		return (struct mlirbc_file_entry){ load->data + blob.at, blob.size, MLIRBC_NO_INDEX, true };
	}
	struct mlirbc__entry e = mlirbc__entry(load, table == MLIRBC_TABLE_TYPES ? load->attr_count + index : index);
	return (struct mlirbc_file_entry){ load->data + e.at, e.end - e.at, e.dialect, e.custom };
}

static const void *make(struct mlirbc_file *file, size_t entry)
{
	struct mlirbc__load *load = mlirbc__load_of(file);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	load->diag = &diag;
	const void *made = entry < load->attr_count ? (const void *)mlirbc__attr(load, entry)
						    : (const void *)mlirbc__type(load, entry - load->attr_count);
	mlirbc__settle_load(load, &diag);
	return made;
}

const struct mlirbc_attr *mlirbc_file_attr(struct mlirbc_file *file, size_t index) { return make(file, index); }

const struct mlirbc_type *mlirbc_file_type(struct mlirbc_file *file, size_t index)
{
	return make(file, mlirbc__load_of(file)->attr_count + index);
}

static size_t index_of(uint32_t ref, uint32_t first, size_t count)
{
	return ref >= first && ref - first < count ? ref - first : MLIRBC_NO_INDEX;
}

static size_t blob_of(const struct mlirbc__load *load, uint32_t ref)
{
	size_t found = index_of(ref, load->first_blob_ref, load->blob_count);
	for (size_t i = 0; i < load->other_blob_count && found == MLIRBC_NO_INDEX; i++) {
		if (load->other_blobs[i].ref == ref)
			found = load->other_blobs[i].blob;
	}
	return found;
}

struct mlirbc_file_op mlirbc_file_op(const struct mlirbc_file *file, const struct mlirbc_op *op)
{
	const struct mlirbc__load *load = mlirbc__load_of(file);
	return (struct mlirbc_file_op){ index_of(op->location, load->first_ref, load->attr_count),
		index_of(mlirbc__attributes_of(op), load->first_ref, load->attr_count),
		mlirbc__properties_of(op) ? blob_of(load, mlirbc__properties_of(op)) : MLIRBC_NO_INDEX };
}

/* ---- symbols */

/* Skips a field without materializing it; *out is the index of its attribute, MLIRBC_NO_INDEX if none. */
static bool skip_field(struct bytecursor *c, enum mlirbc__field_kind kind, size_t *out)
{
	*out = MLIRBC_NO_INDEX;
	switch (kind) {
	case MLIRBC__FIELD_ATTR: *out = (size_t)mlirbc__varint(c); return true;
	case MLIRBC__FIELD_OPTIONAL: {
		uint64_t value = mlirbc__varint(c);
		if (value & 1)
			*out = (size_t)(value >> 1);
		return true;
	}
	case MLIRBC__FIELD_BOOL: (void)bytecursor_u8(c); return true;
	case MLIRBC__FIELD_INTEGER:
	case MLIRBC__FIELD_OVERFLOW: (void)mlirbc__varint(c); return true;
	default: return false;
	}
}

/* The index of a blob's sym_name attribute. */
static size_t find_symbol(struct mlirbc__load *load, size_t blob)
{
	const struct mlirbc__op_name *name = mlirbc__blob_name(load, blob);
	struct mlirbc__range range = mlirbc__blob(load, blob);
	struct bytecursor c = bytecursor_init(load->data, load->size);
	size_t index = MLIRBC_NO_INDEX;
	c.pos = range.at;
	c.end = range.at + range.size;
	const struct mlirbc__layout *layout = name ? mlirbc__choose_layout(load, name, c).layout : NULL;
	for (size_t i = 0; layout && i < layout->count; i++) {
		const struct mlirbc__named_field *field = &layout->fields[i];
		if (!skip_field(&c, field->field.kind, &index))
			return MLIRBC_NO_INDEX;
		if (mlirbc__string_is(field->name, "sym_name", 8))
			return index < load->attr_count && bytecursor_ok(&c) ? index : MLIRBC_NO_INDEX;
	}
	return MLIRBC_NO_INDEX;
}

/* Reads a string attribute without materializing it. */
static bool read_string(struct mlirbc__load *load, size_t attr, struct mlirbc_string *out)
{
	struct mlirbc__entry e = mlirbc__entry(load, attr);
	struct bytecursor c = bytecursor_init(load->data, load->size);
	c.pos = e.at;
	c.end = e.end;
	uint64_t code = mlirbc__varint(&c), string = mlirbc__varint(&c);
	if (!e.custom || !load->dialects[e.dialect].is_builtin || code != 2 || !bytecursor_ok(&c) ||
		string >= load->string_count)
		return false;
	*out = mlirbc__raw_string(load, (size_t)string);
	return out->data[out->size] == 0;
}

bool mlirbc_op_symbol(const struct mlirbc_op *op, struct mlirbc_string *out)
{
	const struct mlirbc_context *context = mlirbc__context(op);
	uint32_t ref = mlirbc__properties_of(op);
	if (ref && !mlirbc__ref_peek(context, ref)) {
		for (struct mlirbc_file *file = context->files; file; file = file->next) {
			size_t blob = index_of(ref, mlirbc__load_of(file)->first_blob_ref, mlirbc__load_of(file)->blob_count);
			size_t attr = blob != MLIRBC_NO_INDEX ? find_symbol(mlirbc__load_of(file), blob) : MLIRBC_NO_INDEX;
			if (attr != MLIRBC_NO_INDEX && read_string(mlirbc__load_of(file), attr, out))
				return true;
		}
	}
	const struct mlirbc_attr *symbol = mlirbc_op_attr(op, "sym_name");
	if (!symbol || symbol->kind != MLIRBC_ATTR_STRING)
		return false;
	*out = *symbol->u.string;
	return true;
}
