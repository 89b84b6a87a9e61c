/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The last launches of a context. A launch without a signal that fails while it runs is noticed by a later command of its stream, which
 * fails too. The events of the last launches identify the failed launch. */
#include "opencl.h"
#include <stdio.h>
#include <string.h>

void kernels_opencl__remember_launch(struct kernels_opencl__context *context, void *event, const char *name)
{
	pthread_mutex_lock(&context->launched_lock);
	struct kernels_opencl__launched *launched = &context->launched[context->next_launched++ % OPENCL_LAUNCHES_KEPT];
	void *before = launched->event;
	const size_t size = strlen(name), kept = size < sizeof launched->name ? size : sizeof launched->name - 1;
	launched->event = event;
	memcpy(launched->name, name, kept);
	launched->name[kept] = '\0';
	pthread_mutex_unlock(&context->launched_lock);
	if (before)
		CL.clReleaseEvent(before);
}

void kernels_opencl__forget_launches(struct kernels_opencl__context *context)
{
	for (uint32_t i = 0; i < OPENCL_LAUNCHES_KEPT; i++) {
		if (context->launched[i].event)
			CL.clReleaseEvent(context->launched[i].event);
	}
}

int32_t kernels_opencl__failed_launch(struct kernels_opencl__context *context, char *out_name, size_t room)
{
	int32_t found = 0;
	pthread_mutex_lock(&context->launched_lock);
	for (uint32_t i = 0; i < OPENCL_LAUNCHES_KEPT; i++) { /* from the oldest on */
		const struct kernels_opencl__launched *launched =
			&context->launched[(context->next_launched + i) % OPENCL_LAUNCHES_KEPT];
		int32_t status = 0;
		if (!launched->event || CL.clGetEventInfo(launched->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
						NULL) != CL_SUCCESS)
			continue;
		const bool cause = found == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST && status != found;
		if (status < 0 && (found == 0 || cause)) {
			found = status;
			snprintf(out_name, room, "%s", launched->name);
		}
	}
	pthread_mutex_unlock(&context->launched_lock);
	return found;
}
