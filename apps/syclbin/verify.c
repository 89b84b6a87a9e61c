/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin verify: prints findings to stdout, one per line; the exit code is CLI_BAD only if one of them is an error. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

struct check {
	const struct source *source;
	const char *path; /* of the item; "" for the input itself */
	struct syclbin_verify_options options;
	bool quiet, json;
	uint64_t findings[3];
	const struct cli_command *self;
	const char *limit;
};

static bool show_json(struct check *check, const struct syclbin_finding *f)
{
	cli_progress_end();
	cli_json_open(NULL, '{');
	cli_json_word("path", check->path);
	cli_json_word("severity", syclbin_severity_name(f->severity));
	cli_json_number("code", (uint64_t)f->code);
	cli_json_word("name", syclbin_code_name(f->code));
	if (f->offset == SYCLBIN_NO_OFFSET)
		cli_json_null("offset");
	else
		cli_json_number("offset", f->offset);
	cli_json_word("message", f->message);
	cli_json_close();
	return true;
}

static bool show(void *ctx, const struct syclbin_finding *f)
{
	struct check *check = ctx;
	if (check->json)
		return show_json(check, f);
	if (check->quiet && f->severity != SYCLBIN_ERROR)
		return true;
	cli_progress_end();
	print_plain(check->source->name, strlen(check->source->name));
	if (*check->path) {
		fputs(", ", stdout);
		print_plain(check->path, strlen(check->path));
	}
	if (f->offset != SYCLBIN_NO_OFFSET)
		printf(": 0x%llx", (unsigned long long)f->offset);
	printf(": %s: ", syclbin_severity_name(f->severity));
	print_plain(f->message, strlen(f->message));
	printf(" [S%04u %s]\n", (unsigned)f->code, syclbin_code_name(f->code));
	return true;
}

static int verify_bytes(struct check *check, const struct syclbin_span *bytes, const char *path)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_verify_result result;
	check->path = path;
	enum syclbin_status status = syclbin_verify(bytes, &check->options, NULL, &result, &diag);
	for (unsigned i = 0; i < 3; i++)
		check->findings[i] += result.findings[i];
	if (status == SYCLBIN_E_NOMEM)
		return source_error(check->source->name, &diag);
	return status == SYCLBIN_OK ? CLI_GOOD : CLI_BAD;
}

/* Reports an error of a container around the files. */
static int container_error(struct check *check, const struct syclbin_diag *diag)
{
	struct syclbin_finding finding = { SYCLBIN_ERROR, (enum syclbin_code)diag->code, diag->offset, diag->message };
	if (diag->status == SYCLBIN_E_NOMEM)
		return source_error(check->source->name, diag);
	check->path = "";
	check->findings[SYCLBIN_ERROR]++;
	show(check, &finding);
	return CLI_BAD;
}

/* What was skipped is a note, or an error if an image may be among it. */
static int verify_skipped(struct check *check)
{
	int code = CLI_GOOD;
	for (uint32_t i = 0; i < syclbin_input_skipped_count(check->source->input); i++) {
		const struct syclbin_skipped *skipped = syclbin_input_skipped(check->source->input, i);
		const struct syclbin_finding finding = { skipped->suspect ? SYCLBIN_ERROR : SYCLBIN_NOTE, SYCLBIN_C_SKIPPED, skipped->offset,
			skipped->text };
		check->path = skipped->path;
		check->findings[finding.severity]++;
		show(check, &finding);
		code = skipped->suspect ? CLI_BAD : code;
	}
	return code;
}

static int verify_items(struct check *check)
{
	int code = CLI_GOOD;
	bool any = false;
	for (uint32_t i = 0; i < syclbin_input_count(check->source->input); i++) {
		const struct syclbin_item *item = syclbin_input_item(check->source->input, i);
		if (!item->is_syclbin)
			continue;
		any = true;
		int one = verify_bytes(check, &item->bytes, item->path);
		code = one > code ? one : code;
	}
	struct syclbin_span whole = syclbin_span(check->source->file.data, check->source->file.size);
	if (!any)
		code = verify_bytes(check, &whole, ""); /* finds that the input is not a SYCLBIN */
	const int skipped = verify_skipped(check);
	return code > skipped ? code : skipped;
}

static int verify_source(struct check *check, struct source *source)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_span whole = syclbin_span(source->file.data, source->file.size);
	int code = source_unpack(source, &diag);
	if (code == CLI_GOOD)
		return verify_items(check);
	/* reports more detail */
	code = syclbin_is_offload(whole.data, whole.size) ? verify_bytes(check, &whole, "") : CLI_GOOD;
	return code == CLI_GOOD || check->findings[SYCLBIN_ERROR] == 0 ? container_error(check, &diag) : code;
}

static int verify_file(void *ctx, const char *path)
{
	struct check *check = ctx;
	struct source source;
	cli_progress_begin(check->self->name, path);
	int code = source_map(path, check->limit, &source);
	if (code != CLI_GOOD)
		return code;
	check->source = &source;
	memset(check->findings, 0, sizeof check->findings);
	if (check->json) {
		cli_json_begin(check->self->name, source.name);
		cli_json_open("findings", '[');
	}
	code = verify_source(check, &source);
	cli_progress_end();
	if (check->json) {
		cli_json_close();
		cli_json_bool("valid", code == CLI_GOOD);
		cli_json_number("errors", check->findings[SYCLBIN_ERROR]);
		cli_json_number("warnings", check->findings[SYCLBIN_WARNING]);
		cli_json_number("notes", check->findings[SYCLBIN_NOTE]);
		(void)cli_json_end(CLI_GOOD);
	}
	source_close(&source);
	return code;
}

int app_verify_command(const struct cli_command *self, int argc, char **argv)
{
	struct check check;
	struct cli_files files;
	memset(&check, 0, sizeof check);
	const struct cli_option options[] = {
		{ "strict", 0, NULL, "also report errors for files that the run time would reject", NULL,
			&check.options.strict },
		{ "quiet", 'q', NULL, "print errors only", NULL, &check.quiet },
		CLI_OPTION_JSON(&check.json),
		{ "limit", 0, "BYTES", APP_LIMIT, &check.limit, NULL },
	};
	int code = cli_parse_files(self, options, sizeof options / sizeof *options, argc, argv, &files);
	if (code != CLI_GO_ON)
		return code;
	check.self = self;
	check.options.size = sizeof check.options;
	check.options.report = show;
	check.options.ctx = &check;
	code = cli_each_file(&files, false, verify_file, &check);
	free(files.paths);
	return code;
}
