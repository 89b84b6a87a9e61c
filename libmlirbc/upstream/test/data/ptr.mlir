module {
  func.func @load(%arg0: !ptr.ptr<#ptr.generic_space>) {
    %0 = ptr.load %arg0 invariant_group : !ptr.ptr<#ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
    return
  }
  func.func @ptr_add(%arg0: !ptr.ptr<#ptr.generic_space>, %arg1: i64) {
    %0 = ptr.ptr_add %arg0, %arg1 : !ptr.ptr<#ptr.generic_space>, i64
    return
  }
  func.func @store(%arg0: !ptr.ptr<#ptr.generic_space>, %arg1: !ptr.ptr<#ptr.generic_space>) {
    ptr.store volatile %arg0, %arg1 nontemporal invariant_group : !ptr.ptr<#ptr.generic_space>, !ptr.ptr<#ptr.generic_space>
    return
  }
}
