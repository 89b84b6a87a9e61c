"t"() {a = #ml_program.extern : i32, b = #x.y : i32, c = #x<odd 1> : tensor<2xf32>, d = [#x.y<1> : f32, #x.y]} : () -> ()
#a = #x.y : i32
"u"() {a = #a, b = #x<odd 1> : i32, c = #x.q<#x.y> : !x.z, p = #ml_program.extern, t = #x.y : tuple<i1,i2,i3,i4,i5,i6,i7,i8,i9,i10,i11,i12,i13,i14,i15,i16,i17>} : () -> ()
"v"() <#x.y : i32> : () -> ()
