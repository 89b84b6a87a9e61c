/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and types of StableHLO and CHLO, which have their own encoding: they become the text that StableHLO prints. */
#include "bytecode/read/builtin.h"
#include "dialects/stablehlo_codes.h"
#include "text/print/printer.h"

/* An attribute or type without its kind. */
struct kept {
	const struct mlirbc_string *dialect, *text;
};

struct target {
	struct mlirbc__load *load;
	size_t written; /* into the load's text buffer */
};

static int append(void *ctx, const char *text, size_t size)
{
	struct target *to = ctx;
	char *data = mlirbc__reserve(to->load, &to->load->text_buffer, to->written + size, 1);
	if (!data)
		return 1;
	memcpy(data + to->written, text, size);
	to->written += size;
	return 0;
}

/* ---- fields of the kind that the dialect has */

static bool is_kept(const struct mlirbc_attr *attr, const char *mnemonic)
{
	const size_t size = strlen(mnemonic);
	return attr->kind == MLIRBC_ATTR_DIALECT && mlirbc__string_is(attr->u.dialect.dialect, "stablehlo", 9) &&
	       attr->u.dialect.text->size > size && memcmp(attr->u.dialect.text->data, mnemonic, size) == 0 &&
	       strchr("<(", attr->u.dialect.text->data[size]);
}

static bool all_are(const struct mlirbc_attr *list, const char *mnemonic)
{
	for (size_t i = 0; i < list->u.array.count; i++) {
		if (!is_kept(list->u.array.data[i], mnemonic))
			return false;
	}
	return true;
}

static bool is_dense_of_integers(const struct mlirbc_attr *attr)
{
	return attr->kind == MLIRBC_ATTR_DENSE && attr->type->u.shaped.element->kind == MLIRBC_TYPE_INTEGER;
}

static bool suits(const struct mlirbc__coding *coding, const struct mlirbc__coding_field *field, const struct mlirbc_attr *value)
{
	const struct mlirbc_string name = { field->name, field->name_size };
	switch (field->kind) {
	case 'e': return value->kind == MLIRBC_ATTR_STRING; /* a number without a name is none */
	case 'A': return all_are(value, "axis_ref");
	case 'Q': return coding->format[1] == 'M' ? is_dense_of_integers(value) : is_kept(value, "sub_axis_info");
	case 'a':
		if (mlirbc__string_is(&name, "axes", 4))
			return value->kind == MLIRBC_ATTR_ARRAY && all_are(value, "mesh_axis");
		if (mlirbc__string_is(&name, "mode", 4))
			return is_kept(value, "result_accuracy_mode");
		return true;
	default: return true;
	}
}

static bool check_fields(struct mlirbc__decode *d, size_t at, const struct mlirbc__coding *coding, const struct mlirbc_coded *coded)
{
	struct mlirbc__coding_field field;
	size_t i = 0;
	for (const char *text = coding->fields; (text = mlirbc__coding_next(text, &field)) != NULL; i++) {
		const struct mlirbc_attr *value = coded->fields[i].value;
		if (value && !suits(coding, &field, value))
			return mlirbc__bad(&d->r, at, "%.*s of %.*s.%s %s", (int)field.name_size, field.name,
				(int)coded->dialect->size, coded->dialect->data, coding->mnemonic,
				field.kind == 'e' ? "is a number without a name" : "is an attribute of another kind");
	}
	return true;
}

/* ---- text */

static bool make_text(struct mlirbc__decode *d, const struct mlirbc__coding *coding, const struct mlirbc_coded *coded,
	struct kept *out)
{
	struct mlirbc__load *load = d->r.load;
	struct target to = { load, 0 };
	struct mlirbc_printer printer;
	mlirbc__speller_init(&printer, load->context);
	printer.spelled_out = false;
	mlirbc__writer_init(&printer.out, append, &to);
	printer.out.left = load->work_left;
	mlirbc__print_stablehlo(&printer, coding, coded);
	mlirbc__writer_flush(&printer.out);
	const bool limited = printer.out.limited, failed = printer.out.failed || printer.no_memory;
	mlirbc__speller_finish(&printer);
	if (limited || !mlirbc__work(load, to.written)) /* entries may contain the text of others again and again */
		return load->status == MLIRBC_OK && mlirbc__work(load, UINT64_MAX);
	if (failed)
		return load->status == MLIRBC_OK && mlirbc__load_memory(load);
	out->dialect = coded->dialect;
	out->text = mlirbc_string_get(load->context, load->text_buffer.data, to.written);
	return out->text || mlirbc__load_memory(load);
}

/* False: failed, blocked, or the code is of a later release. */
static bool read_entry(struct mlirbc__decode *d, enum mlirbc__known_dialect dialect, bool type, struct kept *out)
{
	struct mlirbc_named_attr fields[MLIRBC__MOST_FIELDS];
	struct mlirbc_coded coded;
	const size_t at = d->r.c.pos;
	const uint64_t code = mlirbc__varint(&d->r.c);
	if (!mlirbc__cut(&d->r, "the code of an entry"))
		return false;
	const struct mlirbc__coding *coding = mlirbc__coding_at(dialect, type, code);
	d->opaque = !coding;
	const struct mlirbc__coding *earlier = coding ? mlirbc__coding_earlier(coding) : NULL;
	if (earlier && mlirbc__is_of_lists(d->r.c, MLIRBC__EARLIER_LISTS))
		coding = earlier;
	return coding && mlirbc__read_coded(d, mlirbc__known_dialects[dialect], coding, fields, &coded) &&
	       check_fields(d, at, coding, &coded) && make_text(d, coding, &coded, out);
}

static const struct mlirbc_attr *read_attr(struct mlirbc_decoder *decoder, enum mlirbc__known_dialect dialect)
{
	struct mlirbc__decode *d = mlirbc__decode_of(decoder);
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT };
	struct kept kept;
	if (!read_entry(d, dialect, false, &kept))
		return NULL;
	attr.u.dialect.dialect = kept.dialect;
	attr.u.dialect.text = kept.text;
	return mlirbc_attr_get(d->r.load->context, &attr);
}

static const struct mlirbc_attr *decode_attr(struct mlirbc_decoder *decoder, void *ctx)
{
	(void)ctx;
	return read_attr(decoder, MLIRBC__STABLEHLO);
}

static const struct mlirbc_type *decode_type(struct mlirbc_decoder *decoder, void *ctx)
{
	struct mlirbc__decode *d = mlirbc__decode_of(decoder);
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	struct kept kept;
	(void)ctx;
	if (!read_entry(d, MLIRBC__STABLEHLO, true, &kept))
		return NULL;
	type.u.dialect.dialect = kept.dialect;
	type.u.dialect.text = kept.text;
	return mlirbc_type_get(d->r.load->context, &type);
}

static const struct mlirbc_attr *decode_chlo(struct mlirbc_decoder *decoder, void *ctx)
{
	(void)ctx;
	return read_attr(decoder, MLIRBC__CHLO);
}

const struct mlirbc_dialect mlirbc__stablehlo_dialect = { "stablehlo", decode_attr, decode_type, NULL };
const struct mlirbc_dialect mlirbc__chlo_dialect = { "chlo", decode_chlo, NULL, NULL };
