/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The types T of kernels/typed.h: KERNELS_C_T is the C type of the payload, KERNELS_M_T the name in programs,
 * KERNELS_ID_T the registered type, KERNELS_D_T the element type of attributes, for types that attributes can have. */
#ifndef KERNELS_TYPED_TYPES_H
#define KERNELS_TYPED_TYPES_H

#define KERNELS_C_i1 uint8_t
#define KERNELS_C_i8 int8_t
#define KERNELS_C_i16 int16_t
#define KERNELS_C_i32 int32_t
#define KERNELS_C_i64 int64_t
#define KERNELS_C_ui8 uint8_t
#define KERNELS_C_ui16 uint16_t
#define KERNELS_C_ui32 uint32_t
#define KERNELS_C_ui64 uint64_t
#define KERNELS_C_f32 float
#define KERNELS_C_f64 double
#define KERNELS_C_f16 uint16_t
#define KERNELS_C_bf16 uint16_t
#define KERNELS_C_complex64 float _Complex
#define KERNELS_C_complex128 double _Complex
#define KERNELS_C_string struct kernels_text
#define KERNELS_C_partial_shape struct kernels_partial_shape
#define KERNELS_C_buffer struct kernels_buffer *
#define KERNELS_C_shape struct kernels_dims
#define KERNELS_C_tensor struct kernels_tensor
#define KERNELS_C_chain struct kernels_chain
#define KERNELS_M_i1 "i1"
#define KERNELS_M_i8 "i8"
#define KERNELS_M_i16 "i16"
#define KERNELS_M_i32 "i32"
#define KERNELS_M_i64 "i64"
#define KERNELS_M_ui8 "ui8"
#define KERNELS_M_ui16 "ui16"
#define KERNELS_M_ui32 "ui32"
#define KERNELS_M_ui64 "ui64"
#define KERNELS_M_f32 "f32"
#define KERNELS_M_f64 "f64"
#define KERNELS_M_f16 "f16"
#define KERNELS_M_bf16 "bf16"
#define KERNELS_M_complex64 "complex<f32>"
#define KERNELS_M_complex128 "complex<f64>"
#define KERNELS_M_any "any"
#define KERNELS_M_string "!tfrt.string"
#define KERNELS_M_partial_shape "!ts.partial_shape"
#define KERNELS_M_buffer "!ht.host_buffer"
#define KERNELS_M_shape "!ts.shape"
#define KERNELS_M_tensor "!tfrt_tensor.tensor"
#define KERNELS_M_chain "!tfrt.chain"
#define KERNELS_ID_i1 kernels_types()->i1
#define KERNELS_ID_i8 kernels_types()->i8
#define KERNELS_ID_i16 kernels_types()->i16
#define KERNELS_ID_i32 kernels_types()->i32
#define KERNELS_ID_i64 kernels_types()->i64
#define KERNELS_ID_ui8 kernels_types()->ui8
#define KERNELS_ID_ui16 kernels_types()->ui16
#define KERNELS_ID_ui32 kernels_types()->ui32
#define KERNELS_ID_ui64 kernels_types()->ui64
#define KERNELS_ID_f32 kernels_types()->f32
#define KERNELS_ID_f64 kernels_types()->f64
#define KERNELS_ID_f16 kernels_types()->f16
#define KERNELS_ID_bf16 kernels_types()->bf16
#define KERNELS_ID_complex64 kernels_types()->complex64
#define KERNELS_ID_complex128 kernels_types()->complex128
#define KERNELS_ID_any ASYNC_TYPE_NONE
#define KERNELS_ID_string kernels_types()->string
#define KERNELS_ID_partial_shape kernels_tensor_types()->partial_shape
#define KERNELS_ID_buffer kernels_tensor_types()->buffer
#define KERNELS_ID_shape kernels_tensor_types()->shape
#define KERNELS_ID_tensor kernels_tensor_types()->tensor
#define KERNELS_ID_chain ASYNC_TYPE_CHAIN
#define KERNELS_D_i1 KERNELS_I1
#define KERNELS_D_i8 KERNELS_I8
#define KERNELS_D_i16 KERNELS_I16
#define KERNELS_D_i32 KERNELS_I32
#define KERNELS_D_i64 KERNELS_I64
#define KERNELS_D_ui8 KERNELS_UI8
#define KERNELS_D_ui16 KERNELS_UI16
#define KERNELS_D_ui32 KERNELS_UI32
#define KERNELS_D_ui64 KERNELS_UI64
#define KERNELS_D_f16 KERNELS_F16
#define KERNELS_D_bf16 KERNELS_BF16
#define KERNELS_D_f32 KERNELS_F32
#define KERNELS_D_f64 KERNELS_F64

#endif
