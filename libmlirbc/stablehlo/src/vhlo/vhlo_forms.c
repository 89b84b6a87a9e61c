/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which version has which forms of operations, and types. */
#include "vhlo/vhlo_forms.h"

#include "dialect/types.h"

#include <stdio.h>
#include <string.h>

/* ---- operations */

#define ACCURACY(name, second) { MLIRBC_STABLEHLO_##name, second, "result_accuracy", false }
#define START_BATCHING "operand_batching_dims start_indices_batching_dims"

/* All others have one form. dot_general_v1 lacks the algorithm, dynamic_conv_v1 has a
 * padding that means nothing, composite_v1 has no regions: see ops_to.c and ops_from.c. */
static const struct shlo__forms forms[] = {
	{ MLIRBC_STABLEHLO_all_gather, V(1, 5), "", true },
	{ MLIRBC_STABLEHLO_all_reduce, V(1, 5), "", true },
	{ MLIRBC_STABLEHLO_all_to_all, V(1, 5), "", true },
	ACCURACY(cbrt, V(1, 10)),
	{ MLIRBC_STABLEHLO_collective_broadcast, V(1, 20), "has_dynamic_root", true },
	{ MLIRBC_STABLEHLO_composite, V(1, 14), "", false },
	ACCURACY(cosine, V(1, 10)),
	{ MLIRBC_STABLEHLO_custom_call, V(1, 18), "result_tilings", false },
	{ MLIRBC_STABLEHLO_dot_general, V(1, 6), "algorithm", false },
	{ MLIRBC_STABLEHLO_dynamic_conv, V(0, 20), "", false },
	{ MLIRBC_STABLEHLO_dynamic_gather, V(1, 1), START_BATCHING, false },
	ACCURACY(exponential, V(1, 9)),
	ACCURACY(exponential_minus_one, V(1, 10)),
	{ MLIRBC_STABLEHLO_gather, V(1, 1), START_BATCHING, false },
	ACCURACY(log, V(1, 10)),
	ACCURACY(log_plus_one, V(1, 10)),
	ACCURACY(logistic, V(1, 10)),
	{ MLIRBC_STABLEHLO_recv, V(1, 12), "source_target_pairs", false },
	ACCURACY(rsqrt, V(1, 10)),
	{ MLIRBC_STABLEHLO_scatter, V(1, 1), "input_batching_dims scatter_indices_batching_dims", false },
	{ MLIRBC_STABLEHLO_send, V(1, 12), "source_target_pairs", false },
	ACCURACY(sine, V(1, 10)),
	ACCURACY(sqrt, V(1, 10)),
	ACCURACY(tan, V(1, 10)),
	ACCURACY(tanh, V(1, 10)),
};
static const struct shlo__forms one_form = { MLIRBC_STABLEHLO_NONE, 0, "", false };

/* Never NULL. */
static const struct shlo__forms *forms_of(enum mlirbc_stablehlo_code code)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		if (forms[i].code == code)
			return &forms[i];
	}
	return &one_form;
}

bool shlo__is_added(const struct shlo__forms *form, const char *name, size_t size)
{
	for (const char *at = form->added; *at;) {
		size_t length = strcspn(at, " ");
		if (length == size && memcmp(at, name, size) == 0)
			return true;
		at += length + (at[length] == ' ');
	}
	return false;
}

/* ---- names */

static bool has_dialect(const struct mlirbc_string *name, const char *dialect)
{
	size_t size = strlen(dialect);
	return name->size > size && memcmp(name->data, dialect, size) == 0 && name->data[size] == '.';
}

/* "vhlo.add_v1": the name without dialect and version; false when it has not this form. */
static bool split_vhlo(const struct mlirbc_string *name, struct mlirbc_string *out, int *out_version)
{
	const size_t dialect = sizeof "vhlo." - 1, suffix = sizeof "_v1" - 1;
	if (name->size <= dialect + suffix || memcmp(name->data + name->size - suffix, "_v", 2) != 0)
		return false;
	*out = (struct mlirbc_string){ name->data + dialect, name->size - dialect - suffix };
	*out_version = name->data[name->size - 1] - '0';
	return *out_version == 1 || *out_version == 2;
}

