/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Looks up functions of an opened program by name. */
#include "host/functions.h"
#include "../cli/cli.h"

#include <string.h>

enum { MOST_NAMES = 20 };

/* Appends a name to a list of limited length; false if it does not fit. */
static bool append(char *list, size_t room, const char *name, size_t size)
{
	size_t used = strlen(list), comma = used ? 2 : 0;
	if (size >= room || used + comma + size >= room)
		return false;
	memcpy(list + used, ", ", comma);
	memcpy(list + used + comma, name, size);
	list[used + comma + size] = '\0';
	return true;
}

void functions_suggest(const struct bef_file *file, const char *name, size_t size)
{
	char list[1000] = "";
	size_t shown = 0, named = 0;
	struct cli_nearest nearest;
	cli_nearest_init(&nearest, name, size);
	for (size_t i = 0; i < bef_file_function_count(file); i++) {
		const struct kernels_function *function = bef_file_function(file, i);
		if (function->name_size == 0 || function->name[0] == '.')
			continue;
		named++;
		cli_nearest_offer(&nearest, function->name, function->name_size);
		shown += shown < MOST_NAMES && append(list, sizeof list, function->name, function->name_size);
	}
	if (nearest.name)
		cli_error("did you mean '%.*s'?", (int)nearest.size, nearest.name);
	else if (named)
		cli_error("the program has %s%s", list, shown < named ? ", ..." : "");
	else
		cli_error("the program has no function with a name");
}
