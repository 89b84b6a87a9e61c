/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Internals of libbef-mlir: the op tables, op lookup by name, the map. Linked with the library's objects. */
#include "common/memory.h"
#include "tables/ops.h"
#include <check.h>
#include <stdlib.h>

/* Letters that tables may use in addition to those of types.c: the suffix's type, and any type. */
static bool is_letter(char letter)
{
	struct bef_mlir__op op = { .dtype = 'i', .rank = '0' };
	return letter == '.' || strcmp(bef_mlir__letter_text(letter, &op), "any type") != 0;
}

static void check_signature(const char *name, const char *letters)
{
	size_t size = strlen(letters);
	if (size && letters[size - 1] == '*')
		CHECK(size >= 2 && letters[--size] == '*');
	CHECK(size <= BEF_MLIR__MAX_LETTERS);
	for (size_t i = 0; i < size; i++) {
		if (!is_letter(letters[i]))
			check_report(__FILE__, __LINE__, "%s: '%c' is not a valid letter", name, letters[i]);
	}
}

static void check_def(const struct bef_mlir__op_def *def)
{
	check_signature(def->name, def->operands);
	check_signature(def->name, def->results);
	/* Every form that can be parsed can be printed, and the reverse. */
	if (def->parse && !def->form)
		check_report(__FILE__, __LINE__, "%s has one half of a custom form", def->name);
	if (def->form && !def->parse && (strstr(def->form, "%b") || strstr(def->form, "%e")))
		check_report(__FILE__, __LINE__, "%s has a form with a code that only functions parse", def->name);
	for (size_t i = 0; def->dtypes && def->dtypes[i]; i++)
		CHECK(is_letter(def->dtypes[i]));
	if (!def->dtypes && (strchr(def->operands, 'X') || strchr(def->results, 'X')))
		check_report(__FILE__, __LINE__, "%s has no suffix that gives a type", def->name);
	for (size_t i = 0; i < BEF_MLIR__MAX_ATTRS && def->attrs[i].name; i++)
		CHECK(strchr("\"[#@e?", def->attrs[i].kind) || is_letter(def->attrs[i].kind));
}

static void tables_are_sorted_and_well_formed(void)
{
	for (size_t d = 0; bef_mlir__dialects[d]; d++) {
		const struct bef_mlir__dialect *dialect = bef_mlir__dialects[d];
		for (size_t i = 0; i < dialect->count; i++) {
			check_def(&dialect->ops[i]);
			if (i && strcmp(dialect->ops[i - 1].name, dialect->ops[i].name) >= 0)
				check_report(__FILE__, __LINE__, "%s.%s is not in its place", dialect->name,
					dialect->ops[i].name);
		}
	}
}

/* Prints the entry's name and the suffixes; "-" if there is no such op. */
static void check_find(const char *name, const char *entry, char dtype, char rank)
{
	struct mlirbc_string string = { name, strlen(name) };
	struct bef_mlir__op op;
	bool found = bef_mlir__find_op(&string, &op);
	if (!CHECK_STR(found ? op.def->name : "-", entry) || !CHECK_INT(op.dtype, dtype) || !CHECK_INT(op.rank, rank))
		printf("# that was %s\n", name);
	CHECK_INT(found, op.def != NULL);
}

