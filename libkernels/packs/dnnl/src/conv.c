/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Convolutions by the primitive of oneDNN, with weights in the layout that it chooses. */
#include "onednn.h"

#define dnnl kernels_dnnl__onednn

/* Padding after the input, which the primitive must have even where windows do not reach it. */
static dnnl_dim_t pad_after(const struct kernels_conv2d *p, int i)
{
	const size_t needed = (p->output[i] - 1) * p->stride[i] + p->size[i], there = p->input[i] + p->pad[i];
	return needed > there ? (dnnl_dim_t)(needed - there) : 0;
}

static bool describe(dnnl_memory_desc_t *out, dnnl_dim_t outer, dnnl_dim_t inner, const size_t *size, dnnl_data_type_t type,
	dnnl_format_tag_t tag)
{
	const dnnl_dims_t dims = { outer, inner, (dnnl_dim_t)size[0], (dnnl_dim_t)size[1] };
	return dnnl.memory_desc_init_by_tag(out, 4, dims, type, tag) == dnnl_success;
}

static struct kernels_dnnl__operator *create_convolution(const struct kernels_conv2d *p)
{
	const dnnl_data_type_t type = p->type == KERNELS_BF16 ? dnnl_bf16 : dnnl_f32;
	const dnnl_dim_t batch = (dnnl_dim_t)p->batch, channels = (dnnl_dim_t)p->channels, filters = (dnnl_dim_t)p->filters;
	const dnnl_dims_t strides = { (dnnl_dim_t)p->stride[0], (dnnl_dim_t)p->stride[1] };
	const dnnl_dims_t before = { (dnnl_dim_t)p->pad[0], (dnnl_dim_t)p->pad[1] }, after = { pad_after(p, 0), pad_after(p, 1) };
	dnnl_memory_desc_t src, any, given, dst;
	dnnl_convolution_desc_t desc;
	if (!describe(&src, batch, channels, p->input, type, dnnl_nhwc) ||
		!describe(&any, filters, channels, p->size, type, dnnl_format_tag_any) ||
		!describe(&given, filters, channels, p->size, type, dnnl_hwio) ||
		!describe(&dst, batch, filters, p->output, dnnl_f32, dnnl_nhwc) ||
		dnnl.convolution_forward_desc_init(&desc, dnnl_forward_inference, dnnl_convolution_direct, &src, &any, NULL,
			&dst, strides, before, after) != dnnl_success)
		return NULL;
	return kernels_dnnl__operator_create(&desc, &given);
}

static bool convolve(const struct kernels_conv2d *p)
{
	const struct kernels_shared__operator_key key = {
		.numbers = { 2, p->batch, p->input[0], p->input[1], p->channels, p->size[0], p->size[1], p->stride[0], p->stride[1],
			p->pad[0], p->pad[1], p->output[0], p->output[1], p->filters, (uint64_t)p->type },
		.address = p->filter_version != 0 ? (uint64_t)(uintptr_t)p->filter_key : 0,
		.weights = { p->filter_version, 0 }
	};
	struct kernels_dnnl__operator *op = kernels_shared__operator_take(&kernels_dnnl__operators, &key);
	bool packed = op && p->filter_version != 0;
	if (!op)
		op = create_convolution(p);
	if (!op)
		return false;
	packed = packed || kernels_dnnl__operator_pack(op, p->filter);
	const bool done = packed && kernels_dnnl__operator_run(op, p->in, p->filter, p->out);
	if (packed)
		kernels_shared__operator_give(&kernels_dnnl__operators, &key, op);
	else
		kernels_dnnl__operator_destroy(op);
	return done;
}

bool kernels_dnnl__conv2d(const struct kernels_conv2d *p)
{
	const size_t sizes[] = { p->batch, p->input[0], p->input[1], p->channels, p->size[0], p->size[1], p->stride[0],
		p->stride[1], p->output[0], p->output[1], p->filters };
	if (!(p->type == KERNELS_F32 || (p->type == KERNELS_BF16 && dnnl.sums_bf16)) || p->filter_stride != p->filters ||
		p->out_stride != p->filters || p->pad[0] > INT32_MAX || p->pad[1] > INT32_MAX)
		return false;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		if (sizes[i] == 0 || sizes[i] > INT32_MAX)
			return false;
	}
	const int threads = kernels_dnnl__enter();
	const bool done = convolve(p);
	kernels_dnnl__leave(threads);
	return done;
}
