/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Probes in a directory: .npy files and index.csv. Element types that NumPy does not have are opaque bytes; the index has their names. */
#include "checks/checks.h"
#include "checks/output.h"
#include "expr/dtypes.h"
#include <bytecursor/text.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAME 200u   /* characters of an id in the name of a file */
#define TYPE_TEXT 500u
#define HEADER_TEXT 600u /* of a .npy file */

/* How often a name was used. */
struct counter {
	struct counter *next;
	uint32_t count;
	char name[MOST_NAME + 1];
};

struct directory {
	pthread_mutex_t mutex;
	struct counter *counters; /* guarded, as the files */
	bool begun;               /* this has replaced the index */
	size_t path_size;
	char path[];
};

static bool fail(char *message, size_t size, const char *what, const char *path)
{
	snprintf(message, size, "%s %s", what, path);
	return false;
}

/* ---- texts */

static const char *descr(enum kernels_dtype dtype)
{
	switch (dtype) {
	case KERNELS_I1: return "|b1";
	case KERNELS_I2: case KERNELS_I4: case KERNELS_I8: return "|i1";
	case KERNELS_UI2: case KERNELS_UI4: case KERNELS_UI8: return "|u1";
	case KERNELS_I16: return "<i2";
	case KERNELS_I32: return "<i4";
	case KERNELS_I64: return "<i8";
	case KERNELS_UI16: return "<u2";
	case KERNELS_UI32: return "<u4";
	case KERNELS_UI64: return "<u8";
	case KERNELS_F16: return "<f2";
	case KERNELS_F32: return "<f4";
	case KERNELS_F64: return "<f8";
	case KERNELS_COMPLEX64: return "<c8";
	case KERNELS_COMPLEX128: return "<c16";
	default: return kernels_dtype_size(dtype) == 2 ? "|V2" : "|V1";
	}
}

/* "tensor<2x3xf32>" */
static void type_text(const struct kernels_hlo_probe *probe, char *out)
{
	int used = snprintf(out, TYPE_TEXT, "tensor<");
	for (uint32_t i = 0; i < probe->shape->rank; i++)
		used += snprintf(out + used, TYPE_TEXT - (size_t)used, "%lldx", (long long)probe->shape->dims[i]);
	snprintf(out + used, TYPE_TEXT - (size_t)used, "%s>", kernels_hlo__dtype_name(probe->dtype));
}

/* Magic number, version 1.0, the length of the dictionary, the dictionary with blanks and a newline up to a multiple of 64. */
static size_t header_text(const struct kernels_hlo_probe *probe, char *out)
{
	const size_t begin = 10;
	int used = snprintf(out + begin, HEADER_TEXT - begin, "{'descr': '%s', 'fortran_order': False, 'shape': (", descr(probe->dtype));
	for (uint32_t i = 0; i < probe->shape->rank; i++)
		used += snprintf(out + begin + used, HEADER_TEXT - begin - (size_t)used, "%s%lld%s", i > 0 ? ", " : "",
			(long long)probe->shape->dims[i], probe->shape->rank == 1 ? "," : "");
	used += snprintf(out + begin + used, HEADER_TEXT - begin - (size_t)used, "), }");
	size_t size = (begin + (size_t)used + 1 + 63) / 64 * 64;
	memset(out + begin + used, ' ', size - begin - (size_t)used);
	out[size - 1] = '\n';
	memcpy(out, "\x93NUMPY\x01", 7);
	out[7] = 0;
	out[8] = (char)((size - begin) & 0xFF);
	out[9] = (char)((size - begin) >> 8);
	return size;
}

/* The id as a part of a name of a file. */
static void name_text(const struct kernels_hlo_probe *probe, char *out)
{
	size_t size = probe->id_size < MOST_NAME ? probe->id_size : MOST_NAME;
	for (size_t i = 0; i < size; i++) {
		char c = probe->id[i];
		bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
		out[i] = plain ? c : '_';
	}
	out[size] = '\0';
}

