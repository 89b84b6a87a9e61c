// debug information that the llvm dialect refuses
#di_null_type = #llvm.di_null_type
#di_file = #llvm.di_file<"a" in "b">
#a = #llvm.di_subroutine_type<types = 1.0e400, #di_null_type>
#b = #llvm.di_composite_type<tag = DW_TAG_array_type, elements = "x", #foo.bar>
#c = #llvm.di_compile_unit<id = distinct[2]<i1>, =sourceLanguage = DW_LANG_C, file = #di_file>
#d = #llvm.di_subprogram<id = distinct[3]<>, compileUnit = #c, name = "f", file = #di_file, type = #a>
#e = #llvm.di_made<#di_file>
#f = #llvm.di_up1<#di_file>
#g = #llvm.di_up<#di_file>
#h = #llvm.di_up<#e>
"t.debug"() {a = #a, b = #b, c = #c, d = #d, e = #e, f = [#f, #g, #h]} : () -> ()
