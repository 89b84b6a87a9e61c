/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A SYCLBIN under construction: the operations shared by manifests, options and inputs of pack. */
#ifndef SYCLBIN_APP_PACK_H
#define SYCLBIN_APP_PACK_H

#include "app.h"

/* An image of the current module, added when the module ends. */
struct pending {
	struct syclbin_writer_image image;
	const char *path;
	unsigned line, column; /* in the manifest */
};

struct packing {
	const struct cli_command *command;
	struct syclbin_writer *writer;
	struct syclbin_text *text; /* of the current module: the given properties */
	char set[256];             /* the last set begun in it */
	bool in_module;
	bool implicit;             /* no option or line began it */
	bool described;            /* a manifest or description was read */
	bool verbatim;             /* its text is `file_text`, which stays as it is */
	struct syclbin_string file_text;
	bool only_given;           /* no properties are taken from images */
	struct pending *images;    /* of the current module */
	size_t image_count, image_capacity;
	int *files;                /* open until the writer has written the file */
	size_t file_count, file_capacity;
	char **blocks;             /* texts read from files */
	size_t block_count, block_capacity;
	struct source *sources;    /* inputs with images; open likewise */
	size_t source_count, source_capacity;
	const char *limit;         /* of decompressed bytes of inputs */
	enum syclbin_encoding encoding; /* of a description in JSON */
	/* The manifest that is read, and the current word of it; `name` is NULL outside of manifests. */
	struct {
		const char *name, *text;
		size_t size;
		unsigned line, column;
	} at;
};

int packing_init(struct packing *p, const struct cli_command *command);
void packing_finish(struct packing *p);

/* Prints "FILE:LINE:COLUMN: error: TEXT" with the line for a manifest, else "syclbin: TEXT"; returns CLI_BAD. */
int packing_error(struct packing *p, const char *format, ...) CLI_PRINTF(2, 3);
/* As above, with the message of a diagnostic; returns the code that goes with it. */
int packing_failed(struct packing *p, const struct syclbin_diag *diag);

int packing_state(struct packing *p, const char *state);
/* Begins a module; `text` NULL, or the path of its property text, which stays as it is. */
int packing_module(struct packing *p, const char *text);
/* Gives the current module a text, which lives until packing_finish() and stays as it is. */
void packing_module_text(struct packing *p, struct syclbin_string text);
int packing_global(struct packing *p, const char *text);
int packing_property(struct packing *p, const struct assignment *assignment);
int packing_name(struct packing *p, const char *set, const char *name);
/* Adds the properties of a file. */
int packing_properties(struct packing *p, const char *path);

/* An image and its attributes; members are NULL if not given. */
struct packed_image {
	const char *path, *kind, *type, *target, *arch, *text;
};
int packing_image(struct packing *p, const struct packed_image *image);
/* Likewise with a property text in memory, which is kept as it is, instead of `text`. */
int packing_image_text(struct packing *p, const struct packed_image *image, const struct syclbin_string *text);
/* Ends the last module. */
int packing_end(struct packing *p);

/* Parses "key=value" of an image; false: unknown key */
bool packed_image_set(struct packed_image *image, const char *key, const char *value);

/* Keeps a copy until packing_finish(); NULL after a message. */
char *packing_keep(struct packing *p, const char *data, size_t size);
/* Reads a whole file as text that lives until packing_finish(). */
int packing_read(struct packing *p, const char *path, struct syclbin_string *out);
/* A path relative to a folder, which ends with a slash or is empty. False: too long. */
bool packing_resolve(const char *folder, const char *name, char out[4096]);

/* manifest.c, described.c: a manifest, or a description in JSON, in a file that was read; paths are relative to its folder. */
int packing_manifest(struct packing *p, const struct source *source);
int packing_description(struct packing *p, const struct source *source);

/* packing_input.c: an operand, which is a manifest, a description in JSON, or has images; the latter are packaged by packing_inputs(), with
 * the properties that were given. */
int packing_operand(struct packing *p, const char *path);
int packing_inputs(struct packing *p, const char *target, const char *arch);

#endif
