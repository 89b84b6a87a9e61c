/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sigmangle: reads, writes and checks IREE function signatures. */
#include "sigmangle.h"

static const struct cli_command commands[] = {
	{ "demangle", "[SIGNATURE...]", "Shows what signatures say; without one, those in the text on stdin",
		demangle_command },
	{ "mangle", "[TEXT...]", "Writes signatures from text or JSON; without one, from stdin", mangle_command },
	{ "check", "[SIGNATURE...]", "Checks signatures, or attributes KEY=VALUE as a set", check_command },
	{ "match", "SIGNATURE [ARGUMENT...]", "Compares the arguments of a call with a raw signature", match_command },
};

const struct cli_program cli_program = {
	.name = "sigmangle",
	.version = SIGMANGLE_APP_VERSION,
	.about = "sigmangle works with IREE function signatures: raw ones (attribute f) such as I4!B1!R4!B1!,\n"
		 "and structured ones (attribute sip) such as I8!S5!k0_0R3!_0.",
	.commands = commands,
	.command_count = sizeof commands / sizeof *commands,
	.otherwise = &commands[0],
};

int main(int argc, char **argv) { return cli_main(argc, argv); }
