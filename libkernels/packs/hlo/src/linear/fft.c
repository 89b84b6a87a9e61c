/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fft: transforms of lines along up to three dimensions. Between the dimensions the numbers are in an array of the complex
 * side of the op: the result, or for IRFFT a copy of the operand. */
#include "core/op.h"
#include "linear/line.h"
#include <kernels/stop.h>
#include <shared/gemm.h>
#include <shared/share.h>
#include <stdatomic.h>
#include <string.h>

enum {
	MOST_DIMS = 3,
	SHORT_LINE = 1 << 14, /* tables of longer lines are made by the first call, when the memory of the operand exists */
	LONGEST_ROW = 1 << 12,    /* of lines that are computed side by side: several of them stay in the second-level cache. But for */
	SQUARE = 1 << 8,          /* multiples of this, from */
	SHORT_SQUARES = 1 << 9,   /* on: matrices of whole vectors */
	LONGEST_COLUMN = 1 << 16, /* these read whole cache lines */
	FEW_LINES = 4             /* they leave half of the lanes empty */
};
enum fft_type { FFT, IFFT, RFFT, IRFFT, FFT_TYPES };

struct fft {
	enum fft_type type;
	uint32_t count;             /* transformed dimensions, the last ones */
	size_t lengths[MOST_DIMS];  /* of the transforms, outermost first */
	size_t sizes[MOST_DIMS];    /* of the complex side */
	size_t batch;
	bool single; /* f32 */
	_Atomic(struct hlo_line *) lines[MOST_DIMS]; /* NULL: not made yet. The plan owns them */
};

static const char *const names[] = { "FFT", "IFFT", "RFFT", "IRFFT" };

static bool is_real(enum kernels_dtype t) { return t == KERNELS_F32 || t == KERNELS_F64; }
static enum kernels_dtype complex_of(enum kernels_dtype t)
{
	return t == KERNELS_F32 ? KERNELS_COMPLEX64 : t == KERNELS_F64 ? KERNELS_COMPLEX128 : KERNELS_DTYPE_INVALID;
}

static bool read_type(struct hlo_op *op, struct fft *fft)
{
	struct kernels_string name;
	char texts[2][HLO_TYPE_TEXT];
	const enum kernels_dtype from = op->operands[0].dtype, to = op->results[0].dtype;
	if (!kernels_hlo__text(op, "fft_type", &name))
		return false;
	for (fft->type = FFT; fft->type < FFT_TYPES; fft->type++)
		if (name.size == strlen(names[fft->type]) && memcmp(name.data, names[fft->type], name.size) == 0)
			break;
	if (fft->type == FFT_TYPES)
		return kernels_hlo__refuse(op, "attribute fft_type is '%.*s', expected FFT, IFFT, RFFT or IRFFT",
			(int)(name.size < 40 ? name.size : 40), name.data);
	const bool good = fft->type == RFFT ? is_real(from) && to == complex_of(from) :
		fft->type == IRFFT	    ? is_real(to) && from == complex_of(to) :
					      hlo_is_complex(from) && to == from;
	return good || kernels_hlo__refuse(op, "%s of %s cannot give %s", names[fft->type],
			       kernels_hlo__type_text(&op->operands[0], texts[0]),
			       kernels_hlo__type_text(&op->results[0], texts[1]));
}

