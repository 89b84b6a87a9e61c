/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs: files are mapped, pipes are read, then both are unpacked. */
#include "app.h"
#include "../cli/compressed.h"
#include "../cli/guard.h"
#include "../cli/kind.h"

#include <stdlib.h>
#include <string.h>
#include <syclbin/mapping.h>
#include <unistd.h>

/* Maps a regular file that is not empty. False: read it instead. */
static bool map_file(int fd, struct source *s)
{
	struct syclbin_mapping mapping;
	if (syclbin_mapping_map(fd, false, &mapping) != SYCLBIN_OK || !mapping.data)
		return false;
	s->data = mapping.data;
	s->size = mapping.size;
	s->fd = fd;
	return true;
}

/* Replaces compressed data by what it holds, which counts against the limit like what is compressed inside it. */
static int decompress(struct source *s)
{
	const struct cli_input from = { (uint8_t *)(uintptr_t)s->data, s->size, s->name };
	const uint64_t most = cli_most_decompressed(s->size);
	/* --limit allows more than the default of --max-decompressed, but not than its value */
	const bool own = s->limit && (s->limit < most || !cli_max_decompressed);
	struct cli_input plain = { NULL, 0, s->name };
	uint64_t left = s->limit;
	int code = cli_decompress_some(&from, own ? s->limit : most, own ? "--limit" : "--max-decompressed", NULL, &plain.data,
		&plain.size);
	source_close(s);
	if (left)
		left = plain.size < left ? left - plain.size : 1; /* 0 is the default */
	if (code == CLI_GOOD)
		*s = (struct source){ s->name, plain.data, plain.size, left, -1, plain, NULL };
	return code;
}

static int map_or_read(const char *path, struct source *out)
{
	const uint64_t limit = out->limit;
	*out = (struct source){ path, NULL, 0, limit, -1, { NULL, 0, path }, NULL };
	int fd = cli_open(path);
	cli_input_is("syclbin");
	if (fd >= 0 && fd != STDIN_FILENO && map_file(fd, out))
		return CLI_GOOD;
	int code = cli_read_from(fd, path, &out->read);
	out->name = out->read.name;
	out->data = out->read.data;
	out->size = out->read.size;
	return code;
}

/* Files of the other programs. Unknown ones are left to the reader, which tells where it stopped. */
static int check_kind(struct source *source)
{
	const enum cli_kind kind = cli_kind_of(source->data, source->size);
	if (kind != CLI_KIND_BEF && kind != CLI_KIND_BYTECODE && kind != CLI_KIND_ARRAYS)
		return CLI_GOOD;
	const int code = cli_kind_refuse(source->name, source->data, source->size, "a SYCLBIN file or another container of device images");
	source_close(source);
	return code;
}

int source_map(const char *path, const char *limit, struct source *out)
{
	*out = (struct source){ .name = path, .fd = -1 };
	if (limit && !cli_number(&limit, '\0', 1, UINT64_MAX / 4, &out->limit)) {
		cli_error("--limit: expected a number of bytes");
		return CLI_USAGE;
	}
	int code = map_or_read(path, out);
	if (code == CLI_GOOD && cli_is_compressed(out->data, out->size))
		code = decompress(out);
	return code == CLI_GOOD ? check_kind(out) : code;
}

int source_unpack(struct source *source, struct syclbin_diag *diag)
{
	const struct syclbin_input_options options = { sizeof options, source->limit, 0, 0 };
	return syclbin_input_open(source->data, source->size, &options, NULL, &source->input, diag) == SYCLBIN_OK
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
	struct syclbin_mapping mapping = { source->data, source->size };
	if (source->read.data) {
		cli_input_finish(&source->read);
	} else if (source->data) {
		(void)cli_guard_check(); /* the program reports it in the end */
		syclbin_mapping_close(&mapping);
	}
	if (source->fd >= 0)
		close(source->fd);
	source->data = NULL;
	source->input = NULL;
	source->fd = -1;
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
		if (found == 0 && syclbin_reader_open(source->data, source->size, out, &diag) != SYCLBIN_OK)
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
	bool inside = at >= source->data && at < source->data + source->size;
	return inside && reader->input.offset == (uint64_t)(at - source->data) ? source->fd : -1;
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
