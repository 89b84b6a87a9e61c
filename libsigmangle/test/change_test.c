/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every prefix and one-byte changes of good strings: those of data/corpus, data/vectors.tsv, and of the golden
 * vectors where they are. A byte becomes each of those that mean something in signatures, and some that do not;
 * with CHANGE_ALL set, and for short strings, each of all 256. */
#include "agree.h"
#include "check.h"

#include <dirent.h>
#include <stdint.h>

static unsigned long strings, prefixes, changes;

static void agree_copy(const char *data, size_t size)
{
	char *copy = malloc(size ? size : 1);
	if (!copy)
		abort();
	memcpy(copy, data, size);
	agree_all(copy, size);
	free(copy);
}

static void change(char *data, size_t size)
{
	static const char telling[] = "09-!_ktRSDKB\xff";
	const bool all = size <= 24 || getenv("CHANGE_ALL");
	strings++;
	agree_copy(data, size);
	for (size_t i = 0; i < size; i++, prefixes++) {
		/* a long string in which one length nests many others: a prefix here and there is enough */
		if (size <= 512 || i % 16 == 0 || getenv("CHANGE_ALL"))
			agree_copy(data, i);
	}
	for (size_t i = 0; i < size; i++) {
		const char was = data[i];
		if (!getenv("CHANGE_ALL") && i % (size > 512 ? 32 : size > 150 ? 4 : 1))
			continue;
		for (int other = 0; other < 256; other++) {
			if ((char)other == was || (!all && (!other || !strchr(telling, other))))
				continue;
			data[i] = (char)other;
			agree_copy(data, size);
			changes++;
		}
		data[i] = was;
	}
}

static void corpus(void)
{
	struct dirent **entries;
	int count = scandir(SIGMANGLE_DATA "/corpus", &entries, NULL, alphasort);
	CHECK(count > 10);
	for (int i = 0; i < count; i++) {
		char name[4096], data[8192];
		snprintf(name, sizeof name, "%s/corpus/%s", SIGMANGLE_DATA, entries[i]->d_name);
		FILE *f = entries[i]->d_name[0] == '.' ? NULL : fopen(name, "rb");
		if (f) {
			size_t size = fread(data, 1, sizeof data, f);
			fclose(f);
			bool good = sigmangle_raw_check(data, size, SIGMANGLE_STRICT, NULL) == SIGMANGLE_OK ||
				    sigmangle_sip_check(data, size, SIGMANGLE_STRICT, NULL) == SIGMANGLE_OK;
			if (!good && strcmp(entries[i]->d_name, "components") != 0)
				check_report(__FILE__, __LINE__, "%s is not good", entries[i]->d_name);
			change(data, size);
		}
		free(entries[i]);
	}
	free(entries);
}

/* Takes the escapes out of a column, in place. */
static size_t unescape(char *from)
{
	char *start = from, *to = from;
	while (*from) {
		char c = *from++;
		if (c == '\\') {
			c = *from++;
			if (c == 'x') {
				char digits[3] = { from[0], from[1], 0 };
				c = (char)strtol(digits, NULL, 16);
				from += 2;
			} else if (c != '\\' && c != '"') {
				c = c == 'n' ? '\n' : c == 't' ? '\t' : '\r';
			}
		}
		*to++ = c;
	}
	return (size_t)(to - start);
}

static void rows(const char *path)
{
	static char line[1 << 20];
	FILE *f = fopen(path, "r");
	if (!f)
		return;
	while (fgets(line, sizeof line, f)) {
		char *at = line, *mangled = NULL, *strict = NULL;
		for (int column = 0; column < 17 && at; column++) {
			char *tab = strchr(at, '\t');
			if (tab)
				*tab++ = 0;
			mangled = column == 5 ? at : mangled;
			strict = column == 16 ? at : strict;
			at = tab;
		}
		if (mangled && strict && strcmp(strict, "accept") == 0)
			change(mangled, unescape(mangled));
	}
	fclose(f);
}

static void own_rows(void) { rows(SIGMANGLE_DATA "/vectors.tsv"); }

static void golden_rows(void)
{
	const char *golden = getenv("BEFKIT_GOLDEN");
	char path[4096];
	snprintf(path, sizeof path, "%s/sigmangle/vectors.tsv", golden ? golden : GOLDEN_DEFAULT);
	unsigned long before = strings;
	rows(path);
	if (strings == before)
		CHECK_SKIP("no golden data");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(corpus), CHECK_CASE(own_rows), CHECK_CASE(golden_rows) };
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	printf("# %lu strings, %lu prefixes, %lu changes\n", strings, prefixes, changes);
	return code;
}