/* Compares the lengths with the operand, and sets the shape of the result. */
static bool read_lengths(struct hlo_op *op, struct fft *fft)
{
	const struct hlo_shape *shape = &op->operands[0].shape;
	int64_t lengths[MOST_DIMS], dims[KERNELS_MAX_RANK];
	if (!kernels_hlo__ints(op, "fft_length", MOST_DIMS, lengths, &fft->count))
		return false;
	if (fft->count == 0 || fft->count > shape->rank)
		return kernels_hlo__refuse(op, "attribute fft_length has %u elements, expected 1 to %u", fft->count,
			shape->rank < MOST_DIMS ? shape->rank : MOST_DIMS);
	for (uint32_t i = 0; i < shape->rank; i++)
		dims[i] = shape->dims[i];
	for (uint32_t i = 0; i < fft->count; i++) {
		const uint32_t d = shape->rank - fft->count + i;
		const bool last = i + 1 == fft->count;
		if (lengths[i] < 0)
			return kernels_hlo__refuse(op, "attribute fft_length has %lld", (long long)lengths[i]);
		const int64_t half = lengths[i] == 0 ? 0 : lengths[i] / 2 + 1;
		const int64_t expected = last && fft->type == IRFFT ? half : lengths[i];
		/* StableHLO also takes 0 / 2 + 1 elements (jnp.fft.irfft of one element); the result is empty. */
		const bool none = last && fft->type == IRFFT && lengths[i] == 0 && dims[d] == 1;
		if (dims[d] != expected && !none)
			return kernels_hlo__refuse(op, "dimension %u of the operand is %lld, expected %lld", d,
				(long long)dims[d], (long long)expected);
		dims[d] = last && fft->type == RFFT ? half : lengths[i];
		fft->lengths[i] = (size_t)lengths[i];
		fft->sizes[i] = (size_t)(last && fft->type >= RFFT ? half : lengths[i]);
	}
	return kernels_hlo__set_shape(op, 0, shape->rank, dims);
}

static void finish_fft(const struct async_allocator *allocator, void *plan)
{
	struct fft *fft = plan;
	for (uint32_t i = 0; i < fft->count; i++)
		kernels_hlo__line_destroy(allocator, atomic_load_explicit(&fft->lines[i], memory_order_relaxed)); /* no calls run */
}

static bool is_alone(const struct hlo_pass *pass)
{
	const size_t n = pass->form != HLO_LINE_COMPLEX && pass->length % 2 == 0 ? pass->length / 2 : pass->length;
	if (pass->step > 1)
		return pass->length > LONGEST_COLUMN || pass->step <= FEW_LINES;
	return pass->length > LONGEST_ROW || pass->lines <= FEW_LINES || (n >= SHORT_SQUARES && n % SQUARE == 0);
}

/* A pass over the lines of dimension i of the op's list, without its tables and arrays. */
static struct hlo_pass pass_of(const struct fft *fft, uint32_t i)
{
	const bool last = i + 1 == fft->count;
	const enum hlo_line_form real = fft->type == RFFT ? HLO_LINE_TO_HALF : HLO_LINE_FROM_HALF;
	struct hlo_pass pass = { .form = last && fft->type >= RFFT ? real : HLO_LINE_COMPLEX,
		.inverse = fft->type == IFFT || fft->type == IRFFT, .length = fft->lengths[i], .step = 1, .lines = fft->batch };
	pass.from_size = pass.form == HLO_LINE_TO_HALF ? fft->lengths[i] : fft->sizes[i];
	pass.to_size = pass.form == HLO_LINE_FROM_HALF ? fft->lengths[i] : fft->sizes[i];
	for (uint32_t d = 0; d < fft->count; d++) {
		pass.lines *= d == i ? 1 : fft->sizes[d];
		pass.step *= d > i ? fft->sizes[d] : 1;
	}
	pass.alone = is_alone(&pass);
	return pass;
}

static struct hlo_line *make_line(
	const struct async_allocator *allocator, const struct fft *fft, const struct hlo_pass *pass)
{
	const bool paired = pass->form != HLO_LINE_COMPLEX && pass->length % 2 == 0;
	return kernels_hlo__line_create(allocator, paired ? pass->length / 2 : pass->length,
		&(struct hlo_line_options){ .single = fft->single, .real = paired, .alone = pass->alone });
}

static bool plan_fft(struct hlo_op *op, void *plan)
{
	struct fft *fft = plan;
	if (!read_type(op, fft) || !read_lengths(op, fft))
		return false;
	if (op->results[0].elements == 0)
		return true;
	fft->single = op->results[0].dtype == KERNELS_F32 || op->results[0].dtype == KERNELS_COMPLEX64;
	fft->batch = 1;
	for (uint32_t i = 0; i + fft->count < op->operands[0].shape.rank; i++)
		fft->batch *= (size_t)op->operands[0].shape.dims[i];
	for (uint32_t i = 0; i < fft->count; i++) {
		const struct hlo_pass pass = pass_of(fft, i);
		struct hlo_line *line = fft->lengths[i] <= SHORT_LINE ? make_line(op->allocator, fft, &pass) : NULL;
		atomic_init(&fft->lines[i], line);
		if (fft->lengths[i] <= SHORT_LINE && !line)
			return kernels_hlo__refuse(op, "out of memory for a transform");
	}
	op->nanoseconds = (uint64_t)op->results[0].elements * 4 * fft->count;
	return true;
}

