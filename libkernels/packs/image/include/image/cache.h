/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A cache on disk for programs that were built: files in $XDG_CACHE_HOME/befkit, else ~/.cache/befkit, else none. Files are
 * replaced atomically and verified when read; a damaged one counts as absent. A folder that cannot be written to is no
 * failure. Functions block for file I/O. Thread class: safe, also among processes. */
#ifndef IMAGE_CACHE_H
#define IMAGE_CACHE_H

#include <async/allocator.h>
#include <bytecursor/digest.h>
#include <stdbool.h>

#define IMAGE_CACHE_MOST ((uint64_t)256 << 20) /* bytes of all files together; the oldest are removed */

/* What a built program depends on. Each part is added with its length, so that parts cannot run into one another. */
struct image_key {
	struct bytecursor_sha256 hash;
};
void kernels_image__key_begin(struct image_key *key);
void kernels_image__key_add(struct image_key *key, const void *data, size_t size);
void kernels_image__key_text(struct image_key *key, const char *text);
void kernels_image__key_finish(struct image_key *key, uint8_t out[32]);

/* The bytes that were stored under the key, of `allocator` with alignment 16; NULL if there are none, or no memory. */
void *kernels_image__cache_load(const uint8_t key[32], const struct async_allocator *allocator, size_t *out_size);
/* Best-effort. Returns true if the bytes were stored. */
bool kernels_image__cache_store(const uint8_t key[32], const void *data, size_t size);
/* As above, with another limit for all files together. */
bool kernels_image__cache_store_within(const uint8_t key[32], const void *data, size_t size, uint64_t most);

#endif
