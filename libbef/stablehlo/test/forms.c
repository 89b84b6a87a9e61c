/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "artifact.h"
#include "forms.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void forms_init(struct forms *forms)
{
	const char *folder = getenv("TMPDIR");
	runner_init(&forms->single, 0);
	runner_init(&forms->workers, 2);
	snprintf(forms->path, sizeof forms->path, "%.200s/befkit-forms-XXXXXX", folder && *folder ? folder : "/tmp");
	int file = mkstemp(forms->path);
	if (file < 0)
		abort();
	close(file);
}

void forms_finish(struct forms *forms)
{
	unlink(forms->path);
	runner_finish(&forms->workers);
	runner_finish(&forms->single);
}

/* A new file: programs that are open keep the old one, and nothing is written back for one that is removed soon. */
static bool write_file(const char *path, const void *data, size_t size)
{
	unlink(path);
	FILE *f = fopen(path, "wbx");
	bool ok = f && fwrite(data, 1, size, f) == size;
	return f && fclose(f) == 0 && ok;
}

/* False: only some of the runs, in builds with AddressSanitizer. They are slow, and what they look for does not depend on the number of
 * runs; other builds compare the bits of all. */
static const bool all_runs = KERNELS_SANITIZER != KERNELS_SANITIZER_ADDRESS;

/* The runs of a program so far. */
struct runs {
	struct forms *forms;
	const struct program *program;
	struct outcome *out;
	struct records first; /* of the first run, with which the others are compared */
	bool any;
	bool other_bits; /* the next run may have other bits, which those behind it have too */
};

static void differ(struct runs *runs, const char *form, const char *how, const char *why)
{
	if (!runs->out->difference[0])
		snprintf(runs->out->difference, sizeof runs->out->difference, "%s %s: %s", form, how, why);
}

static void run(struct runs *runs, struct runner *runner, struct model *model, const char *form)
{
	struct outcome *out = runs->out;
	struct records records;
	char why[700];
	size_t count;
	model->why[0] = '\0';
	const bool ok = (runs->program->run ? runs->program->run : model_run_all)(runner, model, &count);
	records_take(&records);
	if (!runs->any) {
		runs->first = records;
		runs->any = true;
		out->ok = ok;
		out->count = count;
		snprintf(out->why, sizeof out->why, "%s", model->why);
		return;
	}
	if (ok != out->ok)
		differ(runs, form, ok ? "passes" : "fails", model->why);
	else if (count != out->count)
		differ(runs, form, "has other functions", "");
	else if (!runs->other_bits && !records_equal(&records, &runs->first, why, sizeof why))
		differ(runs, form, "computes", why);
	records_free(runs->other_bits ? &runs->first : &records);
	if (runs->other_bits)
		runs->first = records;
	runs->other_bits = false;
}

/* @return false: the program cannot be opened */
static bool run_text(struct runs *runs, bool fuse)
{
	const struct program *program = runs->program;
	struct runner *single = &runs->forms->single;
	struct model model;
	single->no_fusing = !fuse;
	const bool ok = model_open(single, program->text, program->text_size, program->name, false, &model);
	if (!ok && !fuse)
		snprintf(runs->out->why, sizeof runs->out->why, "%s", model.why);
	else if (!ok)
		differ(runs, "the fused text", "cannot be opened", model.why);
	else
		run(runs, single, &model, fuse ? "the fused text on one thread" : "the text on one thread");
	if (ok && !fuse && all_runs)
		run(runs, &runs->forms->workers, &model, "the text on two workers");
	model_close(&model);
	return ok;
}

static void run_file(struct runs *runs, const struct model *assembled)
{
	struct forms *forms = runs->forms;
	struct model model;
	if (!write_file(forms->path, assembled->bytes, assembled->byte_count))
		abort();
	if (model_open_path(&forms->workers, forms->path, &model)) {
		run(runs, &forms->workers, &model, "the BEF file on two workers");
		run(runs, &forms->single, &model, "the BEF file on one thread");
		if (all_runs)
			run(runs, &forms->workers, &model, "the BEF file in a second run");
	} else {
		differ(runs, "the BEF file", "cannot be opened", model.why);
	}
	model_close(&model);
}

static void run_artifact(struct runs *runs)
{
	const struct program *program = runs->program;
	struct artifact made = { .data = NULL };
	const void *data = program->artifact;
	size_t size = program->artifact_size;
	struct model model;
	char why[700];
	if (!data && !artifact_make(program->text, program->text_size, &made, why, sizeof why))
		differ(runs, "the artifact", "cannot be made", why);
	data = data ? data : made.data;
	size = made.data ? made.size : size;
	if (data && !model_open(&runs->forms->workers, data, size, program->name, true, &model)) {
		differ(runs, "the artifact", "cannot be opened", model.why);
	} else if (data) {
		runs->other_bits = program->artifact && program->formulas;
		run(runs, &runs->forms->workers, &model, "the artifact on two workers");
		if (all_runs)
			run(runs, &runs->forms->single, &model, "the artifact on one thread");
		run_file(runs, &model);
	}
	if (data)
		model_close(&model);
	artifact_free(&made);
}

void forms_run(struct forms *forms, const struct program *program, struct outcome *out)
{
	struct runs runs = { .forms = forms, .program = program, .out = out };
	*out = (struct outcome){ .ok = false };
	if (run_text(&runs, false) && run_text(&runs, true))
		run_artifact(&runs);
	records_free(&runs.first);
}
