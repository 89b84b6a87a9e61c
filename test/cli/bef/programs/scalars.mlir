// Arithmetic on every scalar type, casts, comparisons and prints, with the limits of each.
func.func @integers() -> (i32, i32, i32, i64, i64, i64) {
  %big = tfrt.constant.i32 2147483647
  %one = tfrt.constant.i32 1
  %seven = tfrt.constant.i32 7
  %minus = tfrt.constant.i32 -2
  %sum = tfrt.add.i32 %big, %one
  %difference = "tfrt.minus.i32"(%one, %seven) : (i32, i32) -> i32
  %product = tfrt.mul.i32 %seven, %minus
  %wide = tfrt.constant.i64 9223372036854775807
  %two = tfrt.constant.i64 2
  %wide_sum = tfrt.add.i64 %wide, %two
  %wide_product = tfrt.mul.i64 %wide, %two
  %wide_difference = "tfrt.minus.i64"(%two, %wide) : (i64, i64) -> i64
  tfrt.return %sum, %difference, %product, %wide_sum, %wide_product, %wide_difference : i32, i32, i32, i64, i64, i64
}
func.func @division() -> (i32, i32, i32, i32, i64, i64, i32, i32) {
  %a = tfrt.constant.i32 -7
  %b = tfrt.constant.i32 2
  %q, %r = tfrt.div.i32 %a, %b
  %least = tfrt.constant.i32 -2147483648
  %minus = tfrt.constant.i32 -1
  %q2, %r2 = tfrt.div.i32 %least, %minus
  %wide = tfrt.constant.i64 100
  %nine = tfrt.constant.i64 9
  %q3, %r3 = tfrt.div.i64 %wide, %nine
  %zero = tfrt.constant.i32 0
  %q4, %r4 = tfrt.div.i32 %a, %zero
  tfrt.return %q, %r, %q2, %r2, %q3, %r3, %q4, %r4 : i32, i32, i32, i32, i64, i64, i32, i32
}
func.func @comparisons() -> (i1, i1, i1, i1, i1, i1) {
  %a = tfrt.constant.i32 3
  %b = tfrt.constant.i32 4
  %c = tfrt.constant.i64 4
  %e = tfrt.equal.i32 %a, %b
  %f = "tfrt.lessequal.i32"(%a, %b) : (i32, i32) -> i1
  %g = tfrt.equal.i64 %c, %c
  %h = "tfrt.lessequal.i64"(%c, %c) : (i64, i64) -> i1
  %i = tfrt.and.i1 %f, %g
  %j = tfrt.and.i1 %e, %h
  tfrt.return %e, %f, %g, %h, %i, %j : i1, i1, i1, i1, i1, i1
}
func.func @floats() -> (f32, f32, f32, f64, f64, f64, f32) {
  %a = tfrt.constant.f32 1.5
  %b = tfrt.constant.f32 -0.25
  %sum = tfrt.add.f32 %a, %b
  %product = "tfrt.multiply.f32"(%a, %b) : (f32, f32) -> f32
  %quotient = "tfrt.div.f32"(%a, %b) : (f32, f32) -> f32
  %c = tfrt.constant.f64 1.0e300
  %d = tfrt.constant.f64 1.0e10
  %large = "tfrt.multiply.f64"(%c, %d) : (f64, f64) -> f64
  %small = "tfrt.minimum.f64"(%c, %d) : (f64, f64) -> f64
  %f = tfrt.add.f64 %c, %d
  %least = "tfrt.minimum.f32"(%a, %b) : (f32, f32) -> f32
  tfrt.return %sum, %product, %quotient, %large, %small, %f, %least : f32, f32, f32, f64, f64, f64, f32
}
func.func @float_division() -> (f64, f64) {
  %a = tfrt.constant.f64 1.0
  %b = tfrt.constant.f64 8.0
  %zero = tfrt.constant.f64 0.0
  %q = "tfrt.div.f64"(%a, %b) : (f64, f64) -> f64
  %bad = "tfrt.div.f64"(%a, %zero) : (f64, f64) -> f64
  tfrt.return %q, %bad : f64, f64
}
func.func @casts() -> (f32, f64, i64, i64) {
  %a = tfrt.constant.i64 16777217
  %b = tfrt.constant.f32 -2.75
  %c = tfrt.constant.f64 1.0e6
  %d = "tfrt.cast.i64_to_f32"(%a) : (i64) -> f32
  %e = "tfrt.cast.i64_to_f64"(%a) : (i64) -> f64
  %f = "tfrt.cast.f32_to_i64"(%b) : (f32) -> i64
  %g = "tfrt.cast.f64_to_i64"(%c) : (f64) -> i64
  tfrt.return %d, %e, %f, %g : f32, f64, i64, i64
}
func.func @prints() -> !tfrt.chain {
  %c = tfrt.new.chain
  %b = tfrt.constant.i1 true
  %c1 = tfrt.print.i1 %b, %c
  %i = tfrt.constant.i32 -5
  %c2 = tfrt.print.i32 %i, %c1
  %l = tfrt.constant.i64 5000000000
  %c3 = tfrt.print.i64 %l, %c2
  %f = tfrt.constant.f32 0.1
  %c4 = tfrt.print.f32 %f, %c3
  %d = tfrt.constant.f64 -1234.5
  %c5 = tfrt.print.f64 %d, %c4
  %h = tfrt.constant.f16 1.0
  %c6 = "tfrt.print.f16"(%h, %c5) : (f16, !tfrt.chain) -> !tfrt.chain
  %z = tfrt.constant.complex64 1.0, -2.0
  %c7 = "tfrt.print.complex64"(%z, %c6) : (complex<f32>, !tfrt.chain) -> !tfrt.chain
  %y = tfrt.constant.complex128 -0.5, 4.0
  %c8 = "tfrt.print.complex128"(%y, %c7) : (complex<f64>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c8 : !tfrt.chain
}
func.func @only_types() -> (bf16, ui32, ui64, !tfrt.device) {
  %a = tfrt.constant.bf16 1.0
  %b = tfrt.constant.ui32 4294967295
  %c = tfrt.constant.ui64 18446744073709551615
  %ch = tfrt.new.chain
  %d = tfrt.get_device %ch {device_name = "CPU:0"}
  tfrt.return %a, %b, %c, %d : bf16, ui32, ui64, !tfrt.device
}
func.func @no_device() -> !tfrt.device {
  %ch = tfrt.new.chain
  %d = tfrt.get_device %ch {device_name = "GPU:0"}
  tfrt.return %d : !tfrt.device
}
