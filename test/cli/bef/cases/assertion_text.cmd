# an assertion that is decided when it runs says all of its text, which is longer than messages of failures
cat >model.mlir <<'END'
func.func @main(%a: tensor<i1>, %n: tensor<i32>) -> tensor<i1> {
  stablehlo.custom_call @shape_assertion(%a, %n) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 2 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 2*c),args[1].shape = (b, 2*c),args[2].shape = (b, 2*c),args[3].shape = (b, 2*c),args[4].shape = (b, 2*c),args[5].shape = (b, 2*c),args[6].shape = (b, 2*c),args[7].shape = (b, 2*c),args[8].shape = (b, 2*c),args[9].shape = (b, 2*c),args[10].shape = (b, 2*c),args[11].shape = (b, 2*c),args[12].shape = (b, 2*c),args[13].shape = (b, 2*c),args[14].shape = (b, 2*c),args[15].shape = (b, 2*c). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}). This is the end of a long a long a long a long a long a long a long a long a long a long a long a long a long a long a long a long a long a long a long a long text.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return %a : tensor<i1>
}
END
bef run model.mlir --input false --input 3 2>err
echo "status $?"
grep -c 'args.15..shape = (b, 2.c). Obtained dimension variables: .b. = 3 from .* a long text. .hlo.check_assertion.$' err