/* The length of the UTF-8 sequence of a character that the index may contain as it is. 0: control characters (C0, DEL, C1), those that
 * change the direction of text, bytes that are not UTF-8, and what separates fields. */
static size_t plain_length(const unsigned char *p, size_t left)
{
	uint32_t code;
	const size_t size = bytecursor_utf8_length(p, left, &code);
	const bool special = code == ',' || code == '"' || code == '\\';
	return special || bytecursor_is_control(code) || bytecursor_moves_text(code) ? 0 : size;
}

/* A field of the index, where other bytes are \xNN. The caller frees it; NULL: out of memory. */
static char *field_text(const char *data, size_t size)
{
	char *text = malloc(4 * size + 1), *end = text;
	for (size_t i = 0; text && i < size;) {
		const size_t length = plain_length((const unsigned char *)data + i, size - i);
		if (length)
			memcpy(end, data + i, length);
		else
			snprintf(end, 5, "\\x%02x", (unsigned char)data[i]);
		end += length ? length : 4;
		i += length ? length : 1;
	}
	if (text)
		*end = '\0';
	return text;
}

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Replaces \xNN in a field by the bytes. */
static void restore(char *text)
{
	char *to = text;
	for (const char *from = text; *from; to++) {
		const int high = from[0] == '\\' && from[1] == 'x' ? digit(from[2]) : -1, low = high >= 0 ? digit(from[3]) : -1;
		*to = low >= 0 ? (char)(16 * high + low) : *from;
		from += low >= 0 ? 4 : 1;
	}
	*to = '\0';
}

/* ---- writing */

static struct counter *counter_of(struct directory *d, const char *name)
{
	for (struct counter *c = d->counters; c; c = c->next)
		if (strcmp(c->name, name) == 0)
			return c;
	struct counter *c = calloc(1, sizeof *c);
	if (c) {
		snprintf(c->name, sizeof c->name, "%s", name);
		c->next = d->counters;
		d->counters = c;
	}
	return c;
}

static char *path_of(const struct directory *d, const char *file)
{
	size_t size = d->path_size + strlen(file) + 2;
	char *path = malloc(size);
	if (path)
		snprintf(path, size, "%s/%s", d->path, file);
	return path;
}

static bool write_file(const char *path, const struct kernels_hlo_probe *probe, const void *data)
{
	char header[HEADER_TEXT];
	size_t size = header_text(probe, header);
	FILE *file = kernels_hlo__output_open(path, false);
	if (!file)
		return false;
	bool good = fwrite(header, 1, size, file) == size && fwrite(data, 1, probe->size, file) == probe->size;
	return fclose(file) == 0 && good;
}

static bool write_index(struct directory *d, const struct kernels_hlo_probe *probe, const char *path)
{
	char type[TYPE_TEXT], *index = path_of(d, "index.csv");
	char *id = field_text(probe->id, probe->id_size), *field = field_text(path, strlen(path));
	FILE *file = index && id && field ? kernels_hlo__output_open(index, d->begun) : NULL;
	type_text(probe, type);
	bool good = file && fprintf(file, "%s,%s,%s\n", id, type, field) > 0;
	free(index);
	free(id);
	free(field);
	d->begun = d->begun || file;
	return file && fclose(file) == 0 && good;
}

static bool write_probe(struct directory *d, const struct kernels_hlo_probe *probe, const void *data, char *message, size_t size)
{
	char name[MOST_NAME + 1], file[MOST_NAME + 20];
	name_text(probe, name);
	struct counter *counter = counter_of(d, name);
	if (!counter)
		return fail(message, size, "out of memory", "");
	snprintf(file, sizeof file, "%s_%u.npy", name, (unsigned)++counter->count);
	char *path = path_of(d, file);
	bool good = path && write_file(path, probe, data) && write_index(d, probe, path);
	free(path);
	return good || fail(message, size, "cannot write in", d->path);
}

