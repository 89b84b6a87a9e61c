/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs: files are mapped, pipes are read, then both are unpacked. */
#include "app.h"
#include "../cli/door.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int source_map(const char *path, const char *limit, struct source *out)
{
	return source_map_other(path, limit, "a SYCLBIN file or another container of device images", out);
}

int source_map_other(const char *path, const char *limit, const char *expected, struct source *out)
{
	/* the reader of other data tells where it stopped */
	struct cli_door door = { .wanted = ~(CLI_KIND(BEF) | CLI_KIND(BYTECODE) | CLI_KINDS_OF_ARRAYS | CLI_KINDS_OF_WEIGHTS),
		.expected = expected, .mapped = true, .keep_open = true,
		.limit_option = "--limit" };
	*out = (struct source){ .name = path, .path = path };
	if (limit && !cli_number(&limit, '\0', 1, UINT64_MAX / 4, &door.limit)) {
		cli_error("--limit: expected a number of bytes");
		return CLI_USAGE;
	}
	out->limit = door.limit;
	int code = cli_enter(path, &door, &out->file);
	out->name = out->file.name;
	/* what was decompressed counts like what is compressed inside it; 0 is the default */
	if (code == CLI_GOOD && out->file.decompressed && out->limit)
		out->limit = out->file.size < out->limit ? out->limit - out->file.size : 1;
	return code;
}

/* Reads a file unless it was the last one, as for members of an archive that is in a thin one. Together they have at most as many bytes as an
 * input. */
static bool read_member(struct source *source, const char *path, uint64_t size)
{
	if (source->member_count && strcmp(source->last_member, path) == 0)
		return true;
	if (size > CLI_INPUT_MOST - source->member_bytes || !CLI_RESERVE(source->members, source->member_count + 1, source->member_capacity))
		return false;
	struct syclbin_mapping *member = &source->members[source->member_count];
	*member = (struct syclbin_mapping){ NULL, 0 }; /* files without a size may have no end */
	if (size > 0 && syclbin_mapping_open(path, member) != SYCLBIN_OK)
		return false;
	snprintf(source->last_member, sizeof source->last_member, "%s", path);
	source->member_bytes += size;
	source->member_count++;
	return true;
}

/* A member of a thin archive. Its path is relative to the folder of the archive; only regular files are opened. */
static bool open_member(void *ctx, const char *path, const void **out_data, size_t *out_size)
{
	struct source *source = ctx;
	char full[sizeof source->last_member];
	struct stat about;
	const char *slash = *path == '/' ? NULL : strrchr(source->path, '/');
	const int folder = slash ? (int)(slash - source->path) + 1 : 0;
	const int length = snprintf(full, sizeof full, "%.*s%s", folder, source->path, path);
	if (length < 0 || (size_t)length >= sizeof full || stat(full, &about) != 0 || !S_ISREG(about.st_mode) ||
		!read_member(source, full, (uint64_t)about.st_size))
		return false;
	*out_data = source->members[source->member_count - 1].data;
	*out_size = source->members[source->member_count - 1].size;
	return true;
}

int source_unpack(struct source *source, struct syclbin_diag *diag)
{
	const struct syclbin_input_options options = { sizeof options, source->limit, 0, 0, open_member, source };
	return syclbin_input_open(source->file.data, source->file.size, &options, NULL, &source->input, diag) == SYCLBIN_OK
		       ? CLI_GOOD
		       : CLI_BAD;
}

int source_open(const char *path, const char *limit, struct source *out)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	int code = source_map(path, limit, out);
	if (code != CLI_GOOD)
		return code;
	code = source_unpack(out, &diag);
	if (code == CLI_BAD)
		code = source_error(out->name, &diag);
	if (code != CLI_GOOD)
		source_close(out);
	return code;
}

void source_close(struct source *source)
{
	syclbin_input_close(source->input);
	source->input = NULL;
	for (size_t i = 0; i < source->member_count; i++)
		syclbin_mapping_close(&source->members[i]);
	free(source->members);
	source->members = NULL;
	source->member_count = source->member_capacity = 0;
	cli_input_finish(&source->file);
}

int source_error(const char *name, const struct syclbin_diag *diag)
{
	char code[32] = "", at[32] = "";
	if (diag->code)
		snprintf(code, sizeof code, " [S%04u]", (unsigned)diag->code);
	if (diag->offset != SYCLBIN_NO_OFFSET)
		snprintf(at, sizeof at, "0x%llx: ", (unsigned long long)diag->offset);
	cli_error("%s: %s%s%s", name, at, diag->message, code);
	return diag->status == SYCLBIN_E_NOMEM || diag->status == SYCLBIN_E_IO ? CLI_SYSTEM : CLI_BAD;
}

