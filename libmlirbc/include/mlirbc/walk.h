/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Visits the bytes of bytecode: a visitor is called for every section, table entry, op, region, block and number of
 * a file of version 0 to 6, in file order, with the byte range of each.
 *
 * The walker neither allocates nor recurses: the caller provides the stack of open regions. The fields of a file
 * tile it: each byte belongs to exactly one of them. The walker checks that the bytes can be read and that every
 * index is in range; mlirbc/load.h interprets them.
 *
 * Thread class: safe; calls share nothing. */
#ifndef MLIRBC_WALK_H
#define MLIRBC_WALK_H

#include <mlirbc/export.h>
#include <mlirbc/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ids of sections in the file. */
enum mlirbc_walk_section {
	MLIRBC_WALK_SECTION_STRING,
	MLIRBC_WALK_SECTION_DIALECT,
	MLIRBC_WALK_SECTION_ATTR_TYPE,
	MLIRBC_WALK_SECTION_ATTR_TYPE_OFFSET,
	MLIRBC_WALK_SECTION_IR,
	MLIRBC_WALK_SECTION_RESOURCE,
	MLIRBC_WALK_SECTION_RESOURCE_OFFSET,
	MLIRBC_WALK_SECTION_DIALECT_VERSIONS,
	MLIRBC_WALK_SECTION_PROPERTIES,
	MLIRBC_WALK_SECTION_COUNT /* or outside all sections */
};
/* "AttrTypeOffset"; "?" for an unknown number. Static. */
MLIRBC_API const char *mlirbc_walk_section_name(uint32_t section);

/* Parts, which are entered and left, and may be nested. */
enum mlirbc_walk_part {
	MLIRBC_WALK_HEADER,         /* magic, version, producer */
	MLIRBC_WALK_SECTION,        /* index: its id; number: bytes of data. Nested ones too */
	MLIRBC_WALK_DIALECT,        /* index: its number */
	MLIRBC_WALK_OP_NAMES,       /* a group of op names of one dialect */
	MLIRBC_WALK_ENTRIES,        /* a group of sizes of attributes or types of one dialect */
	MLIRBC_WALK_ATTR,           /* index: its number; number: its dialect; flag: coded by its dialect, else text */
	MLIRBC_WALK_TYPE,           /* likewise */
	MLIRBC_WALK_RESOURCE_GROUP, /* flag: external */
	MLIRBC_WALK_RESOURCE,       /* key, size and kind. index: its number among all; flag: external */
	MLIRBC_WALK_RESOURCE_DATA,  /* index as of its MLIRBC_WALK_RESOURCE; number: kind (0 blob, 1 bool, 2 string) */
	MLIRBC_WALK_PROPERTIES,     /* a blob of properties. index: its number */
	MLIRBC_WALK_OP,             /* index: its number in pre-order */
	MLIRBC_WALK_REGION,         /* index: its number in the op */
	MLIRBC_WALK_BLOCK           /* index: its number in the region */
};

/* Contents of a field. */
enum mlirbc_walk_field {
	MLIRBC_WALK_MAGIC,
	MLIRBC_WALK_VERSION,
	MLIRBC_WALK_PRODUCER,   /* with its NUL */
	MLIRBC_WALK_SECTION_ID, /* flag: aligned */
	MLIRBC_WALK_LENGTH,     /* of a section */
	MLIRBC_WALK_ALIGNMENT,
	MLIRBC_WALK_PADDING,
	MLIRBC_WALK_COUNT,  /* of the items that follow */
	MLIRBC_WALK_SIZE,   /* in bytes; of an attribute or type, flag: coded by its dialect */
	MLIRBC_WALK_STRING, /* bytes of string `index`, with its NUL */
	MLIRBC_WALK_TEXT,   /* an attribute or type in MLIR's assembly, with its NUL */
	MLIRBC_WALK_DATA,   /* bytes of unknown form, or without a form. flag: they violate their form (see lenient) */
	MLIRBC_WALK_CODE,   /* which kind of attribute or type */
	MLIRBC_WALK_KIND,   /* of a resource */
	MLIRBC_WALK_MASK,   /* mask of an op's parts; of a block: whether use-list orders follow */
	MLIRBC_WALK_NUMBER,
	MLIRBC_WALK_SIGNED, /* number: as two's complement */
	MLIRBC_WALK_DOUBLE, /* number: its bits */
	MLIRBC_WALK_BOOL,
	/* Indices. Optional ones have flag: present. */
	MLIRBC_WALK_STRING_REF,
	MLIRBC_WALK_DIALECT_REF,
	MLIRBC_WALK_OP_NAME_REF,
	MLIRBC_WALK_ATTR_REF,
	MLIRBC_WALK_TYPE_REF,
	MLIRBC_WALK_PROPERTIES_REF,
	MLIRBC_WALK_RESOURCE_REF, /* among dialect resources */
	MLIRBC_WALK_VALUE_REF,    /* in its scope */
	MLIRBC_WALK_BLOCK_REF,    /* in its region */
	/* Use-list orders. */
	MLIRBC_WALK_USE_VALUE, /* the result or argument that has one */
	MLIRBC_WALK_USE_COUNT, /* flag: pairs */
	MLIRBC_WALK_USE_INDEX
};

