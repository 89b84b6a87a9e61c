/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of device_test share: the device, text of graphs, and the cases of failures. */
#ifndef BEF_TEST_DEVICE_DEVICE_TEST_H
#define BEF_TEST_DEVICE_DEVICE_TEST_H

#include "world.h"

extern const char *device;
extern bool device_is_host;

#define LAUNCH(chain, function, global, group, offset, arguments, types, after) \
	chain " = \"device.function.launch\"(%s, " function ", " after ", " arguments ") {global = [" global \
	"], group = [" group "], offset = [" offset "]} : (!tfrt_gpu.stream, !tfrt_gpu.function, !tfrt.chain, " types \
	") -> !tfrt.chain\n"
#define BUFFER_64 I64("%n", "64") ALLOCATE("%b", "%n") I32("%zero", "0") SET("%c0", "%b", "%zero", "%ch")
#define RETURN_16(after) READ("%t", "%b", "16", after) RETURN("%t", "!tfrt_tensor.tensor")

void wrong_arguments(void);
void wrong_memory(void);
void other_contexts(void);
void failing_functions(void);
void no_such_device(void);
void nth_failures(void);
void nth_failures_of_opencl(void);
void failures_noticed_later(void);
void launches_of_released_streams(void);
void drivers_of_other_versions(void);
void cancelled_requests(void);

#endif
