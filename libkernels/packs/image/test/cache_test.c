/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cache on disk, in a folder of the test. */
#include "check.h"
#include <dirent.h>
#include <fcntl.h>
#include <image/cache.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char home[] = "/tmp/image-cache-XXXXXX";
static char folder[64];

static void key_of(const char *text, uint8_t key[32])
{
	struct image_key k;
	kernels_image__key_begin(&k);
	kernels_image__key_text(&k, text);
	kernels_image__key_finish(&k, key);
}

static bool has(const char *name, const char *expected)
{
	uint8_t key[32];
	size_t size = 0;
	key_of(name, key);
	char *data = kernels_image__cache_load(key, async_allocator_system(), &size);
	const bool same = data && size == strlen(expected) && memcmp(data, expected, size) == 0;
	if (data)
		async_free(async_allocator_system(), data, size, 16);
	return same;
}

static bool put(const char *name, const char *data)
{
	uint8_t key[32];
	key_of(name, key);
	return kernels_image__cache_store(key, data, strlen(data));
}

/* Calls visit() for the path of each file; returns their number. */
static unsigned each_file(void (*visit)(const char *path))
{
	unsigned count = 0;
	DIR *walk = opendir(folder);
	for (struct dirent *d = walk ? readdir(walk) : NULL; d; d = readdir(walk)) {
		char path[512];
		if (d->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
		count++;
		if (visit)
			visit(path);
	}
	if (walk)
		closedir(walk);
	return count;
}

static void remove_file(const char *path) { CHECK_INT(unlink(path), 0); }

static void flip_last_byte(const char *path)
{
	FILE *f = fopen(path, "r+b");
	CHECK_OR_RETURN(f);
	fseek(f, -1, SEEK_END);
	const int byte = getc(f);
	fseek(f, -1, SEEK_END);
	putc(byte ^ 1, f);
	fclose(f);
}

static void cut_in_half(const char *path) { CHECK_INT(truncate(path, 40), 0); }

static void stores_and_loads(void)
{
	CHECK(!has("one", "first"));
	CHECK(put("one", "first"));
	CHECK(put("two", ""));
	CHECK(has("one", "first"));
	CHECK(has("two", ""));
	CHECK(!has("three", ""));
	CHECK(put("one", "second"));
	CHECK(has("one", "second"));
	CHECK_INT(each_file(NULL), 2);
	each_file(remove_file);
}

static void damaged_files_count_as_absent(void)
{
	CHECK(put("one", "first"));
	each_file(flip_last_byte);
	CHECK(!has("one", "first"));
	CHECK(!has("one", "firsu"));
	CHECK(put("one", "first"));
	CHECK(has("one", "first"));
	each_file(cut_in_half);
	CHECK(!has("one", "first"));
	each_file(remove_file);
}

static void a_renamed_file_is_not_another_program(void)
{
	uint8_t one[32], two[32];
	char from[256], to[256];
	key_of("one", one);
	key_of("two", two);
	CHECK(put("one", "first"));
	int f = snprintf(from, sizeof from, "%s/", folder), t = snprintf(to, sizeof to, "%s/", folder);
	for (unsigned i = 0; i < 32; i++) {
		f += snprintf(from + f, 3, "%02x", one[i]);
		t += snprintf(to + t, 3, "%02x", two[i]);
	}
	strcpy(from + f, ".bin");
	strcpy(to + t, ".bin");
	CHECK_INT(rename(from, to), 0);
	CHECK(!has("two", "first"));
	each_file(remove_file);
}

static void age(const char *name, long seconds)
{
	uint8_t key[32];
	char path[256];
	key_of(name, key);
	int used = snprintf(path, sizeof path, "%s/", folder);
	for (unsigned i = 0; i < 32; i++)
		used += snprintf(path + used, 3, "%02x", key[i]);
	strcpy(path + used, ".bin");
	const struct timespec times[2] = { { 1000000 + seconds, 0 }, { 1000000 + seconds, 0 } };
	CHECK_INT(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void the_oldest_are_removed(void)
{
	static const char data[1000];
	uint8_t key[32];
	const char *const names[] = { "a", "b", "c" };
	for (unsigned i = 0; i < 3; i++) {
		key_of(names[i], key);
		CHECK(kernels_image__cache_store(key, data, sizeof data));
		age(names[i], i);
	}
	size_t size;
	key_of("a", key);
	void *first = kernels_image__cache_load(key, async_allocator_system(), &size); /* becomes the newest */
	CHECK_OR_RETURN(first);
	async_free(async_allocator_system(), first, size, 16);
	key_of("d", key);
	CHECK(kernels_image__cache_store_within(key, data, sizeof data, 3500));
	CHECK_INT(each_file(NULL), 3);
	key_of("b", key);
	CHECK(!kernels_image__cache_load(key, async_allocator_system(), &size));
	CHECK(!kernels_image__cache_store_within(key, data, sizeof data, 1000)); /* with its header it is larger */
	each_file(remove_file);
}

static void other_folders(void)
{
	CHECK_INT(chmod(folder, 0777), 0); /* anybody could put code there */
	CHECK(!put("one", "first"));
	CHECK_INT(chmod(folder, 0700), 0);
	CHECK_INT(setenv("XDG_CACHE_HOME", "/proc/nothing", 1), 0);
	CHECK(!put("one", "first"));
	CHECK(!has("one", "first"));
	CHECK_INT(setenv("XDG_CACHE_HOME", "relative", 1), 0); /* the specification says to ignore it */
	CHECK_INT(setenv("HOME", home, 1), 0);
	CHECK(put("one", "first"));
	CHECK(has("one", "first"));
	snprintf(folder, sizeof folder, "%s/.cache/befkit", home);
	CHECK_INT(each_file(NULL), 1);
	CHECK_INT(unsetenv("HOME"), 0);
	CHECK(!put("one", "first"));
	each_file(remove_file);
	CHECK_INT(rmdir(folder), 0);
	snprintf(folder, sizeof folder, "%s/.cache", home);
	CHECK_INT(rmdir(folder), 0);
	snprintf(folder, sizeof folder, "%s/befkit", home);
	CHECK_INT(setenv("XDG_CACHE_HOME", home, 1), 0);
}

static void keys_keep_parts_apart(void)
{
	struct image_key a, b;
	uint8_t x[32], y[32];
	kernels_image__key_begin(&a);
	kernels_image__key_text(&a, "ab");
	kernels_image__key_text(&a, "c");
	kernels_image__key_begin(&b);
	kernels_image__key_text(&b, "a");
	kernels_image__key_text(&b, "bc");
	kernels_image__key_finish(&a, x);
	kernels_image__key_finish(&b, y);
	CHECK(memcmp(x, y, 32) != 0);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(stores_and_loads), CHECK_CASE(damaged_files_count_as_absent),
		CHECK_CASE(a_renamed_file_is_not_another_program), CHECK_CASE(the_oldest_are_removed),
		CHECK_CASE(other_folders), CHECK_CASE(keys_keep_parts_apart) };
	if (!mkdtemp(home) || setenv("XDG_CACHE_HOME", home, 1))
		return 3;
	snprintf(folder, sizeof folder, "%s/befkit", home);
	const int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	each_file(remove_file);
	rmdir(folder);
	rmdir(home);
	return result;
}