/* Distinguishes fields of ops and blocks that share a kind. */
enum mlirbc_walk_role {
	MLIRBC_WALK_ROLE_NONE,
	MLIRBC_WALK_ROLE_LOCATION,   /* attribute of an op or argument */
	MLIRBC_WALK_ROLE_ATTRIBUTES, /* dictionary of an op */
	MLIRBC_WALK_ROLE_RESULT,     /* type, or their count. value: its number in the scope */
	MLIRBC_WALK_ROLE_OPERAND,
	MLIRBC_WALK_ROLE_SUCCESSOR,
	MLIRBC_WALK_ROLE_REGION,   /* count; flag: isolated from above */
	MLIRBC_WALK_ROLE_ARGUMENT, /* type, or their count. value: its number; flag: a location follows */
	MLIRBC_WALK_ROLE_BLOCK,    /* count */
	MLIRBC_WALK_ROLE_VALUE,    /* count of values that a region defines */
	MLIRBC_WALK_ROLE_OP,       /* count, of a block; flag: it has arguments */
	MLIRBC_WALK_ROLE_OPTIONAL  /* optional attribute; flag: present */
};

enum mlirbc_walk_event { MLIRBC_WALK_ENTER, MLIRBC_WALK_LEAVE, MLIRBC_WALK_FIELD };

#define MLIRBC_WALK_NONE UINT64_MAX

struct mlirbc_walk_item {
	enum mlirbc_walk_event event;
	enum mlirbc_walk_part part;   /* entered or left; of a field: the innermost part that contains it */
	enum mlirbc_walk_field field; /* of a field only, like role, name and value */
	enum mlirbc_walk_role role;
	uint32_t section; /* innermost; enum mlirbc_walk_section */
	uint32_t depth;   /* ops around the innermost op */
	const char *name; /* human-readable name: "number of operands". Valid during the visit */
	uint64_t op;      /* innermost op, in pre-order; MLIRBC_WALK_NONE outside ops */
	uint64_t index;   /* of the part; of the field among fields of its kind, from 0 */
	uint64_t number;  /* the field's value, without its flag */
	uint64_t value; /* types of results and arguments: number of the value defined; MLIRBC_WALK_NONE otherwise */
	bool flag;
	size_t offset, size; /* bytes; when a part whose end is not yet known is entered, size is 0 */
};

enum mlirbc_walk_answer {
	MLIRBC_WALK_GO_ON,
	MLIRBC_WALK_SKIP, /* on entering a section, attribute, type, resource's data or properties: visit neither its
	                   * contents nor its end. Elsewhere: continue */
	MLIRBC_WALK_STOP
};

typedef enum mlirbc_walk_answer (*mlirbc_walk_fn)(void *ctx, const struct mlirbc_walk_item *item);

/* An open region. The caller owns the memory; the walker fills it. */
struct mlirbc_walk_frame {
	uint64_t op, region, regions, block, blocks, ops_left;
	uint64_t outer_values, values, next_value, end_value; /* of the scope */
	size_t op_at, region_at, block_at, section_at, outer_end;
	bool isolated, in_region, in_block, in_section;
};

/* An op's name in two parts; neither ends with a NUL. */
struct mlirbc_walk_op_name {
	const char *dialect, *name;
	size_t dialect_size, name_size;
	bool registered; /* registered in the writer's context */
};

struct mlirbc_walk_options {
	size_t size;                      /* sizeof(struct mlirbc_walk_options) */
	struct mlirbc_walk_frame *frames; /* one for each simultaneously open op with regions */
	size_t frame_count;
	/* Returns the op that uses property blob `index` (the texts stay valid until the next call); false: none.
	 * NULL: blobs stay MLIRBC_WALK_DATA, since their layout depends on the op. */
	bool (*blob_op)(void *ctx, uint64_t index, struct mlirbc_walk_op_name *out_name);
	/* Errors inside an attribute, a type, the data of a resource or a property blob, whose ends are known, are
	 * not failures. Instead all of its bytes become one MLIRBC_WALK_DATA whose flag is set, whose name is the
	 * message of the failure, and whose number is the offset of the broken byte. An entry without bytes has the
	 * field as well. */
	bool lenient;
	/* Overrides the producer of the file for the layouts of property blobs, as in struct mlirbc_load_options. */
	const char *producer;
};

/* Visits a whole file, which may be hostile. `ctx` is passed to visit and to blob_op.
 * @return MLIRBC_OK, also when the visitor stopped · MLIRBC_E_MAGIC not bytecode · MLIRBC_E_VERSION newer than 6 ·
 *         MLIRBC_E_TRUNCATED the file ends too early · MLIRBC_E_CORRUPT · MLIRBC_E_LIMIT regions nested deeper than
 *         there are frames; diag names section, op and byte.
 * Everything before that byte has been visited; an index in it may point into a section that is missing from the
 * file. Entries coded by builtin, quant, llvm and vhlo are split into fields, except that numbers whose width
 * depends on another entry are DATA. Uses 17 KiB of stack and time proportional to the file. Thread class: safe.
 * Blocks: no. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_walk(const void *data, size_t size,
	const struct mlirbc_walk_options *options,
	mlirbc_walk_fn visit, void *ctx, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
