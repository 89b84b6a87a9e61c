// 1:59 'tosa.add' op operands don't have broadcast-compatible shapes
func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) { %0 = tosa.add %a, %b : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32> return }
// -----
// 1:40 'tosa.reshape' op shape operand is not compile time resolvable
func.func @f(%a: tensor<4xf32>) { %0 = tosa.reshape %a, %s : (tensor<4xf32>, !tosa.shape<2>) -> tensor<2x2xf32> return ^b(%s: !tosa.shape<2>): cf.br ^b(%s : !tosa.shape<2>) }
// -----
// 1:23 'tosa.const_shape' op expect number of elements in attribute values (2) to be equal to the rank (3) 
func.func @f() { %s = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<3> return }
// -----
// 1:23 'tosa.const' op failed to verify that all of {values, output} have same shape
func.func @f() { %s = "tosa.const"() {values = dense<1> : tensor<2xi32>} : () -> tensor<3xi32> return }
// -----
// 1:42 'tosa.matmul' op operand #0 must be 3-d tosa-conformant tensor, but got 'tensor<4x4xf32>'
func.func @f(%a: tensor<4x4xf32>) { %0 = tosa.matmul %a, %a, %z, %z : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x4xf32> return ^b(%z: tensor<1xf32>): cf.br ^b(%z: tensor<1xf32>) }
// -----
// 1:65 'tosa.max_pool2d' op expect all kernel values to be >= 1, got 0, 1
func.func @f(%a: tensor<1x4x4x2xf32>, %z: tensor<1xf32>) { %0 = tosa.max_pool2d %a {kernel = array<i64: 0, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> return }
// -----
// 1:65 'tosa.max_pool2d' op expect all stride values to be >= 1, got 0, 1
func.func @f(%a: tensor<1x4x4x2xf32>, %z: tensor<1xf32>) { %0 = tosa.max_pool2d %a {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 0, 1>} : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> return }
// -----
// 1:40 'tosa.sin' op operand #0 must be tosa-conformant tensor of floating-point values, but got 'tensor<4x
func.func @f(%a: tensor<4xi32>) { %0 = tosa.sin %a : (tensor<4xi32>) -> tensor<4xi32> return }
// -----
// 1:40 'tosa.cast' op requires the same shape for all operands and results
func.func @f(%a: tensor<4xi32>) { %0 = tosa.cast %a : (tensor<4xi32>) -> tensor<5xf32> return }
// -----
// 1:58 'tosa.select' op operand #0 must be tosa-conformant tensor of 1-bit signless integer values, but got
func.func @f(%a: tensor<4xi1>, %b: tensor<4xf32>) { %0 = tosa.select %b, %b, %b : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> return }
// -----
// 1:61 'tosa.gather' op operand #0 must be 3-d tosa-conformant tensor, but got 'tensor<4x4xf32>'
func.func @f(%a: tensor<4x4xf32>, %i: tensor<4xi32>) { %0 = tosa.gather %a, %i : (tensor<4x4xf32>, tensor<4xi32>) -> tensor<4x4xf32> return }
// -----
// 1:40 'tosa.clamp' op min/max attributes types are incompatible with input/output element types.
func.func @f(%a: tensor<4xf32>) { %0 = tosa.clamp %a {min_val = 1 : i32, max_val = 2 : i32} : (tensor<4xf32>) -> tensor<4xf32> return }
// -----
// 1:40 'tosa.clamp' op expected min_val <= max_val, got min_val=3.000000e+00 : f32, max_val=2.000000e+00 : 
func.func @f(%a: tensor<4xf32>) { %0 = tosa.clamp %a {min_val = 3.0 : f32, max_val = 2.0 : f32} : (tensor<4xf32>) -> tensor<4xf32> return }
// -----
// 1:40 'tosa.slice' op shape operand is not compile time resolvable
func.func @f(%a: tensor<4xf32>) { %0 = tosa.slice %a, %s, %s : (tensor<4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<4xf32> return ^b(%s: !tosa.shape<2>): cf.br ^b(%s : !tosa.shape<2>) }
// -----
// 1:60 'tosa.slice' op shape operand is not compile time resolvable
func.func @f(%a: tensor<4xf32>, %s: !tosa.shape<2>) { %0 = tosa.slice %a, %s, %s : (tensor<4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<4xf32> return }
// -----
// 1:60 'tosa.tile' op shape operand is not compile time resolvable
func.func @f(%a: tensor<4xf32>, %s: !tosa.shape<2>) { %0 = tosa.tile %a, %s : (tensor<4xf32>, !tosa.shape<2>) -> tensor<4xf32> return }
// -----
// 1:79 'tosa.pad' op shape operand is not compile time resolvable
func.func @f(%a: tensor<4xf32>, %p: !tosa.shape<4>, %c: tensor<1xf32>) { %0 = tosa.pad %a, %p, %c : (tensor<4xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<4xf32> return }
