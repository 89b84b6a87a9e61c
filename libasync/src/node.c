/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "node.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define MOST_NUMBER 65535u

static bool read_number(const char **text, unsigned *out_number)
{
	const char *start = *text;
	unsigned number = 0;
	for (; **text >= '0' && **text <= '9'; (*text)++) {
		number = number * 10 + (unsigned)(**text - '0');
		if (number > MOST_NUMBER)
			return false;
	}
	*out_number = number;
	return *text != start;
}

/* "3" or "3-7". */
static bool read_range(const char **text, unsigned *out_first, unsigned *out_last)
{
	if (!read_number(text, out_first))
		return false;
	*out_last = *out_first;
	if (**text != '-')
		return true;
	(*text)++;
	return read_number(text, out_last) && *out_last >= *out_first;
}

bool async__read_list(const char *text, unsigned *out_numbers, size_t room, size_t *out_count)
{
	size_t count = 0;
	bool more = *text != '\0' && *text != '\n';
	*out_count = 0;
	while (more) {
		unsigned first, last;
		if (!read_range(&text, &first, &last))
			return false;
		for (unsigned number = first; number <= last; number++, count++) {
			if (count < room)
				out_numbers[count] = number;
		}
		more = *text == ',';
		text += more;
	}
	if (strcmp(text, "") != 0 && strcmp(text, "\n") != 0)
		return false;
	*out_count = count;
	return true;
}

enum async_status async_node_cpus(unsigned node, unsigned *out_cpus, size_t room, size_t *out_count)
{
	char path[80], text[16384]; /* the kernel writes at most a page */
	*out_count = 0;
	snprintf(path, sizeof path, "/sys/devices/system/node/node%u/cpulist", node);
	FILE *file = fopen(path, "re");
	if (!file)
		return errno == ENOENT || errno == ENOTDIR ? ASYNC_E_NOT_FOUND : ASYNC_E_IO;
	size_t size = fread(text, 1, sizeof text - 1, file);
	bool good = !ferror(file) && size < sizeof text - 1;
	fclose(file);
	text[size] = '\0';
	return good && async__read_list(text, out_cpus, room, out_count) ? ASYNC_OK : ASYNC_E_IO;
}
