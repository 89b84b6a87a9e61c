module {
  shard.grid @g(shape = 2x4x?)
  func.func @shard(%arg0: tensor<4x8xf32>) {
    %sharding = shard.sharding @g split_axes = [[0], [1]] : !shard.sharding
    %sharding_0 = shard.sharding @g split_axes = [[0], [1, 2]] : !shard.sharding
    %sharding_1 = shard.sharding @g split_axes = [[], [0]] : !shard.sharding
    return
  }
}
