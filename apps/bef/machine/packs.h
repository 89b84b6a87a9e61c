/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels that programs use: built-in packs, and those of --pack. */
#ifndef BEF_APP_PACKS_H
#define BEF_APP_PACKS_H

#include <kernels/registry.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Creates a registry with the built-in packs and those in shared objects that --pack names (NULL: none). The packs device, opencl and
 * cuda, whose kernels run native code that a program contains, are among them only if `loaded` names them or `device` is not NULL.
 * @param device  the value of --device, or any text for commands that run no program
 * @return CLI_GOOD, or the exit code after a message */
int packs_registry(const char *loaded, const char *device, struct kernels_registry **out_registry);
/* Notes that a BEF file has operations for devices, and the option that they need; with `each`, names them. Returns their number. */
size_t packs_note_devices(const char *file, const uint8_t *bef, size_t size, bool each);

#endif
