module {
  tosa.variable @s : tensor<f32>
  tosa.variable @u = dense<1> : tensor<2xi8>
  tosa.variable @v {a = 1 : i32} = dense_resource<x> : tensor<2xi8>
}
