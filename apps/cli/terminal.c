/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Colours on terminals. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* NO_COLOR counts if it is not empty, as no-color.org says. */
static bool has_colours(FILE *out)
{
	const char *none = getenv("NO_COLOR"), *kind = getenv("TERM");
	return !(none && *none) && kind && *kind && strcmp(kind, "dumb") != 0 && isatty(fileno(out));
}

void cli_style(FILE *out, enum cli_style style)
{
	/* those of clang */
	static const char *const codes[] = { "0", "1", "1;31", "1;35", "1;36", "1;32", "31", "32" };
	if (has_colours(out))
		fprintf(out, "\033[%sm", codes[style]);
}

void cli_put_styled(FILE *out, enum cli_style style, const char *text)
{
	cli_style(out, style);
	fputs(text, out);
	cli_style(out, CLI_STYLE_NONE);
}

enum cli_style cli_diff_style(char sign)
{
	return sign == '-' ? CLI_STYLE_REMOVED : sign == '+' ? CLI_STYLE_ADDED : CLI_STYLE_NONE;
}
