module {
  func.func @apply_rewrite() {
    pdl_interp.apply_rewrite "s"
    return
  }
  func.func @get_attribute_type(%arg0: !pdl.attribute) {
    %0 = pdl_interp.get_attribute_type of %arg0
    return
  }
  func.func @get_operand(%arg0: !pdl.operation) {
    %0 = pdl_interp.get_operand 2 of %arg0
    return
  }
  func.func @get_operands(%arg0: !pdl.operation) {
    %0 = pdl_interp.get_operands 8 of %arg0 : !pdl.value
    return
  }
  func.func @get_result(%arg0: !pdl.operation) {
    %0 = pdl_interp.get_result 1 of %arg0
    return
  }
  func.func @get_results(%arg0: !pdl.operation) {
    %0 = pdl_interp.get_results of %arg0 : !pdl.range<value>
    return
  }
  func.func @get_value_type(%arg0: !pdl.value) {
    %0 = pdl_interp.get_value_type of %arg0 : !pdl.type
    return
  }
  func.func @replace(%arg0: !pdl.operation) {
    pdl_interp.replace %arg0 with ()
    return
  }
}
