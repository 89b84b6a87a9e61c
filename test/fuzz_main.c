/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replaces a fuzzing engine: calls a fuzz target with every file on the command line or in its folders, and with
 * variants of each file by a small deterministic mutator. FUZZ_MUTANTS is the number of variants per file (default 0),
 * FUZZ_SEED the seed. FUZZ_DIVISOR=N generates one variant of N. FUZZ_SECONDS ends the process if one input takes longer.
 * FUZZ_TIME=N repeats all of it with the next seeds until N seconds have passed, and prints the count after each round. Exits with
 * 77 if there are no files.
 *
 * ThreadSanitizer gets a tenth of the variants: nearly all targets have one thread, in which it finds nothing, and it makes
 * them ten times slower. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Optional mutator of the target, which generates three of four variants. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) __attribute__((weak));

#if defined(__SANITIZE_THREAD__)
#define OF_ALL 10
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define OF_ALL 10
#endif
#endif
#ifndef OF_ALL
#define OF_ALL 1
#endif

static unsigned long inputs;
static unsigned long mutants;
static unsigned long seed;
static unsigned long seconds;
static unsigned long variants; /* generated in all rounds */
static time_t deadline;	       /* FUZZ_TIME: when to stop; otherwise 0 */
static const char *dump_path; /* FUZZ_LAST: file for the current input, to find the cause of a crash */

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static time_t now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec;
}

static bool late(void)
{
	return deadline && now() >= deadline;
}

static void try_one(const uint8_t *data, size_t size)
{
	if (dump_path) {
		FILE *f = fopen(dump_path, "wb");
		if (f) {
			fwrite(data, 1, size, f);
			fclose(f);
		}
	}
	if (seconds)
		alarm((unsigned int)seconds);
	LLVMFuzzerTestOneInput(data, size);
}

/* One to four small changes: a changed byte, a flipped bit, a copied range, a truncation. */
static size_t mutate(uint8_t *data, size_t size, uint64_t *random)
{
	unsigned faults = 1 + (unsigned)(next_random(random) % 4);
	while (faults-- && size) {
		size_t at = (size_t)(next_random(random) % size);
		switch (next_random(random) % 8) {
		case 0: size = at; break;
		case 1: {
			size_t from = (size_t)(next_random(random) % size);
			size_t most = size - (from > at ? from : at);
			memmove(data + at, data + from, most ? (size_t)(next_random(random) % most) : 0);
			break;
		}
		case 2:
		case 3: data[at] ^= (uint8_t)(1u << (next_random(random) % 8)); break;
		case 4: data[at] = (uint8_t)((next_random(random) & 1) ? 0xFF : 0); break;
		default: data[at] = (uint8_t)next_random(random);
		}
	}
	return size;
}

static void replay_input(const uint8_t *data, size_t size)
{
	size_t room = 2 * size + 64;
	uint8_t *copy = malloc(room);
	uint64_t random = 88172645463325252u + size + seed * 0x9E3779B97F4A7C15u;
	inputs++;
	try_one(data, size);
	for (unsigned long i = 0; i < mutants && copy && !late(); i++) {
		variants++;
		memcpy(copy, data, size);
		bool custom = LLVMFuzzerCustomMutator && i % 4;
		try_one(copy, custom ? LLVMFuzzerCustomMutator(copy, size, room, (unsigned int)next_random(&random))
				     : mutate(copy, size, &random));
	}
	free(copy);
}

/* Programs separated by lines "// -----" are separate inputs. */
static void replay_file(const char *path)
{
	static const char separator[] = "// -----\n";
	FILE *f = fopen(path, "rb");
	if (!f)
		return;
	fseek(f, 0, SEEK_END);
	long end = ftell(f);
	rewind(f);
	size_t size = end > 0 ? (size_t)end : 0;
	char *data = malloc(size + 1);
	if (data && fread(data, 1, size, f) == size) {
		data[size] = '\0';
		const char *at = data, *next;
		while ((next = strstr(at, separator)) != NULL) {
			replay_input((const uint8_t *)at, (size_t)(next - at));
			at = next + sizeof separator - 1;
		}
		replay_input((const uint8_t *)at, size - (size_t)(at - data));
	}
	free(data);
	fclose(f);
}

static void replay(const char *path)
{
	struct stat about;
	if (stat(path, &about) != 0)
		return;
	if (!S_ISDIR(about.st_mode)) {
		replay_file(path);
		return;
	}
	struct dirent **entries;
	int count = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		char name[4096];
		int length = snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
		if (entries[i]->d_name[0] != '.' && length > 0 && (size_t)length < sizeof name &&
			stat(name, &about) == 0 && S_ISREG(about.st_mode))
			replay_file(name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static unsigned long number(const char *variable)
{
	const char *text = getenv(variable);
	return text ? strtoul(text, NULL, 10) : 0;
}

int main(int argc, char **argv)
{
	unsigned long divisor = number("FUZZ_DIVISOR");
	mutants = number("FUZZ_MUTANTS") / OF_ALL / (divisor ? divisor : 1);
	seed = number("FUZZ_SEED");
	seconds = number("FUZZ_SECONDS");
	dump_path = getenv("FUZZ_LAST");
	if (number("FUZZ_TIME"))
		deadline = now() + (time_t)number("FUZZ_TIME");
	do {
		inputs = 0;
		for (int i = 1; i < argc; i++)
			replay(argv[i]);
		if (deadline) {
			printf("%lu variants, next seed %lu\n", variants, ++seed);
			fflush(stdout); /* for rounds before one that crashes */
		}
	} while (inputs && mutants && deadline && !late());
	printf("%lu inputs, %lu mutants of each\n", inputs, mutants);
	return inputs ? 0 : 77;
}
