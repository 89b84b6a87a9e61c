#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
module {
  func.func @f(%arg0: tensor<4x8xf32, #sparse>, %arg1: index) -> index {
    %0 = sparse_tensor.extract_iteration_space %arg0 lvls = 0 : tensor<4x8xf32, #sparse> -> !sparse_tensor.iter_space<#sparse, lvls = 0>
    %1 = sparse_tensor.extract_iteration_space %arg0 lvls = 0 to 2 : tensor<4x8xf32, #sparse> -> !sparse_tensor.iter_space<#sparse, lvls = 0 to 2>
    %2 = sparse_tensor.iterate %arg4 in %0 at(%arg3) iter_args(%arg2 = %arg1) : !sparse_tensor.iter_space<#sparse, lvls = 0>  -> index {
      %3 = arith.addi %arg2, %arg3 : index
      sparse_tensor.yield %3 : index
    }
    sparse_tensor.iterate %arg3 in %1 at(%arg2, _) : !sparse_tensor.iter_space<#sparse, lvls = 0 to 2>  {
    }
    sparse_tensor.iterate %arg2 in %1 : !sparse_tensor.iter_space<#sparse, lvls = 0 to 2>  {
    }
    return %2 : index
  }
}
