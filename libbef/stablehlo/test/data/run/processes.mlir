// Programs of several processes: the grid of a program is [replica][partition].
func.func private @permute(%x: tensor<2xi32>) -> tensor<2xi32> {
  %r = "stablehlo.collective_permute"(%x) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
// The first process receives from none: zeros.
func.func @permutes() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %c = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %r:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@permute], [@permute], [@permute]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %r#2, dense<[3, 4]> : tensor<2xi32>
  return
}
func.func private @broadcast(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @broadcasts() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %c = stablehlo.constant dense<[5.0, -6.0]> : tensor<2xf32>
  %r:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@broadcast], [@broadcast], [@broadcast]]} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %r#0, dense<[0.0, 0.0]> : tensor<2xf32>
  check.expect_eq_const %r#1, dense<[5.0, -6.0]> : tensor<2xf32>
  check.expect_eq_const %r#2, dense<[5.0, -6.0]> : tensor<2xf32>
  return
}
// Part k of each process goes to process k.
func.func private @exchange(%x: tensor<2x2xi64>) -> tensor<4x1xi64> {
  %r = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi64>) -> tensor<4x1xi64>
  return %r : tensor<4x1xi64>
}
func.func @exchanges() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %b = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@exchange], [@exchange]]} : (tensor<2x2xi64>, tensor<2x2xi64>) -> (tensor<4x1xi64>, tensor<4x1xi64>)
  check.expect_eq_const %r#0, dense<[[1], [3], [5], [7]]> : tensor<4x1xi64>
  check.expect_eq_const %r#1, dense<[[2], [4], [6], [8]]> : tensor<4x1xi64>
  return
}
func.func private @scatter_sum(%x: tensor<4xi8>) -> tensor<2xi8> {
  %r = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.add %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi8>) -> tensor<2xi8>
  return %r : tensor<2xi8>
}
func.func @scattered_sums() {
  %a = stablehlo.constant dense<[1, 2, 3, 100]> : tensor<4xi8>
  %b = stablehlo.constant dense<[10, 20, 30, 100]> : tensor<4xi8>
  %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@scatter_sum], [@scatter_sum]]} : (tensor<4xi8>, tensor<4xi8>) -> (tensor<2xi8>, tensor<2xi8>)
  check.expect_eq_const %r#0, dense<[11, 22]> : tensor<2xi8>
  check.expect_eq_const %r#1, dense<[33, -56]> : tensor<2xi8>
  return
}
func.func private @ids() -> (tensor<ui32>, tensor<ui32>) {
  %r = stablehlo.replica_id : tensor<ui32>
  %p = stablehlo.partition_id : tensor<ui32>
  return %r, %p : tensor<ui32>, tensor<ui32>
}
func.func @places() {
  %r:8 = "interpreter.run_parallel"() {programs = [[@ids, @ids], [@ids, @ids]]} : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %r#0, dense<0> : tensor<ui32>
  check.expect_eq_const %r#1, dense<0> : tensor<ui32>
  check.expect_eq_const %r#4, dense<1> : tensor<ui32>
  check.expect_eq_const %r#5, dense<0> : tensor<ui32>
  check.expect_eq_const %r#6, dense<1> : tensor<ui32>
  check.expect_eq_const %r#7, dense<1> : tensor<ui32>
  return
}
// What a process takes from the host, twice, in the order of its tokens.
func.func private @first() -> tensor<2xi32> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  return %c : tensor<2xi32>
}
func.func private @second() -> tensor<2xi32> {
  %c = stablehlo.constant dense<[30, 40]> : tensor<2xi32>
  return %c : tensor<2xi32>
}
func.func private @feeds(%t: !stablehlo.token) -> (tensor<2xi32>, !stablehlo.token) {
  %a:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %b:2 = "stablehlo.infeed"(%a#1) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %d = stablehlo.subtract %b#0, %a#0 : tensor<2xi32>
  %o = "stablehlo.outfeed"(%d, %b#1) {outfeed_config = ""} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return %d, %o : tensor<2xi32>, !stablehlo.token
}
func.func @fed() {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "interpreter.run_parallel"(%t) {infeed = [@first, @second], programs = [[@feeds]]} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  check.expect_eq_const %r#0, dense<[29, 38]> : tensor<2xi32>
  return
}
// Two tensors on one channel, in order.
func.func private @sends(%x: tensor<3xbf16>, %t: !stablehlo.token) -> !stablehlo.token {
  %y = stablehlo.negate %x : tensor<3xbf16>
  %a = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3xbf16>, !stablehlo.token) -> !stablehlo.token
  %b = "stablehlo.send"(%y, %a) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3xbf16>, !stablehlo.token) -> !stablehlo.token
  return %b : !stablehlo.token
}
func.func private @receives(%t: !stablehlo.token) -> (tensor<3xbf16>, tensor<3xbf16>) {
  %a:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<3xbf16>, !stablehlo.token)
  %b:2 = "stablehlo.recv"(%a#1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<3xbf16>, !stablehlo.token)
  return %a#0, %b#0 : tensor<3xbf16>, tensor<3xbf16>
}
func.func @transfers() {
  %x = stablehlo.constant dense<[1.0, -2.0, 0.5]> : tensor<3xbf16>
  %t = stablehlo.create_token : !stablehlo.token
  %r:3 = "interpreter.run_parallel"(%x, %t, %t) {programs = [[@sends], [@receives]]} : (tensor<3xbf16>, !stablehlo.token, !stablehlo.token) -> (!stablehlo.token, tensor<3xbf16>, tensor<3xbf16>)
  check.expect_eq_const %r#1, dense<[1.0, -2.0, 0.5]> : tensor<3xbf16>
  check.expect_eq_const %r#2, dense<[-1.0, 2.0, -0.5]> : tensor<3xbf16>
  return
}
