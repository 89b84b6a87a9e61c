#list = [1 : i32, 2 : i32]
func.func @f() -> i32 {
  "k.scalars"() {a = true, b = -1 : i8, c = 2 : ui16, d = 3, e = 0.5 : f16, f = 0.5 : bf16, g = 1.5 : f32, h = 2.5} : () -> ()
  "k.types"() {a = i32, b = complex<f64>, c = !corert.quint8} : () -> ()
  "k.texts"() {a = "", b = "x\00y", c = #corert.shape<2x?>, d = #corert.shape<*>, e = #corert.shape<>} : () -> ()
  "k.lists"() {a = [], b = #list, c = [#list, "x", [i8]], d = [1.0, 2.0], e = [true]} : () -> ()
  "k.dense"() {a = dense<1> : tensor<2x3xi8>, b = dense<[1.0, 2.0]> : vector<2xf32>, c = dense<true> : tensor<i1>} : () -> ()
  %r = "tfrt.constant.i32"() {value = 5 : i32, x.more = "m"} : () -> i32
  %c = tfrt.constant.complex64 1.0, 2.0
  tfrt.return %r : i32
}
