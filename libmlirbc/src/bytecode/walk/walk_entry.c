/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walker: attributes and types, as far as their encodings are known. */
#include "bytecode/walk/walk_state.h"

#include <string.h>

#define FIELD(kind, text) ((struct mlirbc__walk_field){ MLIRBC_WALK_##kind, MLIRBC_WALK_ROLE_NONE, (text) })

/* Fields of each code: letters, a blank, what it is; each field with a NUL behind it. NULL: no such code.
 *   a t s r attribute, type, string, resource    v z d b varint, signed varint, double, bool byte
 *   o optional attribute: 0 or (index << 1 | 1)  i optional number: (number << 1 | present)
 *   p varint, then an attribute unless it is 0   x size and bytes
 *   *X count, then as many X                     ?X bool byte, then X if it is 1
 *   n number as wide as the type before says     S strings up to the end */
static const char *const builtin_attrs[] = {
	"*a elements\0",
	"*e entries\0",
	"s string\0",
	"s string\0t type\0",
	"a root\0",
	"a root\0*a nested symbols\0",
	"t type\0",
	"\0",
	"t type\0n value\0",
	"t type\0n value\0",
	"a callee\0a caller\0",
	"a file\0v line\0v column\0",
	"*a parts\0",
	"*a parts\0a metadata\0",
	"a name\0a child\0",
	"\0",
	"t type\0r resource\0",
	"t element type\0v number of elements\0x elements\0",
	"t type\0x elements\0",
	"t type\0v splat\0S elements\0",
	"t type\0a indices\0a values\0",
	"a referenced attribute\0",
	"a file\0*v positions\0",
};

static const char *const builtin_types[] = {
	"v width and signedness\0",
	"\0",
	"*t inputs\0*t results\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"t element type\0",
	"*z shape\0t element type\0a layout\0",
	"a memory space\0*z shape\0t element type\0a layout\0",
	"\0",
	"*z shape\0t element type\0",
	"a encoding\0*z shape\0t element type\0",
	"*t members\0",
	"t element type\0",
	"a memory space\0t element type\0",
	"t element type\0",
	"*z shape\0t element type\0",
	"*b scalable dimensions\0*z shape\0t element type\0",
};
enum { SCALABLE_VECTOR = 20 };
static const char scalable_vector_16[] = "v number of scalable dimensions\0*z shape\0t element type\0";

static const char *const quant_types[] = {
	NULL,
	"v flags\0t storage type\0z minimum\0z maximum\0",
	"v flags\0t storage type\0t expressed type\0z minimum\0z maximum\0",
	"t expressed type\0d minimum\0d maximum\0",
	"v flags\0t storage type\0t expressed type\0d scale\0z zero point\0z minimum\0z maximum\0",
	"v flags\0t storage type\0t expressed type\0v dimension\0z minimum\0z maximum\0*d scales\0*z zero points\0",
	"v flags\0t storage type\0t expressed type\0z minimum\0z maximum\0*z dimensions\0*z block sizes\0a scales\0"
	"a zero points\0",
};

static const char *const llvm_attrs[] = {
	"v tag\0s name\0v size\0v encoding\0",
	"a id\0v language\0a file\0o producer\0b optimized\0v emission kind\0v name table kind\0",
	"o recursive id\0b is recursive self\0v tag\0o name\0o file\0v line\0o scope\0o base type\0v flags\0v size\0"
	"v alignment\0o data location\0o rank\0o allocated\0o associated\0?*o elements\0",
	"v tag\0o name\0o base type\0v size\0v alignment\0v offset\0i address space\0o extra data\0",
	"v opcode\0?*v arguments\0",
	"?*o operations\0",
	"s name\0s directory\0",
	"o scope\0o name\0o linkage name\0a file\0v line\0a type\0b is local\0b is defined\0v alignment\0",
	"a variable\0o expression\0",
	"v tag\0a scope\0a entity\0o file\0v line\0o name\0?*o elements\0",
	"a scope\0o name\0o file\0v line\0",
	"a scope\0o file\0v line\0v column\0",
	"a scope\0o file\0v discriminator\0",
	"a scope\0o name\0o file\0v line\0v argument\0v alignment\0o type\0v flags\0",
	"o name\0o scope\0b export symbols\0",
	"o recursive id\0b is recursive self\0o id\0o compile unit\0o scope\0o name\0o linkage name\0o file\0v line\0"
	"v scope line\0v flags\0o type\0?*o retained nodes\0?*o annotations\0",
	"o count\0o lower bound\0o upper bound\0o stride\0",
	"v calling convention\0?*o types\0",
	"o disable nonforced\0o vectorize\0o interleave\0o unroll\0o unroll and jam\0o licm\0o distribute\0o pipeline\0"
	"o peeled\0o unswitch\0o must progress\0o is vectorized\0o start location\0o end location\0"
	"?*o parallel accesses\0",
};

