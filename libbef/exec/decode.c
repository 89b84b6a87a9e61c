/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decodes the tables of a function body into the arrays of program.h. The file is verified, so indexes are in range and
 * every register is defined once. This checks only what needs the registry: that the uses of kernels match their
 * signatures. */
#include "check.h"
#include "returns.h"
#include "zone.h"

#include <kernels/check.h>

#include <string.h>

/* Facts about a register, collected before places are assigned. */
struct reg {
	uint32_t uses; /* total number of uses */
	uint32_t slot, out, state;
	async_type_id type; /* of the payload, if the defining kernel declares it */
	uint8_t returned;   /* the function returns it */
	uint8_t plain;      /* defined by a payload kernel, of a type without destructor */
	uint8_t shown;      /* a frame kernel uses it */
	uint8_t asked_unique; /* a kernel that may test for the only reference uses it */
	uint8_t argument;   /* of the function */
	uint32_t asked;     /* number of uses by nonstrict kernels */
};

struct decoding {
	struct bef_file *file;
	struct bef__function *out;
	struct bef_body body;
	struct reg *regs;
	uint64_t *offsets; /* per kernel: offset of its record */
	/* remaining kernels of the function that are marked as nonstrict */
	const struct bef__nonstrict *marked, *marked_end;
	struct bef__check *check;
	struct bef_diag *diag;
	async_type_id last_wanted; /* of the last argument, and whether its payload may be aligned to more than 8 bytes */
	bool last_aligned;
	bool all_quick; /* all kernels are KERNELS_QUICK */
	bool misfit; /* an op that must not be decoded; bef__check_op() reports it */
	/* totals over all kernels, then cursors into the arrays allocated for them */
	size_t arguments, results, users, functions, payloads;
	struct bef__kernel *kernels;
	struct bef__node *nodes;
	struct bef__argument *arguments_made, *next_argument;
	struct bef__result *next_result;
	uint32_t *next_user;
	const struct kernels_function **next_function;
};

/* The offset of a kernel's record in the file. */
static uint64_t kernel_offset(const struct decoding *d, uint32_t number)
{
	const struct bef_section *section = &d->file->reader.sections[BEF_SECTION_FUNCTIONS];
	return section->offset + (uint64_t)(d->body.kernels - section->data) + d->offsets[number];
}

/* Called for each kernel once per pass, in ascending order. */
static bool is_nonstrict(
	const struct bef__nonstrict **marked, const struct decoding *d, uint32_t number, const struct kernels_entry *e)
{
	if (*marked < d->marked_end && (*marked)->kernel == number) {
		(*marked)++;
		return true;
	}
	return e->kernel->flags & KERNELS_NONSTRICT;
}

/* Observers see each kernel that is called. */
static enum bef__calls calls_of(const struct decoding *d, const struct kernels_entry *e, uint32_t function_count)
{
	const kernels_frame_fn frame = BEF__SHORT_CUT && !d->file->observer ? e->kernel->frame : NULL;
	if (frame == kernels_frame_branch && function_count == 2 && e->argument_count > 0)
		return BEF__CALLS_BRANCH;
	if (frame == kernels_frame_case && function_count > 0 && e->argument_count > 0)
		return BEF__CALLS_CASE;
	return frame == kernels_frame_call && function_count == 1 ? BEF__CALLS_FIRST : BEF__CALLS_UNKNOWN;
}

/* ---- first pass: collects facts about registers and totals */

static void survey_kernel(struct decoding *d, const struct bef_kernel *k)
{
	const struct kernels_entry *e = d->file->entries[k->code];
	if (!bef__check_fits(d->check, k)) {
		d->misfit = true;
		return;
	}
	d->arguments += k->argument_count;
	d->results += k->result_count;
	d->functions += k->function_count;
	d->payloads += e->kernel->payload != NULL;
	d->all_quick = BEF__LARGE && d->all_quick && (e->kernel->flags & KERNELS_QUICK);
	if (k->argument_count + k->result_count > d->out->widest)
		d->out->widest = k->argument_count + k->result_count;
	for (uint32_t i = bef__chooses(calls_of(d, e, k->function_count)); i < k->argument_count && e->kernel->frame; i++) {
		struct reg *reg = &d->regs[bef_word(k->arguments, i)];
		reg->shown = 1;
		reg->asked_unique |= !(e->kernel->flags & KERNELS_PASSES_ON);
	}
	for (uint32_t i = 0; i < k->result_count; i++) {
		struct reg *reg = &d->regs[bef_word(k->results, i)];
		reg->type = i < e->result_count ? e->results[i] : ASYNC_TYPE_NONE;
		bef__check_set_type(d->check, bef_word(k->results, i), reg->type);
		reg->plain = e->kernel->payload && bef__is_plain(reg->type);
	}
}

