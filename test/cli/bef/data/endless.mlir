// More rounds than a machine runs in a year.
func.func @main() -> i32 {
  %rounds = tfrt.constant.i32 2147483647
  %a = tfrt.repeat.i32 %rounds, %rounds : i32 {
    %b = tfrt.repeat.i32 %rounds, %rounds : i32 {
      tfrt.return %rounds : i32
    }
    tfrt.return %b : i32
  }
  tfrt.return %a : i32
}

func.func @next() -> i32 {
  %zero = tfrt.constant.i32 0
  tfrt.return %zero : i32
}
