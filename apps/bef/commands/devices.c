/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef devices: lists the devices of all drivers, with their limits. */
#include "commands/commands.h"
#include "commands/options.h"
#include "machine/packs.h"

#include <inttypes.h>
#include <kernels/device.h>
#include <stdio.h>
#include <string.h>

static const char *const classes[] = { "CPU", "GPU", "accelerator", "custom" };

/* ---- a property as a member of an object, or as a line if it is known */

static void report_text(bool json, const char *name, const char *key, const char *text)
{
	if (json) {
		cli_json_word(key, text);
	} else if (text[0] != '\0') {
		printf("  %s: ", name);
		cli_put_text_escaped(stdout, text, strlen(text));
		printf("\n");
	}
}

static void report_number(bool json, const char *name, const char *key, uint64_t number, const char *unit)
{
	if (json)
		cli_json_number(key, number);
	else if (number > 0 && number != SIZE_MAX)
		printf("  %s: %" PRIu64 "%s\n", name, number, unit);
}

static void report_groups(bool json, const struct kernels_device_info *info)
{
	const size_t *most = info->largest_groups;
	if (json)
		cli_json_number("largest_group", info->largest_group == SIZE_MAX ? 0 : info->largest_group);
	else if (info->largest_group > 0 && info->largest_group != SIZE_MAX)
		printf("  work-group: at most %zu items, %zu x %zu x %zu\n", info->largest_group, most[0], most[1], most[2]);
}

static void report_feature(bool json, const char *key, bool has)
{
	if (json)
		cli_json_bool(key, has);
	else if (has)
		printf(" %s", key);
}

static void report_features(bool json, const struct kernels_device_info *info)
{
	if (!json)
		printf("  features:");
	report_feature(json, "fp16", info->fp16);
	report_feature(json, "fp64", info->fp64);
	report_feature(json, "atomic64", info->atomic64);
	report_feature(json, "images", info->images);
	report_feature(json, "compiler", info->compiler);
	if (json)
		cli_json_bool("available", info->available);
	else
		printf("%s\n", info->available ? "" : " (not available)");
}

static void report_device(bool json, const char *name, const struct kernels_device_info *info)
{
	if (json) {
		cli_json_open(NULL, '{');
		cli_json_word("device", name);
		cli_json_word("name", info->name);
	} else {
		printf("%s: ", name);
		cli_put_text_escaped(stdout, info->name, strlen(info->name));
		printf("\n");
	}
	report_text(json, "class", "class", classes[info->kind]);
	report_text(json, "platform", "platform", info->platform);
	report_text(json, "vendor", "vendor", info->vendor);
	report_text(json, "version", "version", info->version);
	report_text(json, "driver", "driver", info->driver_version);
	report_text(json, "intermediate languages", "il", info->il);
	if (json)
		cli_json_word("extensions", info->extensions);
	report_number(json, "compute units", "units", info->units, "");
	report_number(json, "clock", "clock_mhz", info->clock, " MHz");
	report_number(json, "memory", "memory", info->memory, " bytes");
	report_number(json, "largest buffer", "largest_buffer", info->largest_buffer, " bytes");
	report_number(json, "local memory", "local_memory", info->local_memory, " bytes");
	report_number(json, "alignment of views", "buffer_align", info->buffer_align, " bytes");
	report_groups(json, info);
	report_features(json, info);
	if (json)
		cli_json_close();
}

/* ---- drivers */

/* Lists the devices of a driver, or why there are none. Returns the number of devices listed. */
static uint32_t list(const struct kernels_device_driver *driver, const char *wanted, bool json)
{
	static struct kernels_device_info info; /* large */
	struct kernels_device_error error;
	uint32_t count = 0, listed = 0;
	if (!driver->open(&count, &error)) {
		if (!wanted && !json)
			printf("%s: %s\n", driver->name, error.text);
		return 0;
	}
	for (uint32_t i = 0; i < count; i++) {
		char name[80];
		snprintf(name, sizeof name, "%.60s:%u", driver->name, (unsigned)i);
		if (wanted && strcmp(wanted, name) != 0)
			continue;
		if (!driver->describe(i, &info, &error))
			continue;
		report_device(json, name, &info);
		listed++;
	}
	return listed;
}

int bef_devices_command(const struct cli_command *self, int argc, char **argv)
{
	const char *wanted, *packs = NULL;
	bool json = false;
	const struct cli_option options[] = { PACKS_OPTION(&packs), CLI_OPTION_JSON(&json) };
	struct kernels_registry *registry;
	const struct kernels_device_driver *driver;
	uint32_t listed = 0;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &wanted);
	if (code != CLI_GO_ON)
		return code;
	code = packs_registry(packs, "all", &registry);
	if (code != CLI_GOOD)
		return code;
	if (strcmp(wanted, "-") == 0)
		wanted = NULL;
	if (json) {
		cli_json_begin(self->name, NULL);
		cli_json_open("devices", '[');
	}
	for (size_t i = 0; (driver = kernels_device_driver_at(i)) != NULL; i++)
		listed += list(driver, wanted, json);
	if (wanted && listed == 0) {
		cli_error("no device named '%s'", wanted);
		code = CLI_BAD;
	}
	if (json)
		(void)cli_json_end(code);
	kernels_registry_destroy(registry);
	return code;
}
