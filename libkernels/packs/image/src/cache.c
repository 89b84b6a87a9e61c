/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <image/cache.h>

#include <bytecursor/cursor.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A file: magic number, digest of the rest, key, bytes. The key is in it because a name may be changed. */
enum { MAGIC_SIZE = 8, DIGEST_AT = MAGIC_SIZE, KEY_AT = DIGEST_AT + 32, HEADER_SIZE = KEY_AT + 32, NAME_SIZE = 64 + 5 };
static const char magic[MAGIC_SIZE + 1] = "befkit1\n";

void kernels_image__key_begin(struct image_key *key) { bytecursor_sha256_init(&key->hash); }

void kernels_image__key_add(struct image_key *key, const void *data, size_t size)
{
	uint8_t length[8];
	for (unsigned i = 0; i < 8; i++)
		length[i] = (uint8_t)((uint64_t)size >> 8 * i);
	bytecursor_sha256_add(&key->hash, length, sizeof length);
	bytecursor_sha256_add(&key->hash, data, size);
}

void kernels_image__key_text(struct image_key *key, const char *text) { kernels_image__key_add(key, text, strlen(text)); }
void kernels_image__key_finish(struct image_key *key, uint8_t out[32]) { bytecursor_sha256_finish(&key->hash, out); }

static void digest_file(const uint8_t key[32], const void *data, size_t size, uint8_t out[32])
{
	struct bytecursor_sha256 hash;
	bytecursor_sha256_init(&hash);
	bytecursor_sha256_add(&hash, key, 32);
	bytecursor_sha256_add(&hash, data, size);
	bytecursor_sha256_finish(&hash, out);
}

static void name_of(const uint8_t key[32], char out[NAME_SIZE])
{
	for (unsigned i = 0; i < 32; i++)
		snprintf(out + 2 * i, 3, "%02x", key[i]);
	memcpy(out + 64, ".bin", 5);
}

/* Opens the folder; creates it where `create` is set. -1 if there is none. Other users must not be able to write to it:
 * what is in it runs as this user. */
static int open_folder(bool create)
{
	const char *base = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
	const bool has_base = base && base[0] == '/';
	char path[PATH_MAX];
	if (!has_base && (!home || home[0] != '/'))
		return -1;
	int length = snprintf(path, sizeof path, "%s%s", has_base ? base : home, has_base ? "" : "/.cache");
	if (length < 0 || (size_t)length + sizeof "/befkit" > sizeof path)
		return -1;
	if (create)
		(void)mkdir(path, 0700);
	memcpy(path + length, "/befkit", sizeof "/befkit");
	if (create)
		(void)mkdir(path, 0700);
	const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct stat info;
	if (folder >= 0 && (fstat(folder, &info) || info.st_uid != geteuid() || info.st_mode & (S_IWGRP | S_IWOTH))) {
		close(folder);
		return -1;
	}
	return folder;
}

static bool read_all(int file, void *data, size_t size)
{
	char *p = data;
	while (size > 0) {
		const ssize_t count = read(file, p, size);
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return false;
		p += count;
		size -= (size_t)count;
	}
	return true;
}

static bool write_all(int file, const void *data, size_t size)
{
	const char *p = data;
	while (size > 0) {
		const ssize_t count = write(file, p, size);
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return false;
		p += count;
		size -= (size_t)count;
	}
	return true;
}

static void *read_entry(int file, const uint8_t key[32], const struct async_allocator *allocator, size_t *out_size)
{
	uint8_t header[HEADER_SIZE], digest[32];
	struct stat info;
	if (fstat(file, &info) || !S_ISREG(info.st_mode) || info.st_size < HEADER_SIZE ||
		(uint64_t)info.st_size > IMAGE_CACHE_MOST || !read_all(file, header, sizeof header) ||
		memcmp(header, magic, MAGIC_SIZE) != 0 || memcmp(header + KEY_AT, key, 32) != 0)
		return NULL;
	const size_t size = (size_t)info.st_size - HEADER_SIZE;
	void *data = async_alloc(allocator, size, 16);
	if (!data)
		return NULL;
	bool good = read_all(file, data, size);
	if (good) {
		digest_file(key, data, size, digest);
		good = memcmp(digest, header + DIGEST_AT, sizeof digest) == 0;
	}
	if (!good) {
		async_free(allocator, data, size, 16);
		return NULL;
	}
	*out_size = size;
	return data;
}

