/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Properties in an unknown layout that were read from another file: their bytes stay, if the entries that the numbers in them may
 * name are equal in the file of the module. */
#include "bytecode/read/opaque.h"
#include "bytecode/write/write_state.h"

static bool equal_attrs(struct mlirbc__save *s, struct mlirbc_file *from, struct mlirbc_file *into, size_t index)
{
	const struct mlirbc_attr *a = mlirbc__opaque_attr(from, index), *b = mlirbc__opaque_attr(into, index);
	a = a ? mlirbc_attr_unique(s->job.context, a) : NULL;
	b = b ? mlirbc_attr_unique(s->job.context, b) : NULL;
	return a && a == b;
}

static bool equal_strings(const struct mlirbc_file *from, const struct mlirbc_file *into, size_t index)
{
	const struct mlirbc_string a = mlirbc_file_string(from, index), b = mlirbc_file_string(into, index);
	return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* `a` and `b`: the entries that one number may name in both files. */
static bool is_equal(struct mlirbc__save *s, struct mlirbc_file *from, struct mlirbc_file *into, enum mlirbc__named what,
	const size_t a[MLIRBC__NAMED_COUNT], const size_t b[MLIRBC__NAMED_COUNT])
{
	const size_t index = a[what];
	if (index == MLIRBC_NO_INDEX)
		return true;
	if (b[what] != index)
		return false;
	switch (what) {
	case MLIRBC__NAMED_ATTR:
	case MLIRBC__NAMED_OPTIONAL_ATTR: return equal_attrs(s, from, into, index);
	case MLIRBC__NAMED_TYPE: {
		const struct mlirbc_type *type = mlirbc__opaque_type(from, index);
		return type && type == mlirbc__opaque_type(into, index);
	}
	case MLIRBC__NAMED_STRING: return equal_strings(from, into, index);
	default: return mlirbc__opaque_resource(from, index) == mlirbc__opaque_resource(into, index);
	}
}

static bool numbers_agree(struct mlirbc__save *s, const struct mlirbc__opaque *a, const struct mlirbc__opaque *b)
{
	struct bytecursor c = bytecursor_init(a->data, a->size);
	while (bytecursor_left(&c)) {
		size_t in_a[MLIRBC__NAMED_COUNT], in_b[MLIRBC__NAMED_COUNT];
		mlirbc__opaque_named(a, c.pos, in_a);
		mlirbc__opaque_named(b, c.pos, in_b);
		const unsigned last = s->attribute_indices ? MLIRBC__NAMED_ATTR + 1 : MLIRBC__NAMED_COUNT;
		for (unsigned what = 0; what < last; what++) {
			if (!is_equal(s, a->file, b->file, (enum mlirbc__named)what, in_a, in_b))
				return false;
		}
		if (s->attribute_indices)
			(void)mlirbc__varint(&c);
		else
			(void)bytecursor_u8(&c);
		if (!bytecursor_ok(&c))
			return !s->attribute_indices; /* the bytes are not a sequence of numbers */
	}
	return true;
}

/* The name of the op must be one of a registered op, whose blob is not an index. */
static bool is_registered(struct mlirbc__save *s, const struct mlirbc_op *op)
{
	const uint32_t number = mlirbc__save_name(s, op);
	if (number < s->load->op_name_count)
		return s->load->op_names[number].registered;
	if (s->job.status == MLIRBC_OK)
		((struct mlirbc__new_name *)s->new_names.data)[number - s->load->op_name_count].registered = true;
	return s->job.status == MLIRBC_OK;
}

bool mlirbc__save_foreign(
	struct mlirbc__save *s, const struct mlirbc_op *op, const struct mlirbc_attr *properties, uint32_t *out_blob)
{
	const struct mlirbc__opaque from = { properties->u.bytes.file, properties->u.bytes.dialect, properties->u.bytes.data,
		properties->u.bytes.size };
	struct mlirbc__opaque into = from;
	into.file = s->job.module->file;
	if (!s->load || s->version != s->old_version || !mlirbc__opaque_alike(&from, &into) || !numbers_agree(s, &from, &into) ||
		!is_registered(s, op))
		return false;
	*out_blob = mlirbc__save_blob(s, from.data, from.size);
	return s->job.status == MLIRBC_OK;
}
