func.func @poison() {
  %0 = ub.poison : i32
  %1 = ub.poison : vector<4xf32>
  %2 = ub.poison {k} : !foo.bar
  %3 = ub.poison <#ub.poison> : tensor<?xf32>
  return
}
// -----
func.func @unreachable(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  ub.unreachable {k} loc("x":1:1)
}
// -----
func.func @add(%a: !shape.shape, %b: tensor<?xindex>, %t: tensor<?x4xf32>, %s: !shape.size, %i: index, %w: !shape.witness, %v: !shape.value_shape, %c: i1) {
  %0 = shape.add %s, %s : !shape.size, !shape.size -> !shape.size
  %1 = shape.add %i, %i {k} : index, index -> index
  %2 = shape.add %s, %i : !shape.size, index -> !shape.size
  return
}
// -----
func.func @mul(%a: !shape.shape, %b: tensor<?xindex>, %t: tensor<?x4xf32>, %s: !shape.size, %i: index, %w: !shape.witness, %v: !shape.value_shape, %c: i1) {
  %0 = shape.mul %s, %s : !shape.size, !shape.size -> !shape.size
  %1 = shape.mul %i, %i {k} : index, index -> index
  %2 = shape.mul %s, %i : !shape.size, index -> !shape.size
  return
}
// -----
func.func @div(%a: !shape.shape, %b: tensor<?xindex>, %t: tensor<?x4xf32>, %s: !shape.size, %i: index, %w: !shape.witness, %v: !shape.value_shape, %c: i1) {
  %0 = shape.div %s, %s : !shape.size, !shape.size -> !shape.size
  %1 = shape.div %i, %i {k} : index, index -> index
  %2 = shape.div %s, %i : !shape.size, index -> !shape.size
  return
}
// -----
func.func @max(%a: !shape.shape, %b: tensor<?xindex>, %t: tensor<?x4xf32>, %s: !shape.size, %i: index, %w: !shape.witness, %v: !shape.value_shape, %c: i1) {
  %0 = shape.max %s, %s : !shape.size, !shape.size -> !shape.size
  %1 = shape.max %a, %a {k} : !shape.shape, !shape.shape -> !shape.shape
  return
}
// -----
func.func @min(%a: !shape.shape, %b: tensor<?xindex>, %t: tensor<?x4xf32>, %s: !shape.size, %i: index, %w: !shape.witness, %v: !shape.value_shape, %c: i1) {
  %0 = shape.min %s, %s : !shape.size, !shape.size -> !shape.size
  %1 = shape.min %a, %a {k} : !shape.shape, !shape.shape -> !shape.shape
  return
}
// -----
func.func @shapes(%a: !shape.shape, %b: tensor<?xindex>, %t: tensor<?x4xf32>, %s: !shape.size, %i: index, %w: !shape.witness, %v: !shape.value_shape, %c: i1) {
  %0 = shape.shape_of %t : tensor<?x4xf32> -> tensor<2xindex>
  %1 = shape.shape_of %t {k} : tensor<?x4xf32> -> !shape.shape
  %2 = shape.shape_of %v : !shape.value_shape -> !shape.shape
  %3 = shape.num_elements %a : !shape.shape -> !shape.size
  %4 = shape.num_elements %0 : tensor<2xindex> -> index
  %5 = shape.rank %a : !shape.shape -> !shape.size
  %6 = shape.rank %b {k} : tensor<?xindex> -> index
  %7 = shape.value_of %v : tensor<?xf32>
  %8 = shape.with_shape %t, %a : tensor<?x4xf32>, !shape.shape
  return
}
// -----
func.func @constants(%a: !shape.shape, %b: tensor<?xindex>, %t: tensor<?x4xf32>, %s: !shape.size, %i: index, %w: !shape.witness, %v: !shape.value_shape, %c: i1) {
  %0 = shape.const_shape [1, 2, 3] : tensor<3xindex>
  %1 = shape.const_shape [] : !shape.shape
  %2 = shape.const_shape [4, 4] : !shape.shape
  %3 = shape.const_size 10
  %4 = shape.const_size 10 {k}
  %5 = shape.const_witness true
  %6 = shape.const_witness false {k}
  %7 = shape.const_shape {k} [1] : tensor<1xindex>
  return
}
// -----
func.func @broadcast(%a: !shape.shape, %b: tensor<?xindex>, %t: tensor<?x4xf32>, %s: !shape.size, %i: index, %w: !shape.witness, %v: !shape.value_shape, %c: i1) {
  %0 = shape.broadcast %a, %b : !shape.shape, tensor<?xindex> -> !shape.shape
  %1 = shape.broadcast %b, %b, %b {error = "e"} : tensor<?xindex>, tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %2 = shape.is_broadcastable %a, %b : !shape.shape, tensor<?xindex>
  %3 = shape.cstr_broadcastable %a, %a {k} : !shape.shape, !shape.shape
  %4 = shape.any %a, %b : !shape.shape, tensor<?xindex> -> !shape.shape
  %5 = shape.concat %a, %a : !shape.shape, !shape.shape -> !shape.shape
  %6 = shape.concat %b, %b {k} : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return
}
// -----
func.func @witness(%a: !shape.shape, %b: tensor<?xindex>, %t: tensor<?x4xf32>, %s: !shape.size, %i: index, %w: !shape.witness, %v: !shape.value_shape, %c: i1) {
  %0 = shape.cstr_eq %a, %b : !shape.shape, tensor<?xindex>
  %1 = shape.cstr_require %c, "must hold"
  %2 = shape.assuming_all %0, %1, %w
  %3 = shape.assuming %2 -> (f32) {
    %x = arith.constant 1.0 : f32
    shape.assuming_yield %x : f32
  }
  shape.assuming %w {
    "a.b"() : () -> ()
  }
  %4:2 = shape.assuming %w -> (f32, i1) {
    shape.assuming_yield %3, %c : f32, i1
  } {k}
  %5 = shape.shape_eq %a, %b {k} : !shape.shape, tensor<?xindex>
  return
}
// -----
func.func @extents(%a: !shape.shape, %b: tensor<?xindex>, %t: tensor<?x4xf32>, %s: !shape.size, %i: index, %w: !shape.witness, %v: !shape.value_shape, %c: i1) {
  %0 = shape.dim %t, %i : tensor<?x4xf32>, index -> index
  %1 = shape.dim %t, %s {k} : tensor<?x4xf32>, !shape.size -> !shape.size
  %2 = shape.get_extent %a, %s : !shape.shape, !shape.size -> !shape.size
  %3 = shape.get_extent %b, %i {k} : tensor<?xindex>, index -> index
  %4 = shape.from_extents %i, %s : index, !shape.size
  %6 = shape.from_extent_tensor %b : tensor<?xindex>
  %7 = shape.to_extent_tensor %a : !shape.shape -> tensor<?xindex>
  %8 = shape.index_to_size %i
  %9 = shape.size_to_index %s {k} : !shape.size
  %10 = shape.value_as_shape %b : tensor<?xindex> -> !shape.shape
  return
}
// -----
func.func @meet(%a: !shape.shape, %b: tensor<?xindex>, %t: tensor<?x4xf32>, %s: !shape.size, %i: index, %w: !shape.witness, %v: !shape.value_shape, %c: i1) {
  %0 = shape.meet %s, %i : !shape.size, index -> !shape.size
  %1 = shape.meet %a, %a, error = "no" : !shape.shape, !shape.shape -> !shape.shape
  %2 = shape.meet %i, %i, error = "no" {k} : index, index -> index
  return
}
// -----
func.func @reduce(%a: !shape.shape, %b: tensor<?xindex>, %t: tensor<?x4xf32>, %s: !shape.size, %i: index, %w: !shape.witness, %v: !shape.value_shape, %c: i1) {
  %0 = shape.reduce(%a, %s) : !shape.shape -> !shape.size {
  ^bb0(%x: index, %d: !shape.size, %acc: !shape.size):
    %n = shape.mul %acc, %d : !shape.size, !shape.size -> !shape.size
    shape.yield %n : !shape.size
  }
  %1:2 = shape.reduce(%b, %i, %c) : tensor<?xindex> -> (index, i1) {
  ^bb0(%x: index, %d: index, %p: index, %q: i1):
    shape.yield %p, %q : index, i1
  } {k}
  return
}
// -----
shape.func @f(%a: !shape.shape) -> !shape.shape {
  shape.return %a : !shape.shape
}
shape.func private @g(!shape.size) -> (!shape.size)
// -----
shape.func @f(%a: !shape.size) -> (!shape.size, !shape.size) attributes {x.y} {
  %0 = add %a, %a : !shape.size, !shape.size -> !shape.size
  return {k} %0, %a : !shape.size, !shape.size
}