static const char *const vhlo_attrs[] = {
	NULL,
	"*a elements\0",
	"v value\0",
	"v value\0",
	"v value\0",
	"v value\0",
	"*e entries\0",
	"v value\0",
	"t type\0n value\0",
	"t type\0n value\0",
	"*z output tuple indices\0z operand index\0*z operand tuple indices\0",
	"v value\0",
	"v value\0",
	"v value\0",
	"s string\0",
	"t type\0x elements\0",
	"v value\0",
	"t type\0",
	"*z bounds\0",
	"v value\0",
	"d absolute tolerance\0d relative tolerance\0z units in the last place\0a mode\0",
	"z pre size\0z size\0",
	"a name\0p sub axis\0",
	"a mesh\0a axes\0",
	"a name\0z size\0",
	"a axes\0o device ids\0",
};

static const char *const vhlo_types[] = {
	"\0",
	"t element type\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"*t inputs\0*t results\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"*z shape\0t element type\0",
	"a encoding\0*z shape\0t element type\0",
	"\0",
	"*t members\0",
	"v flags\0t storage type\0t expressed type\0d scale\0z zero point\0z minimum\0z maximum\0",
	"t element type\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"v flags\0t storage type\0t expressed type\0v dimension\0z minimum\0z maximum\0*d scales\0*z zero points\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"\0",
	"*z shape\0t element type\0",
	"*t members\0",
};

#define TABLE(codes)                                                                                                   \
	{                                                                                                              \
		codes, sizeof codes / sizeof *codes                                                                    \
	}
static const struct {
	const char *const *codes;
	size_t count;
} encodings[MLIRBC__WALK_DIALECTS][2] = {
	[MLIRBC__WALK_BUILTIN] = { TABLE(builtin_attrs), TABLE(builtin_types) },
	[MLIRBC__WALK_QUANT] = { { NULL, 0 }, TABLE(quant_types) },
	[MLIRBC__WALK_LLVM] = { TABLE(llvm_attrs), { NULL, 0 } },
	[MLIRBC__WALK_VHLO] = { TABLE(vhlo_attrs), TABLE(vhlo_types) },
};

/* ---- fields */

bool mlirbc__walk_bool(struct mlirbc__walk *w, const char *name, uint64_t index, bool *out)
{
	size_t at = w->c.pos;
	uint8_t byte = bytecursor_u8(&w->c);
	if (!mlirbc__walk_cut(w, name))
		return false;
	if (byte > 1)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "bool", at, "%s is %d, expected 0 or 1", name, byte);
	if (out)
		*out = byte;
	return mlirbc__walk_emit(w, FIELD(BOOL, name), index, at, byte, false);
}

bool mlirbc__walk_optional_attr(struct mlirbc__walk *w, const char *name, uint64_t index)
{
	const struct mlirbc__walk_field optional = { MLIRBC_WALK_ATTR_REF, MLIRBC_WALK_ROLE_OPTIONAL, name };
	size_t at = w->c.pos;
	uint64_t value = mlirbc__varint(&w->c);
	if (!mlirbc__walk_cut(w, name))
		return false;
	if (value != 0 && (!(value & 1) || value >> 1 >= w->attr_count))
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "index", at,
			"%s is %llu, expected 0 or an odd number below %llu", name, (unsigned long long)value,
			(unsigned long long)(2 * w->attr_count));
	return mlirbc__walk_emit(w, optional, index, at, value >> 1, value & 1);
}

static bool walk_sized_bytes(struct mlirbc__walk *w, const char *name)
{
	size_t at = w->c.pos;
	uint64_t size;
	return mlirbc__walk_number(w, FIELD(SIZE, name), 0, &size) &&
	       mlirbc__walk_bytes(w, MLIRBC_WALK_DATA, name, 0, size, at);
}

