// Reads handwritten digits with a trained network of two layers: 784 pixels, 512 hidden values, 10 scores.
//
//     bef run mnist.mlir
//
// in a folder with TFRT's mnist_tensors.btf (six tensors: weights and bias of both layers, 100 images of 28 x 28 pixels
// from 0 to 255, and what they show) prints the share of digits that were read right: 9.800000e-01, 98 of 100.

// input * weights + bias, the same bias for each image. The bias is spread over a new tensor, to which the product is
// then added in place: the chain says when it has been.
func.func @layer(%input: !tfrt_tensor.tensor, %weights: !tfrt_tensor.tensor, %bias: !tfrt_tensor.tensor,
    %shape: !ts.shape, %ready: !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain) {
  %one = tfrt.constant.f32 1.0
  %output = "tfrt_test.broadcast.f32.2"(%bias, %shape) : (!tfrt_tensor.tensor, !ts.shape) -> !tfrt_tensor.tensor
  %done = "tfrt_test.matmul.f32.2"(%one, %input, %weights, %one, %output, %ready)
    : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %output, %done : !tfrt_tensor.tensor, !tfrt.chain
}

// A mean of 1 where the answer is the label and 0 where it is not.
func.func @share_of_equal(%answers: !tfrt_tensor.tensor, %labels: !tfrt_tensor.tensor, %ready: !tfrt.chain)
    -> !tfrt_tensor.tensor {
  %c1 = "tfrt_test.equal_inplace.i32"(%labels, %answers, %ready)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %equal = tfrt_dht.create_uninitialized_tensor.f32.1 [100 : i64]
  %c2 = "tfrt_test.cast.i32_to_f32"(%answers, %equal, %c1)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %share = "tfrt_test.reduce_mean.f32.1"(%equal, %c2) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  tfrt.return %share : !tfrt_tensor.tensor
}

// The six reads are independent of each other: on a queue with threads they happen at the same time.
func.func @mnist() -> !tfrt.chain {
  %start = tfrt.new.chain
  %path = tfrt_test.get_string {value = "mnist_tensors.btf"}
  %0 = tfrt.constant.i32 0
  %1 = tfrt.constant.i32 1
  %2 = tfrt.constant.i32 2
  %3 = tfrt.constant.i32 3
  %4 = tfrt.constant.i32 4
  %5 = tfrt.constant.i32 5
  %weights1 = "btf.read_dense_tensor.f32.2"(%path, %0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %bias1 = "btf.read_dense_tensor.f32.1"(%path, %1) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %weights2 = "btf.read_dense_tensor.f32.2"(%path, %2) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %bias2 = "btf.read_dense_tensor.f32.1"(%path, %3) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %images = "btf.read_dense_tensor.f32.2"(%path, %4) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %labels = "btf.read_dense_tensor.i32.1"(%path, %5) : (!tfrt.string, i32) -> !tfrt_tensor.tensor

  %shape1 = ts.build_shape [100 : i64, 512 : i64]
  %hidden, %c1 = tfrt.call @layer(%images, %weights1, %bias1, %shape1, %start)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !ts.shape, !tfrt.chain)
    -> (!tfrt_tensor.tensor, !tfrt.chain)
  %c2 = "tfrt_test.relu_inplace.f32"(%hidden, %c1) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain

  %shape2 = ts.build_shape [100 : i64, 10 : i64]
  %scores, %c3 = tfrt.call @layer(%hidden, %weights2, %bias2, %shape2, %c2)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !ts.shape, !tfrt.chain)
    -> (!tfrt_tensor.tensor, !tfrt.chain)
  %answers = "tfrt_test.argmax.f32.2"(%scores, %c3) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor

  %accuracy = tfrt.call @share_of_equal(%answers, %labels, %c3)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %c4 = tfrt_dht.print_tensor %accuracy, %c3
  tfrt.return %c4 : !tfrt.chain
}
