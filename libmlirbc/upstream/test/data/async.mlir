module {
  func.func @await(%arg0: !async.token) {
    async.await %arg0 : !async.token
    return
  }
  func.func @coro_begin(%arg0: !async.coro.id) {
    %0 = async.coro.begin %arg0
    return
  }
  func.func @coro_free(%arg0: !async.coro.id, %arg1: !async.coro.handle) {
    async.coro.free %arg0, %arg1
    return
  }
  func.func @coro_id() {
    %0 = async.coro.id
    return
  }
  func.func @create_group(%arg0: index) {
    %0 = async.create_group %arg0 : !async.group
    return
  }
  func.func @runtime_add_ref(%arg0: !async.token) {
    async.runtime.add_ref %arg0 {count = 1 : i64} : !async.token
    return
  }
  func.func @runtime_add_to_group(%arg0: !async.value<f32>, %arg1: !async.group) {
    %0 = async.runtime.add_to_group %arg0, %arg1 : !async.value<f32>
    return
  }
  func.func @runtime_create_group(%arg0: index) {
    %0 = async.runtime.create_group %arg0 : !async.group
    return
  }
  func.func @runtime_drop_ref(%arg0: !async.value<f32>) {
    async.runtime.drop_ref %arg0 {count = 1 : i64} : !async.value<f32>
    return
  }
  func.func @runtime_set_available(%arg0: !async.token) {
    async.runtime.set_available %arg0 : !async.token
    return
  }
}
