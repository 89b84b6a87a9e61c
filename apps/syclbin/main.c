/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin: packs, checks and extracts SYCLBIN files. */
#include "app.h"

static const struct cli_command commands[] = {
	{ "info", "[FILE...]", "Prints the content of a file, and the images for a device", app_info_command },
	{ "ls", "[FILE...]", "Lists images or symbols, one per line", app_ls_command },
	{ "view", "[FILE]", "Writes a page with modules, images, properties, and the images for each device", app_view_command },
	{ "dump", "[FILE...]", "Prints the entire file as text", app_dump_command },
	{ "verify", "[FILE...]", "Checks a file against all rules", app_verify_command },
	{ "extract", "[FILE]", "Extracts images and property texts", app_extract_command },
	{ "split", "[FILE]", "Writes each module to a file of its own", app_split_command },
	{ "pack", "[FILE...]", "Builds a SYCLBIN file from images and properties", app_pack_command },
	{ "merge", "FILE...", "Combines the modules of several files in one file", app_merge_command },
	{ "convert", "[FILE]", "Converts a file to another encoding", app_convert_command },
	{ "compress", "[FILE]", "Compresses a file to an OffloadBinary of version 3", app_compress_command },
	{ "decompress", "[FILE]", "Removes compression and containers", app_decompress_command },
	{ "edit", "[FILE]", "Changes properties, states and images", app_edit_command },
	{ "diff", "A B", "Prints the differences between two files", app_diff_command },
};

static const struct cli_words words[] = {
	{ "ENCODING", "v1 v1raw v1ob2 v1rt v1ob3 v2 v2ob3", NULL },
	{ "STATE", "input object executable", NULL },
};

static bool map(int fd, const void **out_data, size_t *out_size)
{
	struct syclbin_mapping mapping;
	if (syclbin_mapping_map(fd, false, &mapping) != SYCLBIN_OK || !mapping.data)
		return false;
	*out_data = mapping.data;
	*out_size = mapping.size;
	return true;
}

static void unmap(const void *data, size_t size) { syclbin_mapping_close(&(struct syclbin_mapping){ data, size }); }

static bool are_intact(void) { return syclbin_mapping_is_intact(NULL); }

const struct cli_program cli_program = {
	.name = "syclbin",
	.version = SYCLBIN_APP_VERSION,
	.about = "syclbin inspects, verifies, builds and unpacks SYCLBIN files: device code of SYCL programs.\n"
		 "FILE is a SYCLBIN of any form, an OffloadBinary, an offload bundle, a fat object or an archive,\n"
		 "plain or compressed; '-', or none, means stdin.",
	.commands = commands,
	.command_count = sizeof commands / sizeof *commands,
	.words = words,
	.words_count = sizeof words / sizeof *words,
	.guard_mappings = syclbin_mapping_guard,
	.mappings_are_intact = are_intact,
	.map = map,
	.unmap = unmap,
};

int main(int argc, char **argv) { return cli_main(argc, argv); }
