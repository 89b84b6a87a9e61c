/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table, what its functions require of callers, and the entries that have no use on a host: clients call them without
 * asking whether they are there. */
#include "extensions.h"

#include <string.h>

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

/* ---- what a caller must give is checked before each function */

struct requirement {
	uint16_t least; /* bytes of arguments */
	uint16_t offsets[2];
	const char *members[2]; /* pointers that are not NULL; NULL: none */
};

#define OFFSET(name, member) ((uint16_t)offsetof(PJRT_##name##_Args, member))
#define LEAST(name, last) ((uint16_t)(offsetof(PJRT_##name##_Args, last) + sizeof(((PJRT_##name##_Args *)0)->last)))
static const struct requirement requirements[] = {
#define R0(name, last) { LEAST(name, last), { 0, 0 }, { NULL, NULL } },
#define R1(name, last, a) { LEAST(name, last), { OFFSET(name, a), 0 }, { #a, NULL } },
#define R2(name, last, a, b) { LEAST(name, last), { OFFSET(name, a), OFFSET(name, b) }, { #a, #b } },
#include "requirements.def"
#undef R0
#undef R1
#undef R2
};

/* Headers of PJRT before 0.70 forget the last member of these arguments in their size, though callers have it. */
static bool is_known_mistake(const struct requirement *of, size_t size)
{
	return of == &requirements[4] && size == offsetof(PJRT_Plugin_Attributes_Args, num_attributes);
}

static PJRT_Error *check(const void *args, const struct requirement *of, const char *name)
{
	size_t size = 0;
	if (args)
		memcpy(&size, args, sizeof size);
	if (size < of->least && !is_known_mistake(of, size))
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the arguments of PJRT_%s have %zu bytes, expected %u or more", name, size,
			of->least);
	for (size_t i = 0; i < 2 && of->members[i]; i++) {
		const void *value;
		memcpy(&value, (const char *)args + of->offsets[i], sizeof value);
		if (!value)
			return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the argument %s of PJRT_%s is NULL", of->members[i], name);
	}
	return NULL;
}

#define X(number, name) \
	static PJRT_Error *checked_##name(PJRT_##name##_Args *args) \
	{ \
		PJRT_Error *error = check(args, &requirements[number], #name); \
		return error ? error : pjrt__##name(args); \
	}
#include "functions.def"
#undef X
#define R0(name, last) NUMBER_##name,
#define R1(name, last, a) NUMBER_##name,
#define R2(name, last, a, b) NUMBER_##name,
enum {
#include "requirements.def"
};
#define X(number, name) _Static_assert(NUMBER_##name == (number), #name " is not at its place in requirements.def");
#include "functions.def"
#undef X

static const PJRT_Api api = {
	.struct_size = sizeof(PJRT_Api),
	.extension_start = &pjrt__ffi.base,
	.pjrt_api_version = { sizeof(PJRT_Api_Version), NULL, PJRT_MAJOR, PJRT_MINOR },
#define X(number, name) .name = checked_##name,
#include "functions.def"
#undef X
};

__attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi(void);
const PJRT_Api *GetPjrtApi(void) { return &api; }
