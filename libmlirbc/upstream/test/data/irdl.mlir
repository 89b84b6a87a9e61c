module {
  func.func @c_pred() {
    %0 = irdl.c_pred "s" 
    return
  }
}