void *kernels_image__cache_load(const uint8_t key[32], const struct async_allocator *allocator, size_t *out_size)
{
	char name[NAME_SIZE];
	void *data = NULL;
	const int folder = open_folder(false);
	if (folder < 0)
		return NULL;
	name_of(key, name);
	const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	if (file >= 0) {
		data = read_entry(file, key, allocator, out_size);
		(void)futimens(file, NULL); /* in use: the oldest are removed first. The owner may do this without writing */
		close(file);
	}
	close(folder);
	return data;
}

struct entry {
	char name[NAME_SIZE];
	struct timespec used;
	uint64_t size;
};

static int by_age(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	if (x->used.tv_sec != y->used.tv_sec)
		return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
	if (x->used.tv_nsec != y->used.tv_nsec)
		return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
	return strcmp(x->name, y->name);
}

static bool is_entry(const char *name) { return strlen(name) == NAME_SIZE - 1 && strcmp(name + 64, ".bin") == 0; }

/* Lists the files; NULL if there are none, or no memory. Files that a process left half written are removed after an
 * hour. */
static struct entry *list(int folder, size_t *out_count)
{
	struct entry *entries = NULL;
	size_t count = 0, capacity = 0;
	const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *walk = copy >= 0 ? fdopendir(copy) : NULL;
	if (!walk && copy >= 0)
		close(copy);
	for (struct dirent *d = walk ? readdir(walk) : NULL; d; d = readdir(walk)) {
		struct stat info;
		if (fstatat(folder, d->d_name, &info, AT_SYMLINK_NOFOLLOW) || !S_ISREG(info.st_mode))
			continue;
		if (strncmp(d->d_name, "new-", 4) == 0 && info.st_mtime < time(NULL) - 3600)
			(void)unlinkat(folder, d->d_name, 0);
		if (!is_entry(d->d_name))
			continue;
		if (count == capacity) {
			capacity = capacity ? 2 * capacity : 64;
			struct entry *more = realloc(entries, capacity * sizeof *entries);
			if (!more)
				break;
			entries = more;
		}
		memcpy(entries[count].name, d->d_name, NAME_SIZE);
		entries[count].used = info.st_mtim;
		entries[count++].size = (uint64_t)info.st_size;
	}
	if (walk)
		closedir(walk);
	*out_count = count;
	return entries;
}

static void shrink(int folder, uint64_t most)
{
	size_t count;
	uint64_t total = 0;
	struct entry *entries = list(folder, &count);
	for (size_t i = 0; i < count; i++)
		total += entries[i].size;
	if (total > most)
		qsort(entries, count, sizeof *entries, by_age);
	for (size_t i = 0; i < count && total > most; i++) {
		total -= entries[i].size;
		(void)unlinkat(folder, entries[i].name, 0);
	}
	free(entries);
}

/* A file with a name of its own takes the name of the entry when it is complete. */
static bool write_entry(int folder, const uint8_t key[32], const void *data, size_t size)
{
	char name[NAME_SIZE], temporary[64];
	uint8_t digest[32];
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	snprintf(temporary, sizeof temporary, "new-%ld-%lx-%lx", (long)getpid(), (unsigned long)now.tv_nsec,
		(unsigned long)(uintptr_t)&now);
	const int file = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (file < 0)
		return false;
	name_of(key, name);
	digest_file(key, data, size, digest);
	bool good = write_all(file, magic, MAGIC_SIZE) && write_all(file, digest, sizeof digest) &&
		    write_all(file, key, 32) && write_all(file, data, size);
	good = close(file) == 0 && good;
	good = good && renameat(folder, temporary, folder, name) == 0;
	if (!good)
		(void)unlinkat(folder, temporary, 0);
	return good;
}

bool kernels_image__cache_store_within(const uint8_t key[32], const void *data, size_t size, uint64_t most)
{
	if (size > most || most - size < HEADER_SIZE)
		return false;
	const int folder = open_folder(true);
	if (folder < 0)
		return false;
	const bool stored = write_entry(folder, key, data, size);
	if (stored)
		shrink(folder, most);
	close(folder);
	return stored;
}

bool kernels_image__cache_store(const uint8_t key[32], const void *data, size_t size)
{
	return kernels_image__cache_store_within(key, data, size, IMAGE_CACHE_MOST);
}
