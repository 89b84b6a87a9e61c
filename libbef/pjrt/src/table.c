/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table, and the entries that have no use on a host: clients call them without asking whether they are there. */
#include "extensions.h"

#define UNIMPLEMENTED(name) \
	PJRT_ENTRY(name) \
	{ \
		(void)args; \
		return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "befkit does not implement PJRT_" #name); \
	}

/* send and recv of the host */
UNIMPLEMENTED(CopyToDeviceStream_Destroy)
UNIMPLEMENTED(CopyToDeviceStream_AddChunk)
UNIMPLEMENTED(CopyToDeviceStream_TotalBytes)
UNIMPLEMENTED(CopyToDeviceStream_GranuleSize)
UNIMPLEMENTED(CopyToDeviceStream_CurrentBytes)
/* compiling without a client */
UNIMPLEMENTED(TopologyDescription_Create)
UNIMPLEMENTED(TopologyDescription_Deserialize)
UNIMPLEMENTED(Compile)
/* buffers whose data other buffers, or events of several processes, decide */
UNIMPLEMENTED(Client_CreateAliasBuffer)
UNIMPLEMENTED(Client_FulfillAliasBuffer)
UNIMPLEMENTED(Buffer_CopyRawToHostFuture)
UNIMPLEMENTED(Buffer_DonateWithControlDependency)
UNIMPLEMENTED(Device_PoisonExecution)
/* traces */
UNIMPLEMENTED(Device_CreateAsyncTrackingEvent)
UNIMPLEMENTED(AsyncTrackingEvent_Destroy)
/* memory of the process, which the allocator of the queue does not count */
UNIMPLEMENTED(Device_MemoryStats)

static const PJRT_Api api = {
	.struct_size = sizeof(PJRT_Api),
	.extension_start = &pjrt__ffi.base,
	.pjrt_api_version = { sizeof(PJRT_Api_Version), NULL, PJRT_MAJOR, PJRT_MINOR },
#define X(number, name) .name = pjrt__##name,
#include "functions.def"
#undef X
};

__attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi(void);
const PJRT_Api *GetPjrtApi(void) { return &api; }
