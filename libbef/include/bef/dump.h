/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints the contents of a BEF file, section by section, for human readers. The text is not a stable format: it may
 * change in every version. Thread class: safe; the reader is not changed; `write` is called in the calling thread. */
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
	uint32_t max_elements; /* printed per array or tensor; 0: 16 */
	uint32_t max_text;     /* bytes printed per string inside an attribute; 0: 200 */
	const struct bef_allocator *allocator; /* NULL: malloc */
};

/* Receives a piece of the text. Returns false to stop. */
typedef bool (*bef_write_fn)(void *ctx, const char *data, size_t size);

/* Dumps a file that bef_reader_open() accepted; the file need not pass bef_reader_verify(). The text reports an
 * unreadable part ("error: 0x1f: ...") and the dump continues after it. This includes parts that changed after
 * bef_reader_open(). `write` is called in the calling thread.
 * @param options  NULL: defaults
 * @return BEF_OK · BEF_E_IO `write` returned false · BEF_E_NOMEM · else the status of the first unreadable part, which
 *         is also in diag */
BEF_API BEF_NODISCARD enum bef_status bef_dump(const struct bef_reader *reader, const struct bef_dump_options *options,
	bef_write_fn write, void *ctx, struct bef_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
