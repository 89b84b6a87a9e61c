/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See template.h. */
#include "device/template.h"

static const char *sized(size_t bytes, bool is_signed)
{
	static const char *const names[2][4] = { { "uchar", "ushort", "uint", "ulong" }, { "char", "short", "int", "long" } };
	return names[is_signed][bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3];
}

static void put_type(struct hlo_source *source, const char *type)
{
	kernels_hlo__source_put(source, "%s%s", type, kernels_hlo__source_lanes(source));
}

/* An unsigned type in which arithmetic wraps. */
static const char *wrapping(const struct hlo_source *source, size_t bytes)
{
	return hlo_source_is_vector(source) ? sized(bytes, false) : bytes == 8 ? "ulong" : "uint";
}

/* The operand in a type of its size. */
static void put_as(struct hlo_source *source, const char *type, const char *operand)
{
	kernels_hlo__source_put(source, hlo_source_is_vector(source) ? "as_" : "(");
	put_type(source, type);
	kernels_hlo__source_put(source, hlo_source_is_vector(source) ? "(%s)" : ")(%s)", operand);
}

void kernels_hlo__source_expand(struct hlo_source *source, const char *text, enum kernels_dtype t, const char *const *operands)
{
	const size_t bytes = kernels_dtype_size(t);
	for (const char *at = text; *at; at++) {
		if (*at != '$') {
			kernels_hlo__source_put(source, "%c", *at);
			continue;
		}
		switch (*++at) {
		case 'T': put_type(source, kernels_hlo__source_work(t)); break;
		case 'E': kernels_hlo__source_put(source, "%s", kernels_hlo__source_work(t)); break;
		case 'U': put_type(source, sized(bytes, false)); break;
		case 'S': put_type(source, sized(bytes, true)); break;
		case 'W': put_type(source, wrapping(source, bytes)); break;
		case 'B': kernels_hlo__source_put(source, "%zu", 8 * bytes); break;
		case 'N': kernels_hlo__source_put(source, "%s", kernels_hlo__source_lanes(source)); break;
		case 'V': kernels_hlo__source_put(source, "%s", hlo_source_is_vector(source) ? "_v" : ""); break;
		case 'R': kernels_hlo__source_expand(source, hlo_source_is_vector(source) ? "as_$T" : "($T)", t, NULL); break;
		case 'w': put_as(source, wrapping(source, bytes), operands[*++at - '0']); break;
		case 'u': put_as(source, sized(bytes, false), operands[*++at - '0']); break;
		case 's': put_as(source, sized(bytes, true), operands[*++at - '0']); break;
		default: kernels_hlo__source_put(source, "%s", operands[*at - '0']);
		}
	}
}
