/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Comments about properties in an unknown layout: the entries of the file's tables that their bytes may name. Layouts are
 * sequences of varints, most of them indices of attributes. */
#include "modules/module.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_NUMBERS = 8, MOST_TEXT = 80 };

/* False: the bytes end inside the number. */
static bool read_varint(const uint8_t **at, const uint8_t *end, uint64_t *out)
{
	unsigned extra = 0;
	while (extra < 8 && *at < end && !(**at >> extra & 1))
		extra++;
	if ((size_t)(end - *at) < extra + 1)
		return false;
	*out = 0;
	for (unsigned i = 0; i <= extra && i < 8; i++)
		*out |= (uint64_t)(*at)[extra == 8 ? i + 1 : i] << 8 * i;
	if (extra < 8)
		*out >>= extra + 1;
	*at += extra + 1;
	return true;
}

static void append(char *out, size_t room, const char *text)
{
	const size_t used = strlen(out);
	snprintf(out + used, room - used, "%s", text);
}

/* " BEFORE INDEX = TEXT". False: the file has no attribute with that index. */
static bool append_attr(struct mlirbc_file *file, uint64_t index, const char *before, char *out, size_t room)
{
	char text[MOST_TEXT + 1], head[40];
	if (index >= mlirbc_file_count(file, MLIRBC_TABLE_ATTRIBUTES))
		return false;
	snprintf(head, sizeof head, " %s %" PRIu64 " = ", before, index);
	append(out, room, head);
	const bool failed = mlirbc_file_failure(file, NULL) != MLIRBC_OK;
	const struct mlirbc_attr *attr = mlirbc_file_attr(file, (size_t)index);
	if (!failed)
		mlirbc_file_failure_clear(file); /* the entry may be unused */
	const size_t size = attr ? mlirbc_attr_text(attr, text, sizeof text) : 0;
	append(out, room, size && size != SIZE_MAX ? text : "?");
	append(out, room, size >= sizeof text ? "..." : "");
	return true;
}

bool opaque_comment(void *ctx, const struct mlirbc_op *op, char *out, size_t room)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	(void)ctx;
	if (!properties || properties->kind != MLIRBC_ATTR_BYTES || !properties->u.bytes.file)
		return false;
	const uint8_t *at = properties->u.bytes.data, *end = at + properties->u.bytes.size;
	uint64_t number;
	snprintf(out, room, "unknown properties:");
	for (unsigned i = 0; at < end && read_varint(&at, end, &number); i++) {
		char text[32];
		append(out, room, i == MOST_NUMBERS ? ", ..." : i ? "," : "");
		if (i == MOST_NUMBERS)
			break;
		snprintf(text, sizeof text, " number %" PRIu64, number);
		if (!append_attr(properties->u.bytes.file, number, "attribute", out, room))
			append(out, room, text);
		if (number & 1) /* optional attributes have a flag in the lowest bit */
			(void)append_attr(properties->u.bytes.file, number >> 1, "or", out, room);
	}
	return true;
}
