/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Versions of portable artifacts. */
#include "vhlo/job.h"

#include <stdio.h>
#include <string.h>

/* A decimal number below 2^31; returns the position behind it, NULL when there is none. */
static const char *read_number(const char *at, const char *end, uint32_t *out)
{
	const char *start = at;
	uint32_t value = 0;
	for (; at < end && *at >= '0' && *at <= '9'; at++) {
		if (value > (INT32_MAX - 9) / 10)
			return NULL;
		value = value * 10 + (uint32_t)(*at - '0');
	}
	*out = value;
	return at > start ? at : NULL;
}

bool mlirbc_stablehlo_version_parse(const char *text, size_t size, struct mlirbc_stablehlo_version *out_version)
{
	struct mlirbc_stablehlo_version version = { 0, 0, 0 };
	const char *end = text + size, *at = read_number(text, end, &version.major);
	if (!at || at == end || *at != '.' || !(at = read_number(at + 1, end, &version.minor)))
		return false;
	if (at < end && (*at != '.' || !(at = read_number(at + 1, end, &version.patch))))
		return false;
	if (at == end)
		*out_version = version;
	return at == end;
}

int mlirbc_stablehlo_version_compare(struct mlirbc_stablehlo_version a, struct mlirbc_stablehlo_version b)
{
	if (a.major != b.major)
		return a.major < b.major ? -1 : 1;
	return a.minor < b.minor ? -1 : a.minor > b.minor;
}

bool mlirbc_stablehlo_version_is_known(struct mlirbc_stablehlo_version version)
{
	const uint32_t most = version.major ? MLIRBC_STABLEHLO_CURRENT.minor : 20; /* 0.20 was followed by 1.0 */
	return version.major <= MLIRBC_STABLEHLO_CURRENT.major && version.minor <= most &&
	       mlirbc_stablehlo_version_compare(version, MLIRBC_STABLEHLO_MINIMUM) >= 0;
}

bool mlirbc_stablehlo_artifact_version(const struct mlirbc_module *module, struct mlirbc_stablehlo_version *out_version)
{
	static const char prefix[] = "StableHLO_v";
	const struct mlirbc_string *producer = module->producer;
	size_t size = sizeof prefix - 1;
	return producer && producer->size > size && memcmp(producer->data, prefix, size) == 0 &&
	       mlirbc_stablehlo_version_parse(producer->data + size, producer->size - size, out_version);
}

/* The first version that is written as that version of bytecode. */
static const struct {
	uint32_t since, bytecode;
} bytecode_versions[] = { { V(0, 15), 6 }, { V(0, 14), 4 }, { V(0, 12), 3 }, { V(0, 10), 1 }, { V(0, 9), 0 } };

enum mlirbc_status mlirbc_stablehlo_artifact_form(
	struct mlirbc_stablehlo_version version, struct mlirbc_stablehlo_artifact *out_artifact)
{
	memset(out_artifact, 0, sizeof *out_artifact);
	if (!mlirbc_stablehlo_version_is_known(version))
		return MLIRBC_E_UNSUPPORTED;
	size_t i = 0;
	while (V(version.major, version.minor) < bytecode_versions[i].since)
		i++;
	out_artifact->bytecode_version = bytecode_versions[i].bytecode;
	snprintf(out_artifact->producer, sizeof out_artifact->producer, "StableHLO_v%u.%u.0", version.major,
		version.minor);
	return MLIRBC_OK;
}
