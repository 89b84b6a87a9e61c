/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files of a folder with golden data, which may be absent. Environment BEFKIT_GOLDEN names the folder that holds it;
 * GOLDEN_DEFAULT, from the build, does when that is not set. */
#ifndef GOLDEN_H
#define GOLDEN_H

#include "check.h"

#include <dirent.h>
#include <mlirbc/mlirbc.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef GOLDEN_DEFAULT
#define GOLDEN_DEFAULT "."
#endif

static char golden[2048];

/* False, with a TAP line as the reason, if it is absent. */
__attribute__((unused)) static bool golden_find(const char *part)
{
	const char *folder = getenv("BEFKIT_GOLDEN");
	snprintf(golden, sizeof golden, "%s/%s", folder ? folder : GOLDEN_DEFAULT, part);
	DIR *dir = opendir(golden);
	if (dir)
		closedir(dir);
	else
		printf("1..0 # SKIP no golden data in %s\n", golden);
	return dir != NULL;
}

struct text {
	char *data;
	size_t size, room;
};

static bool read_file(const char *path, struct text *out)
{
	FILE *f = fopen(path, "rb");
	*out = (struct text){ 0 };
	if (!f)
		return false;
	fseek(f, 0, SEEK_END);
	long end = ftell(f);
	rewind(f);
	out->data = malloc((size_t)end + 1);
	out->size = out->data ? fread(out->data, 1, (size_t)end, f) : 0;
	fclose(f);
	if (out->data)
		out->data[out->size] = 0;
	return out->data && out->size == (size_t)end;
}

/* Calls `each` for the files of a folder whose names end with `suffix`, in the order of their names. */
__attribute__((unused)) static size_t each_file(
	const char *folder, const char *suffix, void (*each)(const char *folder, const char *name))
{
	char path[4096];
	struct dirent **entries;
	size_t found = 0;
	snprintf(path, sizeof path, "%s/%s", golden, folder);
	int count = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		size_t length = strlen(entries[i]->d_name), tail = strlen(suffix);
		if (length > tail && strcmp(entries[i]->d_name + length - tail, suffix) == 0) {
			each(path, entries[i]->d_name);
			found++;
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return found;
}

__attribute__((unused)) static int append(void *ctx, const char *text, size_t size)
{
	struct text *out = ctx;
	if (out->size + size + 1 > out->room) {
		if (out->size + size >
			(64 << 20)) /* nothing here prints that much, but parts used over and over could */
			return 1;
		out->room = 2 * (out->size + size) + 4096;
		char *data = realloc(out->data, out->room);
		if (!data)
			abort();
		out->data = data;
	}
	memcpy(out->data + out->size, text, size);
	out->size += size;
	out->data[out->size] = 0;
	return 0;
}

struct loaded {
	struct text input;
	struct mlirbc_context *context;
	struct mlirbc_module *module;
	struct mlirbc_diag diag;
	enum mlirbc_status status;
};

__attribute__((unused)) static struct loaded load(const char *folder, const char *name)
{
	struct loaded l = { .diag = MLIRBC_DIAG_INIT };
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!read_file(path, &l.input) || !(l.context = mlirbc_context_create(NULL)))
		abort();
	l.status = mlirbc_load(l.context, l.input.data, l.input.size, NULL, &l.module, &l.diag);
	return l;
}

__attribute__((unused)) static void unload(struct loaded *l)
{
	mlirbc_context_destroy(l->context);
	free(l->input.data);
}

#endif
