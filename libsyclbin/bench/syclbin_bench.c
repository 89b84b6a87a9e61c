/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A file of 1 GB with 10,000 modules: opening and walking it, writing it, extracting it, compared with cp of the
 * same file; and the speed of property texts. The files are in a separate folder in $TMPDIR or /var/tmp, which is
 * removed at the end.
 *
 *	parse_1g             open, and visit every module and image with their ranges checked: ns, and KiB of memory
 *	parse_texts_1g       like parse_1g, and walk every property text
 *	pack_1g, extract_1g  ns per byte; `times_cp` is the ratio to cp_1g, the median of rounds. extract_1g writes all
 *	                     images to one file, extract_files_1g to 10,000 files
 *	properties           ns per byte of text, types and numbers; properties_values also decodes base64
 */
#include "bench.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <syclbin/syclbin.h>
#include <unistd.h>

enum { MODULES = 10000, IMAGE = 100000, TRIES = 9 };
#define WHOLE ((uint64_t)MODULES * IMAGE)

static char folder[256], source[300], packed[300], made[300];

static void die(const char *what)
{
	fprintf(stderr, "syclbin_bench: %s failed\n", what);
	exit(3);
}

#define NEED(condition) \
	do { \
		if (!(condition)) \
			die(#condition); \
	} while (0)

static void make_source(void)
{
	uint32_t block[25000], random = 1;
	int fd = open(source, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
	NEED(fd >= 0);
	for (unsigned i = 0; i < MODULES; i++) {
		for (unsigned j = 0; j < sizeof block / sizeof *block; j++)
			block[j] = random = random * 1664525u + 1013904223u;
		NEED(write(fd, block, sizeof block) == (ssize_t)sizeof block);
	}
	close(fd);
}

/* ---- writing the file */

static struct syclbin_writer *collect(int fd)
{
	struct syclbin_writer *w = syclbin_writer_create(NULL);
	struct syclbin_writer_image image = { sizeof image, SYCLBIN_PART_IR, { NULL, 0 }, SYCLBIN_IR_SPIRV,
		{ "spir64-unknown-unknown", 22 }, { "", 0 }, { NULL, fd, 0, IMAGE } };
	NEED(w);
	for (unsigned i = 0; i < MODULES; i++) {
		char text[128];
		uint32_t module;
		int length = snprintf(text, sizeof text,
			"[SYCL/kernel names]\n_ZTS6kernel%u=1|1\n[SYCL/misc properties]\noptLevel=1|2\n", i);
		image.source.offset = (uint64_t)i * IMAGE;
		NEED(syclbin_writer_module(w, (struct syclbin_string){ text, (size_t)length }, &module, NULL) ==
			SYCLBIN_OK);
		NEED(syclbin_writer_image(w, module, &image, NULL) == SYCLBIN_OK);
	}
	return w;
}

static void pack_to(const char *path)
{
	int from = open(source, O_RDONLY | O_CLOEXEC), to = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
	NEED(from >= 0 && to >= 0);
	struct syclbin_writer *w = collect(from);
	NEED(syclbin_writer_write(w, SYCLBIN_ENCODING_V1, to, NULL) == SYCLBIN_OK);
	syclbin_writer_destroy(w);
	close(from);
	NEED(close(to) == 0);
}

static void pack(void) { pack_to(made); }

static void copy(void)
{
	pid_t child = fork();
	int status;
	NEED(child >= 0);
	if (child == 0) {
		execlp("cp", "cp", source, made, (char *)NULL);
		_exit(127);
	}
	NEED(waitpid(child, &status, 0) == child && status == 0);
}

/* ---- extracting the file */

struct mapping {
	int fd;
	uint8_t *data;
	size_t size;
	struct syclbin_reader reader;
};

static void map(struct mapping *m)
{
	struct stat about;
	m->fd = open(packed, O_RDONLY | O_CLOEXEC);
	NEED(m->fd >= 0 && fstat(m->fd, &about) == 0);
	m->size = (size_t)about.st_size;
	m->data = mmap(NULL, m->size, PROT_READ, MAP_PRIVATE, m->fd, 0);
	NEED(m->data != MAP_FAILED);
	NEED(syclbin_reader_open(m->data, m->size, &m->reader, NULL) == SYCLBIN_OK);
}

static void unmap(struct mapping *m)
{
	munmap(m->data, m->size);
	close(m->fd);
}

static uint64_t visited;

static void count_lines(const struct syclbin_span *text)
{
	struct syclbin_properties walk = syclbin_properties(text);
	struct syclbin_property p;
	while (syclbin_properties_next(&walk, &p, NULL) == SYCLBIN_OK)
		visited++;
}

static void parse(bool texts)
{
	struct mapping m;
	struct syclbin_module module;
	struct syclbin_image image;
	map(&m);
	for (uint32_t i = 0; i < m.reader.module_count; i++) {
		NEED(syclbin_reader_module(&m.reader, i, &module, NULL) == SYCLBIN_OK);
		for (uint32_t j = 0; j < module.count[0]; j++) {
			NEED(syclbin_module_image(&m.reader, &module, SYCLBIN_PART_IR, j, &image, NULL) == SYCLBIN_OK);
			visited += image.bytes.size;
			if (texts) {
				count_lines(&module.metadata);
				count_lines(&image.metadata);
			}
		}
	}
	unmap(&m);
}

static void parse_frame(void) { parse(false); }
static void parse_texts(void) { parse(true); }

static void extract_to(bool files)
{
	struct mapping m;
	struct syclbin_module module;
	struct syclbin_image image;
	map(&m);
	int to = files ? -1 : open(made, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
	for (uint32_t i = 0; i < m.reader.module_count; i++) {
		char path[400];
		snprintf(path, sizeof path, "%s.%lu", made, (unsigned long)i);
		NEED(syclbin_reader_module(&m.reader, i, &module, NULL) == SYCLBIN_OK);
		NEED(syclbin_module_image(&m.reader, &module, SYCLBIN_PART_IR, 0, &image, NULL) == SYCLBIN_OK);
		struct syclbin_source from = { NULL, m.fd, image.bytes.offset, image.bytes.size };
		if (files)
			to = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
		NEED(to >= 0 && syclbin_copy(&from, to, NULL) == SYCLBIN_OK);
		if (files)
			NEED(close(to) == 0);
	}
	if (!files)
		NEED(close(to) == 0);
	unmap(&m);
}

static void extract(void) { extract_to(false); }
static void extract_files(void) { extract_to(true); }

/* ---- figures */

/* The output of a step is removed at once, before the system has written much of it to the disk; otherwise the next
 * step would be slowed down. */
static void remove_made(void)
{
	unlink(made);
	for (unsigned i = 0; i < MODULES; i++) {
		char path[400];
		snprintf(path, sizeof path, "%s.%u", made, i);
		if (unlink(path) != 0)
			break;
	}
}

static double once(void (*step)(void))
{
	double start = bench_now();
	step();
	double took = bench_now() - start;
	remove_made();
	return took;
}

/* Memory of a step in KiB: the peak of a child process that only runs the step, minus that of an idle one. */
static long memory_of(void (*step)(void))
{
	long most[2];
	for (int i = 0; i < 2; i++) {
		int pipes[2], status;
		NEED(pipe(pipes) == 0);
		pid_t child = fork();
		NEED(child >= 0);
		if (child == 0) {
			struct rusage usage;
			if (i)
				step();
			getrusage(RUSAGE_SELF, &usage);
			_exit(write(pipes[1], &usage.ru_maxrss, sizeof usage.ru_maxrss) < 0);
		}
		NEED(read(pipes[0], &most[i], sizeof most[i]) == (ssize_t)sizeof most[i] &&
			waitpid(child, &status, 0) == child);
		close(pipes[0]);
		close(pipes[1]);
	}
	return most[1] - most[0];
}

static int compare(const void *a, const void *b) { return bench_compare(a, b); }

static void figure(const char *name, double units, double times[TRIES], const double *cp, long kib)
{
	double ratios[TRIES];
	for (int i = 0; cp && i < TRIES; i++) /* per round: the disk is sometimes faster, for both */
		ratios[i] = cp[i] / times[i];
	qsort(times, TRIES, sizeof *times, compare);
	printf("{\"lib\": \"syclbin\", \"name\": \"%s\", \"ns\": %.4f, \"min_ns\": %.4f", name,
		times[TRIES / 2] / units, times[0] / units);
	if (cp) {
		qsort(ratios, TRIES, sizeof *ratios, compare);
		printf(", \"times_cp\": %.2f, \"best_times_cp\": %.2f", ratios[TRIES / 2], ratios[TRIES - 1]);
	}
	if (kib >= 0)
		printf(", \"kib\": %ld", kib);
	printf("}\n");
	fflush(stdout);
}

/* Runs all steps in turn, several times, so that other load on the machine affects all of them. */
static void large_file(void)
{
	void (*const steps[])(void) = { copy, pack, extract, extract_files };
	static const char *const names[] = { "cp_1g", "pack_1g", "extract_1g", "extract_files_1g" };
	double times[4][TRIES], parses[TRIES];
	for (int i = 0; i < TRIES; i++) {
		for (unsigned j = 0; j < 4; j++)
			times[j][i] = once(steps[j]);
	}
	for (unsigned j = 4; j-- > 0;) /* cp last, because it sorts the times of cp */
		figure(names[j], (double)WHOLE, times[j], times[0], -1);
	for (int i = 0; i < TRIES; i++)
		parses[i] = once(parse_frame);
	figure("parse_1g", 1, parses, NULL, memory_of(parse_frame));
	for (int i = 0; i < TRIES; i++)
		parses[i] = once(parse_texts);
	figure("parse_texts_1g", 1, parses, NULL, memory_of(parse_texts));
}

/* ---- property texts */

static struct syclbin_span text;
static uint8_t *payload;

static struct syclbin_text *make_text(void)
{
	struct syclbin_text *t = syclbin_text_create(NULL);
	uint8_t bytes[256];
	NEED(t);
	for (unsigned i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)(i * 7);
	for (unsigned i = 0; i < 20000; i++) {
		char key[64];
		int length = snprintf(key, sizeof key, "_ZTSZ4mainEUlN4sycl7handlerEE%u_kernel", i);
		struct syclbin_string name = { key, (size_t)length };
		if (i % 100 == 0)
			NEED(syclbin_text_set(t, (struct syclbin_string){ "SYCL/kernel param opt", 21 }, NULL) ==
				SYCLBIN_OK);
		NEED((i % 2 ? syclbin_text_u32(t, name, i, NULL)
			    : syclbin_text_bytes(t, name, bytes, 8 * (i % 256), NULL)) == SYCLBIN_OK);
	}
	return t;
}

static void walk(uint64_t n, bool values)
{
	while (n--) {
		struct syclbin_properties w = syclbin_properties(&text);
		struct syclbin_property p;
		while (syclbin_properties_next(&w, &p, NULL) == SYCLBIN_OK) {
			visited += p.number;
			if (values && p.type == SYCLBIN_PROPERTY_BYTES)
				NEED(syclbin_value_copy(&p.value, payload, 256, NULL) == SYCLBIN_OK);
		}
	}
}

static void walk_lines(void *ctx, uint64_t n)
{
	(void)ctx;
	walk(n, false);
}

static void walk_values(void *ctx, uint64_t n)
{
	(void)ctx;
	walk(n, true);
}

static void load_table(void *ctx, uint64_t n)
{
	(void)ctx;
	while (n--) {
		struct syclbin_table table;
		NEED(syclbin_table_init(&table, &text, NULL, NULL) == SYCLBIN_OK);
		visited += table.property_count;
		syclbin_table_finish(&table, NULL);
	}
}

static void properties(void)
{
	struct syclbin_text *t = make_text();
	struct syclbin_string string = syclbin_text_string(t);
	payload = malloc(256);
	text = syclbin_span(string.data, string.size);
	bench_run("syclbin", "properties", (double)text.size, walk_lines, NULL);
	bench_run("syclbin", "properties_values", (double)text.size, walk_values, NULL);
	bench_run("syclbin", "properties_table", (double)text.size, load_table, NULL);
	free(payload);
	syclbin_text_destroy(t);
}

static void clean_up(void)
{
	char command[600];
	snprintf(command, sizeof command, "rm -rf '%s'", folder);
	if (*folder && system(command) != 0)
		fprintf(stderr, "syclbin_bench: %s remains\n", folder);
}

int main(void)
{
	const char *base = getenv("TMPDIR");
	properties();
	if (getenv("BENCH_ONCE"))
		return 0;
	snprintf(folder, sizeof folder, "%s/syclbin-bench-XXXXXX", base ? base : "/var/tmp");
	if (!mkdtemp(folder)) {
		fprintf(stderr, "syclbin_bench: no folder for 1 GB files\n");
		return 77;
	}
	atexit(clean_up);
	snprintf(source, sizeof source, "%s/source", folder);
	snprintf(packed, sizeof packed, "%s/packed", folder);
	snprintf(made, sizeof made, "%s/made", folder);
	make_source();
	pack_to(packed);
	sync();
	large_file();
	return visited == 0;
}
