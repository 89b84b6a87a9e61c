/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads a file and writes it again, call by call. */
#ifndef BEF_TEST_REWRITE_H
#define BEF_TEST_REWRITE_H

#include <bef/reader.h>
#include <bef/writer.h>

/* @param in     a file that bef_reader_verify() accepts
 * @param types  source of attribute types: `in`, or the same file with optional sections
 * @return the status of the first call that failed; BEF_E_UNSUPPORTED if kernels have attributes of unknown type
 * Free *out_writer with bef_writer_free_bytes() and bef_writer_destroy(), even after a failure; NULL without memory. */
enum bef_status rewrite(const struct bef_reader *in, const struct bef_reader *types,
	const struct bef_allocator *allocator, struct bef_writer **out_writer, uint8_t **out_data, size_t *out_size,
	struct bef_diag *diag);

#endif
