module {
  async.func @a(%arg0: f32) -> !async.token {
    return
  }
  async.func private @b(f32) -> (!async.token, !async.value<f32>)
  func.func @e(%arg0: !async.token, %arg1: !async.value<f32>) {
    %token = async.execute {
      async.yield
    }
    %token_0, %bodyResults = async.execute [%arg0] (%arg1 as %arg2: !async.value<f32>) -> !async.value<f32> {
      async.yield %arg2 : f32
    }
    %token_1, %bodyResults_2:2 = async.execute [%arg0, %token] (%arg1 as %arg2: !async.value<f32>, %arg1 as %arg3: !async.value<f32>) -> (!async.value<f32>, !async.value<f32>) attributes {foo} {
      async.yield %arg2, %arg3 : f32, f32
    }
    return
  }
}
