/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interpreter.probe and check.expect_serialized_eq: tensors for the probes of the host. */
#include "checks/checks.h"
#include <async/misuse.h>
#include <stdlib.h>
#include <string.h>

static const char key[] = "befkit.hlo.probes";

static void *copy(void *ctx)
{
	const struct kernels_hlo_probes *from = ctx;
	struct kernels_hlo_probes *probes = calloc(1, sizeof *probes);
	if (probes) {
		*probes = *from;
	}
	return probes;
}

static void destroy(void *object)
{
	struct kernels_hlo_probes *probes = object;
	if (probes->destroy)
		probes->destroy(probes->ctx);
	free(probes);
}

static void *none(void *ctx)
{
	(void)ctx;
	return NULL;
}

bool kernels_hlo_probes_set(struct async_resources *resources, const struct kernels_hlo_probes *probes)
{
	struct kernels_hlo_probes given = { .size = sizeof given };
	if (probes->size < sizeof given || probes->size % _Alignof(struct kernels_hlo_probes) != 0 || probes->size > 65536) {
		async_misuse_report(ASYNC_MISUSE_BAD_ARGUMENT, "kernels_hlo_probes_set", probes,
			"size is not set, expected sizeof(struct kernels_hlo_probes); the probes were not set");
		return false;
	}
	memcpy(&given, probes, sizeof given);
	given.size = sizeof given;
	return async_resources_get(resources, key, copy, &given, destroy) != NULL;
}

/* The probes of a request; NULL: none. */
static const struct kernels_hlo_probes *probes_of(struct async_request *request)
{
	return async_resources_get(async_request_resources(request), key, none, NULL, NULL);
}

/* ---- kernels */

struct plan {
	struct kernels_string id;
	uint32_t iteration;
};

static bool plan_probe(struct hlo_op *op, void *data)
{
	struct plan *plan = data;
	op->nanoseconds = 20000; /* a task: files are written */
	return kernels_hlo__watches(op) && kernels_hlo__text(op, "probe_id", &plan->id);
}

static bool plan_serialized(struct hlo_op *op, void *data)
{
	struct plan *plan = data;
	int64_t iteration;
	if (!plan_probe(op, data) || !kernels_hlo__int(op, "iteration", &iteration))
		return false;
	plan->iteration = (uint32_t)iteration;
	return (iteration >= 1 && iteration <= UINT32_MAX) ||
	       kernels_hlo__refuse(op, "attribute iteration is %lld, expected 1 or more", (long long)iteration);
}

/* `shape`: memory for the shape of the probe. */
static struct kernels_hlo_probe probe_of(const struct hlo_run *run, const struct plan *plan, struct kernels_shape *shape)
{
	const struct hlo_type *type = &run->op->operands[0];
	*shape = hlo_shape_of(type);
	return (struct kernels_hlo_probe){ plan->id.data, plan->id.size, type->dtype, shape, hlo_bytes(type) };
}

static bool run_probe(const struct hlo_run *run, const void *data)
{
	const struct kernels_hlo_probes *probes = probes_of(run->request);
	struct kernels_shape shape;
	const struct kernels_hlo_probe probe = probe_of(run, data, &shape);
	char message[300] = "";
	if (!probes || !probes->write || probes->write(probes->ctx, &probe, run->inputs[0], message, sizeof message))
		return true;
	return kernels_hlo__fail(run, "the probe cannot be written: %s", message);
}

static bool run_serialized(const struct hlo_run *run, const void *data)
{
	const struct plan *plan = data;
	const struct kernels_hlo_probes *probes = probes_of(run->request);
	struct kernels_shape shape;
	const struct kernels_hlo_probe probe = probe_of(run, plan, &shape);
	char message[300] = "";
	if (!probes || !probes->read)
		return kernels_hlo__fail(run, "the host keeps no probes");
	void *expected = async_alloc(run->allocator, probe.size + 1, 64);
	if (!expected)
		return kernels_hlo__fail(run, "out of memory for the probe");
	bool good = probes->read(probes->ctx, &probe, plan->iteration, expected, message, sizeof message) ||
		    kernels_hlo__fail(run, "the probe cannot be read: %s", message);
	good = good && kernels_hlo__check_equal(run, run->inputs[0], expected);
	async_free(run->allocator, expected, probe.size + 1, 64);
	return good;
}

HLO_KERNEL(probe, .plan_size = sizeof(struct plan), .plan = plan_probe, .run = run_probe)
HLO_KERNEL(check_serialized_eq, .plan_size = sizeof(struct plan), .plan = plan_serialized, .run = run_serialized)