static void survey_nonstrict(struct decoding *d, uint32_t number, const struct bef_kernel *k)
{
	const struct kernels_entry *e = d->file->entries[k->code];
	bool can = e->kernel->flags & (KERNELS_NONSTRICT | KERNELS_ANY_STATE);
	if (!can || d->out->kind == BEF_FUNCTION_SYNC) {
		bef__check_fault(d->check, number, kernel_offset(d, number), k->location, "%s %s", e->kernel->name,
			can ? "is nonstrict in a synchronous function" : "cannot be nonstrict");
		d->misfit = true;
		return;
	}
	d->out->nonstrict_count++;
	for (uint32_t i = 0; i < k->argument_count; i++) {
		struct reg *reg = &d->regs[bef_word(k->arguments, i)];
		reg->asked++;
		reg->shown = 1;
	}
}

static enum bef_status survey(struct decoding *d)
{
	struct bef_kernels kernels = bef_body_kernels(&d->file->reader, &d->body);
	const struct bef__nonstrict *marked = d->marked;
	for (uint32_t n = 0; n < d->body.kernel_count; n++) {
		struct bef_kernel kernel;
		struct bef_kernel_row row;
		enum bef_status status = bef_kernels_next(&kernels, &kernel, &row, d->diag);
		if (status != BEF_OK)
			return status;
		d->offsets[n] = row.offset;
		d->users += kernel.users_count;
		if (n == 0) {
			d->results += kernel.result_count;
			continue;
		}
		survey_kernel(d, &kernel);
		if (!is_nonstrict(&marked, d, n, d->file->entries[kernel.code]))
			continue;
		if (!BEF__HAS_NONSTRICT)
			return bef__fail(
				d->diag, BEF_E_UNSUPPORTED, kernel_offset(d, n), "kernel %u is nonstrict", n);
		survey_nonstrict(d, n, &kernel);
	}
	if (marked != d->marked_end)
		return bef__fail(d->diag, BEF_E_CORRUPT, BEF_NO_OFFSET,
			"Nonstrict section: function %u has no kernel %u", marked->function, marked->kernel);
	return BEF_OK;
}

static enum bef_status survey_registers(struct decoding *d)
{
	struct bef_numbers uses = d->body.use_counts, results = d->body.result_registers;
	for (uint32_t r = 0; r < d->body.register_count; r++) {
		uint64_t count = 0;
		enum bef_status status = bef_numbers_next(&uses, &count, d->diag);
		if (status != BEF_OK)
			return status;
		d->regs[r] = (struct reg){ .uses = (uint32_t)count, .out = BEF__NONE, .argument = r < d->out->base.argument_count };
	}
	while (results.left) {
		uint64_t r = 0;
		enum bef_status status = bef_numbers_next(&results, &r, d->diag);
		if (status != BEF_OK)
			return status;
		d->regs[r].returned = 1;
	}
	return BEF_OK;
}

/* ---- places */

static bool is_local(const struct reg *reg)
{
	return reg->plain && !reg->shown && !reg->returned && !reg->argument;
}

static bool is_guarded(const struct reg *reg)
{
	return reg->asked_unique && (reg->argument || reg->uses > 1);
}

static enum bef_status place_results(struct decoding *d)
{
	struct bef__function *f = d->out;
	struct bef_numbers results = d->body.result_registers;
	struct bef__out *outs = bef__arena_alloc(&d->file->arena, d->body.register_count, sizeof *outs);
	struct bef__origin *origins = bef__arena_alloc(&d->file->arena, f->base.result_count, sizeof *origins);
	if (!outs || !origins)
		return bef__no_memory(d->diag);
	for (uint32_t i = 0; i < f->base.result_count; i++) {
		uint64_t r = 0;
		enum bef_status status = bef_numbers_next(&results, &r, d->diag);
		if (status != BEF_OK)
			return status;
		struct reg *reg = &d->regs[r];
		if (!reg->argument && reg->out == BEF__NONE)
			reg->out = f->out_count++;
		origins[i].is_argument = reg->argument;
		origins[i].index = reg->argument ? (uint32_t)r : reg->out;
		if (!reg->argument)
			outs[reg->out].mentions++;
	}
	for (uint32_t r = 0; r < d->body.register_count; r++) {
		struct reg *reg = &d->regs[r];
		if (reg->asked == 0 || reg->argument)
			continue;
		if (reg->out == BEF__NONE)
			reg->out = f->out_count++;
		outs[reg->out].mentions += reg->asked;
	}
	f->outs = outs;
	f->origins = origins;
	return BEF_OK;
}

