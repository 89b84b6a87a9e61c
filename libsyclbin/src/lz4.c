/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks of LZ4: literals, and copies of up to 65,535 bytes before. */
#include "containers.h"

#include <string.h>

enum { SHORTEST_COPY = 4, LONG = 15, TIMES = 255 };

struct block {
	const uint8_t *at, *end;
};

/* A length of 15 goes on: bytes are added, up to the first that is not 255. */
static bool take_length(struct block *b, size_t *length)
{
	uint8_t more = 255;
	if (*length != LONG)
		return true;
	while (more == 255) {
		if (b->at == b->end)
			return false;
		more = *b->at++;
		*length += more;
	}
	return true;
}

static bool copy_back(struct block *b, uint8_t token, uint8_t *out, size_t *made, size_t size)
{
	size_t length = token & 15;
	if (b->end - b->at < 2)
		return false;
	const size_t distance = syclbin__u16(b->at);
	b->at += 2;
	if (!take_length(b, &length) || distance == 0 || distance > *made)
		return false;
	length += SHORTEST_COPY;
	if (length > size - *made)
		return false;
	for (size_t i = 0; i < length; i++, ++*made) /* the bytes may overlap, and then repeat */
		out[*made] = out[*made - distance];
	return true;
}

bool syclbin__lz4_is_possible(const struct syclbin_span *block, uint64_t size) { return size / TIMES <= block->size; }

bool syclbin__lz4(const struct syclbin_span *block, uint8_t *out, size_t size)
{
	struct block b = { block->data, block->data + block->size };
	size_t made = 0;
	while (b.at < b.end) {
		const uint8_t token = *b.at++;
		size_t literals = token >> 4;
		if (!take_length(&b, &literals) || literals > (size_t)(b.end - b.at) || literals > size - made)
			return false;
		memcpy(out + made, b.at, literals);
		b.at += literals;
		made += literals;
		if (b.at == b.end) /* the last sequence has no copy */
			return made == size;
		if (!copy_back(&b, token, out, &made, size))
			return false;
	}
	return false;
}
