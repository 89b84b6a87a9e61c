/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a program on bytes, with a time limit. */
#ifndef IMAGE_PROCESS_H
#define IMAGE_PROCESS_H

#include <kernels/status.h>

struct image_process {
	char *const *arguments; /* the program, looked up in PATH (in set-uid programs: in /usr/bin and /bin), and its arguments; ends with NULL */
	const void *input;      /* of its standard input */
	size_t input_size;
	unsigned milliseconds;
	int output;             /* result: descriptor of a file with its standard output, which the caller closes; -1: none */
	int exit_code;          /* result; -1: not known, or a signal ended it */
	char error[160];        /* result: the first line of its standard error */
};

/* @return KERNELS_OK it ended, with any exit code · KERNELS_E_NOT_FOUND there is no such program · KERNELS_E_LIMIT it was
 * killed after the time · KERNELS_E_STATE the system refused a file or a process */
enum kernels_status kernels_image__process_run(struct image_process *process, struct kernels_diag *diag);

#endif