static enum bef_status place_registers(struct decoding *d)
{
	size_t at = bef__frame_nodes_end(d->body.kernel_count);
	uint32_t states = 0;
	d->out->outs_offset = (uint32_t)at;
	at += d->out->out_count * sizeof(void *);
	for (uint32_t r = 0; r < d->body.register_count; r++) {
		struct reg *reg = &d->regs[r];
		if (d->out->kind == BEF_FUNCTION_SYNC) {
			reg->slot = r; /* see sync.c */
			continue;
		}
		if (at > UINT32_MAX / 2)
			return bef__fail(d->diag, BEF_E_LIMIT, BEF_NO_OFFSET, "function needs a frame over 2 GB");
		reg->slot = (uint32_t)at;
		reg->state = states;
		at += is_local(reg) && async_type_get(reg->type)->size > sizeof(void *) ? 16 : sizeof(void *);
		states += is_local(reg);
	}
	d->out->states_offset = (uint32_t)at;
	d->out->state_count = states + d->out->nonstrict_count;
	const size_t state_room = d->out->state_count > 8 ? d->out->state_count : 8; /* see init_frame() in plan.c */
	d->out->frame_size = (at + state_room + 7) & ~(size_t)7;
	for (uint32_t r = 0; r < d->body.register_count; r++)
		d->regs[r].state += d->out->states_offset;
	return BEF_OK;
}

/* ---- second pass: the arrays */

/* Words for the plan; see bef__make_plan(). */
static size_t plan_slots(const struct decoding *d)
{
	return !BEF__SHORT_CUT ? 0 : d->arguments + (d->payloads ? d->results + 4 * d->payloads : 0);
}

/* One block for all arrays of a function, including those of plan.c. Each element is written once, in order. */
static enum bef_status make_arrays(struct decoding *d)
{
	struct bef__arena *arena = &d->file->arena;
	const uint64_t count = d->body.kernel_count + UINT64_C(1), spare = 16 * 16; /* what rounding adds */
	const uint64_t bytes = count * (sizeof *d->kernels + sizeof *d->nodes + sizeof(struct bef__step) + sizeof(uint32_t)) +
		(uint64_t)d->arguments * sizeof *d->next_argument + (uint64_t)d->results * sizeof *d->next_result +
		((uint64_t)d->users + plan_slots(d)) * sizeof(uint32_t) + (uint64_t)d->functions * sizeof *d->next_function + spare;
	if (BEF__LARGE && (bytes > SIZE_MAX / 2 || !bef__arena_reserve(arena, (size_t)bytes)))
		return bef__no_memory(d->diag);
	d->kernels = bef__arena_take(arena, d->body.kernel_count, sizeof *d->kernels);
	d->nodes = bef__arena_take(arena, d->body.kernel_count, sizeof *d->nodes);
	d->arguments_made = d->next_argument = bef__arena_take(arena, d->arguments, sizeof *d->next_argument);
	d->next_result = bef__arena_take(arena, d->results, sizeof *d->next_result);
	d->next_user = bef__arena_take(arena, d->users, sizeof *d->next_user);
	d->next_function = bef__arena_take(arena, d->functions, sizeof *d->next_function);
	if (!d->kernels || !d->nodes || !d->next_argument || !d->next_result || !d->next_user || !d->next_function)
		return bef__no_memory(d->diag);
	d->out->kernels = d->kernels;
	d->out->nodes = d->nodes;
	return BEF_OK;
}

static enum bef_status fill_arguments(struct decoding *d, uint32_t number, const struct bef_kernel *in,
	const struct kernels_entry *e, struct bef__kernel *k)
{
	k->arguments = d->next_argument;
	k->argument_count = in->argument_count;
	for (uint32_t i = 0; i < in->argument_count; i++) {
		const struct reg *reg = &d->regs[bef_word(in->arguments, i)];
		async_type_id want = i < e->argument_count ? e->arguments[i]
				     : e->more_arguments   ? e->rest_type
							   : ASYNC_TYPE_CHAIN;
		struct bef__argument *argument = d->next_argument++;
		if (want != d->last_wanted) {
			d->last_wanted = want;
			d->last_aligned = want == ASYNC_TYPE_NONE || async_type_get(want)->align > 8;
		}
		*argument = (struct bef__argument){ .slot = reg->slot,
			.state = reg->state,
			.local = is_local(reg),
			.guarded = is_guarded(reg),
			.check = want == reg->type ? ASYNC_TYPE_NONE : want,
			.aligned = d->last_aligned };
		if (argument->check != ASYNC_TYPE_NONE && reg->type != ASYNC_TYPE_NONE)
			return bef__check_fault(d->check, number, kernel_offset(d, number), in->location,
				"%s: argument %u is of type %s, expected %s", e->kernel->name, i,
				async_type_get(reg->type)->name, async_type_get(want)->name);
	}
	return BEF_OK;
}

