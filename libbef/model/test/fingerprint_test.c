/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fingerprints of models: equal for the same program in any form, different for others. */
#include "models.h"


struct print {
	uint8_t bytes[BEF_MODEL_FINGERPRINT_SIZE];
};

static struct print print_of(const void *data, size_t size, const char *name, enum bef_semantics semantics, struct models_kept *kept)
{
	const struct bef_model_options options = { .size = sizeof options, .semantics = semantics, .opened = models_keep, .opened_ctx = kept };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct print print = { { 0 } }, again;
	struct bef_model *model;
	if (!good(bef_model_open(data, size, name, registry, &options, &model, &diag), &diag))
		return print;
	CHECK(good(bef_model_fingerprint(model, print.bytes, &diag), &diag));
	CHECK(good(bef_model_fingerprint(model, again.bytes, &diag), &diag)); /* kept */
	CHECK_BYTES(again.bytes, sizeof again, print.bytes, sizeof print);
	bef_model_close(model);
	return print;
}

static struct print print_of_text(const char *text) { return print_of(text, strlen(text), "a.mlir", BEF_SEMANTICS_XLA, NULL); }

static bool equal(struct print a, struct print b) { return memcmp(a.bytes, b.bytes, sizeof a.bytes) == 0; }

#define MODEL(before, type, attrs, constant)                                                                                        \
	before "func.func @f(%x: tensor<" type "xf32>" attrs ") -> tensor<" type "xf32> {\n" before                                         \
	       "  %c = stablehlo.constant dense<" constant "> : tensor<2xf32>\n  %0 = stablehlo.add %x, %x : tensor<" type "xf32>\n"        \
	       "  return %0 : tensor<" type "xf32>\n}\n"                                                                                    \
	       "func.func @g() -> tensor<2xf32> {\n  %c = stablehlo.constant dense<" constant "> : tensor<2xf32>\n"                         \
	       "  return %c : tensor<2xf32>\n}\n"

static void forms_have_the_same(void)
{
	static const char text[] = MODEL("", "2", "", "[1.0, 2.0]");
	struct models_kept kept = { NULL, 0 };
	const struct print print = print_of(text, strlen(text), "a.mlir", BEF_SEMANTICS_XLA, &kept);
	CHECK(!equal(print, (struct print){ { 0 } }));
	CHECK(equal(print, print_of(text, strlen(text), "elsewhere/b.mlir", BEF_SEMANTICS_XLA, NULL)));
	CHECK(equal(print, print_of_text(MODEL("// a comment\n\n", "2", "", "[1.0, 2.0]"))));
	CHECK(kept.data && equal(print, print_of(kept.data, kept.size, NULL, BEF_SEMANTICS_XLA, NULL)));
	free(kept.data);
}

static void others_differ(void)
{
	const struct print print = print_of_text(MODEL("", "2", "", "[1.0, 2.0]"));
	CHECK(!equal(print, print_of_text(MODEL("", "2", "", "[1.0, 3.0]"))));
	CHECK(!equal(print, print_of_text(MODEL("", "3", "", "[1.0, 2.0]"))));
	CHECK(!equal(print, print_of_text(MODEL("", "2", " {jax.buffer_donor = true}", "[1.0, 2.0]"))));
	CHECK(!equal(print, print_of_text(MODEL("", "2", " {jax.arg_info = \"y\"}", "[1.0, 2.0]"))));
}

static void dynamic_models_have_that_of_their_source(void)
{
	static const char text[] = MODEL("", "?", "", "[1.0, 2.0]");
	const struct print print = print_of_text(text);
	CHECK(!equal(print, (struct print){ { 0 } }));
	CHECK(equal(print, print_of_text(MODEL("// a comment\n\n", "?", "", "[1.0, 2.0]"))));
	CHECK(!equal(print, print_of_text(MODEL("", "?", "", "[1.0, 3.0]"))));
	CHECK(!equal(print, print_of(text, strlen(text), NULL, BEF_SEMANTICS_SPEC, NULL)));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(forms_have_the_same),
		CHECK_CASE(others_differ),
		CHECK_CASE(dynamic_models_have_that_of_their_source),
	};
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