static uint32_t count_syclbins(const struct source *source, uint64_t wanted, const struct syclbin_item **out)
{
	uint32_t found = 0;
	for (uint32_t i = 0; i < syclbin_input_count(source->input); i++) {
		const struct syclbin_item *item = syclbin_input_item(source->input, i);
		if (item->is_syclbin && found++ == wanted)
			*out = item;
	}
	return found;
}

/* Tests for a container whose images are in no SYCLBIN. */
static bool holds_images(const struct source *source)
{
	const struct syclbin_item *first = syclbin_input_item(source->input, 0);
	return first && *first->path;
}

int open_bounded(const struct source *source, const struct syclbin_span *bytes, struct syclbin_reader *out)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	if (syclbin_reader_open_span(bytes, out, &diag) == SYCLBIN_OK &&
		syclbin_reader_bound(out, &diag) != SYCLBIN_E_LIMIT)
		return CLI_GOOD;
	return source_error(source->name, &diag);
}

int source_reader(const struct source *source, const char *item_text, struct syclbin_reader *out)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	const struct syclbin_item *item = NULL;
	uint64_t wanted = 0;
	if (item_text && !cli_number(&item_text, '\0', 0, UINT32_MAX, &wanted)) {
		cli_error("--item: expected a number");
		return CLI_USAGE;
	}
	uint32_t found = count_syclbins(source, wanted, &item);
	if (!item || (found > 1 && !item_text)) {
		if (found == 0 && holds_images(source)) {
			cli_error("%s: contains %lu device image%s, but no SYCLBIN; 'syclbin ls' lists them, 'syclbin pack' makes a SYCLBIN",
				source->name, (unsigned long)syclbin_input_count(source->input),
				syclbin_input_count(source->input) == 1 ? "" : "s");
			return CLI_BAD;
		}
		if (found == 0 && syclbin_reader_open(source->file.data, source->file.size, out, &diag) != SYCLBIN_OK)
			return source_error(source->name, &diag);
		cli_error("%s: contains %lu SYCLBIN file%s%s", source->name, (unsigned long)found,
			found == 1 ? "" : "s", found > 1 ? "; choose one with --item" : "");
		return CLI_BAD;
	}
	return open_bounded(source, &item->bytes, out);
}

int source_fd(const struct source *source, const struct syclbin_reader *reader)
{
	const uint8_t *at = reader->input.data;
	bool inside = at >= source->file.data && at < source->file.data + source->file.size;
	return inside && reader->input.offset == (uint64_t)(at - source->file.data) && source->file.keeps_fd ? source->file.fd : -1;
}

int source_open_reader(const char *path, const char *item, const char *limit, struct source *out,
	struct syclbin_reader *out_reader)
{
	int code = source_open(path, limit, out);
	if (code != CLI_GOOD)
		return code;
	code = source_reader(out, item, out_reader);
	if (code != CLI_GOOD)
		source_close(out);
	return code;
}

/* Some parts of one kind are told in one line. */
static void tell(const struct source *source, uint32_t first)
{
	const struct syclbin_skipped *skipped = syclbin_input_skipped(source->input, first);
	unsigned long count = 0;
	for (uint32_t i = 0; i < syclbin_input_skipped_count(source->input); i++) {
		if (strcmp(syclbin_input_skipped(source->input, i)->text, skipped->text) != 0)
			continue;
		if (i < first)
			return; /* was told */
		count++;
	}
	const char *dash = *skipped->path ? ": " : "", *more = count > 1 ? ", and others" : "";
	if (skipped->suspect)
		cli_warning(source->name, "%s%sskipped: %s (0x%llx, %llu bytes%s)", skipped->path, dash, skipped->text,
			(unsigned long long)skipped->offset, (unsigned long long)skipped->size, more);
	else
		cli_note(source->name, "%s%sskipped: %s (0x%llx, %llu bytes%s)", skipped->path, dash, skipped->text,
			(unsigned long long)skipped->offset, (unsigned long long)skipped->size, more);
}

int source_skipped(const struct source *source)
{
	int code = CLI_GOOD;
	for (uint32_t i = 0; i < syclbin_input_skipped_count(source->input); i++) {
		tell(source, i);
		code = syclbin_input_skipped(source->input, i)->suspect ? CLI_BAD : code;
	}
	return code;
}

int json_skipped(const struct source *source)
{
	int code = CLI_GOOD;
	cli_json_open("skipped", '[');
	for (uint32_t i = 0; i < syclbin_input_skipped_count(source->input); i++) {
		const struct syclbin_skipped *skipped = syclbin_input_skipped(source->input, i);
		cli_json_open(NULL, '{');
		cli_json_word("path", skipped->path);
		cli_json_number("offset", skipped->offset);
		cli_json_number("size", skipped->size);
		cli_json_word("reason", skipped->text);
		cli_json_bool("suspect", skipped->suspect);
		cli_json_close();
		code = skipped->suspect ? CLI_BAD : code;
	}
	cli_json_close();
	return code;
}
