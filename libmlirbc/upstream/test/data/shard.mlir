module {
  func.func @get_sharding(%arg0: tensor<4xf32>) {
    %0 = shard.get_sharding %arg0 : tensor<4xf32> -> !shard.sharding
    return
  }
  func.func @shard(%arg0: tensor<4x8xf32>, %arg1: !shard.sharding) {
    %sharding_annotated = shard.shard %arg0 to %arg1 : tensor<4x8xf32>
    return
  }
}
