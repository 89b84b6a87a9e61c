// files: words.txt
// Strings, attributes of every kind, resources of the request.
func.func @strings() -> (i1, i1, !tfrt.chain) {
  %a = tfrt_test.get_string {value = "tea"}
  %b = tfrt_test.get_string {value = "pot"}
  %ab = "tfrt_test.append_string"(%a, %b) : (!tfrt.string, !tfrt.string) -> !tfrt.string
  %c = tfrt_test.get_string {value = "teapot"}
  %e = "tfrt_test.string_equal"(%ab, %c) : (!tfrt.string, !tfrt.string) -> i1
  %f = "tfrt_test.string_equal"(%ab, %a) : (!tfrt.string, !tfrt.string) -> i1
  %ch = tfrt.new.chain
  %p = "tfrt_test.print_string"(%ab, %ch) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %e, %f, %p : i1, i1, !tfrt.chain
}
func.func @formats() -> !tfrt.chain {
  %f = tfrt_test.get_string {value = "%05d of 100%%"}
  %n = tfrt.constant.i32 42
  %s = "tfrt_test.format_string"(%f, %n) : (!tfrt.string, i32) -> !tfrt.string
  %ch = tfrt.new.chain
  %p = "tfrt_test.print_string"(%s, %ch) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %p : !tfrt.chain
}
func.func @bad_format() -> !tfrt.string {
  %f = tfrt_test.get_string {value = "%s"}
  %n = tfrt.constant.i32 42
  %s = "tfrt_test.format_string"(%f, %n) : (!tfrt.string, i32) -> !tfrt.string
  tfrt.return %s : !tfrt.string
}
func.func @files() -> !tfrt.chain {
  %path = tfrt_test.get_string {value = "words.txt"}
  %text = "tfrt_test.read_string_from_file"(%path) : (!tfrt.string) -> !tfrt.string
  %ch = tfrt.new.chain
  %p = "tfrt_test.print_string"(%text, %ch) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %p : !tfrt.chain
}
func.func @no_file() -> !tfrt.string {
  %path = tfrt_test.get_string {value = "absent.txt"}
  %text = "tfrt_test.read_string_from_file"(%path) : (!tfrt.string) -> !tfrt.string
  tfrt.return %text : !tfrt.string
}
func.func @logging() -> !tfrt.chain {
  %s = tfrt_test.get_string {value = "hello"}
  %c = "tfrt_test.logging"(%s) : (!tfrt.string) -> !tfrt.chain
  %d = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %d : !tfrt.chain
}
func.func @attributes() -> (i32, i32, f32, i32, i64, i32, !tfrt.chain) {
  %s, %i, %j, %f = "tfrt_test.flat"() {value = [["text", [7 : i32, 8 : i32]], [2.5 : f32]]} : () -> (!tfrt.string, i32, i32, f32)
  %a = "tfrt_test.sum_array_attr.i32"() {number = "100", values = [1 : i32, 2 : i32, 3 : i32]} : () -> i32
  %b = "tfrt_test.sum_array_attr.i64"() {number = "-1", values = [1, 2]} : () -> i64
  %r = "tfrt_test.get_request_context_data.i32"() : () -> i32
  %ch = tfrt.new.chain
  %p = "tfrt_test.print_string"(%s, %ch) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %i, %j, %f, %a, %b, %r, %p : i32, i32, f32, i32, i64, i32, !tfrt.chain
}
func.func @types() -> !tfrt.chain {
  %t = "tfrt_test.get_static_tensor_type"() {name = "DenseHost"} : () -> !tfrt.tensor_type
  %c = "tfrt_test.print_tensor_type"(%t) : (!tfrt.tensor_type) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
func.func @shared_context() -> !tfrt.chain {
  %c = tfrt.new.chain
  %s, %d = "tfrt_test.use_sample_shared_context"(%c) : (!tfrt.chain) -> (!tfrt.string, !tfrt.chain)
  %p = "tfrt_test.print_string"(%s, %d) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %p : !tfrt.chain
}
func.func @coordinates() -> !tfrt.chain {
  %x = tfrt.constant.i32 2
  %y = tfrt.constant.i32 -3
  %c = "tfrt_tutorial.create_coordinate"(%x, %y) : (i32, i32) -> !my.coordinate
  %p = "tfrt_tutorial.print_coordinate"(%c) : (!my.coordinate) -> !tfrt.chain
  tfrt.return %p : !tfrt.chain
}
func.func @self_checks() -> !tfrt.chain {
  %a = "tfrt_test.async_value_get"() : () -> !tfrt.string
  %b = "tfrt_test.async_value_ref"() : () -> !tfrt.string
  %ch = tfrt.new.chain
  %p = "tfrt_test.print_string"(%a, %ch) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %q = "tfrt_test.print_string"(%b, %p) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %q : !tfrt.chain
}
func.func @numbers() -> (i32, i32, i32, i32, i64, i64, i64) {
  %one = tfrt.constant.i32 1
  %wide = tfrt.constant.i64 10
  %a, %b, %c = tfrt_test.count3.i32 %one
  %s = "tfrt_test.sum"(%a, %b, %c) : (i32, i32, i32) -> i32
  %d, %e, %f = "tfrt_test.count3.i64"(%wide) : (i64) -> (i64, i64, i64)
  tfrt.return %a, %b, %c, %s, %d, %e, %f : i32, i32, i32, i32, i64, i64, i64
}