static void fill_results(struct decoding *d, const struct bef_kernel *in, struct bef__kernel *k)
{
	const uint8_t *users = in->users;
	k->results = d->next_result;
	k->users = d->next_user;
	for (uint32_t i = 0; i < in->result_count; i++) {
		uint32_t r = bef_word(in->results, i);
		struct bef__result *result = d->next_result++;
		*result = (struct bef__result){ .user_count = bef_word(in->user_counts, i), .out = BEF__NONE };
		if (r < d->body.register_count) { /* else the pseudo register of kernel 0 */
			const struct reg *reg = &d->regs[r];
			result->slot = reg->slot;
			result->state = reg->state;
			result->held = reg->asked > 0;
			result->uses = reg->uses + result->held;
			result->inside = result->user_count > 0;
			result->guarded = is_guarded(reg);
			d->out->guards |= result->guarded && reg->argument;
			result->planned = (uint32_t)result->inside + (uint32_t)(result->guarded && !reg->argument);
			if (reg->out != BEF__NONE)
				result->planned += d->out->outs[reg->out].mentions;
			result->out = reg->out;
			result->type = reg->type;
			result->local = is_local(reg);
		}
		for (uint32_t u = 0; u < result->user_count; u++, users += 4)
			*d->next_user++ = bef_word(users, 0);
	}
}

/* Ops with the same attributes share one array: a model has many, with up to 20 attributes each. */
static bool fill_attributes(
	struct decoding *d, const struct bef_kernel *in, const struct bef__kernel *equal, struct bef__kernel *k)
{
	const struct bef_section *section = &d->file->reader.sections[BEF_SECTION_ATTRIBUTES];
	k->site.attribute_count = in->attribute_count;
	if (equal) {
		k->site.attributes = equal->site.attributes;
		return true;
	}
	struct kernels_attr *list = bef__arena_alloc(&d->file->arena, in->attribute_count, sizeof *list);
	k->site.attributes = list;
	for (uint32_t i = 0; list && i < in->attribute_count; i++) {
		uint32_t offset = bef_word(in->attributes, i);
		list[i].size = offset < section->size ? section->size - offset : 0;
		list[i].data = list[i].size ? section->data + offset : NULL;
	}
	return list;
}

static void fill_site(
	struct decoding *d, const struct bef_kernel *in, const struct kernels_entry *e, struct bef__kernel *k)
{
	k->payload = e->kernel->payload;
	k->frame = e->kernel->frame;
	k->calls = (uint8_t)calls_of(d, e, in->function_count);
	if (BEF__WATCH && k->frame && bef__watch_late(d->file))
		k->frame = bef__watch_frame;
	k->site.entry = e;
	k->site.argument_count = kernels_entry_argument_count(e, in->argument_count);
	k->site.function_count = in->function_count;
	k->site.location.source = &d->file->locations;
	k->site.location.handle = in->location;
	k->site.watch = d->file->watch.size ? &d->file->watch : NULL;
	k->site.memory = d->file->memory->bytes.writable ? &d->file->memory->base : NULL;
	k->site.program = BEF__HAS_PROGRAM ? &d->file->program : NULL;
	k->site.functions = d->next_function;
	for (uint32_t i = 0; i < in->function_count; i++)
		*d->next_function++ = &d->file->functions[bef_word(in->functions, i)].base;
}

