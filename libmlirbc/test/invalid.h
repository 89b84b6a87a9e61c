/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Broken files, a row of a table each: how to make one, and how reading it must end. Whatever it is, everything that
 * reads is tried on it: within little memory and time it must end in an error with a location, or in a module that
 * prints. */
#ifndef INVALID_H
#define INVALID_H

#include "bytecode.h"
#include "walk_check.h"

#include <time.h>

/* Where an error must lie. */
enum { ANYWHERE = SECTIONS, HEADER, AT_END, NOWHERE };

struct broken {
	const char *name;
	void (*build)(struct file *f);  /* parts of the file */
	void (*damage)(struct file *f); /* or NULL: damages the bytes of the whole file */
	enum mlirbc_status status;      /* of mlirbc_load() */
	unsigned section;               /* that holds the byte which the error names */
	const char *text;               /* of the error, or, with MLIRBC_OK, of the printed text */
};

enum { MOST_MEMORY = 64 << 20, MOST_OUTPUT = 4 << 20, MOST_SECONDS = 5 };

struct printed {
	char *data;
	size_t size;
};

__attribute__((unused)) static int keep_printed(void *ctx, const char *text, size_t size)
{
	struct printed *p = ctx;
	if (size > MOST_OUTPUT - p->size)
		return 1;
	memcpy(p->data + p->size, text, size);
	p->size += size;
	return 0;
}

/* The section that begins last before the byte. */
__attribute__((unused)) static bool is_in(const struct file *f, uint64_t offset, unsigned section)
{
	switch (section) {
	case ANYWHERE: return offset <= f->out.size;
	case HEADER: return offset <= f->out.size && offset < 16;
	case AT_END: return offset == f->out.size;
	case NOWHERE: return offset == MLIRBC_NO_OFFSET;
	default: return offset >= f->at[section] && offset <= f->at[section] + f->body[section].size;
	}
}

__attribute__((unused)) static void try_to_load(
	const struct broken *row, const struct file *f, const uint8_t *data, bool lazy)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_load_options options = { .size = sizeof options, .lazy = lazy };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	struct printed out = { malloc(MOST_OUTPUT + 1), 0 };
	if (!context || !out.data)
		abort();
	mlirbc_context_limit(context, MOST_MEMORY);
	enum mlirbc_status status = mlirbc_load(context, data, f->out.size, &options, &module, &diag);
	if (!lazy && (status != row->status || diag.status != status))
		check_report(__FILE__, __LINE__, "%s: %s at %llu \"%s\"", row->name, mlirbc_status_name(status),
			(unsigned long long)diag.offset, diag.message);
	if (!lazy && status != MLIRBC_OK && (!is_in(f, diag.offset, row->section) || !strstr(diag.message, row->text)))
		check_report(__FILE__, __LINE__, "%s: at %llu \"%s\"", row->name, (unsigned long long)diag.offset,
			diag.message);
	if (status == MLIRBC_OK) {
		enum mlirbc_status printed = mlirbc_print(module, NULL, keep_printed, &out);
		out.data[out.size] = 0;
		CHECK(printed == MLIRBC_OK || printed == MLIRBC_E_IO || (lazy && row->status != MLIRBC_OK));
		if (row->status == MLIRBC_OK && !strstr(out.data, row->text))
			check_report(__FILE__, __LINE__, "%s: prints %s", row->name, out.data);
	}
	free(out.data);
	mlirbc_context_destroy(context);
}

/* Messages of the walker and the verifier may differ; the verifier accepts nothing that does not load. */
__attribute__((unused)) static void try_others(const struct broken *row, const struct file *f, const uint8_t *data)
{
	const struct mlirbc_verify_options options = { .size = sizeof options, .memory = MOST_MEMORY };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct walk_check check;
	const char *rule;
	(void)walk_and_check(data, f->out.size, false, &check, &diag);
	CHECK(!check.wrong);
	enum mlirbc_status status = mlirbc_verify(data, f->out.size, &options, &rule, NULL);
	if (row->status != MLIRBC_OK && status == MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s: the verifier passes it", row->name);
}

__attribute__((unused)) static void check_broken(const struct broken *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct file f = { 0 };
		clock_t start = clock();
		rows[i].build(&f);
		file_finish(&f);
		if (rows[i].damage)
			rows[i].damage(&f);
		uint8_t *exact = malloc(f.out.size ? f.out.size : 1); /* so that a byte too far is seen */
		if (!exact)
			abort();
		memcpy(exact, f.out.data, f.out.size);
		try_to_load(&rows[i], &f, exact, false);
		try_to_load(&rows[i], &f, exact, true);
		try_others(&rows[i], &f, exact);
		if (clock() - start > MOST_SECONDS * CLOCKS_PER_SEC)
			check_report(__FILE__, __LINE__, "%s takes too long", rows[i].name);
		free(exact);
		file_free(&f);
	}
}

/* A number of 9 bytes. */
#define WIDE(n)                                                                                                        \
	0, (uint8_t)(n), (uint8_t)((uint64_t)(n) >> 8), (uint8_t)((uint64_t)(n) >> 16),                                \
		(uint8_t)((uint64_t)(n) >> 24), (uint8_t)((uint64_t)(n) >> 32), (uint8_t)((uint64_t)(n) >> 40),        \
		(uint8_t)((uint64_t)(n) >> 48), (uint8_t)((uint64_t)(n) >> 56)
#define HUGE_COUNT WIDE(UINT64_C(1) << 60)

/* module { ops } in version 6, with what file_start() has. */
#define MODULE(f, values, count, ...)                                                                                  \
	do {                                                                                                           \
		struct bytes ops_ = { 0 };                                                                             \
		PUT(&ops_, __VA_ARGS__);                                                                               \
		file_module((f), (values), (count), &ops_);                                                            \
		free(ops_.data);                                                                                       \
	} while (0)

/* A section's data, unchanged. */
#define SECTION(f, id, ...) ((f)->given[id] = true, (f)->body[id].size = 0, PUT(&(f)->body[id], __VA_ARGS__))

#endif
