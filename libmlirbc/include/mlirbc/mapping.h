/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The bytes of files: copied, or mapped if the host program asks for it.
 *
 * If another program truncates a mapped file, its missing pages cannot be read: without the guard below, the access
 * ends the process (SIGBUS). Writing to a mapped file changes what is read from it. Replace files in use by renaming a
 * new file.
 *
 * Thread class: safe, for different mappings. */
#ifndef MLIRBC_MAPPING_H
#define MLIRBC_MAPPING_H

#include <mlirbc/export.h>
#include <mlirbc/status.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Released with mlirbc_mapping_close(), after the contexts that use its bytes. */
struct mlirbc_mapping {
	const void *data; /* aligned to a page; NULL: the file is empty */
	size_t size;
};

/* Reads a file, or a pipe to its end. Later changes of the file have no effect.
 * @return MLIRBC_OK · MLIRBC_E_NOMEM · MLIRBC_E_IO, errno has the reason: EIO if the file shrank while it was read;
 *         *out_mapping is empty then */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_mapping_open(const char *path,
	struct mlirbc_mapping *out_mapping);

/* Maps a regular file: its pages are read when they are used. The caller ensures that the file is neither truncated nor
 * written until the mapping is closed, or has installed the guard and calls mlirbc_mapping_is_intact() before it relies
 * on data from the mapping.
 * @param fd        may be closed afterwards; the mapping holds another descriptor
 * @param writable  the bytes may be written, which does not change the file
 * @return MLIRBC_OK · MLIRBC_E_UNSUPPORTED this is not a regular file: read it · MLIRBC_E_NOMEM · MLIRBC_E_IO, errno
 *         has the reason; *out_mapping is empty then */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_mapping_map(int fd, bool writable,
	struct mlirbc_mapping *out_mapping);

/* False if a mapped file was truncated or written (its size or time of modification differs) or could not be read
 * since it was mapped. Data that was read from it may then be wrong. NULL: checks every mapping; no other thread may
 * close a mapping during the call. */
MLIRBC_API bool mlirbc_mapping_is_intact(const struct mlirbc_mapping *mapping);

/* Unmaps or frees the bytes and leaves an empty mapping. An empty mapping is ignored. */
MLIRBC_API void mlirbc_mapping_close(struct mlirbc_mapping *mapping);

/* Installs a handler of SIGBUS for the whole process: pages of mappings that cannot be read become zeros, and their
 * mapping is not intact any more. All other faults go to the handler that was installed before, or have the default
 * effect. The library never installs it by itself. A host that sets a handler of SIGBUS later must call the handler
 * that it replaces. Call this once, before other threads exist.
 * @param lost  NULL, or called in the handler before a page is replaced: calls only functions that are safe in
 *              signal handlers, and may end the process */
MLIRBC_API void mlirbc_mapping_guard(void (*lost)(void));

#ifdef __cplusplus
}
#endif

#endif
