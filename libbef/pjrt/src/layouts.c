/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The extension about layouts. All arrays are row-major, which XLA writes minor to major: "{2,1,0}". Layouts are static,
 * so destroying one does nothing. */
#include "extensions.h"
#include "program.h"

#include <string.h>

struct PJRT_Layouts_MemoryLayout {
	PJRT_OBJECT;
	const char *text;
};

#define D1 "0}"
#define D2 "1," D1
#define D3 "2," D2
#define D4 "3," D3
#define D5 "4," D4
#define D6 "5," D5
#define D7 "6," D6
#define D8 "7," D7
#define D9 "8," D8
#define D10 "9," D9
#define D11 "10," D10
#define D12 "11," D11
#define D13 "12," D12
#define D14 "13," D13
#define D15 "14," D14
#define D16 "15," D15

static PJRT_Layouts_MemoryLayout layouts[KERNELS_MAX_RANK + 1] = { { NULL, "{}" }, { NULL, "{" D1 }, { NULL, "{" D2 }, { NULL, "{" D3 }, { NULL, "{" D4 },
	{ NULL, "{" D5 }, { NULL, "{" D6 }, { NULL, "{" D7 }, { NULL, "{" D8 }, { NULL, "{" D9 }, { NULL, "{" D10 }, { NULL, "{" D11 }, { NULL, "{" D12 }, { NULL, "{" D13 },
	{ NULL, "{" D14 }, { NULL, "{" D15 }, { NULL, "{" D16 } };

static PJRT_Error *layout_of(size_t rank, PJRT_Layouts_MemoryLayout **out)
{
	if (rank > KERNELS_MAX_RANK)
		return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "an array has %zu dimensions, at most %u are possible", rank,
			KERNELS_MAX_RANK);
	*out = &layouts[rank];
	return NULL;
}

static PJRT_Error *destroy(PJRT_Layouts_MemoryLayout_Destroy_Args *args)
{
	(void)args;
	return NULL;
}

static void keep(PJRT_Layouts_SerializedLayout *layout) { (void)layout; }

static PJRT_Error *serialize(PJRT_Layouts_MemoryLayout_Serialize_Args *args)
{
	PJRT_Error *error = PJRT_REQUIRE(args, serialized_layout_deleter, layout);
	if (error)
		return error;
	args->serialized_bytes = args->layout->text;
	args->serialized_bytes_size = strlen(args->layout->text);
	args->serialized_layout = NULL;
	args->serialized_layout_deleter = keep;
	return NULL;
}

static PJRT_Error *default_of_client(PJRT_Layouts_Client_GetDefaultLayout_Args *args)
{
	PJRT_Error *error = PJRT_REQUIRE(args, layout, client);
	return error ? error : layout_of(args->num_dims, &args->layout);
}

static PJRT_Error *default_of_topology(PJRT_Layouts_Topology_GetDefaultLayout_Args *args)
{
	PJRT_Error *error = PJRT_REQUIRE(args, layout, topology_description);
	return error ? error : layout_of(args->num_dims, &args->layout);
}

static PJRT_Error *of_buffer(PJRT_Layouts_Buffer_MemoryLayout_Args *args)
{
	PJRT_Error *error = PJRT_REQUIRE(args, layout, buffer);
	return error ? error : layout_of(args->buffer->shape.shape.rank, &args->layout);
}

static PJRT_Error *of_results(PJRT_Layouts_Executable_GetOutputLayouts_Args *args)
{
	PJRT_Error *error = PJRT_REQUIRE(args, layouts, executable);
	if (error)
		return error;
	args->layouts = args->executable->program->result_layouts;
	args->num_outputs = args->executable->program->main->result_count;
	return NULL;
}

static PJRT_Error *of_parameters(PJRT_Layouts_Executable_GetParameterLayouts_Args *args)
{
	PJRT_Error *error = PJRT_REQUIRE(args, layouts, executable);
	if (error)
		return error;
	args->layouts = args->executable->program->argument_layouts;
	args->num_parameters = args->executable->program->main->argument_count;
	return NULL;
}

PJRT_Layouts_MemoryLayout *pjrt__row_major(size_t rank) { return &layouts[rank <= KERNELS_MAX_RANK ? rank : 0]; }

PJRT_Layouts_Extension pjrt__layouts = {
	.base = { sizeof pjrt__layouts, PJRT_Extension_Type_Layouts, &pjrt__shardings.base },
	.MemoryLayout_Destroy = destroy,
	.MemoryLayout_Serialize = serialize,
	.Client_GetDefaultLayout = default_of_client,
	.Buffer_MemoryLayout = of_buffer,
	.Topology_GetDefaultLayout = default_of_topology,
	.Executable_GetOutputLayouts = of_results,
	.Executable_GetParameterLayouts = of_parameters,
};
