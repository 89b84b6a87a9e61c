/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the leaves of constraints say about a type. */
#include "constraint_words.h"
#include "engine.h"

#include <stdlib.h>
#include <string.h>

/* `text` is `name`, or begins with it and goes on with something that is not part of a mnemonic. */
static bool is_mnemonic(const struct mlirbc_string *text, const char *name)
{
	const size_t size = strlen(name);
	if (text->size < size || memcmp(text->data, name, size) != 0)
		return false;
	const char next = text->size > size ? text->data[size] : ' ';
	return !(next == '_' || next == '.' || next == '$' || (next >= '0' && next <= '9') || (next >= 'a' && next <= 'z') ||
		 (next >= 'A' && next <= 'Z'));
}

/* "dialect.mnemonic" or "dialect" */
bool mlirbc_upstream__has_name(const struct mlirbc_string *dialect, const struct mlirbc_string *mnemonic, const char *name)
{
	const char *dot = strchr(name, '.');
	const size_t size = dot ? (size_t)(dot - name) : strlen(name);
	return dialect && dialect->size == size && memcmp(dialect->data, name, size) == 0 &&
	       (!dot || (mnemonic && is_mnemonic(mnemonic, dot + 1)));
}

bool mlirbc_upstream__type_is(const struct mlirbc_type *type, const char *name)
{
	if (type->kind == MLIRBC_TYPE_CODED)
		return mlirbc_upstream__has_name(type->u.coded.dialect, type->u.coded.mnemonic, name);
	return type->kind == MLIRBC_TYPE_DIALECT && mlirbc_upstream__has_name(type->u.dialect.dialect, type->u.dialect.text, name);
}

/* ---- types of llvm */

static bool is_llvm_float(const struct mlirbc_type *type)
{
	if (type->kind != MLIRBC_TYPE_FLOAT)
		return mlirbc_upstream__type_is(type, "llvm.ppc_fp128");
	return type->u.float_kind <= MLIRBC_F128;
}

static bool is_llvm_scalar(const struct mlirbc_type *type)
{
	if (type->kind == MLIRBC_TYPE_INTEGER)
		return type->u.integer.signedness == MLIRBC_SIGNLESS;
	return is_llvm_float(type);
}

static bool is_llvm_vector(const struct mlirbc_type *type)
{
	if (type->kind != MLIRBC_TYPE_VECTOR || type->u.shaped.rank != 1)
		return false;
	const struct mlirbc_type *element = type->u.shaped.element;
	return is_llvm_scalar(element) || mlirbc_upstream__type_is(element, "llvm.ptr") || mlirbc_upstream__type_is(element, "ptr");
}

/* Types of other dialects may implement LLVM's interface: only those of `builtin` are known not to. */
static bool is_llvm(const struct mlirbc_type *type)
{
	return is_llvm_scalar(type) || is_llvm_vector(type) || mlirbc_upstream__type_is(type, "llvm") ||
	       mlirbc_upstream__type_is(type, "ptr");
}

/* !llvm.ptr<N> */
uint64_t mlirbc_upstream__address_space(const struct mlirbc_type *type)
{
	if (type->kind != MLIRBC_TYPE_DIALECT || !mlirbc_upstream__type_is(type, "llvm.ptr"))
		return UINT64_MAX;
	const struct mlirbc_string *text = type->u.dialect.text;
	return text->size > 4 && text->data[3] == '<' ? strtoull(text->data + 4, NULL, 10) : 0;
}

/* ---- quantized types: !quant.uniform<i8:f32, ...>, !quant.any<i8<-8:7>:f32>; the storage of calibrated ones is the
 * expressed type */

bool mlirbc_upstream__is_quantized(const struct mlirbc_type *type, uint8_t width)
{
	if (!mlirbc_upstream__type_is(type, "quant"))
		return false;
	if (width == 0 || type->kind != MLIRBC_TYPE_DIALECT)
		return true;
	const struct mlirbc_string *text = type->u.dialect.text;
	const char *at = memchr(text->data, '<', text->size), *end = text->data + text->size;
	at = at ? at + 1 : end;
	at += at < end && *at == 'u';
	return at + 1 < end && *at == 'i' && strtoul(at + 1, NULL, 10) == width;
}

/* ---- shapes */

