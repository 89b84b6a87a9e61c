/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One thing done to one bytecode file, timed; read_bench.py runs it. Prints one JSON line: best and median of the runs
 * in nanoseconds, and memory that is not the mapping of the file, in KiB. */
#include "measure.h"

#include <fcntl.h>
#include <mlirbc/mlirbc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_RUNS = 64 };

struct job {
	const char *path;
	struct mlirbc_load_options options;
	size_t found; /* number of items found: proves that work was done */
};

static void die(const char *what, const struct mlirbc_diag *diag)
{
	fprintf(stderr, "%s: %s\n", what, diag ? diag->message : "failed");
	exit(1);
}

struct opened {
	void *data;
	size_t size;
	struct mlirbc_context *context;
	struct mlirbc_module *module;
};

static struct opened open_file(const struct job *job)
{
	struct opened o = { .context = mlirbc_context_create(NULL) };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct stat status;
	int fd = open(job->path, O_RDONLY);
	if (fd < 0 || fstat(fd, &status) != 0 || !o.context)
		die(job->path, NULL);
	o.size = (size_t)status.st_size;
	o.data = mmap(NULL, o.size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (o.data == MAP_FAILED)
		die(job->path, NULL);
	if (mlirbc_load(o.context, o.data, o.size, &job->options, &o.module, &diag) != MLIRBC_OK)
		die(job->path, &diag);
	return o;
}

static void close_file(struct opened *o)
{
	mlirbc_context_destroy(o->context);
	munmap(o->data, o->size);
}

static void do_load(struct job *job, struct opened *o) { job->found = mlirbc_context_bytes(o->context); }

/* The names of all functions. */
static void do_list(struct job *job, struct opened *o)
{
	struct mlirbc_string name;
	job->found = 0;
	for (struct mlirbc_op *op = mlirbc_op_regions(o->module->body->first)->first->first; op; op = op->next)
		job->found += mlirbc_op_symbol(op, &name);
}

static int discard(void *ctx, const char *text, size_t size)
{
	(void)text;
	*(size_t *)ctx += size;
	return 0;
}

static void do_print(struct job *job, struct opened *o)
{
	job->found = 0;
	if (mlirbc_print(o->module, NULL, discard, &job->found) != MLIRBC_OK)
		die("printing", NULL);
}

/* The first resource. */
static void do_find(struct job *job, struct opened *o) { job->found = o->module->resources->size; }

static const struct {
	const char *name;
	bool lazy, lazy_attributes;
	void (*work)(struct job *job, struct opened *o);
} jobs[] = {
	{ "load", false, false, do_load },
	{ "load_lazy_attributes", false, true, do_load },
	{ "open_lazy", true, true, do_list },
	{ "print", false, true, do_print },
	{ "open_blob", true, true, do_find },
};

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	double took[MOST_RUNS];
	int runs = argc > 4 ? atoi(argv[4]) : 5;
	size_t kib = 0, at = 0;
	while (argc > 3 && at < sizeof jobs / sizeof *jobs && strcmp(jobs[at].name, argv[1]) != 0)
		at++;
	if (argc < 4 || at == sizeof jobs / sizeof *jobs || runs < 1 || runs > MOST_RUNS)
		die("usage: read_file JOB NAME FILE [RUNS]", NULL);
	struct job job = { .path = argv[3] };
	job.options = (struct mlirbc_load_options){
		.size = sizeof job.options, .lazy = jobs[at].lazy, .lazy_attributes = jobs[at].lazy_attributes
	};
	for (int i = 0; i < runs; i++) {
		double start = now();
		struct opened o = open_file(&job);
		jobs[at].work(&job, &o);
		took[i] = now() - start;
		size_t used = anonymous_kib();
		kib = used > kib ? used : kib;
		close_file(&o);
	}
	qsort(took, (size_t)runs, sizeof *took, compare);
	printf("{\"lib\":\"mlirbc\",\"name\":\"%s\",\"ns\":%.0f,\"median_ns\":%.0f,\"kib\":%zu,\"found\":%zu}\n",
		argv[2], took[0], took[runs / 2], kib, job.found);
	return 0;
}
