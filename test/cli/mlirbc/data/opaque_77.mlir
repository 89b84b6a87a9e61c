// Source of opaque_77.mlirbc. LLVM 22's mlir-opt with the dialects of its tests wrote that file. The test dialects are in no
// release, so the library does not know the layout of the properties.
"test.int_attrs"() <{any_i32_attr = 77 : i32, index_attr = 8 : index, si32_attr = 2 : si32, ui32_attr = 10 : ui32}> : () -> ()