#ifdef BEF_NO_OPTIONAL /* kernels manage without */
static enum bef_status prepare(
	struct decoding *d, uint32_t number, const struct bef__kernel *equal, struct bef__kernel *k)
{
	(void)d, (void)number, (void)equal, (void)k;
	return BEF_OK;
}
#else
/* Lets the kernel prepare the op. Ops after a fault are prepared too, for the sake of their faults. */
static enum bef_status prepare(
	struct decoding *d, uint32_t number, const struct bef__kernel *equal, struct bef__kernel *k)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	if (bef__borrow_state(equal, k) || !kernels_entry_prepares(k->site.entry) || d->check->faults >= BEF__MOST_FAULTS ||
		bef__share_state(&d->check->shared, k))
		return BEF_OK;
	d->file->prepared = true;
	const struct async_allocator *allocator = bef__zone_allocator(d->file);
	switch (allocator ? kernels_prepare_op(&k->site, allocator, &k->site.state, &diag) : KERNELS_E_NOMEM) {
	case KERNELS_OK:
		return BEF_OK;
	case KERNELS_E_NOMEM:
		return bef__no_memory(d->diag);
	default:
		return bef__check_fault(d->check, number, kernel_offset(d, number), k->site.location.handle, "%s",
			diag.message);
	}
}
#endif

/* The kernel takes results of others from the outs, where it can put an indirect value. */
static void fill_nonstrict(struct decoding *d, const struct bef_kernel *in, uint32_t index, struct bef__kernel *k)
{
	struct bef__argument *arguments = d->next_argument - k->argument_count;
	k->nonstrict = index;
	for (uint32_t i = 0; i < k->argument_count; i++) {
		const struct reg *reg = &d->regs[bef_word(in->arguments, i)];
		arguments[i].state = !reg->argument;
		if (!reg->argument)
			arguments[i].slot = reg->out;
	}
}

/* Marks the nonstrict kernels in the lists of users. */
static void mark_users(struct decoding *d)
{
	for (uint32_t *user = d->next_user - d->users; BEF__HAS_NONSTRICT && d->out->nonstrict_count && user < d->next_user; user++) {
		if (d->kernels[*user].nonstrict != BEF__NONE)
			*user |= BEF__NONSTRICT;
	}
}

/* Checks an op and decodes all but its results, whose number is known. */
static enum bef_status fill_op(struct decoding *d, uint32_t n, const struct bef_kernel *in, struct bef__kernel *k)
{
	const struct kernels_entry *entry = d->file->entries[in->code];
	/* Operands of a large kernel come from all over the function. The registers are read after the check. */
	for (uint32_t i = 0; BEF__LARGE && i < in->argument_count; i++)
		__builtin_prefetch(&d->regs[bef_word(in->arguments, i)]);
	const struct bef__kernel *equal = bef__check_equal(d->check, in);
	enum bef_status status = equal ? BEF_OK : bef__check_op(d->check, n, kernel_offset(d, n), in);
	if (status == BEF_OK)
		status = fill_arguments(d, n, in, entry, k);
	if (status != BEF_OK)
		return status;
	fill_site(d, in, entry, k);
	status = fill_attributes(d, in, equal, k) ? prepare(d, n, equal, k) : bef__no_memory(d->diag);
	if (status == BEF_OK && !equal)
		bef__check_remember(d->check, in, k);
	return status;
}

static enum bef_status fill(struct decoding *d)
{
	struct bef_kernels kernels = bef_body_kernels(&d->file->reader, &d->body);
	const struct bef__nonstrict *marked = d->marked;
	uint32_t nonstrict = 0, faults = d->check->faults;
	for (uint32_t n = 0; n < d->body.kernel_count; n++) {
		struct bef__kernel *k = &d->kernels[n];
		struct bef_kernel kernel;
		struct bef_kernel_row row;
		enum bef_status status = bef_kernels_next(&kernels, &kernel, &row, d->diag);
		*k = (struct bef__kernel){ .stream = (uint32_t)row.stream, .nonstrict = BEF__NONE };
		if (status == BEF_OK)
			k->site.result_count = kernel.result_count; /* also of kernel 0, which has no op */
		if (status == BEF_OK && n > 0)
			status = fill_op(d, n, &kernel, k);
		if (status != BEF_OK && !(BEF__GOES_ON && status == BEF_E_CORRUPT && faults != d->check->faults)) {
			if (BEF__GOES_ON)
				memset(k + 1, 0, (d->body.kernel_count - n - 1) * sizeof *k); /* they have no states */
			return status;
		}
		if (BEF__GOES_ON && faults != d->check->faults)
			continue; /* only the other ops are still checked */
		fill_results(d, &kernel, k);
		if (BEF__HAS_NONSTRICT && n > 0 && is_nonstrict(&marked, d, n, d->file->entries[kernel.code]))
			fill_nonstrict(d, &kernel, nonstrict++, k);
		/* a kernel without operands is started by the pseudo register: one thing to wait for */
		d->nodes[n].count = row.operands ? (uint32_t)row.operands : 1;
		d->nodes[n].next = BEF__NONE;
	}
	if (faults == d->check->faults)
		bef__check_returns(d->check, &d->body);
	if (BEF__GOES_ON && faults != d->check->faults)
		return BEF_E_CORRUPT;
	mark_users(d);
	return BEF_OK;
}

