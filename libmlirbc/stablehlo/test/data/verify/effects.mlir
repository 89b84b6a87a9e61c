func.func @f(%a0: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%a0) {infeed_config = "x", layout = [[0]]} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.token) {
  // expect: at least of size 1
  "stablehlo.infeed"(%a0) {infeed_config = "x", layout = [[0]]} : (!stablehlo.token) -> ()
  func.return
}
// -----
func.func @f(%a0: !stablehlo.token) {
  // expect: of token type
  %r = "stablehlo.infeed"(%a0) {infeed_config = "x", layout = [[0]]} : (!stablehlo.token) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.token) {
  // expect: of tensor type
  %r:2 = "stablehlo.infeed"(%a0) {infeed_config = "x", layout = [[0]]} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.token) {
  // expect: layout-attribute size must be 1
  %r:2 = "stablehlo.infeed"(%a0) {layout = []} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.token) {
  // expect: elements of type array
  %r:2 = "stablehlo.infeed"(%a0) {layout = [0]} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.token) {
  // expect: of type integer
  %r:2 = "stablehlo.infeed"(%a0) {layout = [["a"]]} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  %r = "stablehlo.outfeed"(%a0, %a1) {outfeed_config = ""} : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: must be a token
  %r = "stablehlo.outfeed"(%a0) {outfeed_config = ""} : (tensor<2xf32>) -> (!stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: must be a token
  %r = "stablehlo.outfeed"(%a0, %a1) {outfeed_config = ""} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  %r = "stablehlo.send"(%a0, %a1) {is_host_transfer = true, channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>} : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: DEVICE_TO_DEVICE
  %r = "stablehlo.send"(%a0, %a1) {is_host_transfer = false, channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>} : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: DEVICE_TO_HOST
  %r = "stablehlo.send"(%a0, %a1) {is_host_transfer = true, channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>} : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: requires attribute
  %r = "stablehlo.send"(%a0, %a1) {is_host_transfer = true} : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%a0) {is_host_transfer = true, channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.token) {
  // expect: DEVICE_TO_DEVICE
  %r:2 = "stablehlo.recv"(%a0) {is_host_transfer = false, channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.token) {
  // expect: of token type
  %r = "stablehlo.recv"(%a0) {is_host_transfer = true, channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>} : (!stablehlo.token) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.token) {
  // expect: at least of size 1
  "stablehlo.recv"(%a0) {is_host_transfer = true, channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>} : (!stablehlo.token) -> ()
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.async_start"(%a0) ({
  ^bb0(%x: tensor<2xf32>):
    "stablehlo.return"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> (!stablehlo.future<tensor<2xf32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: the argument of the region
  %r = "stablehlo.async_start"(%a0) ({
  ^bb0(%x: tensor<3xf32>):
    "stablehlo.return"(%x) : (tensor<3xf32>) -> ()
  }) : (tensor<2xf32>) -> (!stablehlo.future<tensor<2xf32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: must be a future
  %r = "stablehlo.async_start"(%a0) ({
  ^bb0(%x: tensor<2xf32>):
    "stablehlo.return"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.future<tensor<2xf32>>) {
  %r = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<2xf32>>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.future<tensor<2xf32>, tuple<tensor<i1>>>) {
  %r:2 = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<2xf32>, tuple<tensor<i1>>>) -> (tensor<?xf32>, tuple<tensor<i1>>)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.future<tensor<2xf32>>) {
  // expect: the inferred type 'tensor<2xf32>' of result 0 is not compatible with the declared type 'tensor<3xf32>'
  %r = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<2xf32>>) -> (tensor<3xf32>)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.future<tensor<2xf32>>) {
  // expect: the operation has 2 results, but the future has 1
  %r:2 = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<2xf32>>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: !stablehlo.future<tensor<2xf32>, tensor>) {
  // expect: the types in '!stablehlo.future<tensor<2xf32>, tensor>' cannot be read
  %r:2 = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<2xf32>, tensor>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: the region returns 1 values, but the future has 2
  %r = "stablehlo.async_start"(%a0) ({
  ^bb0(%x: tensor<2xf32>):
    "stablehlo.return"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> (!stablehlo.future<tensor<2xf32>, tensor<2xf32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: value #0 of the region is 'tensor<2xf32>', but that of the future is 'tensor<2xi32>'
  %r = "stablehlo.async_start"(%a0) ({
  ^bb0(%x: tensor<2xf32>):
    "stablehlo.return"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> (!stablehlo.future<tensor<2xi32>>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: must be a future
  %r = "stablehlo.async_done"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  %r = "stablehlo.custom_call"(%a0, %a1) {call_target_name = "foo", operand_layouts = [dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: either both operands and results or none
  %r = "stablehlo.custom_call"(%a0, %a1) {call_target_name = "foo", operand_layouts = []} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: 2 != 1
  %r = "stablehlo.custom_call"(%a0, %a1) {call_target_name = "foo", operand_layouts = [dense<[0]> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: Only tensor types
  %r = "stablehlo.custom_call"(%a0, %a1) {call_target_name = "foo", operand_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: must be a permutation
  %r = "stablehlo.custom_call"(%a0, %a1) {call_target_name = "foo", operand_layouts = [dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>], result_layouts = [dense<[0]> : tensor<1xindex>]} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: requires attribute 'call_target_name'
  %r = "stablehlo.custom_call"(%a0, %a1) {has_side_effect = true} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: must be a dictionary
  %r = "stablehlo.custom_call"(%a0, %a1) {call_target_name = "foo", api_version = 4 : i32, backend_config = "x"} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: must be a string
  %r = "stablehlo.custom_call"(%a0, %a1) {call_target_name = "foo", backend_config = {}} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: attribute 'api_version' must be
  %r = "stablehlo.custom_call"(%a0, %a1) {call_target_name = "foo", api_version = 9 : i32} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: in range [0, 2)
  %r = "stablehlo.custom_call"(%a0, %a1) {call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 2, operand_tuple_indices = []>]} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: output_tuple_indices
  %r = "stablehlo.custom_call"(%a0, %a1) {call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: operand_tuple_indices
  %r = "stablehlo.custom_call"(%a0, %a1) {call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expect: shapes mismatch
  %r = "stablehlo.custom_call"(%a0, %a1) {call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2x2xf32>)
  func.return
}
// -----
func.func @f(%a0: tuple<tensor<1xf32>, tensor<2xf32>>) {
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = [1]>]} : (tuple<tensor<1xf32>, tensor<2xf32>>) -> (tuple<tensor<2xf32>>)
  func.return
}
// -----
func.func @f(%a0: tuple<tensor<1xf32>>) {
  // expect: Tuple types are not fully supported
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "foo", operand_layouts = [dense<[0]> : tensor<1xindex>], result_layouts = [dense<[0]> : tensor<1xindex>]} : (tuple<tensor<1xf32>>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f() {
  %r = "stablehlo.custom_call"() {call_target_name = "CreateBuffer", api_version = 4 : i32} : () -> (memref<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: shouldn't have any inputs
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "CreateBuffer", api_version = 4 : i32} : (tensor<2xf32>) -> (memref<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "Pin", api_version = 4 : i32} : (tensor<2xf32>) -> (memref<2xf32>)
  func.return
}
// -----
func.func @f(%a0: tensor<2xf32>) {
  // expect: Pin custom_call should have a tensor
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "Pin", api_version = 4 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: memref<2xf32>) {
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "Unpin", api_version = 4 : i32} : (memref<2xf32>) -> (tensor<2xf32>)
  func.return
}
// -----
func.func @f(%a0: memref<2xf32>) {
  // expect: Unpin custom_call should have a buffer
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "Unpin", api_version = 4 : i32} : (memref<2xf32>) -> (tensor<2xi32>)
  func.return
}
// -----
func.func @f(%a0: memref<2xf32>) {
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (memref<2xf32>) -> (memref<2xf32>)
  func.return
}
// -----
func.func @f(%a0: memref<2xf32>) {
  // expect: have no output_operand_alias
  %r = "stablehlo.custom_call"(%a0) {call_target_name = "foo"} : (memref<2xf32>) -> (memref<2xf32>)
  func.return
}
// -----
func.func private @g(%x: tensor<f32>) -> tensor<f32> { func.return %x : tensor<f32> }
func.func @f(%x: tensor<f32>) {
  %r = "stablehlo.composite"(%x) {name = "a.b", decomposition = @g, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
  func.return
}
// -----
func.func private @g(%x: tensor<f32>) -> tensor<f32> { func.return %x : tensor<f32> }
func.func @f(%x: tensor<f32>) {
  // expect: 'h' does not reference
  %r = "stablehlo.composite"(%x) {name = "a.b", decomposition = @h} : (tensor<f32>) -> tensor<f32>
  func.return
}
// -----
func.func private @g(%x: tensor<f32>) -> tensor<f32> { func.return %x : tensor<f32> }
func.func @f(%x: tensor<f32>) {
  // expect: namespaced op name
  %r = "stablehlo.composite"(%x) {name = "ab", decomposition = @g} : (tensor<f32>) -> tensor<f32>
  func.return
}
// -----
func.func private @g(%x: tensor<f32>) -> tensor<f32> { func.return %x : tensor<f32> }
func.func @f(%x: tensor<f32>) {
  // expect: namespaced op name
  %r = "stablehlo.composite"(%x) {name = "a.", decomposition = @g} : (tensor<f32>) -> tensor<f32>
  func.return
}
// -----
func.func private @g(%x: tensor<f32>) -> tensor<f32> { func.return %x : tensor<f32> }
func.func @f(%x: tensor<f32>) {
  // expect: namespaced op name
  %r = "stablehlo.composite"(%x) {name = "1a.b", decomposition = @g} : (tensor<f32>) -> tensor<f32>
  func.return
}
// -----
func.func private @g(%x: tensor<f32>) -> tensor<f32> { func.return %x : tensor<f32> }
func.func @f(%x: tensor<f32>) {
  // expect: result #0 has type
  %r = "stablehlo.composite"(%x) {name = "a.b", decomposition = @g} : (tensor<f32>) -> tensor<f64>
  func.return
}
// -----
func.func private @g(%x: tensor<f32>) -> tensor<f32> { func.return %x : tensor<f32> }
func.func @f(%x: tensor<f64>) {
  // expect: operand #0 has type
  %r = "stablehlo.composite"(%x) {name = "a.b", decomposition = @g} : (tensor<f64>) -> tensor<f32>
  func.return
}
