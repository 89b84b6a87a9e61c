/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Floats through text: against the C library where it knows the format, and against themselves where it does not. */
#include "text.h"

#include <locale.h>

static uint64_t state = 88172645463325252u;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* A context now and then: its arena keeps every attribute. */
static struct mlirbc_context *fresh(struct mlirbc_context *context, int round)
{
	if (round % 1000)
		return context;
	mlirbc_context_destroy(context);
	return mlirbc_context_create(NULL);
}

static const struct mlirbc_attr *parse(struct mlirbc_context *context, const char *text)
{
	const struct mlirbc_attr *attr;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (mlirbc_parse_attr(context, text, strlen(text), &attr, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s: %s", text, diag.message);
	return attr;
}

static void check_decimal(struct mlirbc_context *context, const char *text)
{
	double expected = strtod(text, NULL);
	uint64_t bits;
	memcpy(&bits, &expected, sizeof bits);
	const struct mlirbc_attr *attr = parse(context, text);
	if (attr && attr->u.number.words[0] != bits)
		check_report(__FILE__, __LINE__, "%s is %016llx, strtod says %016llx", text,
			(unsigned long long)attr->u.number.words[0], (unsigned long long)bits);
}

static void decimals_are_rounded_correctly(void)
{
	static const char *const hard[] = { "9007199254740993.0", "9007199254740992.99999999999999999999",
		"4503599627370496.5", "4503599627370497.5", "2.2250738585072011e-308", "2.2250738585072012e-308",
		"4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1.7976931348623158e308",
		"1.7976931348623159e308", "1.0e400", "1.0e-400", "0.0", "0.000000000000000000000000000000000000001e39",
		"123456789012345678901234567890123456789.0e-20",
		"1.00000000000000011102230246251565404236316680908203125",
		"1.00000000000000011102230246251565404236316680908203124",
		"1.00000000000000011102230246251565404236316680908203126", "8.5e22", "8.5e23", "1.0e22", "1.0e23" };
	struct mlirbc_context *context = NULL;
	for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) {
		context = fresh(context, (int)i);
		check_decimal(context, hard[i]);
	}
	for (int i = 0; i < 20000; i++) {
		char text[128];
		unsigned long long a = next_random() % 1000000, b = next_random(), digits = next_random() % 19;
		int exponent = (int)(next_random() % 700) - 350;
		context = fresh(context, i);
		snprintf(text, sizeof text, "%llu.%0*llue%d", a, (int)digits + 1, b, i % 3 ? exponent : exponent / 20);
		check_decimal(context, text);
	}
	mlirbc_context_destroy(context);
}

/* 800 digits and more: later digits still decide a tie. */
static void long_decimals(void)
{
	char text[1300] = "1.00000000000000011102230246251565404236316680908203125";
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	size_t size = strlen(text);
	memset(text + size, '0', 1200 - size);
	text[1200] = 0;
	check_decimal(context, text);
	CHECK_INT(parse(context, text)->u.number.words[0], 0x3FF0000000000000);
	text[1199] = '1';
	CHECK_INT(parse(context, text)->u.number.words[0], 0x3FF0000000000001);
	mlirbc_context_destroy(context);
}

/* Whatever is printed reads back as the same attribute. */
static void bits_survive(void)
{
	struct mlirbc_context *context = NULL;
	for (int i = 0; i < 40000; i++) {
		enum mlirbc_float kind = (enum mlirbc_float)(next_random() % MLIRBC_FLOAT_COUNT);
		context = fresh(context, i);
		const struct mlirbc_type *type = mlirbc_type_float(context, kind);
		uint32_t width = mlirbc_type_width(type);
		uint64_t words[2] = { next_random(), next_random() };
		if (i % 3 == 0) /* few digits */
			words[0] &= UINT64_MAX << (next_random() % 64), words[1] &= UINT64_MAX << (next_random() % 64);
		if (width < 64)
			words[0] &= (UINT64_C(1) << width) - 1;
		if (width < 128)
			words[1] = width > 64 ? words[1] & ((UINT64_C(1) << (width - 64)) - 1) : 0;
		struct mlirbc_attr attr = {
			.kind = MLIRBC_ATTR_FLOAT, .type = type, .u.number = { words, width > 64 ? 2 : 1 }
		};
		const struct mlirbc_attr *made = mlirbc_attr_get(context, &attr);
		char text[128];
		CHECK(mlirbc_attr_text(made, text, sizeof text) < sizeof text);
		if (!CHECK(parse(context, text) == made)) {
			printf("# %s of %s, bits %llx %llx\n", text, mlirbc_float_name(kind),
				(unsigned long long)words[1], (unsigned long long)words[0]);
			break;
		}
	}
	mlirbc_context_destroy(context);
}

static void no_locale_meddles(void)
{
	if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
		CHECK_SKIP("no German locale here");
		return;
	}
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	char text[64];
	mlirbc_attr_text(parse(context, "1.5e-3 : f32"), text, sizeof text);
	CHECK_STR(text, "1.500000e-03 : f32");
	mlirbc_context_destroy(context);
	setlocale(LC_ALL, "C");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(decimals_are_rounded_correctly),
		CHECK_CASE(long_decimals), CHECK_CASE(bits_survive), CHECK_CASE(no_locale_meddles) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
