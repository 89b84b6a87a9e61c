#sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#sparse1 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
#sparse2 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#sparse3 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense) }>
#sparse4 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4]), crdWidth = 8 }>
#sparse5 = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(1, 4, 2)>) -> (d0 : dense, d1 : compressed) }>
#sparse6 = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), explicitVal = 1.000000e+00 : f32, implicitVal = 0.000000e+00 : f32 }>
module {
  func.func @sp(%arg0: tensor<?xf64, #sparse>, %arg1: tensor<?x?xf32, #sparse1>, %arg2: tensor<8x8xf64, #sparse2>, %arg3: tensor<10x15xf64, #sparse3>, %arg4: tensor<16x16xf32, #sparse4>, %arg5: tensor<8x8xf64, #sparse5>, %arg6: tensor<8xf32, #sparse6>, %arg7: index) -> index {
    %0 = sparse_tensor.convert %arg0 : tensor<?xf64, #sparse> to tensor<?xf64>
    %1 = sparse_tensor.positions %arg1 {level = 0 : index} : tensor<?x?xf32, #sparse1> to memref<?xindex>
    %2 = sparse_tensor.coordinates %arg2 {level = 1 : index} : tensor<8x8xf64, #sparse2> to memref<?xi32>
    %3 = sparse_tensor.values %arg2 : tensor<8x8xf64, #sparse2> to memref<?xf64>
    %4 = sparse_tensor.number_of_entries %arg3 : tensor<10x15xf64, #sparse3>
    %5 = sparse_tensor.lvl %arg3, %arg7 : tensor<10x15xf64, #sparse3>
    sparse_tensor.foreach in %arg2 : tensor<8x8xf64, #sparse2> do {
    ^bb0(%arg8: index, %arg9: index, %arg10: f64):
    }
    %cast = tensor.cast %arg5 : tensor<8x8xf64, #sparse5> to tensor<8x8xf64, #sparse5>
    %6 = sparse_tensor.slice.offset %arg5 at 1 : tensor<8x8xf64, #sparse5>
    %7 = sparse_tensor.unary %arg7 : index to index
     present = {
    ^bb0(%arg8: index):
      sparse_tensor.yield %arg8 : index
    }
     absent = {
    }
    %8 = sparse_tensor.binary %arg7, %arg7 : index, index to index
     overlap = {
    ^bb0(%arg8: index, %arg9: index):
      %10 = arith.addi %arg8, %arg9 : index
      sparse_tensor.yield %10 : index
    }
     left = identity
     right = {
    }
    %9:4 = sparse_tensor.crd_translate  dim_to_lvl[%arg7, %arg7] as #sparse3 : index, index, index, index
    return %4 : index
  }
}
