/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The extension about shardings: how arguments and results are divided, in the form of XLA (the protobuf OpSharding). */
#include "extensions.h"
#include "program.h"

#include <mlirbc/stablehlo_passes.h>
#include <stdlib.h>
#include <string.h>

enum { REPLICATED = 0, OTHER = 3, UNREDUCED = 6 }; /* OpSharding.Type */

/* ---- bytes */

struct writer {
	uint8_t *at; /* NULL: the size alone is counted */
	size_t size;
};

static void put(struct writer *writer, uint64_t value)
{
	do {
		if (writer->at)
			writer->at[writer->size] = (uint8_t)((value & 127) | (value > 127 ? 128 : 0));
		writer->size++;
		value >>= 7;
	} while (value);
}

/* The size of a packed list needs its bytes first. */
static size_t size_of(const uint32_t *values, size_t count)
{
	struct writer counting = { NULL, 0 };
	for (size_t i = 0; i < count; i++)
		put(&counting, values[i]);
	return counting.size;
}

static void put_list(struct writer *writer, unsigned field, const uint32_t *values, size_t count)
{
	put(writer, field << 3 | 2);
	put(writer, size_of(values, count));
	for (size_t i = 0; i < count; i++)
		put(writer, values[i]);
}

/* ---- shardings: tiles of the dimensions, then of copies and of terms */

struct sharding {
	uint32_t *dims, *devices;
	size_t rank;
	uint32_t device_count, types[2], reduction;
	size_t type_count;
};

/* JAX compares the kind of a reduction, which is in the metadata. */
static void put_reduction(struct writer *writer, uint32_t reduction)
{
	static const char key[] = "sdy::reduction_op", *const names[] = { "SUM", "MAX", "MIN" };
	const char *const texts[] = { key, names[reduction] };
	put(writer, 7 << 3 | 2);
	put(writer, 2 + strlen(key) + 2 + 3);
	for (unsigned field = 1; field <= 2; field++) {
		put(writer, field << 3 | 2);
		put(writer, strlen(texts[field - 1]));
		for (const char *at = texts[field - 1]; *at; at++)
			put(writer, (unsigned char)*at);
	}
}

static void write(struct writer *writer, const struct sharding *from)
{
	put(writer, 1 << 3);
	put(writer, OTHER);
	put_list(writer, 3, from->dims, from->rank + from->type_count);
	put_list(writer, 4, from->devices, from->device_count);
	if (from->type_count == 1 && from->types[0] == REPLICATED) {
		put(writer, 6 << 3);
		put(writer, 1);
	} else if (from->type_count > 0) {
		put_reduction(writer, from->reduction);
		put_list(writer, 8, from->types, from->type_count);
	}
}

/* The place of a device in the list without its copies. */
static size_t tile_of(const struct mlirbc_stablehlo_division *division, uint32_t device)
{
	size_t tile = 0;
	for (size_t i = 0; division->parts && i < division->rank; i++)
		tile = tile * division->parts[i] + division->at[device * division->rank + i];
	return tile;
}

/* Fills the lists; `counts` has a zero for each pair of a tile and a term. */
static void fill(const struct mlirbc_stablehlo_division *division, struct sharding *out, uint32_t *counts)
{
	const uint32_t terms = division->term ? division->terms : 1;
	uint32_t tiles = 1;
	for (size_t i = 0; i < division->rank; i++)
		tiles *= out->dims[i] = division->parts ? division->parts[i] : 1;
	const uint32_t copies = out->device_count / (tiles * terms);
	if (copies > 1) {
		out->dims[division->rank] = copies;
		out->types[out->type_count++] = REPLICATED;
	}
	if (terms > 1) {
		out->dims[division->rank + out->type_count] = terms;
		out->types[out->type_count++] = UNREDUCED;
	}
	for (uint32_t device = 0; device < out->device_count; device++) {
		const size_t term = division->term ? division->term[device] : 0, tile = tile_of(division, device);
		const size_t copy = counts[tile * terms + term]++;
		out->devices[(tile * copies + copy) * terms + term] = device;
	}
}

static PJRT_Error *encode(const struct mlirbc_stablehlo_division *division, uint32_t devices, char **out, size_t *out_size)
{
	struct sharding sharding = { .rank = division->rank, .device_count = devices,
		.reduction = division->reduction };
	uint32_t *room = calloc(division->rank + 2 + 2 * (size_t)devices, sizeof *room);
	struct writer writer = { NULL, 0 };
	if (!room)
		return pjrt__no_memory();
	sharding.dims = room;
	sharding.devices = room + division->rank + 2;
	fill(division, &sharding, sharding.devices + devices);
	write(&writer, &sharding);
	*out_size = writer.size;
	*out = malloc(writer.size);
	writer = (struct writer){ (uint8_t *)*out, 0 };
	if (*out)
		write(&writer, &sharding);
	free(room);
	return *out ? NULL : pjrt__no_memory();
}

PJRT_Error *pjrt__shardings_make(const struct mlirbc_stablehlo_division *divisions, size_t count, uint32_t devices,
	struct pjrt__shardings *out)
{
	PJRT_Error *error = NULL;
	out->bytes = calloc(count + 1, sizeof *out->bytes);
	out->sizes = calloc(count + 1, sizeof *out->sizes);
	if (!out->bytes || !out->sizes)
		return pjrt__no_memory();
	out->count = count;
	out->bytes[count] = (char *)(uintptr_t)""; /* not among those that are freed */
	for (size_t i = 0; !error && i < count; i++) {
		if (divisions && (divisions[i].parts || divisions[i].term))
			error = encode(&divisions[i], devices, &out->bytes[i], &out->sizes[i]);
		else /* replicated is the default: no bytes */
			error = (out->bytes[i] = calloc(1, 1)) ? NULL : pjrt__no_memory();
	}
	return error;
}

void pjrt__shardings_free(struct pjrt__shardings *shardings)
{
	for (size_t i = 0; i < shardings->count; i++)
		free(shardings->bytes[i]);
	free(shardings->bytes);
	free(shardings->sizes);
}

/* ---- the extension */

static PJRT_Error *of_parameters(PJRT_Shardings_Executable_ParameterShardings_Args *args)
{
	const struct pjrt__shardings *shardings = &args->executable->program->argument_shardings;
	args->num_parameters = shardings->count;
	args->shardings = (const char *const *)shardings->bytes;
	args->sharding_sizes = shardings->sizes;
	return NULL;
}

static PJRT_Error *of_results(PJRT_Shardings_Executable_OutputShardings_Args *args)
{
	const struct pjrt__shardings *shardings = &args->executable->program->result_shardings;
	args->num_outputs = shardings->count ? shardings->count : 1; /* no results are an empty tuple, which has one */
	args->shardings = (const char *const *)shardings->bytes;
	args->sharding_sizes = shardings->sizes;
	return NULL;
}

PJRT_Shardings_Extension pjrt__shardings = {
	.base = { sizeof pjrt__shardings, PJRT_Extension_Type_Shardings, NULL },
	.Executable_ParameterShardings = of_parameters,
	.Executable_OutputShardings = of_results,
};
