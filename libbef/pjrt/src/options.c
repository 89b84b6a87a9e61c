/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A reader of the wire format of protobuf, and the fields of the options by their numbers. */
#include "options.h"

#include <stdlib.h>
#include <string.h>

/* ---- the wire format */

struct reader {
	const uint8_t *at, *end;
	bool damaged;
};

struct field {
	uint32_t number, wire;
	uint64_t value;        /* of a varint */
	struct reader message; /* of bytes */
};

static uint64_t read_varint(struct reader *reader)
{
	uint64_t value = 0;
	for (unsigned shift = 0; shift < 64; shift += 7) {
		if (reader->at == reader->end)
			break;
		const uint8_t byte = *reader->at++;
		value |= (uint64_t)(byte & 127) << shift;
		if (byte < 128)
			return value;
	}
	reader->damaged = true;
	return 0;
}

static void skip(struct reader *reader, uint64_t size)
{
	if (size > (uint64_t)(reader->end - reader->at))
		reader->damaged = true;
	else
		reader->at += size;
}

static bool next_field(struct reader *reader, struct field *out)
{
	if (reader->damaged || reader->at == reader->end)
		return false;
	const uint64_t tag = read_varint(reader);
	*out = (struct field){ .number = (uint32_t)(tag >> 3), .wire = tag & 7 };
	switch (out->wire) {
	case 0:
		out->value = read_varint(reader);
		break;
	case 1:
		skip(reader, 8);
		break;
	case 2:
		out->value = read_varint(reader);
		out->message.at = reader->at;
		skip(reader, reader->damaged ? 0 : out->value);
		out->message.end = reader->damaged ? out->message.at : reader->at;
		break;
	case 5:
		skip(reader, 4);
		break;
	default:
		reader->damaged = true;
	}
	return !reader->damaged;
}

static struct reader message_of(const struct field *field)
{
	return field->wire == 2 ? field->message : (struct reader){ NULL, NULL, field->wire != 2 };
}

/* ---- the device assignment */

struct assignment {
	uint64_t replicas, partitions;
	uint32_t count;                        /* of the numbers below */
	uint64_t devices[PJRT__MOST_DEVICES]; /* partition-major, as they are written */
	bool too_many;
};

static void add_device(struct assignment *to, uint64_t device)
{
	if (to->count == PJRT__MOST_DEVICES)
		to->too_many = true;
	else
		to->devices[to->count++] = device;
}

/* The numbers of one partition, packed or not. */
static bool read_computation(struct reader reader, struct assignment *to)
{
	struct field field;
	while (next_field(&reader, &field)) {
		if (field.number != 1)
			continue;
		if (field.wire == 0) {
			add_device(to, field.value);
		} else {
			struct reader packed = message_of(&field);
			while (!packed.damaged && packed.at != packed.end) {
				const uint64_t device = read_varint(&packed);
				if (!packed.damaged)
					add_device(to, device);
			}
			reader.damaged |= packed.damaged;
		}
	}
	return !reader.damaged;
}

static bool read_assignment(struct reader reader, struct assignment *to)
{
	struct field field;
	while (next_field(&reader, &field)) {
		if (field.number == 1)
			to->replicas = field.value;
		else if (field.number == 2)
			to->partitions = field.value;
		else if (field.number == 3 && !read_computation(message_of(&field), to))
			return false;
	}
	return !reader.damaged;
}

/* ---- all options */

struct all {
	uint64_t replicas, partitions, ordinal;
	bool portable, assigned;
	struct assignment assignment;
	char unknown[64]; /* an option of the compiler; empty: none */
};

static bool read_build(struct reader reader, struct all *to)
{
	struct field field;
	while (next_field(&reader, &field)) {
		if (field.number == 1)
			to->ordinal = field.value;
		else if (field.number == 4)
			to->replicas = field.value;
		else if (field.number == 5)
			to->partitions = field.value;
		else if (field.number == 9) {
			to->assigned = true;
			if (!read_assignment(message_of(&field), &to->assignment))
				return false;
		}
	}
	return !reader.damaged;
}

/* Flags of XLA choose among its ways to compile; there is no other name that would mean anything here. */
static bool read_override(struct reader reader, struct all *to)
{
	struct field field;
	while (next_field(&reader, &field)) {
		if (field.number != 1 || field.wire != 2)
			continue;
		const size_t size = (size_t)(field.message.end - field.message.at);
		const size_t kept = size < sizeof to->unknown - 1 ? size : sizeof to->unknown - 1;
		if (size < 4 || memcmp(field.message.at, "xla_", 4) != 0) {
			memcpy(to->unknown, field.message.at, kept);
			to->unknown[kept] = 0;
		}
	}
	return !reader.damaged;
}

