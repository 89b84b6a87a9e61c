/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The attributes of a function that hold and surround its signatures, checked as a set.
 *
 *	f     raw signature            fv    its version, "1"         fbr   name of the function that allocates results
 *	sip   SIP signature            sipv  its version, "1"
 *	abi   "sip" if sip applies     abiv  its version, "1"
 *
 * Thread class: safe. */
#ifndef SIGMANGLE_ATTRIBUTES_H
#define SIGMANGLE_ATTRIBUTES_H

#include <sigmangle/status.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sigmangle_attribute {
	struct sigmangle_string key, value;
};

/* The contents of the attributes; views of their values. */
struct sigmangle_function {
	struct sigmangle_string f;
	struct sigmangle_string sip; /* data NULL: arguments are positional */
	struct sigmangle_string fbr; /* data NULL: none */
	size_t input_count, result_count;
	size_t dynamic_inputs;                /* dynamic dimensions of inputs, which are the arguments of fbr */
	size_t dynamic_results;               /* results with dynamic dimensions, which are the results of fbr */
	size_t unused_inputs, unused_results; /* positions that do not occur in sip; 0 without sip */
};

/* Checks the attributes against each other: versions, both signatures, and that each leaf of sip refers to a different
 * item of f. Attributes with other keys are ignored. f and fv are required, the others optional; sip applies only if
 * abi is "sip". Lax: fv may be missing, an abi other than "sip" and sip without abi mean positional arguments, the
 * signatures are read in lax mode, and several leaves may refer to one item.
 * @param out_of  may be NULL; after a failure the key of the faulty attribute; the offset of the diagnostic is an
 * offset in its value
 * @return SIGMANGLE_OK · SIGMANGLE_E_VERSION · SIGMANGLE_E_UNSUPPORTED · SIGMANGLE_E_SYNTAX · SIGMANGLE_E_CORRUPT; on
 *         failure *out_function is zero */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_function_parse(
	const struct sigmangle_attribute *attributes, size_t count,
	enum sigmangle_mode mode, struct sigmangle_function *out_function, const char **out_of,
	struct sigmangle_diag *diag);

/* Checks a SIP signature against the raw one as above, both in strict mode.
 * @param out_unused  may be NULL; numbers of [0] inputs and [1] results that do not occur in sip. The diagnostic's
 * offset is within `sip`. Reads `sip` once for every 32,768 items of `f`. */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_check_pair(
	struct sigmangle_string f, struct sigmangle_string sip, size_t out_unused[2], struct sigmangle_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
