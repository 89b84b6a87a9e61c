/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc_write(): options and order of work. */
#include "bytecode/write/write_state.h"

#include <mlirbc/dialect.h>

/* Without properties the producer is irrelevant; properties added now have the layout of a known release. */
static struct mlirbc_string choose_producer(const struct mlirbc__save *s, const char *wanted)
{
	const struct mlirbc_string usual = { "MLIR22.1.8", 10 }, *old = s->job.module->producer;
	bool gets_properties = s->old_version < MLIRBC__V_PROPERTIES && s->version >= MLIRBC__V_PROPERTIES;
	if (wanted)
		return (struct mlirbc_string){ wanted, strlen(wanted) };
	if (!old)
		return usual;
	bool known = mlirbc__release_of(old->data, old->size) != MLIRBC__RELEASE_COUNT ||
		     mlirbc__string_starts_with(old, "StableHLO_");
	return gets_properties && !known ? usual : *old;
}

static bool choose(
	struct mlirbc__save *s, const struct mlirbc_write_options *options, struct mlirbc_string *out_producer)
{
	s->old_version = s->load ? s->load->version : MLIRBC__V_NEWEST;
	s->version = MLIRBC__HAS_OPTION(options, version) && options->has_version ? options->version : s->old_version;
	s->drop_use_orders = MLIRBC__HAS_OPTION(options, drop_use_orders) && options->drop_use_orders;
	s->attribute_indices = MLIRBC__HAS_OPTION(options, attribute_indices) && options->attribute_indices;
	if (s->version > MLIRBC__V_NEWEST)
		return mlirbc__job_fail(
			&s->job, MLIRBC_E_ARG, "version is %u, expected 0 to %d", s->version, MLIRBC__V_NEWEST);
	*out_producer = choose_producer(s, MLIRBC__HAS_OPTION(options, producer) ? options->producer : NULL);
	const bool stays = s->load && out_producer->data == s->job.module->producer->data;
	s->release = stays ? s->load->release : mlirbc__release_of(out_producer->data, out_producer->size);
	s->for_16 = mlirbc__string_starts_with(out_producer, "MLIR16.");
	s->later_floats = out_producer->size > 6 && memcmp(out_producer->data, "MLIR", 4) == 0 && out_producer->data[6] == '.' &&
			  memcmp(out_producer->data + 4, "24", 2) >= 0;
	bool layouts_stay = s->load && s->old_version >= MLIRBC__V_PROPERTIES && s->version >= MLIRBC__V_PROPERTIES;
	if (layouts_stay && s->load->blob_count && s->release != s->load->release)
		return mlirbc__job_fail(&s->job, MLIRBC_E_UNSUPPORTED,
			"producer \"%.*s\" has another property layout than the file",
			out_producer->size < 60 ? (int)out_producer->size : 60, out_producer->data);
	if (s->release == MLIRBC__RELEASE_COUNT)
		s->release = stays ? s->load->file.release
				   : mlirbc__release_nearest(out_producer->data, out_producer->size);
	return true;
}

void mlirbc__save_finish(struct mlirbc__save *s)
{
	struct mlirbc__out *outs[] = { &s->new_strings, &s->new_dialects, &s->new_blobs, &s->new_names, &s->new_attrs,
		&s->new_types, &s->attr_entries, &s->type_entries, &s->attr_data, &s->type_data, &s->extra_resources,
		&s->ir, &s->nested, &s->copied, &s->scratch, &s->blob, &s->buckets, &s->ops, &s->captures,
		&s->all_resources, &s->attr_ranks, &s->type_ranks, &s->name_ranks, &s->parts, &s->ranges, &s->places,
		&s->lent, &s->entry_sizes, &s->blob_data };
	struct mlirbc__numbers *numbers[] = { &s->strings, &s->dialects, &s->op_names, &s->attrs, &s->types, &s->blobs,
		&s->splits, &s->resources };
	for (size_t i = 0; i < sizeof outs / sizeof *outs; i++)
		mlirbc__out_finish(&s->job, outs[i]);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		mlirbc__numbers_finish(&s->job, numbers[i]);
}