static bool read_all(struct reader reader, struct all *to)
{
	struct field field;
	while (next_field(&reader, &field)) {
		if (field.number == 3) {
			if (!read_build(message_of(&field), to))
				return false;
		} else if (field.number == 4) {
			to->portable = field.value != 0;
		} else if (field.number == 7 && !read_override(message_of(&field), to)) {
			return false;
		}
	}
	return !reader.damaged;
}

static PJRT_Error *assign(const struct all *all, size_t device_count, struct pjrt__options *out)
{
	const struct assignment *given = &all->assignment;
	if (all->assigned && (given->too_many || given->replicas != out->replicas || given->partitions != out->partitions ||
		given->count != out->device_count))
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT,
			"the device assignment has %u devices, expected %u replicas of %u partitions", given->count,
			out->replicas, out->partitions);
	for (uint32_t i = 0; i < out->device_count; i++) {
		const uint32_t replica = i / out->partitions, partition = i % out->partitions;
		uint64_t device = i;
		if (all->assigned)
			device = given->devices[partition * out->replicas + replica];
		else if (out->device_count == 1 && (int64_t)all->ordinal > 0)
			device = all->ordinal;
		if (device >= device_count)
			return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the options name device %llu, but there are devices 0 to %zu",
				(unsigned long long)device, device_count - 1);
		out->devices[i] = (uint16_t)device;
	}
	return NULL;
}

PJRT_Error *pjrt__options_read(const void *data, size_t size, size_t device_count, struct pjrt__options *out)
{
	struct all all = { .replicas = 1, .partitions = 1, .ordinal = UINT64_MAX };
	struct reader reader = { data, size ? (const uint8_t *)data + size : data, false }; /* `data` may be NULL then */
	if (size && !read_all(reader, &all))
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the %zu bytes of compile options are not a CompileOptionsProto", size);
	if (all.unknown[0])
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "No such compile option: '%s'", all.unknown);
	/* absent and 0 mean 1 */
	all.replicas += all.replicas == 0;
	all.partitions += all.partitions == 0;
	if (all.replicas > PJRT__MOST_DEVICES || all.partitions > PJRT__MOST_DEVICES ||
		all.replicas * all.partitions > PJRT__MOST_DEVICES)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "%llu replicas of %llu partitions are more than %d devices",
			(unsigned long long)all.replicas, (unsigned long long)all.partitions, PJRT__MOST_DEVICES);
	*out = (struct pjrt__options){ .replicas = (uint32_t)all.replicas, .partitions = (uint32_t)all.partitions,
		.portable = all.portable, .device_count = (uint32_t)(all.replicas * all.partitions) };
	return assign(&all, device_count, out);
}

/* ---- writing */

static char *write_varint(char *to, uint64_t value)
{
	for (; value >= 128; value >>= 7)
		*to++ = (char)(value | 128);
	*to++ = (char)value;
	return to;
}

static size_t varint_size(uint64_t value)
{
	size_t size = 1;
	for (; value >= 128; value >>= 7)
		size++;
	return size;
}

char *pjrt__options_assignment(const struct pjrt__options *options, size_t *out_size)
{
	char *data = malloc(8 + (size_t)options->partitions * 8 + (size_t)options->device_count * 3), *to = data;
	if (!data)
		return NULL;
	*to++ = 1 << 3;
	to = write_varint(to, options->replicas);
	*to++ = 2 << 3;
	to = write_varint(to, options->partitions);
	for (uint32_t partition = 0; partition < options->partitions; partition++) {
		size_t size = 0;
		for (uint32_t replica = 0; replica < options->replicas; replica++)
			size += varint_size(options->devices[replica * options->partitions + partition]);
		*to++ = 3 << 3 | 2;
		to = write_varint(to, 1 + varint_size(size) + size);
		*to++ = 1 << 3 | 2;
		to = write_varint(to, size);
		for (uint32_t replica = 0; replica < options->replicas; replica++)
			to = write_varint(to, options->devices[replica * options->partitions + partition]);
	}
	*out_size = (size_t)(to - data);
	return data;
}