/* ---- a call */

struct call {
	const struct hlo_pass *pass;
	const struct async_allocator *allocator;
	atomic_bool *failed;
};

static void run_units(const void *data, size_t begin, size_t end)
{
	const struct call *call = data;
	const size_t size = kernels_hlo__pass_scratch(call->pass);
	const bool kept = size <= GEMM_SCRATCH_B + GEMM_SCRATCH_A; /* memory that products keep: malloc() takes as long as short lines */
	void *scratch = kept ? kernels_shared__gemm_take_scratch() : async_alloc(call->allocator, size, 64);
	if (!scratch) {
		atomic_store(call->failed, true); /* relaxed would do: the threads meet before it is read */
		return;
	}
	kernels_hlo__pass_run(call->pass, begin, end, scratch);
	if (kept)
		kernels_shared__gemm_give_scratch(scratch);
	else
		async_free(call->allocator, scratch, size, 64);
}

/* The tables of dimension i, which the first call makes if the plan has not. NULL: out of memory, or the request has ended. */
static const struct hlo_line *line_of(const struct hlo_run *run, struct fft *fft, uint32_t i)
{
	const struct hlo_pass pass = pass_of(fft, i);
	/* acquire: pairs with the release below, after which the tables do not change */
	struct hlo_line *found = atomic_load_explicit(&fft->lines[i], memory_order_acquire), *line = NULL;
	if (found)
		return found;
	line = make_line(run->op->allocator, fft, &pass);
	if (!line)
		return NULL;
	if (kernels_stopped()) { /* perhaps before the tables were complete */
		kernels_hlo__line_destroy(run->op->allocator, line);
		return NULL;
	}
	if (atomic_compare_exchange_strong_explicit(&fft->lines[i], &found, line, memory_order_acq_rel, memory_order_acquire))
		return line;
	kernels_hlo__line_destroy(run->op->allocator, line); /* another call was first */
	return found;
}

/* Transforms dimension i of the op's list. */
static bool run_pass(const struct hlo_run *run, struct fft *fft, uint32_t i, const void *from, void *to)
{
	struct hlo_pass pass = pass_of(fft, i);
	atomic_bool failed;
	atomic_init(&failed, false);
	pass.line = line_of(run, fft, i);
	pass.from = from;
	pass.to = to;
	if (!pass.line)
		return false;
	pass.alone = pass.alone && (pass.line->first || pass.line->inner);
	const struct call call = { &pass, run->allocator, &failed };
	kernels_shared__share(kernels_host(run->request)->queue, run_units, &call, kernels_hlo__pass_units(&pass),
		run->op->nanoseconds / fft->count);
	return !atomic_load(&failed);
}

static bool run_fft(const struct hlo_run *run, const void *plan)
{
	struct fft *fft = (struct fft *)plan; /* calls add tables to it */
	const struct hlo_type *operand = &run->op->operands[0];
	const size_t size = (size_t)operand->elements * kernels_dtype_size(operand->dtype);
	const bool copies = fft->type == IRFFT && fft->count > 1;
	if (run->op->results[0].elements == 0)
		return true;
	void *copy = copies ? async_alloc(run->allocator, size, 64) : NULL;
	const void *from = run->inputs[0];
	bool good = !copies || copy;
	/* RFFT begins with the last dimension, IRFFT ends with it */
	for (uint32_t i = 0; good && i < fft->count; i++) {
		void *to = copies && i + 1 < fft->count ? copy : run->outputs[0];
		good = run_pass(run, fft, fft->type == IRFFT ? i : fft->count - 1 - i, from, to);
		from = to;
	}
	if (copy)
		async_free(run->allocator, copy, size, 64);
	return good || kernels_hlo__fail(run, "out of memory for a transform");
}

HLO_KERNEL(fft, .plan_size = sizeof(struct fft), .plan = plan_fft, .run = run_fft, .finish = finish_fft)
