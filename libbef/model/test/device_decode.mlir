// Made by device_decode.py.
module @jit_decode attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<16x16xf32>, %arg3: tensor<16x16xf32>, %arg4: tensor<16x64xf32>, %arg5: tensor<16x16xf32>, %arg6: tensor<64x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<16x16xf32>, %arg10: tensor<16x64xf32>, %arg11: tensor<16x16xf32>, %arg12: tensor<40x16xf32>, %arg13: tensor<i32>) -> (tensor<24xi32> {jax.result_info = "result[0]"}, tensor<24xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x24x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x24x8xf32>
    %2 = stablehlo.iota dim = 0 : tensor<24xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<24xi32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<24xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5:22 = stablehlo.while(%iterArg = %2, %iterArg_3 = %arg12, %iterArg_4 = %arg3, %iterArg_5 = %arg1, %iterArg_6 = %arg5, %iterArg_7 = %arg2, %iterArg_8 = %arg4, %iterArg_9 = %arg0, %iterArg_10 = %arg9, %iterArg_11 = %arg7, %iterArg_12 = %arg11, %iterArg_13 = %arg8, %iterArg_14 = %arg10, %iterArg_15 = %arg6, %iterArg_16 = %c_2, %iterArg_17 = %arg13, %iterArg_18 = %0, %iterArg_19 = %0, %iterArg_20 = %1, %iterArg_21 = %1, %iterArg_22 = %3, %iterArg_23 = %4) : tensor<24xi32>, tensor<40x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x64xf32>, tensor<64x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x64xf32>, tensor<64x16xf32>, tensor<i32>, tensor<i32>, tensor<2x24x8xf32>, tensor<2x24x8xf32>, tensor<2x24x8xf32>, tensor<2x24x8xf32>, tensor<24xi32>, tensor<24xf32>
    cond {
      %c_24 = stablehlo.constant dense<24> : tensor<i32>
      %6 = stablehlo.compare LT, %iterArg_16, %c_24, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %6 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_16) : (tensor<24xi32>, tensor<i32>) -> tensor<i32>
      %c_24 = stablehlo.constant dense<0> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg_17, %c_24, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_25 = stablehlo.constant dense<40> : tensor<i32>
      %8 = stablehlo.add %iterArg_17, %c_25 : tensor<i32>
      %9 = stablehlo.select %7, %8, %iterArg_17 : tensor<i1>, tensor<i32>
      %c_26 = stablehlo.constant dense<0> : tensor<i32>
      %c_27 = stablehlo.constant dense<0> : tensor<i32>
      %10 = stablehlo.compare LT, %c_26, %c_27, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_28 = stablehlo.constant dense<0> : tensor<i32>
      %c_29 = stablehlo.constant dense<16> : tensor<i32>
      %11 = stablehlo.add %c_28, %c_29 : tensor<i32>
      %c_30 = stablehlo.constant dense<0> : tensor<i32>
      %12 = stablehlo.select %10, %11, %c_30 : tensor<i1>, tensor<i32>
      %13 = stablehlo.dynamic_slice %iterArg_3, %9, %12, sizes = [1, 16] : (tensor<40x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
      %14 = stablehlo.reshape %13 : (tensor<1x16xf32>) -> tensor<16xf32>
      %15 = stablehlo.dot_general %14, %iterArg_4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16x16xf32>) -> tensor<16xf32>
      %16 = stablehlo.reshape %15 : (tensor<16xf32>) -> tensor<2x8xf32>
      %17 = stablehlo.dot_general %14, %iterArg_5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16x16xf32>) -> tensor<16xf32>
      %18 = stablehlo.reshape %17 : (tensor<16xf32>) -> tensor<2x8xf32>
      %19 = stablehlo.dot_general %14, %iterArg_6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16x16xf32>) -> tensor<16xf32>
      %20 = stablehlo.reshape %19 : (tensor<16xf32>) -> tensor<2x8xf32>
      %21 = stablehlo.broadcast_in_dim %18, dims = [0, 2] : (tensor<2x8xf32>) -> tensor<2x1x8xf32>
      %c_31 = stablehlo.constant dense<0> : tensor<i32>
      %22 = stablehlo.compare LT, %6, %c_31, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_32 = stablehlo.constant dense<24> : tensor<i32>
      %23 = stablehlo.add %6, %c_32 : tensor<i32>
      %24 = stablehlo.select %22, %23, %6 : tensor<i1>, tensor<i32>
      %c_33 = stablehlo.constant dense<0> : tensor<i32>
      %c_34 = stablehlo.constant dense<0> : tensor<i32>
      %25 = stablehlo.dynamic_update_slice %iterArg_18, %21, %c_33, %24, %c_34 : (tensor<2x24x8xf32>, tensor<2x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x24x8xf32>
      %26 = stablehlo.broadcast_in_dim %20, dims = [0, 2] : (tensor<2x8xf32>) -> tensor<2x1x8xf32>
      %c_35 = stablehlo.constant dense<0> : tensor<i32>
      %27 = stablehlo.compare LT, %6, %c_35, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_36 = stablehlo.constant dense<24> : tensor<i32>
      %28 = stablehlo.add %6, %c_36 : tensor<i32>
      %29 = stablehlo.select %27, %28, %6 : tensor<i1>, tensor<i32>
      %c_37 = stablehlo.constant dense<0> : tensor<i32>
      %c_38 = stablehlo.constant dense<0> : tensor<i32>
      %30 = stablehlo.dynamic_update_slice %iterArg_19, %26, %c_37, %29, %c_38 : (tensor<2x24x8xf32>, tensor<2x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x24x8xf32>
      %31 = stablehlo.dot_general %16, %25, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8xf32>, tensor<2x24x8xf32>) -> tensor<2x24xf32>
      %32 = stablehlo.iota dim = 0 : tensor<24xi32>
      %33 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i32>) -> tensor<24xi32>
      %34 = stablehlo.compare LE, %32, %33, SIGNED : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi1>
      %cst_39 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %35 = func.call @_where(%34, %31, %cst_39) : (tensor<24xi1>, tensor<2x24xf32>, tensor<f32>) -> tensor<2x24xf32>
      %cst_40 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %36 = stablehlo.reduce(%35 init: %cst_40) applies stablehlo.maximum across dimensions = [1] : (tensor<2x24xf32>, tensor<f32>) -> tensor<2xf32>
      %cst_41 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %37 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %38 = stablehlo.maximum %37, %36 : tensor<2xf32>
      %39 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
      %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x24xf32>
      %41 = stablehlo.subtract %35, %40 : tensor<2x24xf32>
      %42 = stablehlo.exponential %41 : tensor<2x24xf32>
      %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %43 = stablehlo.reduce(%42 init: %cst_42) applies stablehlo.add across dimensions = [1] : (tensor<2x24xf32>, tensor<f32>) -> tensor<2xf32>
      %44 = stablehlo.broadcast_in_dim %43, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
      %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x24xf32>
      %46 = stablehlo.divide %42, %45 : tensor<2x24xf32>
      %47 = stablehlo.dot_general %46, %30, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x24xf32>, tensor<2x24x8xf32>) -> tensor<2x8xf32>
      %48 = stablehlo.reshape %47 : (tensor<2x8xf32>) -> tensor<16xf32>
      %49 = stablehlo.dot_general %48, %iterArg_7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16x16xf32>) -> tensor<16xf32>
      %50 = stablehlo.add %14, %49 : tensor<16xf32>
      %51 = stablehlo.dot_general %50, %iterArg_8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16x64xf32>) -> tensor<64xf32>
      %52 = stablehlo.multiply %51, %51 : tensor<64xf32>
      %53 = stablehlo.multiply %52, %51 : tensor<64xf32>
      %cst_43 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %54 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %55 = stablehlo.multiply %54, %53 : tensor<64xf32>
      %56 = stablehlo.add %51, %55 : tensor<64xf32>
      %cst_44 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %57 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %58 = stablehlo.multiply %57, %56 : tensor<64xf32>
      %59 = stablehlo.tanh %58 : tensor<64xf32>
      %cst_45 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %60 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %61 = stablehlo.add %60, %59 : tensor<64xf32>
      %cst_46 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %62 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %63 = stablehlo.multiply %62, %61 : tensor<64xf32>
      %64 = stablehlo.multiply %51, %63 : tensor<64xf32>
      %65 = stablehlo.dot_general %64, %iterArg_9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64xf32>, tensor<64x16xf32>) -> tensor<16xf32>
      %66 = stablehlo.add %50, %65 : tensor<16xf32>
      %67 = stablehlo.dot_general %66, %iterArg_10, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16x16xf32>) -> tensor<16xf32>
      %68 = stablehlo.reshape %67 : (tensor<16xf32>) -> tensor<2x8xf32>
      %69 = stablehlo.dot_general %66, %iterArg_11, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16x16xf32>) -> tensor<16xf32>
      %70 = stablehlo.reshape %69 : (tensor<16xf32>) -> tensor<2x8xf32>
      %71 = stablehlo.dot_general %66, %iterArg_12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16x16xf32>) -> tensor<16xf32>
      %72 = stablehlo.reshape %71 : (tensor<16xf32>) -> tensor<2x8xf32>
      %73 = stablehlo.broadcast_in_dim %70, dims = [0, 2] : (tensor<2x8xf32>) -> tensor<2x1x8xf32>
      %c_47 = stablehlo.constant dense<0> : tensor<i32>
      %74 = stablehlo.compare LT, %6, %c_47, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_48 = stablehlo.constant dense<24> : tensor<i32>
      %75 = stablehlo.add %6, %c_48 : tensor<i32>
      %76 = stablehlo.select %74, %75, %6 : tensor<i1>, tensor<i32>
      %c_49 = stablehlo.constant dense<0> : tensor<i32>
      %c_50 = stablehlo.constant dense<0> : tensor<i32>
      %77 = stablehlo.dynamic_update_slice %iterArg_20, %73, %c_49, %76, %c_50 : (tensor<2x24x8xf32>, tensor<2x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x24x8xf32>
      %78 = stablehlo.broadcast_in_dim %72, dims = [0, 2] : (tensor<2x8xf32>) -> tensor<2x1x8xf32>
      %c_51 = stablehlo.constant dense<0> : tensor<i32>
      %79 = stablehlo.compare LT, %6, %c_51, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_52 = stablehlo.constant dense<24> : tensor<i32>
      %80 = stablehlo.add %6, %c_52 : tensor<i32>
      %81 = stablehlo.select %79, %80, %6 : tensor<i1>, tensor<i32>
      %c_53 = stablehlo.constant dense<0> : tensor<i32>
      %c_54 = stablehlo.constant dense<0> : tensor<i32>
      %82 = stablehlo.dynamic_update_slice %iterArg_21, %78, %c_53, %81, %c_54 : (tensor<2x24x8xf32>, tensor<2x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x24x8xf32>
      %83 = stablehlo.dot_general %68, %77, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8xf32>, tensor<2x24x8xf32>) -> tensor<2x24xf32>
      %84 = stablehlo.iota dim = 0 : tensor<24xi32>
      %85 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i32>) -> tensor<24xi32>
      %86 = stablehlo.compare LE, %84, %85, SIGNED : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi1>
      %cst_55 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %87 = func.call @_where(%86, %83, %cst_55) : (tensor<24xi1>, tensor<2x24xf32>, tensor<f32>) -> tensor<2x24xf32>
      %cst_56 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %88 = stablehlo.reduce(%87 init: %cst_56) applies stablehlo.maximum across dimensions = [1] : (tensor<2x24xf32>, tensor<f32>) -> tensor<2xf32>
      %cst_57 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %89 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %90 = stablehlo.maximum %89, %88 : tensor<2xf32>
      %91 = stablehlo.broadcast_in_dim %90, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
      %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x24xf32>
      %93 = stablehlo.subtract %87, %92 : tensor<2x24xf32>
      %94 = stablehlo.exponential %93 : tensor<2x24xf32>
      %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %95 = stablehlo.reduce(%94 init: %cst_58) applies stablehlo.add across dimensions = [1] : (tensor<2x24xf32>, tensor<f32>) -> tensor<2xf32>
      %96 = stablehlo.broadcast_in_dim %95, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
      %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x24xf32>
      %98 = stablehlo.divide %94, %97 : tensor<2x24xf32>
      %99 = stablehlo.dot_general %98, %82, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x24xf32>, tensor<2x24x8xf32>) -> tensor<2x8xf32>
      %100 = stablehlo.reshape %99 : (tensor<2x8xf32>) -> tensor<16xf32>
      %101 = stablehlo.dot_general %100, %iterArg_13, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16x16xf32>) -> tensor<16xf32>
      %102 = stablehlo.add %66, %101 : tensor<16xf32>
      %103 = stablehlo.dot_general %102, %iterArg_14, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16x64xf32>) -> tensor<64xf32>
      %104 = stablehlo.multiply %103, %103 : tensor<64xf32>
      %105 = stablehlo.multiply %104, %103 : tensor<64xf32>
      %cst_59 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %106 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %107 = stablehlo.multiply %106, %105 : tensor<64xf32>
      %108 = stablehlo.add %103, %107 : tensor<64xf32>
      %cst_60 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %109 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %110 = stablehlo.multiply %109, %108 : tensor<64xf32>
      %111 = stablehlo.tanh %110 : tensor<64xf32>
      %cst_61 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %112 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %113 = stablehlo.add %112, %111 : tensor<64xf32>
      %cst_62 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %114 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %115 = stablehlo.multiply %114, %113 : tensor<64xf32>
      %116 = stablehlo.multiply %103, %115 : tensor<64xf32>
      %117 = stablehlo.dot_general %116, %iterArg_15, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64xf32>, tensor<64x16xf32>) -> tensor<16xf32>
      %118 = stablehlo.add %102, %117 : tensor<16xf32>
      %119 = stablehlo.transpose %iterArg_3, dims = [1, 0] : (tensor<40x16xf32>) -> tensor<16x40xf32>
      %120 = stablehlo.dot_general %118, %119, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16xf32>, tensor<16x40xf32>) -> tensor<40xf32>
      %cst_63 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %121 = stablehlo.reduce(%120 init: %cst_63) applies stablehlo.maximum across dimensions = [0] : (tensor<40xf32>, tensor<f32>) -> tensor<f32>
      %122 = stablehlo.broadcast_in_dim %121, dims = [] : (tensor<f32>) -> tensor<40xf32>
      %123 = stablehlo.compare EQ, %120, %122, FLOAT : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
      %124 = stablehlo.iota dim = 0 : tensor<40xi32>
      %c_64 = stablehlo.constant dense<40> : tensor<i32>
      %125 = func.call @_where_0(%123, %124, %c_64) : (tensor<40xi1>, tensor<40xi32>, tensor<i32>) -> tensor<40xi32>
      %c_65 = stablehlo.constant dense<2147483647> : tensor<i32>
      %126 = stablehlo.reduce(%125 init: %c_65) applies stablehlo.minimum across dimensions = [0] : (tensor<40xi32>, tensor<i32>) -> tensor<i32>
      %127 = func.call @dynamic_update_index_in_dim(%iterArg_22, %126, %iterArg_16) : (tensor<24xi32>, tensor<i32>, tensor<i32>) -> tensor<24xi32>
      %128 = func.call @dynamic_update_index_in_dim_1(%iterArg_23, %121, %iterArg_16) : (tensor<24xf32>, tensor<f32>, tensor<i32>) -> tensor<24xf32>
      %c_66 = stablehlo.constant dense<1> : tensor<i32>
      %129 = stablehlo.add %iterArg_16, %c_66 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12, %iterArg_13, %iterArg_14, %iterArg_15, %129, %126, %25, %30, %77, %82, %127, %128 : tensor<24xi32>, tensor<40x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x64xf32>, tensor<64x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x64xf32>, tensor<64x16xf32>, tensor<i32>, tensor<i32>, tensor<2x24x8xf32>, tensor<2x24x8xf32>, tensor<2x24x8xf32>, tensor<2x24x8xf32>, tensor<24xi32>, tensor<24xf32>
    }
    return %5#20, %5#21 : tensor<24xi32>, tensor<24xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<24xi32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<24xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<24xi1>, %arg1: tensor<2x24xf32>, %arg2: tensor<f32>) -> tensor<2x24xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<24xi1>) -> tensor<2x24xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x24xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<2x24xi1>, tensor<2x24xf32>
    return %3 : tensor<2x24xf32>
  }
  func.func private @_where_0(%arg0: tensor<40xi1>, %arg1: tensor<40xi32>, %arg2: tensor<i32>) -> tensor<40xi32> {
    %0 = stablehlo.convert %arg2 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<40xi1>, tensor<40xi32>
    return %2 : tensor<40xi32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<24xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<24xi32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<24xi32>, tensor<1xi32>, tensor<i32>) -> tensor<24xi32>
    return %1 : tensor<24xi32>
  }
  func.func private @dynamic_update_index_in_dim_1(%arg0: tensor<24xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<24xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<24xf32>, tensor<1xf32>, tensor<i32>) -> tensor<24xf32>
    return %1 : tensor<24xf32>
  }
}
