/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sigmangle: reads, writes and checks IREE function signatures. */
#include "sigmangle.h"

static const struct cli_command commands[] = {
	{ "demangle", "[SIGNATURE...]", "Prints signatures as text; without operands, filters stdin",
		demangle_command },
	{ "mangle", "[TEXT...]", "Prints the signatures for texts or JSON; without operands, for stdin",
		mangle_command },
	{ "check", "[SIGNATURE...]", "Checks signatures, or the attributes of a function", check_command },
	{ "match", "SIGNATURE [ARGUMENT...]", "Compares the arguments of a call with a raw signature", match_command },
};

const struct cli_program cli_program = {
	.name = "sigmangle",
	.version = SIGMANGLE_APP_VERSION,
	.about = "sigmangle reads, writes and checks IREE function signatures: raw (attribute f), for example\n"
		 "I4!B1!R4!B1!, and structured (attribute sip), for example I8!S5!k0_0R3!_0.",
	.commands = commands,
	.command_count = sizeof commands / sizeof *commands,
	.otherwise = &commands[0],
};

int main(int argc, char **argv) { return cli_main(argc, argv); }
