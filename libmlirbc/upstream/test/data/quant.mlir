module {
  func.func @q(%arg0: tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>, %arg1: !quant.uniform<u8<1:255>:f32, 2.000000e-02:120>, %arg2: tensor<2x3x!quant.uniform<i8<-127:127>:f32:1, {2.000000e+00,3.000000e+00:1,4.500000e-03:-4}>>, %arg3: !quant.calibrated<f32<-0.998:1.232100e+00>>, %arg4: !quant.any<i8<-8:7>:f32>, %arg5: tensor<4x4x!quant.uniform<i8:f32:{0:2, 1:2}, {{1.000000e+00, 2.000000e+00:3}, {3.000000e+00, 4.000000e+00}}>>) {
    %0 = quant.dcast %arg0 : tensor<4x!quant.uniform<i8:f32, 2.000000e+00>> to tensor<4xf32>
    %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>
    %2 = quant.scast %1 : tensor<4x!quant.uniform<i8:f32, 2.000000e+00>> to tensor<4xi8>
    return
  }
  func.func private @u(!quant.calibrated<f32<-0.998:5.000000e-01>>, !quant.calibrated<f32<-9.000000e-01:9.980000e+00>>, !quant.calibrated<f32<-0.99699999999999999:1.000000e+10>>, !quant.uniform<i8:f32, 0.998>, !quant.uniform<i8:f32, 3.000000e-01>, !quant.uniform<i8:f32:{0:2}, {1.000000e-01, 9.980000e-01}>)
  func.func private @r(!quant.uniform<i8:f32:{0:2, 1:2}, {{1.000000e+00, 2.000000e+00:3}, {3.000000e+00, 9.980000e-01}}>, !quant.uniform<i8:f32:{0:2}, {1.000000e+00, 2.000000e+00:3}>, !quant.any<i8<-8:7>:f32>, !quant.calibrated<f32<-1.000000e+00:1.000000e+00>>)
}