static void ops_are_found_by_name(void)
{
	check_find("tfrt.add.i32", "add", 'i', 0);
	check_find("tfrt.constant.ui64", "constant", 'w', 0);
	check_find("tfrt.constant.complex64", "constant.complex64", 0, 0);
	check_find("tfrt.repeat.i32", "repeat.i32", 0, 0);
	check_find("tfrt.new.chain", "new.chain", 0, 0);
	check_find("tfrt_dht.create_uninitialized_tensor.bool.4", "create_uninitialized_tensor", 'k', '4');
	check_find("ts.as_fixed_rank_shape.3", "as_fixed_rank_shape", 0, '3');
	check_find("coo.convert_dht_to_coo.f32.0", "convert_dht_to_coo", 'f', '0');
	check_find("corert.executeop.seq", "executeop.seq", 0, 0);
	static const char *const unknown[] = { "", ".", "tfrt", "tfrt.", "tfrt.add", "tfrt.add.", "tfrt.add.i16",
		"tfrt.add.i32.2", "tfrt.add.i32x", "tfrt.new", "tfrt.new.chain.i32", "tfrt.repeat", "tfrt.repeat.i64",
		"tfrt.constan.i32", "tfrt.minus.i32", "tfr.add.i32", "tfrt_dht.create_uninitialized_tensor.bool",
		"tfrt_dht.create_uninitialized_tensor.bool.5", "tfrt_dht.create_uninitialized_tensor.2",
		"ts.as_fixed_rank_shape", "ts.as_fixed_rank_shape.4", "ts.as_fixed_rank_shape.i32.2",
		"coo.tensor_equal.i64.0", "tfrt..i32", "tfrt.i32" };
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
		struct mlirbc_string string = { unknown[i], strlen(unknown[i]) };
		struct bef_mlir__op op;
		if (!CHECK(!bef_mlir__find_op(&string, &op)) || !CHECK(!op.def))
			printf("# that was %s\n", unknown[i]);
	}
	/* A NUL ends names in tables, but not op names. */
	struct mlirbc_string string = { "tfrt.call\0x", 11 };
	struct bef_mlir__op op;
	CHECK(!bef_mlir__find_op(&string, &op));
}

static void a_map_keeps_what_was_put(void)
{
	const struct bef_allocator *a = bef_mlir__allocator(NULL);
	struct bef_mlir__map map = { NULL, 0, 0 };
	static char keys[3000];
	CHECK_INT(bef_mlir__map_get(&map, &keys[0], 0), BEF_MLIR__NONE);
	for (uint32_t i = 0; i < 3000; i++)
		CHECK(bef_mlir__map_put(&map, a, &keys[i], i % 3, i));
	for (uint32_t i = 0; i < 3000; i++) {
		CHECK_INT(bef_mlir__map_get(&map, &keys[i], i % 3), i);
		CHECK_INT(bef_mlir__map_get(&map, &keys[i], 3), BEF_MLIR__NONE);
	}
	CHECK(bef_mlir__map_put(&map, a, &keys[7], 1, 77));
	CHECK_INT(bef_mlir__map_get(&map, &keys[7], 1), 77);
	CHECK_INT(map.count, 3000);
	bef_mlir__map_finish(&map, a);
	CHECK_INT(map.count, 0);
}

static void an_arena_can_be_used_again(void)
{
	struct bef_mlir__arena arena = { .allocator = bef_mlir__allocator(NULL) };
	for (int round = 0; round < 3; round++) {
		unsigned char *first = BEF_MLIR__ZERO(&arena, unsigned char, 10);
		uint64_t *big = BEF_MLIR__ROOM(&arena, uint64_t, 100000), *small = BEF_MLIR__ZERO(&arena, uint64_t, 3);
		CHECK_OR_RETURN(first && big && small);
		CHECK_INT((uintptr_t)big % sizeof *big, 0);
		for (int i = 0; i < 10; i++)
			CHECK_INT(first[i], 0);
		memset(first, 0xAA, 10);
		memset(big, 0xBB, 100000 * sizeof *big);
		CHECK_INT(first[9], 0xAA);
		CHECK_INT(small[2], 0);
		bef_mlir__arena_reset(&arena);
	}
	CHECK(!bef_mlir__arena_room(&arena, SIZE_MAX / 2, 8));
	CHECK(BEF_MLIR__ROOM(&arena, uint64_t, 0));
	bef_mlir__arena_finish(&arena);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(tables_are_sorted_and_well_formed),
		CHECK_CASE(ops_are_found_by_name),
		CHECK_CASE(a_map_keeps_what_was_put),
		CHECK_CASE(an_arena_can_be_used_again),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
