/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests every prefix and one-byte changes of valid strings (data/corpus, data/vectors.tsv, the golden vectors if
 * present), and random structures. Each byte is replaced by all bytes with a meaning in signatures and some others; by
 * all 256 bytes for short strings and if CHANGE_ALL is set. */
#include "agree.h"
#include "check.h"
#include "pick.h"

#include <dirent.h>
#include <stdint.h>

/* Sanitizers check a string 30 times slower: then a part of the prefixes and changes. */
#if defined(__SANITIZE_ADDRESS__)
#define SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW 1
#endif
#endif
#ifdef SLOW
enum { SHORT = 8, EVERY = 6 };
#else
enum { SHORT = 24, EVERY = 1 };
#endif

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
	const bool all = size <= SHORT || getenv("CHANGE_ALL");
	strings++;
	agree_copy(data, size);
	for (size_t i = 0; i < size; i++, prefixes++) {
		/* in a long string with deep nesting, only some prefixes are tested */
		if (i % (size <= 512 ? EVERY : 16) == 0 || getenv("CHANGE_ALL"))
			agree_copy(data, i);
	}
	for (size_t i = 0; i < size; i++) {
		const char was = data[i];
		if (!getenv("CHANGE_ALL") && i % (size_t)((size > 512 ? 32 : size > 150 ? 4 : 1) * EVERY))
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

/* Decodes the escapes of a column, in place. */
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

/* ---- random SIP signatures, some of them deep, with cases that a fast path could misinterpret */

static int32_t pick_number(void)
{
	static const int32_t below[] = { 10, 10, 10, 12, 100, 1000, 20000, 1000000000, INT32_MAX };
	return (int32_t)pick((uint32_t)below[pick(9)]);
}

static void put_text_key(struct sigmangle_builder *b, uint32_t number)
{
	static const char *const words[] = { "", "a", "layer_", "the same beginning ", "\x80", "K2!a_0k1_1 in a name" };
	char key[1200];
	int size = pick(4) ? snprintf(key, sizeof key, "%s%03u", words[pick(3) ? 2 : pick(6)], number)
			   : snprintf(key, sizeof key, "%03u%0*d", number, 1 + (int)pick(pick(50) ? 20 : 1100), 7);
	sigmangle_builder_span(b, 'K', key, (size_t)size);
}

/* A value of up to `depth` levels; a deep one has few siblings at each level. */
static void put_value(struct sigmangle_builder *b, unsigned depth)
{
	const size_t mark = b->length;
	const bool dict = pick(3) == 0, sorted = pick(10) != 0;
	if (!depth || (depth < 8 && !pick(4))) {
		sigmangle_builder_integer(b, '_', pick_number());
		return;
	}
	uint32_t count = depth > 8 ? 1 + !pick(6)
			 : pick(8) ? pick(6)
				   : pick(24),
		 key = pick(8) ? 0 : (uint32_t)pick_number();
	for (uint32_t i = 0, deep = pick(count + 1); i < count;
		i++, key = sorted ? key + 1 + !pick(9) * pick(20) : pick(30)) {
		if (dict)
			put_text_key(b, key);
		else
			sigmangle_builder_integer(b, 'k', (int32_t)(key & INT32_MAX));
		put_value(b, i == deep || count == 1 ? depth - 1 : pick(depth < 4 ? depth : 4));
	}
	sigmangle_builder_wrap(b, dict ? 'D' : 'S', mark);
}

static void random_structures(void)
{
	static const char telling[] = "09-!_:;/ktRSDK\xff";
	static char data[1 << 16];
	for (int round = 0; round < 4000; round++) {
		struct sigmangle_builder b = sigmangle_builder_init(data, sizeof data);
		const unsigned depth = round % 100 == 99 ? 1000 : round % 10 == 9 ? 30 + pick(200) : pick(6);
		if (pick(8))
			put_value(&b, depth);
		sigmangle_builder_wrap(&b, 'I', 0);
		const size_t middle = b.length;
		if (pick(3))
			put_value(&b, pick(6));
		sigmangle_builder_wrap(&b, 'R', middle);
		if (b.length > b.room)
			continue;
		strings++;
		agree_copy(data, b.length);
		for (int i = 0; i < (b.length > 4096 ? 1 : 4); i++, changes++) {
			char *at = &data[pick((uint32_t)b.length)], was = *at;
			*at = telling[pick(sizeof telling - 1)];
			agree_copy(data, b.length);
			*at = was;
		}
	}
}

/* Values that begin like those of the fast path but do not belong to it. */
static void nearly_usual(void)
{
	static const char *const sides[] = {
		"k0_0k1_1k2_2k3_3k4_4k5_5k6_6k7_7k8_8k9_9k:_1",
		"k0_0k1_1k2_2k3_3k4_4k5_5k6_6k7_7k8_8k9_9k10_10k11_11",
		"k0_0k2_1k3_2k3_3",
		"k8_0k9_0k9_0",
		"k0_999999999k1_1000000000k2_2147483647",
		"k0_0k1_9999999999999999999",
		"k0_0k1_",
		"k0_0k1",
		"k0_0k",
		"k0_00k01_0k2_/k3_1",
		"k0_:k1_1",
		"k0_1:k1_1",
		"k0_1/k1_1",
	};
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
		for (int side = 0; side < 2; side++) {
			char data[256];
			struct sigmangle_builder b = sigmangle_builder_init(data, sizeof data);
			if (side)
				sigmangle_builder_span(&b, 'I', NULL, 0);
			size_t mark = b.length;
			sigmangle_builder_span(&b, 'S', sides[i], strlen(sides[i]));
			sigmangle_builder_wrap(&b, side ? 'R' : 'I', mark);
			if (!side) /* not near the end */
				sigmangle_builder_span(&b, 'R', "S17!k0_0k1_1k2_2k3_3", 20);
			CHECK_OR_RETURN(b.length <= b.room);
			change(data, b.length);
		}
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(corpus), CHECK_CASE(own_rows), CHECK_CASE(golden_rows),
		CHECK_CASE(random_structures), CHECK_CASE(nearly_usual) };
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	printf("# %lu strings, %lu prefixes, %lu changes\n", strings, prefixes, changes);
	return code;
}
