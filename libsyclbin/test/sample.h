/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files for tests, generated from the lines of sample.c; no bytes are stored. */
#ifndef SYCLBIN_SAMPLE_H
#define SYCLBIN_SAMPLE_H

#include <syclbin/syclbin.h>

/* Three modules: two IR and one native; none; one native. Properties of every kind. NULL: out of memory. */
struct syclbin_writer *sample_writer(const struct syclbin_allocator *allocator);
/* The text of its first module. */
struct syclbin_string sample_text(void);

/* A file in a block from malloc. `name` is one of sample_names[]. False: out of memory, or the library lacks a
 * required compressor. */
extern const char *const sample_names[];
extern const size_t sample_count;
bool sample_file(const char *name, uint8_t **out_data, size_t *out_size);

#endif
