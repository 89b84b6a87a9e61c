/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Marks what libtensorfile exports. Define TENSORFILE_STATIC when linking the static library on Windows. */
#ifndef TENSORFILE_EXPORT_H
#define TENSORFILE_EXPORT_H

#if defined(_WIN32) && !defined(TENSORFILE_STATIC)
#ifdef TENSORFILE_BUILDING
#define TENSORFILE_API __declspec(dllexport)
#else
#define TENSORFILE_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define TENSORFILE_API __attribute__((visibility("default")))
#else
#define TENSORFILE_API
#endif

#if defined(__GNUC__)
#define TENSORFILE_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define TENSORFILE_NODISCARD __attribute__((warn_unused_result))
#else
#define TENSORFILE_PRINTF(text, first)
#define TENSORFILE_NODISCARD
#endif

#endif
