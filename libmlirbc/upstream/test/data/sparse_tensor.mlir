module {
  func.func @has_runtime_library() {
    %0 = sparse_tensor.has_runtime_library
    return
  }
  func.func @unary(%arg0: i64) {
    %0 = sparse_tensor.unary %arg0 : i64 to i64
     present = {
    }
     absent = {
    }
    return
  }
}