static bool walk_item(struct mlirbc__walk *w, char kind, const char *name, uint64_t index)
{
	uint64_t number;
	switch (kind) {
	case 'a': return mlirbc__walk_ref(w, FIELD(ATTR_REF, name), index, w->attr_count, NULL);
	case 'e':
		return mlirbc__walk_ref(w, FIELD(ATTR_REF, "name"), index, w->attr_count, NULL) &&
		       mlirbc__walk_ref(w, FIELD(ATTR_REF, "value"), index, w->attr_count, NULL);
	case 't': return mlirbc__walk_ref(w, FIELD(TYPE_REF, name), index, w->type_count, NULL);
	case 's': return mlirbc__walk_ref(w, FIELD(STRING_REF, name), index, w->string_count, NULL);
	case 'r': return mlirbc__walk_ref(w, FIELD(RESOURCE_REF, name), index, w->resource_count, NULL);
	case 'v': return mlirbc__walk_number(w, FIELD(NUMBER, name), index, NULL);
	case 'z': return mlirbc__walk_number(w, FIELD(SIGNED, name), index, NULL);
	case 'd': return mlirbc__walk_number(w, FIELD(DOUBLE, name), index, NULL);
	case 'b': return mlirbc__walk_bool(w, name, index, NULL);
	case 'o': return mlirbc__walk_optional_attr(w, name, index);
	case 'i': return mlirbc__walk_flagged_ref(w, FIELD(NUMBER, name), index, UINT64_MAX, NULL, NULL);
	case 'x': return walk_sized_bytes(w, name);
	case 'p':
		return mlirbc__walk_number(w, FIELD(NUMBER, name), index, &number) &&
		       (number == 0 || mlirbc__walk_ref(w, FIELD(ATTR_REF, name), index, w->attr_count, NULL));
	case 'n': return mlirbc__walk_bytes(w, MLIRBC_WALK_DATA, name, 0, bytecursor_left(&w->c), w->c.pos);
	default:
		for (uint64_t i = 0; bytecursor_left(&w->c); i++) {
			if (!mlirbc__walk_ref(w, FIELD(STRING_REF, name), i, w->string_count, NULL))
				return false;
		}
		return true;
	}
}

/* One field of a layout: *, ? and a letter. */
static bool walk_spec(struct mlirbc__walk *w, const char *spec, const char *name)
{
	uint64_t count = 1;
	bool present = true;
	if (*spec == '?') {
		spec++;
		if (!mlirbc__walk_bool(w, name, 0, &present))
			return false;
	}
	if (!present)
		return true;
	if (*spec == '*') {
		spec++;
		if (!mlirbc__walk_count(w, MLIRBC_WALK_ROLE_NONE, name, &count))
			return false;
	}
	for (uint64_t i = 0; i < count; i++) {
		if (!walk_item(w, *spec, name, i))
			return false;
	}
	return true;
}

static bool walk_layout(struct mlirbc__walk *w, const char *layout)
{
	for (; *layout; layout += strlen(layout) + 1) {
		if (!walk_spec(w, layout, strchr(layout, ' ') + 1))
			return false;
	}
	return true;
}

/* ---- entries */

/* LLVM 16 wrote the number of scalable dimensions, which come last; later releases as many flags as dimensions. */
static bool has_scalable_flags(struct bytecursor c)
{
	uint64_t count = mlirbc__varint(&c);
	const uint8_t *flags = bytecursor_fits(&c, count, 1) ? bytecursor_take(&c, (size_t)count) : NULL;
	if (!flags || mlirbc__varint(&c) != count)
		return false;
	for (uint64_t i = 0; i < count; i++) {
		if (flags[i] > 1)
			return false;
	}
	return bytecursor_ok(&c);
}

const char *mlirbc__walk_layout(unsigned known, bool type, uint64_t code)
{
	return code < encodings[known][type].count ? encodings[known][type].codes[code] : NULL;
}

