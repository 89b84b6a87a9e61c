// A first program. Run it:          bef run hello.mlir
// Make BEF of it and run that:      bef assemble hello.mlir -o hello.bef && bef run hello.bef

// Functions without arguments are run, in the order of the file.
func.func @greet() -> !tfrt.chain {
  %hello = "tfrt_test.print_hello"() : () -> !tfrt.chain
  tfrt.return %hello : !tfrt.chain
}

// Functions with arguments are there to be called. A loop hands its values from round to round.
func.func @fibonacci(%rounds: i32) -> i32 {
  %x = tfrt.constant.i32 0
  %y = tfrt.constant.i32 1
  %a, %b = tfrt.repeat.i32 %rounds, %x, %y : i32, i32 {
    %sum = tfrt.add.i32 %x, %y
    tfrt.return %y, %sum : i32, i32
  }
  tfrt.return %a : i32
}

func.func @fibonacci_of_30() -> i32 {
  %n = tfrt.constant.i32 30
  %f = tfrt.call @fibonacci(%n) : (i32) -> i32
  tfrt.return %f : i32
}

// Kernels run as soon as their arguments are there, so what prints is ordered by a chain that each hands to the next.
func.func @count() -> !tfrt.chain {
  %start = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %first = tfrt.print.i32 %one, %start
  %second = tfrt.print.i32 %two, %first
  tfrt.return %second : !tfrt.chain
}

// An error is a value too: what depends on it becomes the same error, what does not goes on.
func.func @errors_are_values() -> (i32, i32) {
  %seven = tfrt.constant.i32 7
  %zero = tfrt.constant.i32 0
  %quotient, %rest = tfrt.div.i32 %seven, %zero // expected-error {{Divide by zero}}
  %lost = tfrt.add.i32 %quotient, %seven
  %kept = tfrt.add.i32 %seven, %seven
  tfrt.return %lost, %kept : i32, i32
}
