/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The options of a compilation: what befkit needs of XLA's protobuf CompileOptionsProto. Other fields are skipped. */
#ifndef PJRT_BEFKIT_OPTIONS_H
#define PJRT_BEFKIT_OPTIONS_H

#include "client.h"

struct pjrt__options {
	uint32_t replicas, partitions; /* at least 1; together at most PJRT__MOST_DEVICES */
	bool portable;                 /* the device is chosen at each execution */
	uint32_t device_count;         /* replicas * partitions */
	uint16_t devices[PJRT__MOST_DEVICES]; /* numbers, replica-major */
};

/* Without a device assignment: device_ordinal or the first devices. Numbers that the client does not have, damaged bytes
 * and unknown options of the compiler are refused. */
PJRT_Error *pjrt__options_read(const void *data, size_t size, size_t device_count, struct pjrt__options *out);
/* The bytes of a DeviceAssignmentProto, freed by the caller. NULL: out of memory. */
char *pjrt__options_assignment(const struct pjrt__options *options, size_t *out_size);

#endif
