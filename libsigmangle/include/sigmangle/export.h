/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Marks what libsigmangle exports. Define SIGMANGLE_STATIC when linking the static library on Windows. */
#ifndef SIGMANGLE_EXPORT_H
#define SIGMANGLE_EXPORT_H

#if defined(_WIN32) && !defined(SIGMANGLE_STATIC)
#ifdef SIGMANGLE_BUILDING
#define SIGMANGLE_API __declspec(dllexport)
#else
#define SIGMANGLE_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define SIGMANGLE_API __attribute__((visibility("default")))
#else
#define SIGMANGLE_API
#endif

#if defined(__GNUC__)
#define SIGMANGLE_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define SIGMANGLE_NODISCARD __attribute__((warn_unused_result))
#else
#define SIGMANGLE_PRINTF(text, first)
#define SIGMANGLE_NODISCARD
#endif

#endif