/* The name of the converted operation. */
static bool set_name(struct shlo__job *job, struct shlo__op_role *out, const char *text, size_t size)
{
	out->name = mlirbc_string_get(job->context, text, size);
	return out->name || shlo__job_memory(job);
}

/* The operations of func, and the one of stablehlo that corresponds to two. */
static const struct {
	enum shlo__role role;
	const char *mine, *vhlo;
} functions[] = { { SHLO__FUNC, "func.func", "vhlo.func_v1" }, { SHLO__CALL, "func.call", "vhlo.call_v1" },
	{ SHLO__RETURN, "func.return", "vhlo.return_v1" }, { SHLO__RETURN, "stablehlo.return", "vhlo.return_v1" } };

static bool find_function(struct shlo__job *job, const struct mlirbc_string *name, struct shlo__op_role *out)
{
	size_t i = 0, count = sizeof functions / sizeof *functions;
	while (i < count && !shlo__name_is(name, job->to_vhlo ? functions[i].mine : functions[i].vhlo))
		i++;
	if (i == count)
		return false;
	out->role = functions[i].role;
	out->version = 1;
	const char *other = job->to_vhlo ? functions[i].vhlo : functions[i].mine;
	if (!job->to_vhlo && out->role == SHLO__RETURN)
		other = "stablehlo.return"; /* func.return directly in a function */
	return set_name(job, out, other, strlen(other));
}

static bool find_vhlo(struct shlo__job *job, const struct mlirbc_string *name, struct shlo__op_role *out)
{
	struct mlirbc_string bare;
	char text[80];
	if (!split_vhlo(name, &bare, &out->version) || bare.size > 60)
		return shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "no version up to 1.20.0 has this operation");
	int size = snprintf(text, sizeof text, "stablehlo.%.*s", (int)bare.size, bare.data);
	const struct mlirbc_string whole = { text, (size_t)size };
	out->code = mlirbc_stablehlo_code(&whole);
	out->role = SHLO__PLAIN;
	out->forms = forms_of(out->code);
	if (out->code == MLIRBC_STABLEHLO_NONE || out->code == MLIRBC_STABLEHLO_return ||
		(out->version == 2 && !out->forms->second))
		return shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "no version up to 1.20.0 has this operation");
	return set_name(job, out, text, (size_t)size);
}

static bool find_mine(struct shlo__job *job, const struct mlirbc_string *name, struct shlo__op_role *out)
{
	out->code = mlirbc_stablehlo_code(name);
	if (out->code == MLIRBC_STABLEHLO_NONE)
		return shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "it is not an operation of StableHLO 1.20");
	out->role = SHLO__PLAIN;
	out->forms = forms_of(out->code);
	const uint32_t since = shlo__ops[out->code].since;
	if (since && !shlo__job_needs(job, since, "the operation", ""))
		return false;
	out->version = out->forms->second && job->target >= out->forms->second ? 2 : 1;
	const size_t dialect = sizeof "stablehlo." - 1;
	char text[80];
	int size = snprintf(
		text, sizeof text, "vhlo.%.*s_v%d", (int)(name->size - dialect), name->data + dialect, out->version);
	return set_name(job, out, text, (size_t)size);
}