bool mlirbc__walk_coded(struct mlirbc__walk *w, bool type, uint64_t dialect)
{
	unsigned known = 0;
	while (known < MLIRBC__WALK_DIALECTS && w->known[known] != dialect)
		known++;
	if (known == MLIRBC__WALK_DIALECTS || encodings[known][type].count == 0)
		return mlirbc__walk_bytes(w, MLIRBC_WALK_DATA, "encoding of the dialect, which is not known", 0,
			bytecursor_left(&w->c), w->c.pos);
	size_t at = w->c.pos;
	uint64_t code;
	if (!mlirbc__walk_number(w, FIELD(CODE, "code"), 0, &code))
		return false;
	const char *layout = mlirbc__walk_layout(known, type, code);
	if (!layout && known == MLIRBC__WALK_BUILTIN)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "entry-code", at, "code is %llu, expected 0 to %zu",
			(unsigned long long)code, encodings[known][type].count - 1);
	if (!layout) /* of a later release, perhaps */
		return mlirbc__walk_bytes(
			w, MLIRBC_WALK_DATA, "fields of a code that is not known", 0, bytecursor_left(&w->c), w->c.pos);
	if (known == MLIRBC__WALK_BUILTIN && type && code == SCALABLE_VECTOR && !has_scalable_flags(w->c))
		layout = scalable_vector_16;
	return walk_layout(w, layout);
}

static bool walk_text(struct mlirbc__walk *w, const void *form)
{
	(void)form;
	size_t size = bytecursor_left(&w->c), at = w->c.pos;
	const uint8_t *text = w->c.base + at, *end = size ? memchr(text, 0, size) : NULL;
	if (!end || (size_t)(end - text) != size - 1)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "entry-text", end ? at + (size_t)(end - text) : at + size,
			"text of %zu bytes, expected a byte 0 as its last", size);
	return mlirbc__walk_bytes(w, MLIRBC_WALK_TEXT, "assembly", 0, size, at);
}

static bool walk_coded(struct mlirbc__walk *w, const void *dialect)
{
	const uint64_t *number = dialect;
	return mlirbc__walk_coded(w, w->item.part == MLIRBC_WALK_TYPE, *number);
}

static bool walk_entry(
	struct mlirbc__walk *w, enum mlirbc_walk_part part, uint64_t index, uint64_t dialect, uint64_t size)
{
	size_t at = w->c.pos, outer_end = w->c.end;
	bool skip, custom = size & 1;
	w->item.part = part;
	w->item.index = index;
	if (!bytecursor_fits(&w->c, size >> 1, 1))
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "entry-size", at, "%llu bytes, but only %zu are left",
			(unsigned long long)(size >> 1), bytecursor_left(&w->c));
	w->c.end = at + (size_t)(size >> 1);
	w->item.number = dialect;
	w->item.flag = custom;
	if (!mlirbc__walk_enter(w, part, index, at, (size_t)(size >> 1), &skip))
		return false;
	if (skip) {
		w->c.pos = w->c.end;
	} else {
		if (!mlirbc__walk_inside(w, custom ? walk_coded : walk_text, &dialect))
			return false;
		w->item.number = dialect;
		w->item.flag = custom;
		if (!mlirbc__walk_leave(w, part, index, at, MLIRBC_WALK_SECTION))
			return false;
	}
	w->item.part = MLIRBC_WALK_SECTION;
	w->c.end = outer_end;
	return true;
}

/* Sizes and data are read side by side; what is wrong with the sizes is reported in their own section. */
bool mlirbc__walk_entries(struct mlirbc__walk *w)
{
	struct bytecursor sizes = w->sections[MLIRBC_WALK_SECTION_ATTR_TYPE_OFFSET];
	const uint64_t counts[2] = { w->attr_count, w->type_count };
	if (w->present[MLIRBC_WALK_SECTION_ATTR_TYPE_OFFSET]) {
		(void)mlirbc__varint(&sizes);
		(void)mlirbc__varint(&sizes);
	}
	for (unsigned type = 0; type < 2; type++) {
		for (uint64_t next = 0; next < counts[type] && bytecursor_left(&sizes);) {
			uint64_t dialect = mlirbc__varint(&sizes), here = mlirbc__varint(&sizes);
			for (uint64_t i = 0; i < here && next < counts[type]; i++, next++) {
				uint64_t size = mlirbc__varint(&sizes);
				if (!bytecursor_ok(&sizes))
					return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "cut-short", sizes.fail_at,
						"the data ends where the size of %s %llu was expected",
						type ? "type" : "attribute", (unsigned long long)next);
				if (!walk_entry(w, type ? MLIRBC_WALK_TYPE : MLIRBC_WALK_ATTR, next, dialect, size))
					return false;
			}
		}
	}
	return mlirbc__walk_bytes(
		w, MLIRBC_WALK_DATA, "bytes behind the last entry", 0, bytecursor_left(&w->c), w->c.pos);
}
