// passes: fold,dce
func.func @integers() -> (tensor<4xi32>, tensor<i8>, tensor<2xui8>, tensor<3xi1>) {
  %a = stablehlo.constant dense<[1, -2, 3, 7]> : tensor<4xi32>
  %b = stablehlo.constant dense<[2, 2, -2, 0]> : tensor<4xi32>
  %c = stablehlo.multiply %a, %b : tensor<4xi32>
  %d = stablehlo.subtract %c, %a : tensor<4xi32>
  %e = stablehlo.constant dense<127> : tensor<i8>
  %f = stablehlo.add %e, %e : tensor<i8>
  %g = stablehlo.constant dense<[200, 3]> : tensor<2xui8>
  %h = stablehlo.constant dense<[100, 5]> : tensor<2xui8>
  %i = stablehlo.maximum %g, %h : tensor<2xui8>
  %j = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %k = stablehlo.constant dense<[3, 2, 1]> : tensor<3xi64>
  %l = stablehlo.compare LE, %j, %k, SIGNED : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  return %d, %f, %i, %l : tensor<4xi32>, tensor<i8>, tensor<2xui8>, tensor<3xi1>
}
// =>
func.func @integers() -> (tensor<4xi32>, tensor<i8>, tensor<2xui8>, tensor<3xi1>) {
  %a = stablehlo.constant dense<[1, -2, -9, -7]> : tensor<4xi32>
  %b = stablehlo.constant dense<-2> : tensor<i8>
  %c = stablehlo.constant dense<[200, 5]> : tensor<2xui8>
  %d = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  return %a, %b, %c, %d : tensor<4xi32>, tensor<i8>, tensor<2xui8>, tensor<3xi1>
}
// -----
// passes: fold,dce
// Division by zero and overflow of a quotient are left to the program that runs the module.
func.func @undefined() -> (tensor<i32>, tensor<i32>) {
  %a = stablehlo.constant dense<-2147483648> : tensor<i32>
  %b = stablehlo.constant dense<-1> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %d = stablehlo.divide %a, %b : tensor<i32>
  %e = stablehlo.remainder %a, %c : tensor<i32>
  return %d, %e : tensor<i32>, tensor<i32>
}
// =>
func.func @undefined() -> (tensor<i32>, tensor<i32>) {
  %a = stablehlo.constant dense<-2147483648> : tensor<i32>
  %b = stablehlo.constant dense<-1> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %d = stablehlo.divide %a, %b : tensor<i32>
  %e = stablehlo.remainder %a, %c : tensor<i32>
  return %d, %e : tensor<i32>, tensor<i32>
}
// -----
// passes: fold,dce
func.func @floats() -> (tensor<2xf32>, tensor<f64>, tensor<2xi32>, tensor<f32>) {
  %a = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0, 1.0]> : tensor<2xf32>
  %c = stablehlo.divide %a, %b : tensor<2xf32>
  %d = stablehlo.constant dense<-0.0> : tensor<f64>
  %e = stablehlo.constant dense<0.0> : tensor<f64>
  %f = stablehlo.maximum %d, %e : tensor<f64>
  %g = stablehlo.constant dense<[-3.0e10, 2.9]> : tensor<2xf64>
  %h = stablehlo.convert %g : (tensor<2xf64>) -> tensor<2xi32>
  %i = stablehlo.constant dense<16777217> : tensor<i32>
  %j = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
  return %c, %f, %h, %j : tensor<2xf32>, tensor<f64>, tensor<2xi32>, tensor<f32>
}
// =>
func.func @floats() -> (tensor<2xf32>, tensor<f64>, tensor<2xi32>, tensor<f32>) {
  %a = stablehlo.constant dense<[0.333333343, 0x7FC00000]> : tensor<2xf32>
  %b = stablehlo.constant dense<0.0> : tensor<f64>
  %c = stablehlo.constant dense<[-2147483648, 2]> : tensor<2xi32>
  %d = stablehlo.constant dense<16777216.0> : tensor<f32>
  return %a, %b, %c, %d : tensor<2xf32>, tensor<f64>, tensor<2xi32>, tensor<f32>
}
// -----
// passes: fold,dce
func.func @shapes(%x: tensor<3x4xf32>) -> (tensor<2x3xi32>, tensor<3x2xi32>, tensor<4x5xi8>, tensor<5xi8>, tensor<i32>, tensor<2x2xi64>) {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %c = stablehlo.reverse %a, dims = [1] : tensor<2x3xi32>
  %d = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %e = stablehlo.constant dense<9> : tensor<i8>
  %f = stablehlo.pad %d, %e, low = [1, -1], high = [0, 3], interior = [1, 0] : (tensor<2x2xi8>, tensor<i8>) -> tensor<4x4xi8>
  %g = stablehlo.constant dense<7> : tensor<4x1xi8>
  %h = stablehlo.concatenate %g, %f, dim = 1 : (tensor<4x1xi8>, tensor<4x4xi8>) -> tensor<4x5xi8>
  %i = stablehlo.iota dim = 0 : tensor<9xi8>
  %j = stablehlo.slice %i [0:9:2] : (tensor<9xi8>) -> tensor<5xi8>
  %k = stablehlo.get_dimension_size %x, dim = 1 : (tensor<3x4xf32>) -> tensor<i32>
  %l = stablehlo.constant dense<[5, 6]> : tensor<2xi64>
  %m = stablehlo.broadcast_in_dim %l, dims = [1] : (tensor<2xi64>) -> tensor<2x2xi64>
  return %c, %b, %h, %j, %k, %m : tensor<2x3xi32>, tensor<3x2xi32>, tensor<4x5xi8>, tensor<5xi8>, tensor<i32>, tensor<2x2xi64>
}
// =>
func.func @shapes(%x: tensor<3x4xf32>) -> (tensor<2x3xi32>, tensor<3x2xi32>, tensor<4x5xi8>, tensor<5xi8>, tensor<i32>, tensor<2x2xi64>) {
  %b = stablehlo.constant dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  %c = stablehlo.constant dense<[[3, 2, 1], [6, 5, 4]]> : tensor<2x3xi32>
  %h = stablehlo.constant dense<[[7, 9, 9, 9, 9], [7, 2, 9, 9, 9], [7, 9, 9, 9, 9], [7, 4, 9, 9, 9]]> : tensor<4x5xi8>
  %j = stablehlo.constant dense<[0, 2, 4, 6, 8]> : tensor<5xi8>
  %k = stablehlo.constant dense<4> : tensor<i32>
  %m = stablehlo.constant dense<[[5, 6], [5, 6]]> : tensor<2x2xi64>
  return %c, %b, %h, %j, %k, %m : tensor<2x3xi32>, tensor<3x2xi32>, tensor<4x5xi8>, tensor<5xi8>, tensor<i32>, tensor<2x2xi64>
}
// -----
// passes: fold
// Nothing changes these operands; the elementary function is not folded.
func.func @same(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<f32>) {
  %a = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %b = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c = stablehlo.convert %b : tensor<2x3xf32>
  %d = stablehlo.constant dense<1.0> : tensor<f32>
  %e = stablehlo.exponential %d : tensor<f32>
  return %c, %e : tensor<2x3xf32>, tensor<f32>
}
// =>
func.func @same(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<f32>) {
  %d = stablehlo.constant dense<1.0> : tensor<f32>
  %e = stablehlo.exponential %d : tensor<f32>
  return %x, %e : tensor<2x3xf32>, tensor<f32>
}
// -----
// passes: fold
func.func @large_constant() -> (tensor<40x50xf32>, tensor<50x40xf32>, tensor<2000xf32>, tensor<40x50xf64>) {
  %0 = stablehlo.constant dense<1.5> : tensor<50x40xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<50x40xf32>) -> tensor<40x50xf32>
  %2 = stablehlo.constant dense<2.5> : tensor<40x50xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<40x50xf32>) -> tensor<50x40xf32>
  %4 = stablehlo.reshape %2 : (tensor<40x50xf32>) -> tensor<2000xf32>
  %5 = stablehlo.constant dense<3.5> : tensor<40x50xf32>
  %6 = stablehlo.convert %5 : (tensor<40x50xf32>) -> tensor<40x50xf64>
  return %1, %3, %4, %6 : tensor<40x50xf32>, tensor<50x40xf32>, tensor<2000xf32>, tensor<40x50xf64>
}
// =>
func.func @large_constant() -> (tensor<40x50xf32>, tensor<50x40xf32>, tensor<2000xf32>, tensor<40x50xf64>) {
  %0 = stablehlo.constant dense<1.5> : tensor<50x40xf32>
  %1 = stablehlo.constant dense<1.5> : tensor<40x50xf32>
  %2 = stablehlo.constant dense<2.5> : tensor<40x50xf32>
  %3 = stablehlo.constant dense<2.5> : tensor<50x40xf32>
  %4 = stablehlo.constant dense<2.5> : tensor<2000xf32>
  %5 = stablehlo.constant dense<3.5> : tensor<40x50xf32>
  %6 = stablehlo.constant dense<3.5> : tensor<40x50xf64>
  return %1, %3, %4, %6 : tensor<40x50xf32>, tensor<50x40xf32>, tensor<2000xf32>, tensor<40x50xf64>
}
// -----
// passes: fold,dce
func.func @equal_elements(%arg0: tensor<1000000xf32>, %arg1: tensor<1000000xf32>) -> (tensor<1000000xf32>, tensor<1000000xi32>, tensor<0x9000xf32>) {
  %0 = stablehlo.constant dense<4.0> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1000000xf32>
  %2 = stablehlo.constant dense<1.0e+01> : tensor<1000000xf32>
  %3 = stablehlo.compare LT, %1, %2 : (tensor<1000000xf32>, tensor<1000000xf32>) -> tensor<1000000xi1>
  %4 = stablehlo.not %3 : tensor<1000000xi1>
  %5 = stablehlo.select %4, %arg0, %arg1 : tensor<1000000xi1>, tensor<1000000xf32>
  %6 = stablehlo.add %1, %2 : tensor<1000000xf32>
  %7 = stablehlo.convert %6 : (tensor<1000000xf32>) -> tensor<1000000xi32>
  %8 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<0x9000xf32>
  return %5, %7, %8 : tensor<1000000xf32>, tensor<1000000xi32>, tensor<0x9000xf32>
}
// =>
func.func @equal_elements(%arg0: tensor<1000000xf32>, %arg1: tensor<1000000xf32>) -> (tensor<1000000xf32>, tensor<1000000xi32>, tensor<0x9000xf32>) {
  %0 = stablehlo.constant dense<4.0> : tensor<f32>
  %1 = stablehlo.constant dense<14> : tensor<1000000xi32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<0x9000xf32>
  return %arg1, %1, %2 : tensor<1000000xf32>, tensor<1000000xi32>, tensor<0x9000xf32>
}
// -----
// passes: fold,dce
func.func @step_that_is_not_taken() -> tensor<1x1xf32> {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %1 = "stablehlo.slice"(%0) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1, 1>, strides = array<i64: 9223372036854775807, 1>} : (tensor<2x2xf32>) -> tensor<1x1xf32>
  return %1 : tensor<1x1xf32>
}
// =>
func.func @step_that_is_not_taken() -> tensor<1x1xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
// -----
// passes: fold,dce
func.func @same_bits() -> (tensor<2xui32>, tensor<2xf32>, tensor<4xi16>) {
  %c = stablehlo.constant dense<[-1, 1065353216]> : tensor<2xi32>
  %0 = stablehlo.bitcast_convert %c : (tensor<2xi32>) -> tensor<2xui32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2xui32>) -> tensor<2xf32>
  %d = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %2 = stablehlo.bitcast_convert %d : (tensor<2x2xi8>) -> tensor<2xi16>
  %3 = stablehlo.concatenate %2, %2, dim = 0 : (tensor<2xi16>, tensor<2xi16>) -> tensor<4xi16>
  return %0, %1, %3 : tensor<2xui32>, tensor<2xf32>, tensor<4xi16>
}
// =>
func.func @same_bits() -> (tensor<2xui32>, tensor<2xf32>, tensor<4xi16>) {
  %0 = stablehlo.constant dense<[4294967295, 1065353216]> : tensor<2xui32>
  %1 = stablehlo.constant dense<[0xFFFFFFFF, 1.0]> : tensor<2xf32>
  %d = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %2 = stablehlo.bitcast_convert %d : (tensor<2x2xi8>) -> tensor<2xi16>
  %3 = stablehlo.concatenate %2, %2, dim = 0 : (tensor<2xi16>, tensor<2xi16>) -> tensor<4xi16>
  return %0, %1, %3 : tensor<2xui32>, tensor<2xf32>, tensor<4xi16>
}
// -----
// passes: fold,dce
// report: folded 3
// What constants choose: the other branches are gone, with what cannot run here. A case of a number that it lacks takes the last branch.
func.func @constant_branches(%x: tensor<2xf32>, %p: tensor<i1>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.case"(%c) ({
    stablehlo.return %c : tensor<i32>
  }, {
    %m = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    %a = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }, {
    %a = stablehlo.custom_call @elsewhere(%x) : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  %n = stablehlo.constant dense<-1> : tensor<i32>
  %2 = "stablehlo.case"(%n) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %a = stablehlo.abs %x : tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  %3 = "stablehlo.if"(%p) ({
    stablehlo.return %1 : tensor<2xf32>
  }, {
    stablehlo.return %2 : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
// =>
func.func @constant_branches(%x: tensor<2xf32>, %p: tensor<i1>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %1 = stablehlo.negate %x : tensor<2xf32>
  %2 = stablehlo.abs %x : tensor<2xf32>
  %3 = "stablehlo.if"(%p) ({
    stablehlo.return %1 : tensor<2xf32>
  }, {
    stablehlo.return %2 : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
