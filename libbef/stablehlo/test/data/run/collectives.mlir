// Collective operations: asynchronous ones, groups by the axes of a mesh, collective_reduce, cross-replica-sum, wider sums.
// The send comes behind the start of the reduction and before its end: process 1 reduces when it has received.
func.func private @starts(%x: tensor<2xi32>) -> tensor<2xi32> {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%arg: tensor<2xi32>):
    %r = "stablehlo.all_reduce"(%arg) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    stablehlo.return %r : tensor<2xi32>
  }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
  %token = stablehlo.create_token : !stablehlo.token
  %sent = "stablehlo.send"(%x, %token) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func private @receives(%x: tensor<2xi32>) -> tensor<2xi32> {
  %token = stablehlo.create_token : !stablehlo.token
  %v:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %y = stablehlo.add %x, %v#0 : tensor<2xi32>
  %r = "stablehlo.all_reduce"(%y) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func @asynchronous() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@starts], [@receives]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[12, 24]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[12, 24]> : tensor<2xi32>
  return
}
// Futures of several values, in a loop and from a branch.
func.func private @futures(%x: tensor<2xi32>, %y: tensor<3xf32>) -> (tensor<4xi32>, tensor<6xf32>) {
  %f = "stablehlo.async_start"(%x, %y) ({
  ^bb0(%a: tensor<2xi32>, %b: tensor<3xf32>):
    %r:2 = "stablehlo.all_gather"(%a, %b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>, tensor<3xf32>) -> (tensor<4xi32>, tensor<6xf32>)
    stablehlo.return %r#0, %r#1 : tensor<4xi32>, tensor<6xf32>
  }) : (tensor<2xi32>, tensor<3xf32>) -> !stablehlo.future<tensor<4xi32>, tensor<6xf32>>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %l:2 = "stablehlo.while"(%zero, %f) ({
  ^bb0(%i: tensor<i32>, %g: !stablehlo.future<tensor<4xi32>, tensor<6xf32>>):
    %p = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %g: !stablehlo.future<tensor<4xi32>, tensor<6xf32>>):
    %d:2 = "stablehlo.async_done"(%g) : (!stablehlo.future<tensor<4xi32>, tensor<6xf32>>) -> (tensor<4xi32>, tensor<6xf32>)
    %h = "stablehlo.async_start"(%d#0, %d#1) ({
    ^bb0(%a: tensor<4xi32>, %b: tensor<6xf32>):
      %c = stablehlo.add %a, %a : tensor<4xi32>
      stablehlo.return %c, %b : tensor<4xi32>, tensor<6xf32>
    }) : (tensor<4xi32>, tensor<6xf32>) -> !stablehlo.future<tensor<4xi32>, tensor<6xf32>>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %h : tensor<i32>, !stablehlo.future<tensor<4xi32>, tensor<6xf32>>
  }) : (tensor<i32>, !stablehlo.future<tensor<4xi32>, tensor<6xf32>>) -> (tensor<i32>, !stablehlo.future<tensor<4xi32>, tensor<6xf32>>)
  %q = stablehlo.compare EQ, %l#0, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c = "stablehlo.if"(%q) ({
    stablehlo.return %l#1 : !stablehlo.future<tensor<4xi32>, tensor<6xf32>>
  }, {
    stablehlo.return %f : !stablehlo.future<tensor<4xi32>, tensor<6xf32>>
  }) : (tensor<i1>) -> !stablehlo.future<tensor<4xi32>, tensor<6xf32>>
  %r:2 = "stablehlo.async_done"(%c) : (!stablehlo.future<tensor<4xi32>, tensor<6xf32>>) -> (tensor<4xi32>, tensor<6xf32>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<6xf32>
}
func.func @futures_in_regions() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %u = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %v = stablehlo.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  %r:4 = "interpreter.run_parallel"(%x, %u, %y, %v) {programs = [[@futures], [@futures]]} : (tensor<2xi32>, tensor<3xf32>, tensor<2xi32>, tensor<3xf32>) -> (tensor<4xi32>, tensor<6xf32>, tensor<4xi32>, tensor<6xf32>)
  check.expect_eq_const %r#0, dense<[4, 8, 12, 16]> : tensor<4xi32>
  check.expect_eq_const %r#3, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  return
}
// One process: a slice, and a future that is an argument.
func.func private @ends(%f: !stablehlo.future<tensor<2xi32>>) -> tensor<2xi32> {
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func @alone() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<1> : tensor<i32>
  %f = "stablehlo.async_start"(%x, %i) ({
  ^bb0(%a: tensor<3xi32>, %k: tensor<i32>):
    %s = stablehlo.dynamic_slice %a, %k, sizes = [2] : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
    stablehlo.return %s : tensor<2xi32>
  }) : (tensor<3xi32>, tensor<i32>) -> !stablehlo.future<tensor<2xi32>>
  %r = call @ends(%f) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[2, 3]> : tensor<2xi32>
  return
}
// A mesh of 2 x 2 devices: the groups of "x" are [0, 2] and [1, 3], those of "y" [0, 1] and [2, 3].
func.func private @by_x(%v: tensor<1xi32>) -> tensor<2xi32> {
  %r = "stablehlo.all_gather"(%v) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<1xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func @mesh() {
  %a = stablehlo.constant dense<10> : tensor<1xi32>
  %b = stablehlo.constant dense<11> : tensor<1xi32>
  %c = stablehlo.constant dense<12> : tensor<1xi32>
  %d = stablehlo.constant dense<13> : tensor<1xi32>
  %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@by_x], [@by_x], [@by_x], [@by_x]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[10, 12]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[11, 13]> : tensor<2xi32>
  check.expect_eq_const %r#2, dense<[10, 12]> : tensor<2xi32>
  check.expect_eq_const %r#3, dense<[11, 13]> : tensor<2xi32>
  return
}
// Sub-axes of one axis of 4 with numbers of devices: (2)2 varies fastest, so the groups are devices 3, 2 and 1, 0.
func.func private @by_part(%v: tensor<1xi32>) -> tensor<2xi32> {
  %r = "stablehlo.all_gather"(%v) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>], device_ids = dense<[3, 2, 1, 0]> : tensor<4xi64>>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (2)2>]>} : (tensor<1xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func @sub_axes() {
  %a = stablehlo.constant dense<10> : tensor<1xi32>
  %b = stablehlo.constant dense<11> : tensor<1xi32>
  %c = stablehlo.constant dense<12> : tensor<1xi32>
  %d = stablehlo.constant dense<13> : tensor<1xi32>
  %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@by_part], [@by_part], [@by_part], [@by_part]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[11, 10]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[11, 10]> : tensor<2xi32>
  check.expect_eq_const %r#2, dense<[13, 12]> : tensor<2xi32>
  check.expect_eq_const %r#3, dense<[13, 12]> : tensor<2xi32>
  return
}
// A mesh by its name, all axes in another order.
"sdy.mesh"() <{mesh = #sdy.mesh<["x"=2, "y"=2], device_ids=[0, 1, 3, 2]>, sym_name = "grid"}> : () -> ()
func.func private @by_name(%v: tensor<1xi32>) -> tensor<4xi32> {
  %r = "stablehlo.all_gather"(%v) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @grid, axes = [#stablehlo.axis_ref<name = "y">, #stablehlo.axis_ref<name = "x">]>} : (tensor<1xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @named_mesh() {
  %a = stablehlo.constant dense<10> : tensor<1xi32>
  %b = stablehlo.constant dense<11> : tensor<1xi32>
  %c = stablehlo.constant dense<12> : tensor<1xi32>
  %d = stablehlo.constant dense<13> : tensor<1xi32>
  %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@by_name], [@by_name], [@by_name], [@by_name]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %r#0, dense<[10, 13, 11, 12]> : tensor<4xi32>
  check.expect_eq_const %r#3, dense<[10, 13, 11, 12]> : tensor<4xi32>
  return
}
func.func private @to_first(%v: tensor<2xi32>) -> tensor<2xi32> {
  %r = "stablehlo.collective_reduce"(%v) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func private @to_root(%v: tensor<2xi32>, %w: tensor<i32>, %root: tensor<2xi32>) -> (tensor<2xi32>, tensor<i32>) {
  %r:2 = "stablehlo.collective_reduce"(%v, %w, %root) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2xi32>, tensor<i32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<i32>)
  return %r#0, %r#1 : tensor<2xi32>, tensor<i32>
}
func.func @reduced_to_one() {
  %x = stablehlo.constant dense<[1, 20]> : tensor<2xi32>
  %y = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %u = stablehlo.constant dense<5> : tensor<i32>
  %v = stablehlo.constant dense<6> : tensor<i32>
  %root = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@to_first], [@to_first]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<0> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[4, 24]> : tensor<2xi32>
  %d:4 = "interpreter.run_parallel"(%x, %u, %root, %y, %v, %root) {programs = [[@to_root], [@to_root]]} : (tensor<2xi32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<i32>, tensor<2xi32>, tensor<i32>)
  check.expect_eq_const %d#0, dense<0> : tensor<2xi32>
  check.expect_eq_const %d#1, dense<6> : tensor<i32>
  check.expect_eq_const %d#2, dense<[3, 20]> : tensor<2xi32>
  check.expect_eq_const %d#3, dense<0> : tensor<i32>
  return
}
func.func private @sums(%v: tensor<2xf16>, %q: tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> (tensor<2xf16>, tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 0.5:1>>) {
  %s = "stablehlo.cross-replica-sum"(%v) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf16>) -> tensor<2xf16>
  %wide = "stablehlo.all_reduce"(%v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf16>) -> tensor<2xf32>
  %r = "stablehlo.all_reduce"(%q) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:1>>, %b: tensor<!quant.uniform<i8:f32, 0.5:1>>):
    %c = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5:1>>
    stablehlo.return %c : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  return %s, %wide, %r : tensor<2xf16>, tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 0.5:1>>
}
func.func @types_of_sums() {
  %x = stablehlo.constant dense<[1.0, 60000.0]> : tensor<2xf16>
  %f = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  %r:6 = "interpreter.run_parallel"(%x, %q, %x, %q) {programs = [[@sums], [@sums]]} : (tensor<2xf16>, tensor<2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2xf16>, tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> (tensor<2xf16>, tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2xf16>, tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 0.5:1>>)
  check.expect_eq_const %r#0, dense<[2.0, 0x7C00]> : tensor<2xf16>
  check.expect_eq_const %r#1, dense<[2.0, 120000.0]> : tensor<2xf32>
  %y = stablehlo.uniform_dequantize %r#5 : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<[3.0, -4.0]> : tensor<2xf32>
  return
}