static bool find_role(struct shlo__job *job, const struct mlirbc_string *name, struct shlo__op_role *out)
{
	*out = (struct shlo__op_role){ .role = SHLO__OTHER, .forms = &one_form, .name = name };
	if (find_function(job, name, out))
		return true;
	if (job->status != MLIRBC_OK)
		return false;
	if (has_dialect(name, job->to_vhlo ? "stablehlo" : "vhlo"))
		return job->to_vhlo ? find_mine(job, name, out) : find_vhlo(job, name, out);
	if (shlo__name_is(name, "builtin.unrealized_conversion_cast"))
		out->role = SHLO__CAST;
	else if (!has_dialect(name, "builtin"))
		out->role = SHLO__FOREIGN;
	if (!job->to_vhlo || out->role == SHLO__OTHER)
		return true;
	if (has_dialect(name, "vhlo"))
		return shlo__job_fail(
			job, MLIRBC_E_UNSUPPORTED, "the module is VHLO already: convert it to StableHLO first");
	if (has_dialect(name, "sdy")) /* JAX has written it beside VHLO of every version since 1.10 */
		return true;
	if (!job->allow_others && has_dialect(name, "chlo"))
		return shlo__job_fail(job, MLIRBC_E_UNSUPPORTED,
			"an artifact has no operations of chlo: lower them to stablehlo first (mlirbc simplify --chlo)");
	if (!job->allow_others)
		return shlo__job_fail(
			job, MLIRBC_E_UNSUPPORTED, "only operations of func, stablehlo and sdy may be in an artifact");
	return shlo__job_needs(job, V(1, 11), "an operation of another dialect", "");
}

const struct shlo__op_role *shlo__role_of(struct shlo__job *job, const struct mlirbc_op *op)
{
	const struct shlo__map_entry *known = shlo__map_find(&job->done, op->name, NULL);
	if (known)
		return known->value;
	struct shlo__op_role role, *made;
	if (!find_role(job, op->name, &role))
		return NULL;
	made = mlirbc_context_alloc(job->context, sizeof *made, _Alignof(struct shlo__op_role));
	if (!made || !shlo__map_add(&job->done, job->context, op->name, NULL, made)) {
		shlo__job_memory(job);
		return NULL;
	}
	*made = role;
	return made;
}

/* ---- types and enumerations */

static const struct shlo__scalar scalars[] = {
	{ "f32_v1", 'f', MLIRBC_F32, V(0, 9) },
	{ "i32_v1", 's', 32, V(0, 9) },
	{ "i64_v1", 's', 64, V(0, 9) },
	{ "bool_v1", 's', 1, V(0, 9) },
	{ "i2_v1", 's', 2, V(1, 2) },
	{ "i4_v1", 's', 4, V(0, 9) },
	{ "i8_v1", 's', 8, V(0, 9) },
	{ "i16_v1", 's', 16, V(0, 9) },
	{ "ui2_v1", 'u', 2, V(1, 2) },
	{ "ui4_v1", 'u', 4, V(0, 9) },
	{ "ui8_v1", 'u', 8, V(0, 9) },
	{ "ui16_v1", 'u', 16, V(0, 9) },
	{ "ui32_v1", 'u', 32, V(0, 9) },
	{ "ui64_v1", 'u', 64, V(0, 9) },
	{ "bf16_v1", 'f', MLIRBC_BF16, V(0, 9) },
	{ "f16_v1", 'f', MLIRBC_F16, V(0, 9) },
	{ "f64_v1", 'f', MLIRBC_F64, V(0, 9) },
	{ "f8E4M3FN_v1", 'f', MLIRBC_F8E4M3FN, V(0, 9) },
	{ "f8E5M2_v1", 'f', MLIRBC_F8E5M2, V(0, 9) },
	{ "f8E4M3FNUZ_v1", 'f', MLIRBC_F8E4M3FNUZ, V(0, 10) },
	{ "f8E5M2FNUZ_v1", 'f', MLIRBC_F8E5M2FNUZ, V(0, 10) },
	{ "f8E4M3B11FNUZ_v1", 'f', MLIRBC_F8E4M3B11FNUZ, V(0, 11) },
	{ "tf31_v1", 'f', MLIRBC_TF32, V(1, 6) },
	{ "f8E4M3_v1", 'f', MLIRBC_F8E4M3, V(1, 7) },
	{ "f8E3M4_v1", 'f', MLIRBC_F8E3M4, V(1, 7) },
	{ "f4E2M1FN_v1", 'f', MLIRBC_F4E2M1FN, V(1, 8) },
	{ "f6E2M3FN_v1", 'f', MLIRBC_F6E2M3FN, V(1, 8) },
	{ "f6E3M2FN_v1", 'f', MLIRBC_F6E3M2FN, V(1, 8) },
	{ "f8E8M0FNU_v1", 'f', MLIRBC_F8E8M0FNU, V(1, 8) },
	{ "index_v1", 'x', 0, V(0, 9) },
	{ "none_v1", 'n', 0, V(1, 6) },
	{ "token_v1", 't', 0, V(0, 9) },
	{ "witness_v1", 'w', 0, V(0, 9) },
};

