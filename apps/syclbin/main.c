/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin: packs, checks and extracts SYCLBIN files. */
#include "app.h"

static const struct cli_command commands[] = {
	{ "info", "[FILE]", "Shows what a file holds, and which images a device would get", app_info_command },
	{ "ls", "[FILE]", "Lists images, one a line, or symbols", app_ls_command },
	{ "dump", "[FILE]", "Shows everything, property by property", app_dump_command },
	{ "verify", "[FILE]", "Checks a file against every rule that is known", app_verify_command },
	{ "extract", "[FILE]", "Takes images and property texts out of a file", app_extract_command },
	{ "pack", "[MANIFEST]", "Makes a SYCLBIN of images and properties", app_pack_command },
	{ "merge", "FILE...", "Puts the modules of several files into one", app_merge_command },
	{ "convert", "[FILE]", "Writes a file in another encoding", app_convert_command },
	{ "compress", "[FILE]", "Compresses a file: OffloadBinary version 3", app_compress_command },
	{ "decompress", "[FILE]", "Takes compression and containers off", app_decompress_command },
	{ "edit", "[FILE]", "Sets or removes properties, states and images", app_edit_command },
	{ "diff", "A B", "Shows what two files have that is not the same", app_diff_command },
};

static const struct cli_words words[] = {
	{ "ENCODING", "v1 v1raw v1ob2 v1rt v1ob3 v2 v2ob3", NULL },
	{ "STATE", "input object executable", NULL },
};

const struct cli_program cli_program = {
	.name = "syclbin",
	.version = SYCLBIN_APP_VERSION,
	.about =
		"syclbin works with SYCLBIN files: device code of SYCL with its properties. FILE may be a SYCLBIN of any form,\n"
		"an OffloadBinary, an offload bundle, a fat object or archive, also compressed; '-', or none, is stdin.",
	.commands = commands,
	.command_count = sizeof commands / sizeof *commands,
	.words = words,
	.words_count = sizeof words / sizeof *words,
};

int main(int argc, char **argv) { return cli_main(argc, argv); }