static bool write_locked(void *ctx, const struct kernels_hlo_probe *probe, const void *data, char *message, size_t message_size)
{
	struct directory *d = ctx;
	pthread_mutex_lock(&d->mutex);
	bool good = write_probe(d, probe, data, message, message_size);
	pthread_mutex_unlock(&d->mutex);
	return good;
}

/* ---- reading */

/* Line `iteration` of the id, as a field: its type and path, which the caller frees. NULL: there is none. */
static char *find_line(FILE *index, const char *id, uint32_t iteration, char *type)
{
	char *line = NULL, *path = NULL;
	size_t room = 0;
	const size_t id_size = strlen(id);
	while (!path && getline(&line, &room, index) > 0) {
		if (strncmp(line, id, id_size) != 0 || line[id_size] != ',')
			continue;
		char *at = line + id_size + 1, *comma = strchr(at, ',');
		if (!comma || (size_t)(comma - at) >= TYPE_TEXT || --iteration > 0)
			continue;
		memcpy(type, at, (size_t)(comma - at));
		type[comma - at] = '\0';
		comma[strcspn(comma, "\n")] = '\0';
		path = strdup(comma + 1);
		if (path)
			restore(path);
	}
	free(line);
	return path;
}

static bool read_file(const char *path, const struct kernels_hlo_probe *probe, void *out)
{
	char expected[HEADER_TEXT], header[HEADER_TEXT];
	size_t size = header_text(probe, expected);
	FILE *file = fopen(path, "rb");
	if (!file)
		return false;
	bool good = fread(header, 1, size, file) == size && memcmp(header, expected, size) == 0 &&
		    fread(out, 1, probe->size, file) == probe->size && fgetc(file) == EOF;
	fclose(file);
	return good;
}

static bool read_probe(
	struct directory *d, const struct kernels_hlo_probe *probe, uint32_t iteration, void *out, char *message, size_t size)
{
	char wanted[TYPE_TEXT], type[TYPE_TEXT], *index = path_of(d, "index.csv");
	FILE *file = index ? fopen(index, "r") : NULL;
	free(index);
	char *id = field_text(probe->id, probe->id_size), *path = file && id ? find_line(file, id, iteration, type) : NULL;
	free(id);
	if (file)
		fclose(file);
	if (!path)
		return fail(message, size, "it is not in the index of", d->path);
	type_text(probe, wanted);
	bool good = strcmp(type, wanted) == 0 || fail(message, size, "it has the type", type);
	good = good && (read_file(path, probe, out) || fail(message, size, "the type in the index is not that of", path));
	free(path);
	return good;
}

static bool read_locked(
	void *ctx, const struct kernels_hlo_probe *probe, uint32_t iteration, void *out, char *message, size_t message_size)
{
	struct directory *d = ctx;
	pthread_mutex_lock(&d->mutex);
	bool good = read_probe(d, probe, iteration, out, message, message_size);
	pthread_mutex_unlock(&d->mutex);
	return good;
}

/* ---- lifetime */

static void destroy(void *ctx)
{
	struct directory *d = ctx;
	for (struct counter *c = d->counters, *next; c; c = next) {
		next = c->next;
		free(c);
	}
	pthread_mutex_destroy(&d->mutex);
	free(d);
}

bool kernels_hlo_probes_to_directory(struct async_resources *resources, const char *path)
{
	struct directory *d = calloc(1, sizeof *d + strlen(path) + 1);
	const struct kernels_hlo_probes probes = { sizeof probes, d, write_locked, read_locked, destroy };
	if (!d)
		return false;
	d->path_size = strlen(path);
	memcpy(d->path, path, d->path_size + 1);
	if (pthread_mutex_init(&d->mutex, NULL) == 0) {
		if (kernels_hlo_probes_set(resources, &probes))
			return true;
		pthread_mutex_destroy(&d->mutex);
	}
	free(d);
	return false;
}
