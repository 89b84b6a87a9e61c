/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Marks the exported functions of the three libraries of libbef. Define BEF_STATIC when linking the static library on
 * Windows. */
#ifndef BEF_EXPORT_H
#define BEF_EXPORT_H

#if defined(_WIN32) && !defined(BEF_STATIC)
#ifdef BEF_BUILDING
#define BEF_API __declspec(dllexport)
#else
#define BEF_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define BEF_API __attribute__((visibility("default")))
#else
#define BEF_API
#endif

#if defined(__GNUC__)
#define BEF_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define BEF_NODISCARD __attribute__((warn_unused_result))
#else
#define BEF_PRINTF(text, first)
#define BEF_NODISCARD
#endif

#endif