/* With empty tables, everything is numbered first: strings and property blobs then have the order of the sections,
 * as in MLIR's writer. */
static bool save_anew(struct mlirbc__save *s)
{
	if (!mlirbc__save_numbers(s) || !mlirbc__save_resources(s))
		return false;
	mlirbc__save_name_strings(s);
	return mlirbc__save_entries(s) && mlirbc__save_ir(s);
}

/* Regions that cannot be copied from the file of the module are read. */
static enum mlirbc_status load_others(const struct mlirbc_module *module, bool copies, struct mlirbc_diag *diag)
{
	for (struct mlirbc_op *root = module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;) {
			bool stays = copies && op->unread && mlirbc__unread_of(op)->file == module->file;
			enum mlirbc_status status = stays ? MLIRBC_OK : mlirbc_op_load(op, diag);
			if (status != MLIRBC_OK)
				return status;
		}
	}
	return MLIRBC_OK;
}

static void save(struct mlirbc__save *s, const struct mlirbc_string *producer, mlirbc_write_fn write, void *ctx)
{
	s->job.status = load_others(s->job.module, s->copies, s->job.diag);
	if (s->job.status == MLIRBC_OK && mlirbc__save_begin_tables(s) && mlirbc__save_ops(s) &&
		(s->load ? mlirbc__save_ir(s) && mlirbc__save_entries(s) : save_anew(s)))
		(void)mlirbc__save_sections(s, producer, write, ctx);
	mlirbc__save_finish(s);
}

enum mlirbc_status mlirbc_write(const struct mlirbc_module *module, const struct mlirbc_write_options *options,
	mlirbc_write_fn write, void *ctx, struct mlirbc_diag *diag)
{
	struct mlirbc__save s = { .job = { .context = module->context, .module = module, .diag = diag },
		.load = module->file ? mlirbc__load_of(module->file) : NULL };
	struct mlirbc_string producer = { NULL, 0 };
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return mlirbc__size_is_wrong(diag, options->size, "mlirbc_write_options");
	if (MLIRBC__HAS_OPTION(options, report) && BYTECURSOR_SIZE_IS_WRONG(options->report))
		return mlirbc__size_is_wrong(diag, options->report->size, "mlirbc_write_report");
	if (MLIRBC__HAS_OPTION(options, interface_count)) {
		s.interfaces = options->interfaces;
		s.interface_count = options->interface_count;
	}
	for (size_t i = 0; i < s.interface_count; i++) {
		if (BYTECURSOR_SIZE_IS_WRONG(s.interfaces[i]))
			return mlirbc__size_is_wrong(diag, s.interfaces[i]->size, "mlirbc_dialect_interface");
	}
	enum mlirbc_status status = mlirbc__check_nesting(s.job.context, diag);
	if (status == MLIRBC_OK && s.load && s.load->lazy)
		status = mlirbc__strings_status(mlirbc__load_of(module->file), diag);
	if (status != MLIRBC_OK)
		return status;
	if (!choose(&s, options, &producer))
		return s.job.status;
	struct mlirbc__save again = s;
	s.copies = s.load && s.version == s.old_version;
	save(&s, &producer, write, ctx);
	if (s.moved) {
		s = again;
		save(&s, &producer, write, ctx);
	}
	if (s.job.status == MLIRBC_OK && MLIRBC__HAS_OPTION(options, report) && options->report)
		options->report->properties_as_attributes = s.properties_as_attributes;
	return s.job.status;
}

struct into {
	struct mlirbc__job *job;
	struct mlirbc__out *out;
};

static int put_into(void *ctx, const char *data, size_t size)
{
	const struct into *into = ctx;
	mlirbc__out_put(into->job, into->out, data, size);
	return into->job->status != MLIRBC_OK;
}

enum mlirbc_status mlirbc__write_into(
	struct mlirbc__job *job, const struct mlirbc_write_options *options, struct mlirbc__out *out)
{
	struct into into = { job, out };
	const enum mlirbc_status status = mlirbc_write(job->module, options, put_into, &into, job->diag);
	if (job->status == MLIRBC_OK)
		job->status = status;
	return job->status;
}