static bool all_dims(const struct mlirbc_type *type, bool (*holds)(int64_t))
{
	for (size_t i = 0; mlirbc_upstream__has_rank(type) && i < type->u.shaped.rank; i++) {
		if (!holds(type->u.shaped.dims[i]))
			return false;
	}
	return mlirbc_upstream__has_rank(type);
}

static bool is_static(int64_t dim) { return dim != MLIRBC_DYNAMIC; }
static bool is_not_zero(int64_t dim) { return dim != 0; }
static bool is_one(int64_t dim) { return dim == 1; }

/* How many of the dimensions from `first` on are scalable. */
static size_t scalable_dims(const struct mlirbc_type *type, size_t first, size_t end)
{
	size_t count = 0;
	for (size_t i = first; type->kind == MLIRBC_TYPE_VECTOR && type->u.shaped.scalable && i < end; i++)
		count += type->u.shaped.scalable[i] != 0;
	return count;
}

bool mlirbc_upstream__has_dims(const struct mlirbc_type *type, const uint8_t *dims, uint8_t count)
{
	if (!mlirbc_upstream__has_rank(type) || type->u.shaped.rank != count)
		return false;
	for (uint8_t i = 0; i < count; i++) {
		if (type->u.shaped.dims[i] != dims[i])
			return false;
	}
	return true;
}

bool mlirbc_upstream__is_word(enum mlirbc_upstream__type_word word, const struct mlirbc_type *type)
{
	const size_t rank = mlirbc_upstream__has_rank(type) ? type->u.shaped.rank : 0;
	switch (word) {
	case WORD_TRUE: return true;
	case WORD_FALSE: return false;
	case WORD_INDEX: return type->kind == MLIRBC_TYPE_INDEX;
	case WORD_FLOAT: return type->kind == MLIRBC_TYPE_FLOAT;
	case WORD_NONE: return type->kind == MLIRBC_TYPE_NONE;
	case WORD_COMPLEX: return type->kind == MLIRBC_TYPE_COMPLEX;
	case WORD_FUNCTION: return type->kind == MLIRBC_TYPE_FUNCTION;
	case WORD_TUPLE: return type->kind == MLIRBC_TYPE_TUPLE;
	case WORD_GRAPH: return mlirbc_upstream__type_is(type, "builtin.graph");
	case WORD_VECTOR: return type->kind == MLIRBC_TYPE_VECTOR;
	case WORD_FIXED: return type->kind == MLIRBC_TYPE_VECTOR && scalable_dims(type, 0, rank) == 0;
	case WORD_SCALABLE: return scalable_dims(type, 0, rank) > 0;
	case WORD_TENSOR: return type->kind == MLIRBC_TYPE_TENSOR || type->kind == MLIRBC_TYPE_UNRANKED_TENSOR;
	case WORD_RANKED: return type->kind == MLIRBC_TYPE_TENSOR;
	case WORD_UNRANKED: return type->kind == MLIRBC_TYPE_UNRANKED_TENSOR;
	case WORD_MEMREF: return type->kind == MLIRBC_TYPE_MEMREF;
	case WORD_UNRANKED_MEMREF: return type->kind == MLIRBC_TYPE_UNRANKED_MEMREF;
	case WORD_ANY_MEMREF: return type->kind == MLIRBC_TYPE_MEMREF || type->kind == MLIRBC_TYPE_UNRANKED_MEMREF;
	case WORD_SHAPED: return mlirbc_upstream__is_shaped(type);
	case WORD_HAS_RANK: return mlirbc_upstream__has_rank(type);
	case WORD_STATIC: return all_dims(type, is_static);
	case WORD_ALL_SCALABLE: return mlirbc_upstream__has_rank(type) && scalable_dims(type, 0, rank) == rank;
	case WORD_LAST_SCALABLE: return rank > 0 && scalable_dims(type, rank - 1, rank) == 1;
	case WORD_LEADING_FIXED: return rank > 0 && scalable_dims(type, 0, rank - 1) == 0;
	case WORD_NO_ZERO: return all_dims(type, is_not_zero);
	case WORD_ALL_ONE: return all_dims(type, is_one);
	case WORD_ENCODED: return type->kind == MLIRBC_TYPE_TENSOR && type->u.shaped.encoding;
	case WORD_LLVM: return is_llvm(type);
	case WORD_LLVM_VECTOR: return is_llvm_vector(type);
	case WORD_LLVM_FLOAT: return is_llvm_float(type);
	case WORD_QUANT: return mlirbc_upstream__is_quantized(type, 0);
	}
	return true;
}
