/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes down what is in a BEF file, section by section, for people. The text is no format: it may change with every
 * version. Thread class: safe; the reader is not changed, and `write` is called on the thread of the call. */
#ifndef BEF_DUMP_H
#define BEF_DUMP_H

#include <bef/export.h>
#include <bef/reader.h>
#include <bef/status.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bef_dump_options {
	size_t size;           /* sizeof(struct bef_dump_options) */
	uint32_t sections;     /* bits 1u << enum bef_section_id; 0: all */
	uint32_t max_elements; /* shown of an array or a tensor; 0: 16 */
	uint32_t max_text;     /* bytes shown of a string inside an attribute; 0: 200 */
	const struct bef_allocator *allocator; /* NULL: malloc */
};

/* Takes a piece of the text; false: stop. */
typedef bool (*bef_write_fn)(void *ctx, const char *data, size_t size);

/* Dumps a file that bef_reader_open() accepted, whether bef_reader_verify() would or not: what cannot be read is noted
 * in the text ("error: 0x1f: ...") and the dump goes on behind it.
 * @param options  NULL: defaults
 * @return BEF_OK · BEF_E_IO `write` said stop · BEF_E_NOMEM · else what the first note in the text is about; diag has
 * it too. Calls back on the calling thread. */
BEF_API enum bef_status bef_dump(const struct bef_reader *reader, const struct bef_dump_options *options,
	bef_write_fn write, void *ctx, struct bef_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
