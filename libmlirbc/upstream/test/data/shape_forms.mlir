module attributes {foo.b} {
  shape.function_library @lib {
    func @g(%arg0: !shape.value_shape {x.y}) -> !shape.shape attributes {foo} {
      %0 = shape_of %arg0 : !shape.value_shape -> !shape.shape
      return %0 : !shape.shape
    }
  } mapping {test.b = @g, test.op = @g}
  func.func @f(%arg0: !shape.witness, %arg1: !shape.shape, %arg2: !shape.size, %arg3: tensor<?xindex>, %arg4: index) {
    %0 = shape.assuming %arg0 -> (index) {
      %c1 = arith.constant 1 : index
      shape.assuming_yield %c1 : index
    }
    shape.assuming %arg0 {
    }
    shape.assuming %arg0 {
    }
    %1 = shape.const_shape [1, 2] : tensor<2xindex>
    %2 = shape.const_shape [] : !shape.shape
    %3 = shape.reduce(%arg1, %arg2) : !shape.shape -> !shape.size {
    ^bb0(%arg5: index, %arg6: !shape.size, %arg7: !shape.size):
      shape.yield %arg7 : !shape.size
    }
    return
  }
}
