/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of all functions of libkernels, with diagnostics of all sizes. */
#include <kernels/kernels.h>

#define DIAGS_STRUCT struct kernels_diag
#include "diags.h"

static struct kernels_registry *registry;

static void payload(struct kernels_call *call) { (void)call; }
static enum kernels_status refuse(
	const struct kernels_site *site, const struct async_allocator *allocator, void **out_state, struct kernels_diag *diag)
{
	(void)site, (void)allocator, (void)out_state;
	return kernels_prepare_fail(diag, KERNELS_E_CORRUPT, "no state for \x1b[31m\x9b");
}
static enum kernels_status refuse_silently(
	const struct kernels_site *site, const struct async_allocator *allocator, void **out_state, struct kernels_diag *diag)
{
	(void)site, (void)allocator, (void)out_state, (void)diag;
	return KERNELS_E_LIMIT;
}

static const struct kernels_kernel kernels[] = {
	{ "t.add", "(i32, i32) -> i32", payload, NULL, 0, 0 },
	{ "t.named", "() {value: i32} -> i32", payload, NULL, 0, 0 },
};
static const struct kernels_prepared_kernel prepared[] = {
	KERNELS_PREPARED_ROW("t.refused", "() -> i32", payload, 0, refuse, NULL),
	KERNELS_PREPARED_ROW("t.refused_silently", "() -> i32", payload, 0, refuse_silently, NULL),
};
static const struct kernels_pack pack = KERNELS_PACK_INIT("good", kernels, NULL, 0, NULL);
static const struct kernels_pack pack_prepared = KERNELS_PREPARED_PACK_INIT("prepared", prepared, NULL);

static const struct kernels_entry *find(const char *name) { return kernels_registry_find(registry, name, strlen(name)); }

/* ---- packs */

static unsigned add_kernel(const char *name, const char *signature, void *diag)
{
	const struct kernels_kernel rows[] = { { name, signature, payload, NULL, 0, 0 } };
	const struct kernels_pack other = KERNELS_PACK_INIT("\x1b[31mother", rows, NULL, 0, NULL);
	return kernels_registry_add(registry, &other, diag);
}
DIAGS_FAILS(kernels_registry_add) { return kernels_registry_add(registry, &pack, diag); }
DIAGS_FAILS_TOO(kernels_registry_add, kernel) { return add_kernel("t.add", "() -> i32", diag); }
DIAGS_FAILS_TOO(kernels_registry_add, signature) { return add_kernel("t.other", "(\x1b", diag); }
DIAGS_FAILS_TOO(kernels_registry_add, unnamed) { return add_kernel(NULL, "() -> i32", diag); }
DIAGS_FAILS_TOO(kernels_registry_add, version)
{
	struct kernels_pack newer = pack;
	newer.abi = 99;
	newer.name = NULL;
	return kernels_registry_add(registry, &newer, diag);
}
DIAGS_FAILS(kernels_choices_create)
{
	const struct kernels_choice choice = { sizeof choice, "\x1b[31ma", NULL, "t.\x1b", NULL };
	struct kernels_choices *out;
	return kernels_choices_create(registry, NULL, "cpu", &choice, 1, NULL, &out, diag);
}
DIAGS_FAILS(kernels_pack_load)
{
	const struct kernels_pack *out;
	return kernels_pack_load("/nowhere/\x1b[31m\xc2\x9b.so", &out, diag);
}
DIAGS_FAILS_TOO(kernels_pack_load, search)
{
	const struct kernels_pack *out;
	return kernels_pack_load("no-pack-of-this-name", &out, diag);
}
DIAGS_FAILS_TOO(kernels_pack_load, other)
{
	const struct kernels_pack *out;
	return kernels_pack_load("/dev/null", &out, diag);
}

/* ---- mathematics */

static bool no_library(const char **out_reason)
{
	*out_reason = "the library \x1b[31m is missing";
	return false;
}
static const struct kernels_math missing = { .size = sizeof missing, .name = "missing", .open = no_library };

DIAGS_FAILS(kernels_math_choose) { return kernels_math_choose("nothing\x7f", diag); }
DIAGS_FAILS_TOO(kernels_math_choose, missing) { return kernels_math_choose("missing", diag); }

/* ---- ops */

DIAGS_FAILS(kernels_check_op)
{
	const struct kernels_op op = { .result_count = 1 };
	return kernels_check_op(find("t.add"), &op, diag);
}
DIAGS_FAILS_TOO(kernels_check_op, type)
{
	const struct kernels_type argument = { "!a.\x1b[31m\xc3", 9, ASYNC_TYPE_NONE };
	const struct kernels_type arguments[] = { argument, argument }, results[] = { { NULL, 0, ASYNC_TYPE_NONE } };
	const struct kernels_op op = { .arguments = arguments, .argument_count = 2, .results = results, .result_count = 1 };
	return kernels_check_op(find("t.add"), &op, diag);
}
DIAGS_FAILS_TOO(kernels_check_op, attribute)
{
	const struct kernels_op_attribute attribute = { .name = "\x1b[31m", .name_size = 5, .kind = KERNELS_I32 };
	const struct kernels_type results[] = { { NULL, 0, ASYNC_TYPE_NONE } };
	const struct kernels_op op = { .attributes = &attribute, .attribute_count = 1, .results = results, .result_count = 1 };
	return kernels_check_op(find("t.named"), &op, diag);
}
DIAGS_FAILS(kernels_prepare_fail) { return kernels_prepare_fail(diag, KERNELS_E_CORRUPT, "%s", "a\x1b[31m\xc2\x9b\xff"); }
DIAGS_FAILS_TOO(kernels_prepare_fail, long)
{
	return kernels_prepare_fail(diag, KERNELS_E_NOMEM, "%300s\xe2\x82\xac", "");
}

static unsigned prepare(const char *name, void *diag)
{
	const struct kernels_site site = { .entry = find(name), .result_count = 1 };
	void *state;
	return kernels_prepare_op(&site, async_allocator_system(), &state, diag);
}
DIAGS_FAILS(kernels_prepare_op) { return prepare("t.refused", diag); }
DIAGS_FAILS_TOO(kernels_prepare_op, silently) { return prepare("t.refused_silently", diag); }

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(kernels_registry_add),
		DIAGS_CASE_TOO(kernels_registry_add, kernel), DIAGS_CASE_TOO(kernels_registry_add, signature),
		DIAGS_CASE_TOO(kernels_registry_add, unnamed), DIAGS_CASE_TOO(kernels_registry_add, version),
		DIAGS_CASE(kernels_choices_create), DIAGS_CASE(kernels_pack_load), DIAGS_CASE_TOO(kernels_pack_load, search),
		DIAGS_CASE_TOO(kernels_pack_load, other), DIAGS_CASE(kernels_math_choose),
		DIAGS_CASE_TOO(kernels_math_choose, missing), DIAGS_CASE(kernels_check_op),
		DIAGS_CASE_TOO(kernels_check_op, type), DIAGS_CASE_TOO(kernels_check_op, attribute),
		DIAGS_CASE(kernels_prepare_fail), DIAGS_CASE_TOO(kernels_prepare_fail, long),
		DIAGS_CASE(kernels_prepare_op), DIAGS_CASE_TOO(kernels_prepare_op, silently) };
	registry = kernels_registry_create(NULL);
	if (!registry || kernels_registry_add(registry, &pack, NULL) != KERNELS_OK ||
		kernels_registry_add(registry, &pack_prepared, NULL) != KERNELS_OK || kernels_math_add(&missing) != KERNELS_OK)
		return 3;
	const int code = diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
	kernels_registry_destroy(registry);
	return code;
}
