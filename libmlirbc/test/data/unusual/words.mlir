// names that end with '-', references beside other text
#a = 5
#b = #foo.str-
#c = #llvm.di_null_type-
!t = i32
"t.dash"() {a = #foo.str-, b = !foo.str-, c = tensor<2x!foo.str->, d = #foo.-, e = dense<"x"> : tensor<2x!foo.str->, f = #c} : () -> ()
"t.beside"() {a = #foo<#a#a>, b = #foo<x#a, 1#a, 2x!t, ax!t>, c = #foo<# !t, #!t>, d = #foo<#b>, e = #foo<#b#b, [#b]>} : () -> ()