/* Reports the faults of a function that cannot be decoded. */
#ifdef BEF_NO_OPTIONAL
#define check_only(d) bef__fail((d)->diag, BEF_E_CORRUPT, BEF_NO_OFFSET, "misused kernel")
#else
static enum bef_status check_only(struct decoding *d)
{
	for (uint32_t n = 1; n < d->body.kernel_count; n++) {
		struct bef_kernel kernel;
		enum bef_status status =
			bef_body_kernel(&d->file->reader, &d->body, d->offsets[n], &kernel, d->diag);
		if (status == BEF_OK)
			status = bef__check_op(d->check, n, kernel_offset(d, n), &kernel);
		if (status != BEF_OK && status != BEF_E_CORRUPT)
			return status;
	}
	return BEF_E_CORRUPT;
}
#endif

static enum bef_status decode_body(struct decoding *d)
{
	enum bef_status status = survey_registers(d);
	if (status == BEF_OK)
		status = survey(d);
	if (status == BEF_OK && d->misfit)
		return check_only(d);
	if (status == BEF_OK)
		status = place_results(d);
	if (status == BEF_OK)
		status = place_registers(d);
	if (status == BEF_OK)
		status = make_arrays(d);
	if (status == BEF_OK)
		status = fill(d);
	if (BEF__LARGE && status == BEF_OK && d->out->kind != BEF_FUNCTION_SYNC && !bef__is_tfrt_compatible(d->check->options))
		d->out->returns_last = bef__returns_last(d->out);
	if (status == BEF_OK && d->out->kind != BEF_FUNCTION_SYNC &&
		!(bef__rank_streams(d->file, d->out, BEF__LARGE && d->all_quick) &&
			(d->out->nonstrict_count || bef__make_plan(d->file, d->out, d->arguments_made, plan_slots(d)))))
		status = bef__no_memory(d->diag);
	return status;
}

/* Synchronous functions need every type: from the kernels, or for arguments from the function's own. */
static enum bef_status decode_sync(struct decoding *d)
{
	const struct kernels_function *f = &d->out->base;
	async_type_id *types = bef__arena_alloc(&d->file->arena, d->body.register_count, sizeof *types);
	if (!types)
		return bef__no_memory(d->diag);
	for (uint32_t r = 0; r < d->body.register_count; r++)
		types[r] = r < f->argument_count ? f->arguments[r].id : d->regs[r].type;
	return bef__decode_sync(d->file, &d->body, d->out, types, d->diag);
}

enum bef_status bef__decode(struct bef_file *file, const struct bef_function *function, struct bef__function *out,
	struct bef__check *check)
{
	const struct async_allocator *allocator = file->arena.allocator;
	struct decoding d;
	memset(&d, 0, sizeof d);
	d.file = file;
	d.out = out;
	d.check = check;
	d.diag = check->diag;
	d.all_quick = BEF__LARGE;
	d.last_wanted = ASYNC_TYPE_NONE;
	d.last_aligned = true;
	d.marked = bef__nonstrict_of(file, function->index, &d.marked_end);
	enum bef_status status = bef_reader_body(&file->reader, function, &d.body, d.diag);
	if (status != BEF_OK)
		return status;
	const size_t offsets_size = (d.body.kernel_count + (size_t)1) * sizeof *d.offsets;
	const size_t types_size = bef__check_room(d.body.register_count);
	const size_t size = offsets_size + types_size + (d.body.register_count + (size_t)1) * sizeof *d.regs;
	d.offsets = bef__pages_alloc(allocator, size, _Alignof(uint64_t));
	out->kernel_count = d.body.kernel_count;
	if (d.offsets) {
		void *types = d.offsets + d.body.kernel_count + 1;
		d.regs = (struct reg *)(void *)((char *)types + types_size);
		bef__check_begin(check, out, &d.body, types);
		status = decode_body(&d);
		if (status == BEF_OK && out->kind == BEF_FUNCTION_SYNC)
			status = decode_sync(&d);
	} else {
		status = bef__no_memory(d.diag);
	}
	bef__pages_free(allocator, d.offsets, size, _Alignof(uint64_t));
	return status;
}
