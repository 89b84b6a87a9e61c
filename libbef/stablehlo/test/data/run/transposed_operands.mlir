// Products of transposed operands, which are products of the operands themselves.
func.func @main() {
  // vector_f32
  %xn_0 = stablehlo.iota dim = 0 : tensor<130xi32>
  %xm_0 = stablehlo.constant dense<11> : tensor<130xi32>
  %xd_0 = stablehlo.constant dense<19> : tensor<130xi32>
  %xs_0 = stablehlo.constant dense<9> : tensor<130xi32>
  %xa_0 = stablehlo.multiply %xn_0, %xm_0 : tensor<130xi32>
  %xb_0 = stablehlo.remainder %xa_0, %xd_0 : tensor<130xi32>
  %xc_0 = stablehlo.subtract %xb_0, %xs_0 : tensor<130xi32>
  %xe_0 = stablehlo.convert %xc_0 : (tensor<130xi32>) -> tensor<130xf32>
  %xf_0 = stablehlo.reshape %xe_0 : (tensor<130xf32>) -> tensor<130xf32>
  %xg_0 = stablehlo.optimization_barrier %xf_0 : tensor<130xf32>
  %yn_0 = stablehlo.iota dim = 0 : tensor<8710xi32>
  %ym_0 = stablehlo.constant dense<7> : tensor<8710xi32>
  %yd_0 = stablehlo.constant dense<19> : tensor<8710xi32>
  %ys_0 = stablehlo.constant dense<9> : tensor<8710xi32>
  %ya_0 = stablehlo.multiply %yn_0, %ym_0 : tensor<8710xi32>
  %yb_0 = stablehlo.remainder %ya_0, %yd_0 : tensor<8710xi32>
  %yc_0 = stablehlo.subtract %yb_0, %ys_0 : tensor<8710xi32>
  %ye_0 = stablehlo.convert %yc_0 : (tensor<8710xi32>) -> tensor<8710xf32>
  %yf_0 = stablehlo.reshape %ye_0 : (tensor<8710xf32>) -> tensor<67x130xf32>
  %yg_0 = stablehlo.optimization_barrier %yf_0 : tensor<67x130xf32>
  %yt_0 = stablehlo.transpose %yg_0, dims = [1, 0] : (tensor<67x130xf32>) -> tensor<130x67xf32>
  %r_0 = stablehlo.dot_general %xg_0, %yt_0, contracting_dims = [0] x [0] : (tensor<130xf32>, tensor<130x67xf32>) -> tensor<67xf32>
  check.expect_eq_const %r_0, dense<[861.0, -598.0, -860.0, -58.0, -453.0, 349.0, -179.0, 509.0, -152.0, 460.0, -334.0, 69.0, -858.0, -721.0, 746.0, 883.0, -291.0, -287.0, 914.0, 861.0, -598.0, -860.0, -58.0, -453.0, 349.0, -179.0, 509.0, -152.0, 460.0, -334.0, 69.0, -858.0, -721.0, 746.0, 883.0, -291.0, -287.0, 914.0, 861.0, -598.0, -860.0, -58.0, -453.0, 349.0, -179.0, 509.0, -152.0, 460.0, -334.0, 69.0, -858.0, -721.0, 746.0, 883.0, -291.0, -287.0, 914.0, 861.0, -598.0, -860.0, -58.0, -453.0, 349.0, -179.0, 509.0, -152.0, 460.0]> : tensor<67xf32>
  // few_rows_f32
  %xn_1 = stablehlo.iota dim = 0 : tensor<655xi32>
  %xm_1 = stablehlo.constant dense<11> : tensor<655xi32>
  %xd_1 = stablehlo.constant dense<19> : tensor<655xi32>
  %xs_1 = stablehlo.constant dense<9> : tensor<655xi32>
  %xa_1 = stablehlo.multiply %xn_1, %xm_1 : tensor<655xi32>
  %xb_1 = stablehlo.remainder %xa_1, %xd_1 : tensor<655xi32>
  %xc_1 = stablehlo.subtract %xb_1, %xs_1 : tensor<655xi32>
  %xe_1 = stablehlo.convert %xc_1 : (tensor<655xi32>) -> tensor<655xf32>
  %xf_1 = stablehlo.reshape %xe_1 : (tensor<655xf32>) -> tensor<5x131xf32>
  %xg_1 = stablehlo.optimization_barrier %xf_1 : tensor<5x131xf32>
  %yn_1 = stablehlo.iota dim = 0 : tensor<8777xi32>
  %ym_1 = stablehlo.constant dense<7> : tensor<8777xi32>
  %yd_1 = stablehlo.constant dense<19> : tensor<8777xi32>
  %ys_1 = stablehlo.constant dense<9> : tensor<8777xi32>
  %ya_1 = stablehlo.multiply %yn_1, %ym_1 : tensor<8777xi32>
  %yb_1 = stablehlo.remainder %ya_1, %yd_1 : tensor<8777xi32>
  %yc_1 = stablehlo.subtract %yb_1, %ys_1 : tensor<8777xi32>
  %ye_1 = stablehlo.convert %yc_1 : (tensor<8777xi32>) -> tensor<8777xf32>
  %yf_1 = stablehlo.reshape %ye_1 : (tensor<8777xf32>) -> tensor<67x131xf32>
  %yg_1 = stablehlo.optimization_barrier %yf_1 : tensor<67x131xf32>
  %yt_1 = stablehlo.transpose %yg_1, dims = [1, 0] : (tensor<67x131xf32>) -> tensor<131x67xf32>
  %r_1 = stablehlo.dot_general %xg_1, %yt_1, contracting_dims = [1] x [0] : (tensor<5x131xf32>, tensor<131x67xf32>) -> tensor<5x67xf32>
  check.expect_eq_const %r_1, dense<[[829.0, 533.0, 750.0, -876.0, 424.0, -271.0, -453.0, 49.0, 950.0, -163.0, -725.0, -622.0, -120.0, 895.0, -66.0, -362.0, -259.0, 357.0, -870.0, 829.0, 533.0, 750.0, -876.0, 424.0, -271.0, -453.0, 49.0, 950.0, -163.0, -725.0, -622.0, -120.0, 895.0, -66.0, -362.0, -259.0, 357.0, -870.0, 829.0, 533.0, 750.0, -876.0, 424.0, -271.0, -453.0, 49.0, 950.0, -163.0, -725.0, -622.0, -120.0, 895.0, -66.0, -362.0, -259.0, 357.0, -870.0, 829.0, 533.0, 750.0, -876.0, 424.0, -271.0, -453.0, 49.0, 950.0, -163.0], [-903.0, 826.0, 484.0, 826.0, -903.0, 427.0, -314.0, -371.0, 28.0, 883.0, -181.0, -637.0, -637.0, -181.0, 883.0, 28.0, -371.0, -314.0, 427.0, -903.0, 826.0, 484.0, 826.0, -903.0, 427.0, -314.0, -371.0, 28.0, 883.0, -181.0, -637.0, -637.0, -181.0, 883.0, 28.0, -371.0, -314.0, 427.0, -903.0, 826.0, 484.0, 826.0, -903.0, 427.0, -314.0, -371.0, 28.0, 883.0, -181.0, -637.0, -637.0, -181.0, 883.0, 28.0, -371.0, -314.0, 427.0, -903.0, 826.0, 484.0, 826.0, -903.0, 427.0, -314.0, -371.0, 28.0, 883.0], [424.0, -876.0, 750.0, 533.0, 829.0, -870.0, 357.0, -259.0, -362.0, -66.0, 895.0, -120.0, -622.0, -725.0, -163.0, 950.0, 49.0, -453.0, -271.0, 424.0, -876.0, 750.0, 533.0, 829.0, -870.0, 357.0, -259.0, -362.0, -66.0, 895.0, -120.0, -622.0, -725.0, -163.0, 950.0, 49.0, -453.0, -271.0, 424.0, -876.0, 750.0, 533.0, 829.0, -870.0, 357.0, -259.0, -362.0, -66.0, 895.0, -120.0, -622.0, -725.0, -163.0, 950.0, 49.0, -453.0, -271.0, 424.0, -876.0, 750.0, 533.0, 829.0, -870.0, 357.0, -259.0, -362.0, -66.0], [-301.0, 329.0, -865.0, 791.0, 490.0, 721.0, -872.0, 385.0, -315.0, -312.0, 52.0, 910.0, -189.0, -585.0, -620.0, -161.0, 868.0, 73.0, -399.0, -301.0, 329.0, -865.0, 791.0, 490.0, 721.0, -872.0, 385.0, -315.0, -312.0, 52.0, 910.0, -189.0, -585.0, -620.0, -161.0, 868.0, 73.0, -399.0, -301.0, 329.0, -865.0, 791.0, 490.0, 721.0, -872.0, 385.0, -315.0, -312.0, 52.0, 910.0, -189.0, -585.0, -620.0, -161.0, 868.0, 73.0, -399.0, -301.0, 329.0, -865.0, 791.0, 490.0, 721.0, -872.0, 385.0, -315.0, -312.0], [-437.0, -309.0, 465.0, -965.0, 759.0, 488.0, 863.0, -966.0, 359.0, -197.0, -335.0, -36.0, 890.0, -65.0, -602.0, -702.0, -175.0, 998.0, -33.0, -437.0, -309.0, 465.0, -965.0, 759.0, 488.0, 863.0, -966.0, 359.0, -197.0, -335.0, -36.0, 890.0, -65.0, -602.0, -702.0, -175.0, 998.0, -33.0, -437.0, -309.0, 465.0, -965.0, 759.0, 488.0, 863.0, -966.0, 359.0, -197.0, -335.0, -36.0, 890.0, -65.0, -602.0, -702.0, -175.0, 998.0, -33.0, -437.0, -309.0, 465.0, -965.0, 759.0, 488.0, 863.0, -966.0, 359.0, -197.0]]> : tensor<5x67xf32>
  // both_operands_f32
  %xn_2 = stablehlo.iota dim = 0 : tensor<655xi32>
  %xm_2 = stablehlo.constant dense<11> : tensor<655xi32>
  %xd_2 = stablehlo.constant dense<19> : tensor<655xi32>
  %xs_2 = stablehlo.constant dense<9> : tensor<655xi32>
  %xa_2 = stablehlo.multiply %xn_2, %xm_2 : tensor<655xi32>
  %xb_2 = stablehlo.remainder %xa_2, %xd_2 : tensor<655xi32>
  %xc_2 = stablehlo.subtract %xb_2, %xs_2 : tensor<655xi32>
  %xe_2 = stablehlo.convert %xc_2 : (tensor<655xi32>) -> tensor<655xf32>
  %xf_2 = stablehlo.reshape %xe_2 : (tensor<655xf32>) -> tensor<131x5xf32>
  %xg_2 = stablehlo.optimization_barrier %xf_2 : tensor<131x5xf32>
  %yn_2 = stablehlo.iota dim = 0 : tensor<8777xi32>
  %ym_2 = stablehlo.constant dense<7> : tensor<8777xi32>
  %yd_2 = stablehlo.constant dense<19> : tensor<8777xi32>
  %ys_2 = stablehlo.constant dense<9> : tensor<8777xi32>
  %ya_2 = stablehlo.multiply %yn_2, %ym_2 : tensor<8777xi32>
  %yb_2 = stablehlo.remainder %ya_2, %yd_2 : tensor<8777xi32>
  %yc_2 = stablehlo.subtract %yb_2, %ys_2 : tensor<8777xi32>
  %ye_2 = stablehlo.convert %yc_2 : (tensor<8777xi32>) -> tensor<8777xf32>
  %yf_2 = stablehlo.reshape %ye_2 : (tensor<8777xf32>) -> tensor<67x131xf32>
  %yg_2 = stablehlo.optimization_barrier %yf_2 : tensor<67x131xf32>
  %xt_2 = stablehlo.transpose %xg_2, dims = [1, 0] : (tensor<131x5xf32>) -> tensor<5x131xf32>
  %yt_2 = stablehlo.transpose %yg_2, dims = [1, 0] : (tensor<67x131xf32>) -> tensor<131x67xf32>
  %r_2 = stablehlo.dot_general %xt_2, %yt_2, contracting_dims = [1] x [0] : (tensor<5x131xf32>, tensor<131x67xf32>) -> tensor<5x67xf32>
  check.expect_eq_const %r_2, dense<[[1.0, 61.0, 121.0, 352.0, 811.0, -1124.0, -532.0, 231.0, 1222.0, -314.0, -1584.0, -289.0, 1234.0, 230.0, -508.0, -1208.0, 847.0, 375.0, 74.0, 1.0, 61.0, 121.0, 352.0, 811.0, -1124.0, -532.0, 231.0, 1222.0, -314.0, -1584.0, -289.0, 1234.0, 230.0, -508.0, -1208.0, 847.0, 375.0, 74.0, 1.0, 61.0, 121.0, 352.0, 811.0, -1124.0, -532.0, 231.0, 1222.0, -314.0, -1584.0, -289.0, 1234.0, 230.0, -508.0, -1208.0, 847.0, 375.0, 74.0, 1.0, 61.0, 121.0, 352.0, 811.0, -1124.0, -532.0, 231.0, 1222.0, -314.0], [145.0, 361.0, 786.0, -1145.0, -530.0, 218.0, 1175.0, -224.0, -1604.0, -248.0, 1165.0, 298.0, -550.0, -1189.0, 756.0, 421.0, 105.0, -2.0, 62.0, 145.0, 361.0, 786.0, -1145.0, -530.0, 218.0, 1175.0, -224.0, -1604.0, -248.0, 1165.0, 298.0, -550.0, -1189.0, 756.0, 421.0, 105.0, -2.0, 62.0, 145.0, 361.0, 786.0, -1145.0, -530.0, 218.0, 1175.0, -224.0, -1604.0, -248.0, 1165.0, 298.0, -550.0, -1189.0, 756.0, 421.0, 105.0, -2.0, 62.0, 145.0, 361.0, 786.0, -1145.0, -530.0, 218.0, 1175.0, -224.0, -1604.0, -248.0], [802.0, -1163.0, -544.0, 246.0, 1207.0, -226.0, -1602.0, -280.0, 1213.0, 236.0, -532.0, -1205.0, 820.0, 375.0, 139.0, -2.0, 28.0, 115.0, 373.0, 802.0, -1163.0, -544.0, 246.0, 1207.0, -226.0, -1602.0, -280.0, 1213.0, 236.0, -532.0, -1205.0, 820.0, 375.0, 139.0, -2.0, 28.0, 115.0, 373.0, 802.0, -1163.0, -544.0, 246.0, 1207.0, -226.0, -1602.0, -280.0, 1213.0, 236.0, -532.0, -1205.0, 820.0, 375.0, 139.0, -2.0, 28.0, 115.0, 373.0, 802.0, -1163.0, -544.0, 246.0, 1207.0, -226.0, -1602.0, -280.0, 1213.0, 236.0], [-517.0, 201.0, 1185.0, -187.0, -1597.0, -347.0, 1169.0, 329.0, -549.0, -1161.0, 754.0, 446.0, 100.0, 20.0, -60.0, 164.0, 350.0, 802.0, -1102.0, -517.0, 201.0, 1185.0, -187.0, -1597.0, -347.0, 1169.0, 329.0, -549.0, -1161.0, 754.0, 446.0, 100.0, 20.0, -60.0, 164.0, 350.0, 802.0, -1102.0, -517.0, 201.0, 1185.0, -187.0, -1597.0, -347.0, 1169.0, 329.0, -549.0, -1161.0, 754.0, 446.0, 100.0, 20.0, -60.0, 164.0, 350.0, 802.0, -1102.0, -517.0, 201.0, 1185.0, -187.0, -1597.0, -347.0, 1169.0, 329.0, -549.0, -1161.0], [1204.0, -259.0, -1608.0, -259.0, 1204.0, 273.0, -544.0, -1190.0, 805.0, 387.0, 121.0, 7.0, 7.0, 121.0, 387.0, 805.0, -1190.0, -544.0, 273.0, 1204.0, -259.0, -1608.0, -259.0, 1204.0, 273.0, -544.0, -1190.0, 805.0, 387.0, 121.0, 7.0, 7.0, 121.0, 387.0, 805.0, -1190.0, -544.0, 273.0, 1204.0, -259.0, -1608.0, -259.0, 1204.0, 273.0, -544.0, -1190.0, 805.0, 387.0, 121.0, 7.0, 7.0, 121.0, 387.0, 805.0, -1190.0, -544.0, 273.0, 1204.0, -259.0, -1608.0, -259.0, 1204.0, 273.0, -544.0, -1190.0, 805.0, 387.0]]> : tensor<5x67xf32>
  // small_f32
  %xn_3 = stablehlo.iota dim = 0 : tensor<12xi32>
  %xm_3 = stablehlo.constant dense<11> : tensor<12xi32>
  %xd_3 = stablehlo.constant dense<19> : tensor<12xi32>
  %xs_3 = stablehlo.constant dense<9> : tensor<12xi32>
  %xa_3 = stablehlo.multiply %xn_3, %xm_3 : tensor<12xi32>
  %xb_3 = stablehlo.remainder %xa_3, %xd_3 : tensor<12xi32>
  %xc_3 = stablehlo.subtract %xb_3, %xs_3 : tensor<12xi32>
  %xe_3 = stablehlo.convert %xc_3 : (tensor<12xi32>) -> tensor<12xf32>
  %xf_3 = stablehlo.reshape %xe_3 : (tensor<12xf32>) -> tensor<3x4xf32>
  %xg_3 = stablehlo.optimization_barrier %xf_3 : tensor<3x4xf32>
  %yn_3 = stablehlo.iota dim = 0 : tensor<20xi32>
  %ym_3 = stablehlo.constant dense<7> : tensor<20xi32>
  %yd_3 = stablehlo.constant dense<19> : tensor<20xi32>
  %ys_3 = stablehlo.constant dense<9> : tensor<20xi32>
  %ya_3 = stablehlo.multiply %yn_3, %ym_3 : tensor<20xi32>
  %yb_3 = stablehlo.remainder %ya_3, %yd_3 : tensor<20xi32>
  %yc_3 = stablehlo.subtract %yb_3, %ys_3 : tensor<20xi32>
  %ye_3 = stablehlo.convert %yc_3 : (tensor<20xi32>) -> tensor<20xf32>
  %yf_3 = stablehlo.reshape %ye_3 : (tensor<20xf32>) -> tensor<5x4xf32>
  %yg_3 = stablehlo.optimization_barrier %yf_3 : tensor<5x4xf32>
  %yt_3 = stablehlo.transpose %yg_3, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %r_3 = stablehlo.dot_general %xg_3, %yt_3, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  check.expect_eq_const %r_3, dense<[[12.0, 54.0, -151.0, 62.0, -143.0], [67.0, 40.0, 13.0, 43.0, 16.0], [27.0, -69.0, 82.0, -71.0, 80.0]]> : tensor<3x5xf32>
  // vector_f64
  %xn_4 = stablehlo.iota dim = 0 : tensor<130xi32>
  %xm_4 = stablehlo.constant dense<11> : tensor<130xi32>
  %xd_4 = stablehlo.constant dense<19> : tensor<130xi32>
  %xs_4 = stablehlo.constant dense<9> : tensor<130xi32>
  %xa_4 = stablehlo.multiply %xn_4, %xm_4 : tensor<130xi32>
  %xb_4 = stablehlo.remainder %xa_4, %xd_4 : tensor<130xi32>
  %xc_4 = stablehlo.subtract %xb_4, %xs_4 : tensor<130xi32>
  %xe_4 = stablehlo.convert %xc_4 : (tensor<130xi32>) -> tensor<130xf64>
  %xf_4 = stablehlo.reshape %xe_4 : (tensor<130xf64>) -> tensor<130xf64>
  %xg_4 = stablehlo.optimization_barrier %xf_4 : tensor<130xf64>
  %yn_4 = stablehlo.iota dim = 0 : tensor<8710xi32>
  %ym_4 = stablehlo.constant dense<7> : tensor<8710xi32>
  %yd_4 = stablehlo.constant dense<19> : tensor<8710xi32>
  %ys_4 = stablehlo.constant dense<9> : tensor<8710xi32>
  %ya_4 = stablehlo.multiply %yn_4, %ym_4 : tensor<8710xi32>
  %yb_4 = stablehlo.remainder %ya_4, %yd_4 : tensor<8710xi32>
  %yc_4 = stablehlo.subtract %yb_4, %ys_4 : tensor<8710xi32>
  %ye_4 = stablehlo.convert %yc_4 : (tensor<8710xi32>) -> tensor<8710xf64>
  %yf_4 = stablehlo.reshape %ye_4 : (tensor<8710xf64>) -> tensor<67x130xf64>
  %yg_4 = stablehlo.optimization_barrier %yf_4 : tensor<67x130xf64>
  %yt_4 = stablehlo.transpose %yg_4, dims = [1, 0] : (tensor<67x130xf64>) -> tensor<130x67xf64>
  %r_4 = stablehlo.dot_general %xg_4, %yt_4, contracting_dims = [0] x [0] : (tensor<130xf64>, tensor<130x67xf64>) -> tensor<67xf64>
  check.expect_eq_const %r_4, dense<[861.0, -598.0, -860.0, -58.0, -453.0, 349.0, -179.0, 509.0, -152.0, 460.0, -334.0, 69.0, -858.0, -721.0, 746.0, 883.0, -291.0, -287.0, 914.0, 861.0, -598.0, -860.0, -58.0, -453.0, 349.0, -179.0, 509.0, -152.0, 460.0, -334.0, 69.0, -858.0, -721.0, 746.0, 883.0, -291.0, -287.0, 914.0, 861.0, -598.0, -860.0, -58.0, -453.0, 349.0, -179.0, 509.0, -152.0, 460.0, -334.0, 69.0, -858.0, -721.0, 746.0, 883.0, -291.0, -287.0, 914.0, 861.0, -598.0, -860.0, -58.0, -453.0, 349.0, -179.0, 509.0, -152.0, 460.0]> : tensor<67xf64>
  // few_rows_f64
  %xn_5 = stablehlo.iota dim = 0 : tensor<655xi32>
  %xm_5 = stablehlo.constant dense<11> : tensor<655xi32>
  %xd_5 = stablehlo.constant dense<19> : tensor<655xi32>
  %xs_5 = stablehlo.constant dense<9> : tensor<655xi32>
  %xa_5 = stablehlo.multiply %xn_5, %xm_5 : tensor<655xi32>
  %xb_5 = stablehlo.remainder %xa_5, %xd_5 : tensor<655xi32>
  %xc_5 = stablehlo.subtract %xb_5, %xs_5 : tensor<655xi32>
  %xe_5 = stablehlo.convert %xc_5 : (tensor<655xi32>) -> tensor<655xf64>
  %xf_5 = stablehlo.reshape %xe_5 : (tensor<655xf64>) -> tensor<5x131xf64>
  %xg_5 = stablehlo.optimization_barrier %xf_5 : tensor<5x131xf64>
  %yn_5 = stablehlo.iota dim = 0 : tensor<8777xi32>
  %ym_5 = stablehlo.constant dense<7> : tensor<8777xi32>
  %yd_5 = stablehlo.constant dense<19> : tensor<8777xi32>
  %ys_5 = stablehlo.constant dense<9> : tensor<8777xi32>
  %ya_5 = stablehlo.multiply %yn_5, %ym_5 : tensor<8777xi32>
  %yb_5 = stablehlo.remainder %ya_5, %yd_5 : tensor<8777xi32>
  %yc_5 = stablehlo.subtract %yb_5, %ys_5 : tensor<8777xi32>
  %ye_5 = stablehlo.convert %yc_5 : (tensor<8777xi32>) -> tensor<8777xf64>
  %yf_5 = stablehlo.reshape %ye_5 : (tensor<8777xf64>) -> tensor<67x131xf64>
  %yg_5 = stablehlo.optimization_barrier %yf_5 : tensor<67x131xf64>
  %yt_5 = stablehlo.transpose %yg_5, dims = [1, 0] : (tensor<67x131xf64>) -> tensor<131x67xf64>
  %r_5 = stablehlo.dot_general %xg_5, %yt_5, contracting_dims = [1] x [0] : (tensor<5x131xf64>, tensor<131x67xf64>) -> tensor<5x67xf64>
  check.expect_eq_const %r_5, dense<[[829.0, 533.0, 750.0, -876.0, 424.0, -271.0, -453.0, 49.0, 950.0, -163.0, -725.0, -622.0, -120.0, 895.0, -66.0, -362.0, -259.0, 357.0, -870.0, 829.0, 533.0, 750.0, -876.0, 424.0, -271.0, -453.0, 49.0, 950.0, -163.0, -725.0, -622.0, -120.0, 895.0, -66.0, -362.0, -259.0, 357.0, -870.0, 829.0, 533.0, 750.0, -876.0, 424.0, -271.0, -453.0, 49.0, 950.0, -163.0, -725.0, -622.0, -120.0, 895.0, -66.0, -362.0, -259.0, 357.0, -870.0, 829.0, 533.0, 750.0, -876.0, 424.0, -271.0, -453.0, 49.0, 950.0, -163.0], [-903.0, 826.0, 484.0, 826.0, -903.0, 427.0, -314.0, -371.0, 28.0, 883.0, -181.0, -637.0, -637.0, -181.0, 883.0, 28.0, -371.0, -314.0, 427.0, -903.0, 826.0, 484.0, 826.0, -903.0, 427.0, -314.0, -371.0, 28.0, 883.0, -181.0, -637.0, -637.0, -181.0, 883.0, 28.0, -371.0, -314.0, 427.0, -903.0, 826.0, 484.0, 826.0, -903.0, 427.0, -314.0, -371.0, 28.0, 883.0, -181.0, -637.0, -637.0, -181.0, 883.0, 28.0, -371.0, -314.0, 427.0, -903.0, 826.0, 484.0, 826.0, -903.0, 427.0, -314.0, -371.0, 28.0, 883.0], [424.0, -876.0, 750.0, 533.0, 829.0, -870.0, 357.0, -259.0, -362.0, -66.0, 895.0, -120.0, -622.0, -725.0, -163.0, 950.0, 49.0, -453.0, -271.0, 424.0, -876.0, 750.0, 533.0, 829.0, -870.0, 357.0, -259.0, -362.0, -66.0, 895.0, -120.0, -622.0, -725.0, -163.0, 950.0, 49.0, -453.0, -271.0, 424.0, -876.0, 750.0, 533.0, 829.0, -870.0, 357.0, -259.0, -362.0, -66.0, 895.0, -120.0, -622.0, -725.0, -163.0, 950.0, 49.0, -453.0, -271.0, 424.0, -876.0, 750.0, 533.0, 829.0, -870.0, 357.0, -259.0, -362.0, -66.0], [-301.0, 329.0, -865.0, 791.0, 490.0, 721.0, -872.0, 385.0, -315.0, -312.0, 52.0, 910.0, -189.0, -585.0, -620.0, -161.0, 868.0, 73.0, -399.0, -301.0, 329.0, -865.0, 791.0, 490.0, 721.0, -872.0, 385.0, -315.0, -312.0, 52.0, 910.0, -189.0, -585.0, -620.0, -161.0, 868.0, 73.0, -399.0, -301.0, 329.0, -865.0, 791.0, 490.0, 721.0, -872.0, 385.0, -315.0, -312.0, 52.0, 910.0, -189.0, -585.0, -620.0, -161.0, 868.0, 73.0, -399.0, -301.0, 329.0, -865.0, 791.0, 490.0, 721.0, -872.0, 385.0, -315.0, -312.0], [-437.0, -309.0, 465.0, -965.0, 759.0, 488.0, 863.0, -966.0, 359.0, -197.0, -335.0, -36.0, 890.0, -65.0, -602.0, -702.0, -175.0, 998.0, -33.0, -437.0, -309.0, 465.0, -965.0, 759.0, 488.0, 863.0, -966.0, 359.0, -197.0, -335.0, -36.0, 890.0, -65.0, -602.0, -702.0, -175.0, 998.0, -33.0, -437.0, -309.0, 465.0, -965.0, 759.0, 488.0, 863.0, -966.0, 359.0, -197.0, -335.0, -36.0, 890.0, -65.0, -602.0, -702.0, -175.0, 998.0, -33.0, -437.0, -309.0, 465.0, -965.0, 759.0, 488.0, 863.0, -966.0, 359.0, -197.0]]> : tensor<5x67xf64>
  // both_operands_f64
  %xn_6 = stablehlo.iota dim = 0 : tensor<655xi32>
  %xm_6 = stablehlo.constant dense<11> : tensor<655xi32>
  %xd_6 = stablehlo.constant dense<19> : tensor<655xi32>
  %xs_6 = stablehlo.constant dense<9> : tensor<655xi32>
  %xa_6 = stablehlo.multiply %xn_6, %xm_6 : tensor<655xi32>
  %xb_6 = stablehlo.remainder %xa_6, %xd_6 : tensor<655xi32>
  %xc_6 = stablehlo.subtract %xb_6, %xs_6 : tensor<655xi32>
  %xe_6 = stablehlo.convert %xc_6 : (tensor<655xi32>) -> tensor<655xf64>
  %xf_6 = stablehlo.reshape %xe_6 : (tensor<655xf64>) -> tensor<131x5xf64>
  %xg_6 = stablehlo.optimization_barrier %xf_6 : tensor<131x5xf64>
  %yn_6 = stablehlo.iota dim = 0 : tensor<8777xi32>
  %ym_6 = stablehlo.constant dense<7> : tensor<8777xi32>
  %yd_6 = stablehlo.constant dense<19> : tensor<8777xi32>
  %ys_6 = stablehlo.constant dense<9> : tensor<8777xi32>
  %ya_6 = stablehlo.multiply %yn_6, %ym_6 : tensor<8777xi32>
  %yb_6 = stablehlo.remainder %ya_6, %yd_6 : tensor<8777xi32>
  %yc_6 = stablehlo.subtract %yb_6, %ys_6 : tensor<8777xi32>
  %ye_6 = stablehlo.convert %yc_6 : (tensor<8777xi32>) -> tensor<8777xf64>
  %yf_6 = stablehlo.reshape %ye_6 : (tensor<8777xf64>) -> tensor<67x131xf64>
  %yg_6 = stablehlo.optimization_barrier %yf_6 : tensor<67x131xf64>
  %xt_6 = stablehlo.transpose %xg_6, dims = [1, 0] : (tensor<131x5xf64>) -> tensor<5x131xf64>
  %yt_6 = stablehlo.transpose %yg_6, dims = [1, 0] : (tensor<67x131xf64>) -> tensor<131x67xf64>
  %r_6 = stablehlo.dot_general %xt_6, %yt_6, contracting_dims = [1] x [0] : (tensor<5x131xf64>, tensor<131x67xf64>) -> tensor<5x67xf64>
  check.expect_eq_const %r_6, dense<[[1.0, 61.0, 121.0, 352.0, 811.0, -1124.0, -532.0, 231.0, 1222.0, -314.0, -1584.0, -289.0, 1234.0, 230.0, -508.0, -1208.0, 847.0, 375.0, 74.0, 1.0, 61.0, 121.0, 352.0, 811.0, -1124.0, -532.0, 231.0, 1222.0, -314.0, -1584.0, -289.0, 1234.0, 230.0, -508.0, -1208.0, 847.0, 375.0, 74.0, 1.0, 61.0, 121.0, 352.0, 811.0, -1124.0, -532.0, 231.0, 1222.0, -314.0, -1584.0, -289.0, 1234.0, 230.0, -508.0, -1208.0, 847.0, 375.0, 74.0, 1.0, 61.0, 121.0, 352.0, 811.0, -1124.0, -532.0, 231.0, 1222.0, -314.0], [145.0, 361.0, 786.0, -1145.0, -530.0, 218.0, 1175.0, -224.0, -1604.0, -248.0, 1165.0, 298.0, -550.0, -1189.0, 756.0, 421.0, 105.0, -2.0, 62.0, 145.0, 361.0, 786.0, -1145.0, -530.0, 218.0, 1175.0, -224.0, -1604.0, -248.0, 1165.0, 298.0, -550.0, -1189.0, 756.0, 421.0, 105.0, -2.0, 62.0, 145.0, 361.0, 786.0, -1145.0, -530.0, 218.0, 1175.0, -224.0, -1604.0, -248.0, 1165.0, 298.0, -550.0, -1189.0, 756.0, 421.0, 105.0, -2.0, 62.0, 145.0, 361.0, 786.0, -1145.0, -530.0, 218.0, 1175.0, -224.0, -1604.0, -248.0], [802.0, -1163.0, -544.0, 246.0, 1207.0, -226.0, -1602.0, -280.0, 1213.0, 236.0, -532.0, -1205.0, 820.0, 375.0, 139.0, -2.0, 28.0, 115.0, 373.0, 802.0, -1163.0, -544.0, 246.0, 1207.0, -226.0, -1602.0, -280.0, 1213.0, 236.0, -532.0, -1205.0, 820.0, 375.0, 139.0, -2.0, 28.0, 115.0, 373.0, 802.0, -1163.0, -544.0, 246.0, 1207.0, -226.0, -1602.0, -280.0, 1213.0, 236.0, -532.0, -1205.0, 820.0, 375.0, 139.0, -2.0, 28.0, 115.0, 373.0, 802.0, -1163.0, -544.0, 246.0, 1207.0, -226.0, -1602.0, -280.0, 1213.0, 236.0], [-517.0, 201.0, 1185.0, -187.0, -1597.0, -347.0, 1169.0, 329.0, -549.0, -1161.0, 754.0, 446.0, 100.0, 20.0, -60.0, 164.0, 350.0, 802.0, -1102.0, -517.0, 201.0, 1185.0, -187.0, -1597.0, -347.0, 1169.0, 329.0, -549.0, -1161.0, 754.0, 446.0, 100.0, 20.0, -60.0, 164.0, 350.0, 802.0, -1102.0, -517.0, 201.0, 1185.0, -187.0, -1597.0, -347.0, 1169.0, 329.0, -549.0, -1161.0, 754.0, 446.0, 100.0, 20.0, -60.0, 164.0, 350.0, 802.0, -1102.0, -517.0, 201.0, 1185.0, -187.0, -1597.0, -347.0, 1169.0, 329.0, -549.0, -1161.0], [1204.0, -259.0, -1608.0, -259.0, 1204.0, 273.0, -544.0, -1190.0, 805.0, 387.0, 121.0, 7.0, 7.0, 121.0, 387.0, 805.0, -1190.0, -544.0, 273.0, 1204.0, -259.0, -1608.0, -259.0, 1204.0, 273.0, -544.0, -1190.0, 805.0, 387.0, 121.0, 7.0, 7.0, 121.0, 387.0, 805.0, -1190.0, -544.0, 273.0, 1204.0, -259.0, -1608.0, -259.0, 1204.0, 273.0, -544.0, -1190.0, 805.0, 387.0, 121.0, 7.0, 7.0, 121.0, 387.0, 805.0, -1190.0, -544.0, 273.0, 1204.0, -259.0, -1608.0, -259.0, 1204.0, 273.0, -544.0, -1190.0, 805.0, 387.0]]> : tensor<5x67xf64>
  // small_f64
  %xn_7 = stablehlo.iota dim = 0 : tensor<12xi32>
  %xm_7 = stablehlo.constant dense<11> : tensor<12xi32>
  %xd_7 = stablehlo.constant dense<19> : tensor<12xi32>
  %xs_7 = stablehlo.constant dense<9> : tensor<12xi32>
  %xa_7 = stablehlo.multiply %xn_7, %xm_7 : tensor<12xi32>
  %xb_7 = stablehlo.remainder %xa_7, %xd_7 : tensor<12xi32>
  %xc_7 = stablehlo.subtract %xb_7, %xs_7 : tensor<12xi32>
  %xe_7 = stablehlo.convert %xc_7 : (tensor<12xi32>) -> tensor<12xf64>
  %xf_7 = stablehlo.reshape %xe_7 : (tensor<12xf64>) -> tensor<3x4xf64>
  %xg_7 = stablehlo.optimization_barrier %xf_7 : tensor<3x4xf64>
  %yn_7 = stablehlo.iota dim = 0 : tensor<20xi32>
  %ym_7 = stablehlo.constant dense<7> : tensor<20xi32>
  %yd_7 = stablehlo.constant dense<19> : tensor<20xi32>
  %ys_7 = stablehlo.constant dense<9> : tensor<20xi32>
  %ya_7 = stablehlo.multiply %yn_7, %ym_7 : tensor<20xi32>
  %yb_7 = stablehlo.remainder %ya_7, %yd_7 : tensor<20xi32>
  %yc_7 = stablehlo.subtract %yb_7, %ys_7 : tensor<20xi32>
  %ye_7 = stablehlo.convert %yc_7 : (tensor<20xi32>) -> tensor<20xf64>
  %yf_7 = stablehlo.reshape %ye_7 : (tensor<20xf64>) -> tensor<5x4xf64>
  %yg_7 = stablehlo.optimization_barrier %yf_7 : tensor<5x4xf64>
  %yt_7 = stablehlo.transpose %yg_7, dims = [1, 0] : (tensor<5x4xf64>) -> tensor<4x5xf64>
  %r_7 = stablehlo.dot_general %xg_7, %yt_7, contracting_dims = [1] x [0] : (tensor<3x4xf64>, tensor<4x5xf64>) -> tensor<3x5xf64>
  check.expect_eq_const %r_7, dense<[[12.0, 54.0, -151.0, 62.0, -143.0], [67.0, 40.0, 13.0, 43.0, 16.0], [27.0, -69.0, 82.0, -71.0, 80.0]]> : tensor<3x5xf64>
  // vector_i32
  %xn_8 = stablehlo.iota dim = 0 : tensor<130xi32>
  %xm_8 = stablehlo.constant dense<11> : tensor<130xi32>
  %xd_8 = stablehlo.constant dense<19> : tensor<130xi32>
  %xs_8 = stablehlo.constant dense<9> : tensor<130xi32>
  %xa_8 = stablehlo.multiply %xn_8, %xm_8 : tensor<130xi32>
  %xb_8 = stablehlo.remainder %xa_8, %xd_8 : tensor<130xi32>
  %xc_8 = stablehlo.subtract %xb_8, %xs_8 : tensor<130xi32>
  %xe_8 = stablehlo.convert %xc_8 : (tensor<130xi32>) -> tensor<130xi32>
  %xf_8 = stablehlo.reshape %xe_8 : (tensor<130xi32>) -> tensor<130xi32>
  %xg_8 = stablehlo.optimization_barrier %xf_8 : tensor<130xi32>
  %yn_8 = stablehlo.iota dim = 0 : tensor<8710xi32>
  %ym_8 = stablehlo.constant dense<7> : tensor<8710xi32>
  %yd_8 = stablehlo.constant dense<19> : tensor<8710xi32>
  %ys_8 = stablehlo.constant dense<9> : tensor<8710xi32>
  %ya_8 = stablehlo.multiply %yn_8, %ym_8 : tensor<8710xi32>
  %yb_8 = stablehlo.remainder %ya_8, %yd_8 : tensor<8710xi32>
  %yc_8 = stablehlo.subtract %yb_8, %ys_8 : tensor<8710xi32>
  %ye_8 = stablehlo.convert %yc_8 : (tensor<8710xi32>) -> tensor<8710xi32>
  %yf_8 = stablehlo.reshape %ye_8 : (tensor<8710xi32>) -> tensor<67x130xi32>
  %yg_8 = stablehlo.optimization_barrier %yf_8 : tensor<67x130xi32>
  %yt_8 = stablehlo.transpose %yg_8, dims = [1, 0] : (tensor<67x130xi32>) -> tensor<130x67xi32>
  %r_8 = stablehlo.dot_general %xg_8, %yt_8, contracting_dims = [0] x [0] : (tensor<130xi32>, tensor<130x67xi32>) -> tensor<67xi32>
  check.expect_eq_const %r_8, dense<[861, -598, -860, -58, -453, 349, -179, 509, -152, 460, -334, 69, -858, -721, 746, 883, -291, -287, 914, 861, -598, -860, -58, -453, 349, -179, 509, -152, 460, -334, 69, -858, -721, 746, 883, -291, -287, 914, 861, -598, -860, -58, -453, 349, -179, 509, -152, 460, -334, 69, -858, -721, 746, 883, -291, -287, 914, 861, -598, -860, -58, -453, 349, -179, 509, -152, 460]> : tensor<67xi32>
  // few_rows_i32
  %xn_9 = stablehlo.iota dim = 0 : tensor<655xi32>
  %xm_9 = stablehlo.constant dense<11> : tensor<655xi32>
  %xd_9 = stablehlo.constant dense<19> : tensor<655xi32>
  %xs_9 = stablehlo.constant dense<9> : tensor<655xi32>
  %xa_9 = stablehlo.multiply %xn_9, %xm_9 : tensor<655xi32>
  %xb_9 = stablehlo.remainder %xa_9, %xd_9 : tensor<655xi32>
  %xc_9 = stablehlo.subtract %xb_9, %xs_9 : tensor<655xi32>
  %xe_9 = stablehlo.convert %xc_9 : (tensor<655xi32>) -> tensor<655xi32>
  %xf_9 = stablehlo.reshape %xe_9 : (tensor<655xi32>) -> tensor<5x131xi32>
  %xg_9 = stablehlo.optimization_barrier %xf_9 : tensor<5x131xi32>
  %yn_9 = stablehlo.iota dim = 0 : tensor<8777xi32>
  %ym_9 = stablehlo.constant dense<7> : tensor<8777xi32>
  %yd_9 = stablehlo.constant dense<19> : tensor<8777xi32>
  %ys_9 = stablehlo.constant dense<9> : tensor<8777xi32>
  %ya_9 = stablehlo.multiply %yn_9, %ym_9 : tensor<8777xi32>
  %yb_9 = stablehlo.remainder %ya_9, %yd_9 : tensor<8777xi32>
  %yc_9 = stablehlo.subtract %yb_9, %ys_9 : tensor<8777xi32>
  %ye_9 = stablehlo.convert %yc_9 : (tensor<8777xi32>) -> tensor<8777xi32>
  %yf_9 = stablehlo.reshape %ye_9 : (tensor<8777xi32>) -> tensor<67x131xi32>
  %yg_9 = stablehlo.optimization_barrier %yf_9 : tensor<67x131xi32>
  %yt_9 = stablehlo.transpose %yg_9, dims = [1, 0] : (tensor<67x131xi32>) -> tensor<131x67xi32>
  %r_9 = stablehlo.dot_general %xg_9, %yt_9, contracting_dims = [1] x [0] : (tensor<5x131xi32>, tensor<131x67xi32>) -> tensor<5x67xi32>
  check.expect_eq_const %r_9, dense<[[829, 533, 750, -876, 424, -271, -453, 49, 950, -163, -725, -622, -120, 895, -66, -362, -259, 357, -870, 829, 533, 750, -876, 424, -271, -453, 49, 950, -163, -725, -622, -120, 895, -66, -362, -259, 357, -870, 829, 533, 750, -876, 424, -271, -453, 49, 950, -163, -725, -622, -120, 895, -66, -362, -259, 357, -870, 829, 533, 750, -876, 424, -271, -453, 49, 950, -163], [-903, 826, 484, 826, -903, 427, -314, -371, 28, 883, -181, -637, -637, -181, 883, 28, -371, -314, 427, -903, 826, 484, 826, -903, 427, -314, -371, 28, 883, -181, -637, -637, -181, 883, 28, -371, -314, 427, -903, 826, 484, 826, -903, 427, -314, -371, 28, 883, -181, -637, -637, -181, 883, 28, -371, -314, 427, -903, 826, 484, 826, -903, 427, -314, -371, 28, 883], [424, -876, 750, 533, 829, -870, 357, -259, -362, -66, 895, -120, -622, -725, -163, 950, 49, -453, -271, 424, -876, 750, 533, 829, -870, 357, -259, -362, -66, 895, -120, -622, -725, -163, 950, 49, -453, -271, 424, -876, 750, 533, 829, -870, 357, -259, -362, -66, 895, -120, -622, -725, -163, 950, 49, -453, -271, 424, -876, 750, 533, 829, -870, 357, -259, -362, -66], [-301, 329, -865, 791, 490, 721, -872, 385, -315, -312, 52, 910, -189, -585, -620, -161, 868, 73, -399, -301, 329, -865, 791, 490, 721, -872, 385, -315, -312, 52, 910, -189, -585, -620, -161, 868, 73, -399, -301, 329, -865, 791, 490, 721, -872, 385, -315, -312, 52, 910, -189, -585, -620, -161, 868, 73, -399, -301, 329, -865, 791, 490, 721, -872, 385, -315, -312], [-437, -309, 465, -965, 759, 488, 863, -966, 359, -197, -335, -36, 890, -65, -602, -702, -175, 998, -33, -437, -309, 465, -965, 759, 488, 863, -966, 359, -197, -335, -36, 890, -65, -602, -702, -175, 998, -33, -437, -309, 465, -965, 759, 488, 863, -966, 359, -197, -335, -36, 890, -65, -602, -702, -175, 998, -33, -437, -309, 465, -965, 759, 488, 863, -966, 359, -197]]> : tensor<5x67xi32>
  // both_operands_i32
  %xn_10 = stablehlo.iota dim = 0 : tensor<655xi32>
  %xm_10 = stablehlo.constant dense<11> : tensor<655xi32>
  %xd_10 = stablehlo.constant dense<19> : tensor<655xi32>
  %xs_10 = stablehlo.constant dense<9> : tensor<655xi32>
  %xa_10 = stablehlo.multiply %xn_10, %xm_10 : tensor<655xi32>
  %xb_10 = stablehlo.remainder %xa_10, %xd_10 : tensor<655xi32>
  %xc_10 = stablehlo.subtract %xb_10, %xs_10 : tensor<655xi32>
  %xe_10 = stablehlo.convert %xc_10 : (tensor<655xi32>) -> tensor<655xi32>
  %xf_10 = stablehlo.reshape %xe_10 : (tensor<655xi32>) -> tensor<131x5xi32>
  %xg_10 = stablehlo.optimization_barrier %xf_10 : tensor<131x5xi32>
  %yn_10 = stablehlo.iota dim = 0 : tensor<8777xi32>
  %ym_10 = stablehlo.constant dense<7> : tensor<8777xi32>
  %yd_10 = stablehlo.constant dense<19> : tensor<8777xi32>
  %ys_10 = stablehlo.constant dense<9> : tensor<8777xi32>
  %ya_10 = stablehlo.multiply %yn_10, %ym_10 : tensor<8777xi32>
  %yb_10 = stablehlo.remainder %ya_10, %yd_10 : tensor<8777xi32>
  %yc_10 = stablehlo.subtract %yb_10, %ys_10 : tensor<8777xi32>
  %ye_10 = stablehlo.convert %yc_10 : (tensor<8777xi32>) -> tensor<8777xi32>
  %yf_10 = stablehlo.reshape %ye_10 : (tensor<8777xi32>) -> tensor<67x131xi32>
  %yg_10 = stablehlo.optimization_barrier %yf_10 : tensor<67x131xi32>
  %xt_10 = stablehlo.transpose %xg_10, dims = [1, 0] : (tensor<131x5xi32>) -> tensor<5x131xi32>
  %yt_10 = stablehlo.transpose %yg_10, dims = [1, 0] : (tensor<67x131xi32>) -> tensor<131x67xi32>
  %r_10 = stablehlo.dot_general %xt_10, %yt_10, contracting_dims = [1] x [0] : (tensor<5x131xi32>, tensor<131x67xi32>) -> tensor<5x67xi32>
  check.expect_eq_const %r_10, dense<[[1, 61, 121, 352, 811, -1124, -532, 231, 1222, -314, -1584, -289, 1234, 230, -508, -1208, 847, 375, 74, 1, 61, 121, 352, 811, -1124, -532, 231, 1222, -314, -1584, -289, 1234, 230, -508, -1208, 847, 375, 74, 1, 61, 121, 352, 811, -1124, -532, 231, 1222, -314, -1584, -289, 1234, 230, -508, -1208, 847, 375, 74, 1, 61, 121, 352, 811, -1124, -532, 231, 1222, -314], [145, 361, 786, -1145, -530, 218, 1175, -224, -1604, -248, 1165, 298, -550, -1189, 756, 421, 105, -2, 62, 145, 361, 786, -1145, -530, 218, 1175, -224, -1604, -248, 1165, 298, -550, -1189, 756, 421, 105, -2, 62, 145, 361, 786, -1145, -530, 218, 1175, -224, -1604, -248, 1165, 298, -550, -1189, 756, 421, 105, -2, 62, 145, 361, 786, -1145, -530, 218, 1175, -224, -1604, -248], [802, -1163, -544, 246, 1207, -226, -1602, -280, 1213, 236, -532, -1205, 820, 375, 139, -2, 28, 115, 373, 802, -1163, -544, 246, 1207, -226, -1602, -280, 1213, 236, -532, -1205, 820, 375, 139, -2, 28, 115, 373, 802, -1163, -544, 246, 1207, -226, -1602, -280, 1213, 236, -532, -1205, 820, 375, 139, -2, 28, 115, 373, 802, -1163, -544, 246, 1207, -226, -1602, -280, 1213, 236], [-517, 201, 1185, -187, -1597, -347, 1169, 329, -549, -1161, 754, 446, 100, 20, -60, 164, 350, 802, -1102, -517, 201, 1185, -187, -1597, -347, 1169, 329, -549, -1161, 754, 446, 100, 20, -60, 164, 350, 802, -1102, -517, 201, 1185, -187, -1597, -347, 1169, 329, -549, -1161, 754, 446, 100, 20, -60, 164, 350, 802, -1102, -517, 201, 1185, -187, -1597, -347, 1169, 329, -549, -1161], [1204, -259, -1608, -259, 1204, 273, -544, -1190, 805, 387, 121, 7, 7, 121, 387, 805, -1190, -544, 273, 1204, -259, -1608, -259, 1204, 273, -544, -1190, 805, 387, 121, 7, 7, 121, 387, 805, -1190, -544, 273, 1204, -259, -1608, -259, 1204, 273, -544, -1190, 805, 387, 121, 7, 7, 121, 387, 805, -1190, -544, 273, 1204, -259, -1608, -259, 1204, 273, -544, -1190, 805, 387]]> : tensor<5x67xi32>
  // small_i32
  %xn_11 = stablehlo.iota dim = 0 : tensor<12xi32>
  %xm_11 = stablehlo.constant dense<11> : tensor<12xi32>
  %xd_11 = stablehlo.constant dense<19> : tensor<12xi32>
  %xs_11 = stablehlo.constant dense<9> : tensor<12xi32>
  %xa_11 = stablehlo.multiply %xn_11, %xm_11 : tensor<12xi32>
  %xb_11 = stablehlo.remainder %xa_11, %xd_11 : tensor<12xi32>
  %xc_11 = stablehlo.subtract %xb_11, %xs_11 : tensor<12xi32>
  %xe_11 = stablehlo.convert %xc_11 : (tensor<12xi32>) -> tensor<12xi32>
  %xf_11 = stablehlo.reshape %xe_11 : (tensor<12xi32>) -> tensor<3x4xi32>
  %xg_11 = stablehlo.optimization_barrier %xf_11 : tensor<3x4xi32>
  %yn_11 = stablehlo.iota dim = 0 : tensor<20xi32>
  %ym_11 = stablehlo.constant dense<7> : tensor<20xi32>
  %yd_11 = stablehlo.constant dense<19> : tensor<20xi32>
  %ys_11 = stablehlo.constant dense<9> : tensor<20xi32>
  %ya_11 = stablehlo.multiply %yn_11, %ym_11 : tensor<20xi32>
  %yb_11 = stablehlo.remainder %ya_11, %yd_11 : tensor<20xi32>
  %yc_11 = stablehlo.subtract %yb_11, %ys_11 : tensor<20xi32>
  %ye_11 = stablehlo.convert %yc_11 : (tensor<20xi32>) -> tensor<20xi32>
  %yf_11 = stablehlo.reshape %ye_11 : (tensor<20xi32>) -> tensor<5x4xi32>
  %yg_11 = stablehlo.optimization_barrier %yf_11 : tensor<5x4xi32>
  %yt_11 = stablehlo.transpose %yg_11, dims = [1, 0] : (tensor<5x4xi32>) -> tensor<4x5xi32>
  %r_11 = stablehlo.dot_general %xg_11, %yt_11, contracting_dims = [1] x [0] : (tensor<3x4xi32>, tensor<4x5xi32>) -> tensor<3x5xi32>
  check.expect_eq_const %r_11, dense<[[12, 54, -151, 62, -143], [67, 40, 13, 43, 16], [27, -69, 82, -71, 80]]> : tensor<3x5xi32>
  // row_bf16_sums_bf16
  %xn_12 = stablehlo.iota dim = 0 : tensor<48xi32>
  %xm_12 = stablehlo.constant dense<11> : tensor<48xi32>
  %xd_12 = stablehlo.constant dense<19> : tensor<48xi32>
  %xs_12 = stablehlo.constant dense<9> : tensor<48xi32>
  %xa_12 = stablehlo.multiply %xn_12, %xm_12 : tensor<48xi32>
  %xb_12 = stablehlo.remainder %xa_12, %xd_12 : tensor<48xi32>
  %xc_12 = stablehlo.subtract %xb_12, %xs_12 : tensor<48xi32>
  %xe_12 = stablehlo.convert %xc_12 : (tensor<48xi32>) -> tensor<48xbf16>
  %xf_12 = stablehlo.reshape %xe_12 : (tensor<48xbf16>) -> tensor<1x48xbf16>
  %xg_12 = stablehlo.optimization_barrier %xf_12 : tensor<1x48xbf16>
  %yn_12 = stablehlo.iota dim = 0 : tensor<912xi32>
  %ym_12 = stablehlo.constant dense<7> : tensor<912xi32>
  %yd_12 = stablehlo.constant dense<19> : tensor<912xi32>
  %ys_12 = stablehlo.constant dense<9> : tensor<912xi32>
  %ya_12 = stablehlo.multiply %yn_12, %ym_12 : tensor<912xi32>
  %yb_12 = stablehlo.remainder %ya_12, %yd_12 : tensor<912xi32>
  %yc_12 = stablehlo.subtract %yb_12, %ys_12 : tensor<912xi32>
  %ye_12 = stablehlo.convert %yc_12 : (tensor<912xi32>) -> tensor<912xbf16>
  %yf_12 = stablehlo.reshape %ye_12 : (tensor<912xbf16>) -> tensor<19x48xbf16>
  %yg_12 = stablehlo.optimization_barrier %yf_12 : tensor<19x48xbf16>
  %yt_12 = stablehlo.transpose %yg_12, dims = [1, 0] : (tensor<19x48xbf16>) -> tensor<48x19xbf16>
  %r_12 = stablehlo.dot_general %xg_12, %yt_12, contracting_dims = [1] x [0] : (tensor<1x48xbf16>, tensor<48x19xbf16>) -> tensor<1x19xf32>
  check.expect_eq_const %r_12, dense<[[322.0, 96.0, -130.0, 138.0, -183.0, 313.0, 277.0, -196.0, 148.0, -192.0, 57.0, 306.0, -243.0, -241.0, -49.0, 86.0, -178.0, -176.0, -155.0]]> : tensor<1x19xf32>
  // rows_of_columns_f32
  %xn_13 = stablehlo.iota dim = 0 : tensor<2800xi32>
  %xm_13 = stablehlo.constant dense<11> : tensor<2800xi32>
  %xd_13 = stablehlo.constant dense<19> : tensor<2800xi32>
  %xs_13 = stablehlo.constant dense<9> : tensor<2800xi32>
  %xa_13 = stablehlo.multiply %xn_13, %xm_13 : tensor<2800xi32>
  %xb_13 = stablehlo.remainder %xa_13, %xd_13 : tensor<2800xi32>
  %xc_13 = stablehlo.subtract %xb_13, %xs_13 : tensor<2800xi32>
  %xe_13 = stablehlo.convert %xc_13 : (tensor<2800xi32>) -> tensor<2800xf32>
  %xf_13 = stablehlo.reshape %xe_13 : (tensor<2800xf32>) -> tensor<70x40xf32>
  %xg_13 = stablehlo.optimization_barrier %xf_13 : tensor<70x40xf32>
  %yn_13 = stablehlo.iota dim = 0 : tensor<420xi32>
  %ym_13 = stablehlo.constant dense<7> : tensor<420xi32>
  %yd_13 = stablehlo.constant dense<19> : tensor<420xi32>
  %ys_13 = stablehlo.constant dense<9> : tensor<420xi32>
  %ya_13 = stablehlo.multiply %yn_13, %ym_13 : tensor<420xi32>
  %yb_13 = stablehlo.remainder %ya_13, %yd_13 : tensor<420xi32>
  %yc_13 = stablehlo.subtract %yb_13, %ys_13 : tensor<420xi32>
  %ye_13 = stablehlo.convert %yc_13 : (tensor<420xi32>) -> tensor<420xf32>
  %yf_13 = stablehlo.reshape %ye_13 : (tensor<420xf32>) -> tensor<6x70xf32>
  %yg_13 = stablehlo.optimization_barrier %yf_13 : tensor<6x70xf32>
  %xt_13 = stablehlo.transpose %xg_13, dims = [1, 0] : (tensor<70x40xf32>) -> tensor<40x70xf32>
  %r_13 = stablehlo.dot_general %xt_13, %yg_13, contracting_dims = [1] x [1] : (tensor<40x70xf32>, tensor<6x70xf32>) -> tensor<40x6xf32>
  check.expect_eq_const %r_13, dense<[[-69.0, -670.0, -302.0, -124.0, -269.0, -756.0], [432.0, 114.0, -318.0, 143.0, 433.0, 590.0], [192.0, 442.0, 217.0, -198.0, -632.0, -268.0], [-713.0, -180.0, 239.0, 468.0, 108.0, -328.0], [472.0, 129.0, -328.0, 108.0, 468.0, 239.0], [-395.0, -94.0, -268.0, -632.0, -198.0, 217.0], [-312.0, 196.0, 590.0, 433.0, 143.0, -318.0], [303.0, 11.0, -756.0, -269.0, -124.0, -302.0], [367.0, 282.0, 83.0, -306.0, 198.0, 588.0], [-348.0, 211.0, 295.0, 189.0, 45.0, -726.0], [-379.0, -696.0, -44.0, 418.0, 272.0, 69.0], [464.0, 430.0, 282.0, -417.0, 233.0, 313.0], [-745.0, -211.0, -152.0, -283.0, -718.0, -70.0], [212.0, -415.0, 288.0, 440.0, 440.0, 288.0], [371.0, 388.0, -70.0, -718.0, -283.0, -152.0], [-21.0, 203.0, 313.0, 233.0, -417.0, 282.0], [252.0, -324.0, 69.0, 272.0, 418.0, -44.0], [-235.0, -243.0, -726.0, 45.0, 189.0, 295.0], [152.0, 427.0, 588.0, 198.0, -306.0, 83.0], [-69.0, -670.0, -302.0, -124.0, -269.0, -756.0], [432.0, 114.0, -318.0, 143.0, 433.0, 590.0], [192.0, 442.0, 217.0, -198.0, -632.0, -268.0], [-713.0, -180.0, 239.0, 468.0, 108.0, -328.0], [472.0, 129.0, -328.0, 108.0, 468.0, 239.0], [-395.0, -94.0, -268.0, -632.0, -198.0, 217.0], [-312.0, 196.0, 590.0, 433.0, 143.0, -318.0], [303.0, 11.0, -756.0, -269.0, -124.0, -302.0], [367.0, 282.0, 83.0, -306.0, 198.0, 588.0], [-348.0, 211.0, 295.0, 189.0, 45.0, -726.0], [-379.0, -696.0, -44.0, 418.0, 272.0, 69.0], [464.0, 430.0, 282.0, -417.0, 233.0, 313.0], [-745.0, -211.0, -152.0, -283.0, -718.0, -70.0], [212.0, -415.0, 288.0, 440.0, 440.0, 288.0], [371.0, 388.0, -70.0, -718.0, -283.0, -152.0], [-21.0, 203.0, 313.0, 233.0, -417.0, 282.0], [252.0, -324.0, 69.0, 272.0, 418.0, -44.0], [-235.0, -243.0, -726.0, 45.0, 189.0, 295.0], [152.0, 427.0, 588.0, 198.0, -306.0, 83.0], [-69.0, -670.0, -302.0, -124.0, -269.0, -756.0], [432.0, 114.0, -318.0, 143.0, 433.0, 590.0]]> : tensor<40x6xf32>
  // contracting_groups_f32
  %xn_14 = stablehlo.iota dim = 0 : tensor<600xi32>
  %xm_14 = stablehlo.constant dense<11> : tensor<600xi32>
  %xd_14 = stablehlo.constant dense<19> : tensor<600xi32>
  %xs_14 = stablehlo.constant dense<9> : tensor<600xi32>
  %xa_14 = stablehlo.multiply %xn_14, %xm_14 : tensor<600xi32>
  %xb_14 = stablehlo.remainder %xa_14, %xd_14 : tensor<600xi32>
  %xc_14 = stablehlo.subtract %xb_14, %xs_14 : tensor<600xi32>
  %xe_14 = stablehlo.convert %xc_14 : (tensor<600xi32>) -> tensor<600xf32>
  %xf_14 = stablehlo.reshape %xe_14 : (tensor<600xf32>) -> tensor<4x3x50xf32>
  %xg_14 = stablehlo.optimization_barrier %xf_14 : tensor<4x3x50xf32>
  %yn_14 = stablehlo.iota dim = 0 : tensor<108xi32>
  %ym_14 = stablehlo.constant dense<7> : tensor<108xi32>
  %yd_14 = stablehlo.constant dense<19> : tensor<108xi32>
  %ys_14 = stablehlo.constant dense<9> : tensor<108xi32>
  %ya_14 = stablehlo.multiply %yn_14, %ym_14 : tensor<108xi32>
  %yb_14 = stablehlo.remainder %ya_14, %yd_14 : tensor<108xi32>
  %yc_14 = stablehlo.subtract %yb_14, %ys_14 : tensor<108xi32>
  %ye_14 = stablehlo.convert %yc_14 : (tensor<108xi32>) -> tensor<108xf32>
  %yf_14 = stablehlo.reshape %ye_14 : (tensor<108xf32>) -> tensor<4x3x9xf32>
  %yg_14 = stablehlo.optimization_barrier %yf_14 : tensor<4x3x9xf32>
  %xt_14 = stablehlo.transpose %xg_14, dims = [2, 0, 1] : (tensor<4x3x50xf32>) -> tensor<50x4x3xf32>
  %r_14 = stablehlo.dot_general %xt_14, %yg_14, contracting_dims = [1, 2] x [0, 1] : (tensor<50x4x3xf32>, tensor<4x3x9xf32>) -> tensor<50x9xf32>
  check.expect_eq_const %r_14, dense<[[153.0, 18.0, -136.0, 14.0, -45.0, -123.0, 65.0, 44.0, -53.0], [-42.0, -108.0, -41.0, -31.0, -21.0, 122.0, 18.0, 66.0, 38.0], [-9.0, 203.0, -22.0, 57.0, -16.0, -165.0, 9.0, -26.0, -137.0], [-33.0, -75.0, -41.0, -64.0, -30.0, 80.0, 0.0, 72.0, 68.0], [-114.0, 84.0, 149.0, 157.0, 70.0, -150.0, 10.0, -39.0, -164.0], [-24.0, -42.0, -41.0, -97.0, -39.0, 38.0, -18.0, 78.0, 98.0], [-162.0, 22.0, 16.0, -47.0, 213.0, -78.0, 68.0, 5.0, -134.0], [213.0, -47.0, 16.0, 22.0, -162.0, -23.0, 40.0, -106.0, 33.0], [-39.0, -97.0, -41.0, -42.0, -24.0, 108.0, 12.0, 68.0, 48.0], [70.0, 157.0, 149.0, 84.0, -114.0, -46.0, 3.0, -157.0, -32.0], [-30.0, -64.0, -41.0, -75.0, -33.0, 66.0, -6.0, 74.0, 78.0], [-16.0, 57.0, -22.0, 203.0, -9.0, -12.0, 23.0, -151.0, -40.0], [-21.0, -31.0, -41.0, -108.0, -42.0, 24.0, -24.0, 80.0, 108.0], [-45.0, 14.0, -136.0, 18.0, 153.0, 79.0, 100.0, -88.0, 9.0], [159.0, 135.0, 54.0, -84.0, -32.0, -37.0, -99.0, -9.0, 5.0], [-36.0, -86.0, -41.0, -53.0, -27.0, 94.0, 6.0, 70.0, 58.0], [35.0, -3.0, 206.0, -3.0, 35.0, -41.0, -117.0, -41.0, -41.0], [-27.0, -53.0, -41.0, -86.0, -36.0, 52.0, -12.0, 76.0, 88.0], [-32.0, -84.0, 54.0, 135.0, 159.0, 12.0, -78.0, -16.0, -30.0], [153.0, 18.0, -136.0, 14.0, -45.0, -123.0, 65.0, 44.0, -53.0], [-42.0, -108.0, -41.0, -31.0, -21.0, 122.0, 18.0, 66.0, 38.0], [-9.0, 203.0, -22.0, 57.0, -16.0, -165.0, 9.0, -26.0, -137.0], [-33.0, -75.0, -41.0, -64.0, -30.0, 80.0, 0.0, 72.0, 68.0], [-114.0, 84.0, 149.0, 157.0, 70.0, -150.0, 10.0, -39.0, -164.0], [-24.0, -42.0, -41.0, -97.0, -39.0, 38.0, -18.0, 78.0, 98.0], [-162.0, 22.0, 16.0, -47.0, 213.0, -78.0, 68.0, 5.0, -134.0], [213.0, -47.0, 16.0, 22.0, -162.0, -23.0, 40.0, -106.0, 33.0], [-39.0, -97.0, -41.0, -42.0, -24.0, 108.0, 12.0, 68.0, 48.0], [70.0, 157.0, 149.0, 84.0, -114.0, -46.0, 3.0, -157.0, -32.0], [-30.0, -64.0, -41.0, -75.0, -33.0, 66.0, -6.0, 74.0, 78.0], [-16.0, 57.0, -22.0, 203.0, -9.0, -12.0, 23.0, -151.0, -40.0], [-21.0, -31.0, -41.0, -108.0, -42.0, 24.0, -24.0, 80.0, 108.0], [-45.0, 14.0, -136.0, 18.0, 153.0, 79.0, 100.0, -88.0, 9.0], [159.0, 135.0, 54.0, -84.0, -32.0, -37.0, -99.0, -9.0, 5.0], [-36.0, -86.0, -41.0, -53.0, -27.0, 94.0, 6.0, 70.0, 58.0], [35.0, -3.0, 206.0, -3.0, 35.0, -41.0, -117.0, -41.0, -41.0], [-27.0, -53.0, -41.0, -86.0, -36.0, 52.0, -12.0, 76.0, 88.0], [-32.0, -84.0, 54.0, 135.0, 159.0, 12.0, -78.0, -16.0, -30.0], [153.0, 18.0, -136.0, 14.0, -45.0, -123.0, 65.0, 44.0, -53.0], [-42.0, -108.0, -41.0, -31.0, -21.0, 122.0, 18.0, 66.0, 38.0], [-9.0, 203.0, -22.0, 57.0, -16.0, -165.0, 9.0, -26.0, -137.0], [-33.0, -75.0, -41.0, -64.0, -30.0, 80.0, 0.0, 72.0, 68.0], [-114.0, 84.0, 149.0, 157.0, 70.0, -150.0, 10.0, -39.0, -164.0], [-24.0, -42.0, -41.0, -97.0, -39.0, 38.0, -18.0, 78.0, 98.0], [-162.0, 22.0, 16.0, -47.0, 213.0, -78.0, 68.0, 5.0, -134.0], [213.0, -47.0, 16.0, 22.0, -162.0, -23.0, 40.0, -106.0, 33.0], [-39.0, -97.0, -41.0, -42.0, -24.0, 108.0, 12.0, 68.0, 48.0], [70.0, 157.0, 149.0, 84.0, -114.0, -46.0, 3.0, -157.0, -32.0], [-30.0, -64.0, -41.0, -75.0, -33.0, 66.0, -6.0, 74.0, 78.0], [-16.0, 57.0, -22.0, 203.0, -9.0, -12.0, 23.0, -151.0, -40.0]]> : tensor<50x9xf32>
  // batches_of_few_rows_f32
  %xn_15 = stablehlo.iota dim = 0 : tensor<150xi32>
  %xm_15 = stablehlo.constant dense<11> : tensor<150xi32>
  %xd_15 = stablehlo.constant dense<19> : tensor<150xi32>
  %xs_15 = stablehlo.constant dense<9> : tensor<150xi32>
  %xa_15 = stablehlo.multiply %xn_15, %xm_15 : tensor<150xi32>
  %xb_15 = stablehlo.remainder %xa_15, %xd_15 : tensor<150xi32>
  %xc_15 = stablehlo.subtract %xb_15, %xs_15 : tensor<150xi32>
  %xe_15 = stablehlo.convert %xc_15 : (tensor<150xi32>) -> tensor<150xf32>
  %xf_15 = stablehlo.reshape %xe_15 : (tensor<150xf32>) -> tensor<3x50xf32>
  %xg_15 = stablehlo.optimization_barrier %xf_15 : tensor<3x50xf32>
  %yn_15 = stablehlo.iota dim = 0 : tensor<9600xi32>
  %ym_15 = stablehlo.constant dense<7> : tensor<9600xi32>
  %yd_15 = stablehlo.constant dense<19> : tensor<9600xi32>
  %ys_15 = stablehlo.constant dense<9> : tensor<9600xi32>
  %ya_15 = stablehlo.multiply %yn_15, %ym_15 : tensor<9600xi32>
  %yb_15 = stablehlo.remainder %ya_15, %yd_15 : tensor<9600xi32>
  %yc_15 = stablehlo.subtract %yb_15, %ys_15 : tensor<9600xi32>
  %ye_15 = stablehlo.convert %yc_15 : (tensor<9600xi32>) -> tensor<9600xf32>
  %yf_15 = stablehlo.reshape %ye_15 : (tensor<9600xf32>) -> tensor<64x3x50xf32>
  %yg_15 = stablehlo.optimization_barrier %yf_15 : tensor<64x3x50xf32>
  %yt_15 = stablehlo.transpose %yg_15, dims = [1, 2, 0] : (tensor<64x3x50xf32>) -> tensor<3x50x64xf32>
  %r_15 = stablehlo.dot_general %xg_15, %yt_15, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<3x50xf32>, tensor<3x50x64xf32>) -> tensor<3x64xf32>
  check.expect_eq_const %r_15, dense<[[362.0, 146.0, 272.0, -210.0, 182.0, -205.0, -79.0, 47.0, 325.0, -176.0, -202.0, -247.0, -140.0, 271.0, 74.0, -142.0, -187.0, 110.0, -201.0, 362.0, 146.0, 272.0, -210.0, 182.0, -205.0, -79.0, 47.0, 325.0, -176.0, -202.0, -247.0, -140.0, 271.0, 74.0, -142.0, -187.0, 110.0, -201.0, 362.0, 146.0, 272.0, -210.0, 182.0, -205.0, -79.0, 47.0, 325.0, -176.0, -202.0, -247.0, -140.0, 271.0, 74.0, -142.0, -187.0, 110.0, -201.0, 362.0, 146.0, 272.0, -210.0, 182.0, -205.0, -79.0], [220.0, 305.0, 371.0, -475.0, 104.0, 75.0, -144.0, -78.0, 330.0, 130.0, -260.0, -365.0, 24.0, 432.0, -72.0, -291.0, -35.0, 202.0, -473.0, 220.0, 305.0, 371.0, -475.0, 104.0, 75.0, -144.0, -78.0, 330.0, 130.0, -260.0, -365.0, 24.0, 432.0, -72.0, -291.0, -35.0, 202.0, -473.0, 220.0, 305.0, 371.0, -475.0, 104.0, 75.0, -144.0, -78.0, 330.0, 130.0, -260.0, -365.0, 24.0, 432.0, -72.0, -291.0, -35.0, 202.0, -473.0, 220.0, 305.0, 371.0, -475.0, 104.0, 75.0, -144.0], [361.0, 158.0, 221.0, -324.0, 195.0, -179.0, -287.0, 80.0, 428.0, -136.0, -358.0, -105.0, -23.0, 325.0, -68.0, 14.0, -75.0, 102.0, -329.0, 361.0, 158.0, 221.0, -324.0, 195.0, -179.0, -287.0, 80.0, 428.0, -136.0, -358.0, -105.0, -23.0, 325.0, -68.0, 14.0, -75.0, 102.0, -329.0, 361.0, 158.0, 221.0, -324.0, 195.0, -179.0, -287.0, 80.0, 428.0, -136.0, -358.0, -105.0, -23.0, 325.0, -68.0, 14.0, -75.0, 102.0, -329.0, 361.0, 158.0, 221.0, -324.0, 195.0, -179.0, -287.0]]> : tensor<3x64xf32>
  // another_order_f32
  %xn_16 = stablehlo.iota dim = 0 : tensor<102xi32>
  %xm_16 = stablehlo.constant dense<11> : tensor<102xi32>
  %xd_16 = stablehlo.constant dense<19> : tensor<102xi32>
  %xs_16 = stablehlo.constant dense<9> : tensor<102xi32>
  %xa_16 = stablehlo.multiply %xn_16, %xm_16 : tensor<102xi32>
  %xb_16 = stablehlo.remainder %xa_16, %xd_16 : tensor<102xi32>
  %xc_16 = stablehlo.subtract %xb_16, %xs_16 : tensor<102xi32>
  %xe_16 = stablehlo.convert %xc_16 : (tensor<102xi32>) -> tensor<102xf32>
  %xf_16 = stablehlo.reshape %xe_16 : (tensor<102xf32>) -> tensor<2x3x17xf32>
  %xg_16 = stablehlo.optimization_barrier %xf_16 : tensor<2x3x17xf32>
  %yn_16 = stablehlo.iota dim = 0 : tensor<68xi32>
  %ym_16 = stablehlo.constant dense<7> : tensor<68xi32>
  %yd_16 = stablehlo.constant dense<19> : tensor<68xi32>
  %ys_16 = stablehlo.constant dense<9> : tensor<68xi32>
  %ya_16 = stablehlo.multiply %yn_16, %ym_16 : tensor<68xi32>
  %yb_16 = stablehlo.remainder %ya_16, %yd_16 : tensor<68xi32>
  %yc_16 = stablehlo.subtract %yb_16, %ys_16 : tensor<68xi32>
  %ye_16 = stablehlo.convert %yc_16 : (tensor<68xi32>) -> tensor<68xf32>
  %yf_16 = stablehlo.reshape %ye_16 : (tensor<68xf32>) -> tensor<17x4xf32>
  %yg_16 = stablehlo.optimization_barrier %yf_16 : tensor<17x4xf32>
  %xt_16 = stablehlo.transpose %xg_16, dims = [2, 1, 0] : (tensor<2x3x17xf32>) -> tensor<17x3x2xf32>
  %r_16 = stablehlo.dot_general %xt_16, %yg_16, contracting_dims = [0] x [0] : (tensor<17x3x2xf32>, tensor<17x4xf32>) -> tensor<3x2x4xf32>
  check.expect_eq_const %r_16, dense<[[[57.0, -23.0, -27.0, 216.0], [13.0, 40.0, -28.0, -210.0]], [[-135.0, -135.0, -116.0, 150.0], [11.0, 118.0, 73.0, -86.0]], [[-23.0, 57.0, -262.0, 27.0], [-48.0, 139.0, 117.0, -19.0]]]> : tensor<3x2x4xf32>
  // not_in_place_f32
  %xn_17 = stablehlo.iota dim = 0 : tensor<210xi32>
  %xm_17 = stablehlo.constant dense<11> : tensor<210xi32>
  %xd_17 = stablehlo.constant dense<19> : tensor<210xi32>
  %xs_17 = stablehlo.constant dense<9> : tensor<210xi32>
  %xa_17 = stablehlo.multiply %xn_17, %xm_17 : tensor<210xi32>
  %xb_17 = stablehlo.remainder %xa_17, %xd_17 : tensor<210xi32>
  %xc_17 = stablehlo.subtract %xb_17, %xs_17 : tensor<210xi32>
  %xe_17 = stablehlo.convert %xc_17 : (tensor<210xi32>) -> tensor<210xf32>
  %xf_17 = stablehlo.reshape %xe_17 : (tensor<210xf32>) -> tensor<3x5x7x2xf32>
  %xg_17 = stablehlo.optimization_barrier %xf_17 : tensor<3x5x7x2xf32>
  %yn_17 = stablehlo.iota dim = 0 : tensor<84xi32>
  %ym_17 = stablehlo.constant dense<7> : tensor<84xi32>
  %yd_17 = stablehlo.constant dense<19> : tensor<84xi32>
  %ys_17 = stablehlo.constant dense<9> : tensor<84xi32>
  %ya_17 = stablehlo.multiply %yn_17, %ym_17 : tensor<84xi32>
  %yb_17 = stablehlo.remainder %ya_17, %yd_17 : tensor<84xi32>
  %yc_17 = stablehlo.subtract %yb_17, %ys_17 : tensor<84xi32>
  %ye_17 = stablehlo.convert %yc_17 : (tensor<84xi32>) -> tensor<84xf32>
  %yf_17 = stablehlo.reshape %ye_17 : (tensor<84xf32>) -> tensor<3x7x4xf32>
  %yg_17 = stablehlo.optimization_barrier %yf_17 : tensor<3x7x4xf32>
  %xt_17 = stablehlo.transpose %xg_17, dims = [1, 3, 0, 2] : (tensor<3x5x7x2xf32>) -> tensor<5x2x3x7xf32>
  %r_17 = stablehlo.dot_general %xt_17, %yg_17, contracting_dims = [2, 3] x [0, 1] : (tensor<5x2x3x7xf32>, tensor<3x7x4xf32>) -> tensor<5x2x4xf32>
  check.expect_eq_const %r_17, dense<[[[35.0, 42.0, -103.0, -1.0], [145.0, -74.0, 68.0, 96.0]], [[-116.0, 147.0, -141.0, -182.0], [-158.0, -26.0, 68.0, 48.0]], [[151.0, 43.0, 68.0, -21.0], [-43.0, -16.0, -65.0, 133.0]], [[0.0, 15.0, 125.0, -240.0], [34.0, -177.0, -141.0, 142.0]], [[-170.0, 101.0, 68.0, -79.0], [35.0, 42.0, -103.0, -1.0]]]> : tensor<5x2x4xf32>
  return
}