const struct shlo__scalar *shlo__scalar_by_mnemonic(const struct mlirbc_string *mnemonic)
{
	for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
		if (shlo__name_is(mnemonic, scalars[i].mnemonic))
			return &scalars[i];
	}
	return NULL;
}

static bool is_witness(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_DIALECT && shlo__name_is(type->u.dialect.dialect, "shape") &&
	       shlo__name_is(type->u.dialect.text, "witness");
}

const struct shlo__scalar *shlo__scalar_of(const struct mlirbc_type *type)
{
	char kind = '\0';
	unsigned which = 0;
	switch (type->kind) {
	case MLIRBC_TYPE_INTEGER:
		which = type->u.integer.width;
		if (type->u.integer.signedness != MLIRBC_SIGNED)
			kind = type->u.integer.signedness == MLIRBC_UNSIGNED ? 'u' : 's';
		break;
	case MLIRBC_TYPE_FLOAT:
		kind = 'f';
		which = (unsigned)type->u.float_kind;
		break;
	case MLIRBC_TYPE_INDEX: kind = 'x'; break;
	case MLIRBC_TYPE_NONE: kind = 'n'; break;
	default: kind = shlo__is_token(type) ? 't' : is_witness(type) ? 'w' : '\0';
	}
	for (size_t i = 0; kind && i < sizeof scalars / sizeof *scalars; i++) {
		if (scalars[i].kind == kind && scalars[i].which == which)
			return &scalars[i];
	}
	return NULL;
}

static const struct mlirbc_type *dialect_type(struct mlirbc_context *context, const char *dialect, const char *text)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	type.u.dialect.dialect = mlirbc_string_get(context, dialect, strlen(dialect));
	type.u.dialect.text = mlirbc_string_get(context, text, strlen(text));
	return type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(context, &type) : NULL;
}

const struct mlirbc_type *shlo__scalar_type(struct mlirbc_context *context, const struct shlo__scalar *scalar)
{
	switch (scalar->kind) {
	case 's': return mlirbc_type_integer(context, scalar->which, MLIRBC_SIGNLESS);
	case 'u': return mlirbc_type_integer(context, scalar->which, MLIRBC_UNSIGNED);
	case 'f': return mlirbc_type_float(context, (enum mlirbc_float)scalar->which);
	case 'x': return mlirbc_type_index(context);
	case 'n': return mlirbc_type_none(context);
	case 't': return shlo__token_type(context);
	default: return dialect_type(context, "shape", "witness");
	}
}

const char *shlo__vhlo_enum(enum shlo__enum which)
{
	static const char *const names[SHLO__ENUMS] = {
		[SHLO__COMPARISON_DIRECTION] = "comparison_direction_v1",
		[SHLO__COMPARISON_TYPE] = "comparison_type_v1",
		[SHLO__PRECISION] = "precision_v1",
		[SHLO__TRANSPOSE] = "transpose_v1",
		[SHLO__FFT_TYPE] = "fft_type_v1",
		[SHLO__RNG_ALGORITHM] = "rng_algorithm_v1",
		[SHLO__RNG_DISTRIBUTION] = "rng_distribution_v1",
		[SHLO__API_VERSION] = "api_version_v1",
		[SHLO__RESULT_ACCURACY_MODE] = "result_accuracy_mode_v1",
	};
	return names[which];
}
