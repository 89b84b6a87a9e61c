// tensor, bufferization, affine, linalg, vector, sparse_tensor: attributes and types that hold affine maps.
#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
#lb = affine_map<(d0)[s0] -> (d0, s0)>
#set = affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 >= 0)>
#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 8 }>
#bsr = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed(nonunique), i mod 2 : dense, j mod 3 : dense), explicitVal = 1.0 : f32, implicitVal = 0.0 : f32 }>
#coo = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
#mm = {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
module {
  func.func @tensor(%t: tensor<?x4xf32>, %n: index, %e: tensor<4x?xf32, #csr>, %f: f32) -> tensor<?x?xf32> {
    %0 = tensor.extract %t[%n, %n] : tensor<?x4xf32>
    %1 = tensor.insert %f into %t[%n, %n] : tensor<?x4xf32>
    %2 = tensor.extract_slice %t[%n, 0] [2, %n] [1, 1] : tensor<?x4xf32> to tensor<2x?xf32>
    %3 = tensor.insert_slice %2 into %t[0, %n] [2, %n] [1, 1] : tensor<2x?xf32> into tensor<?x4xf32>
    %4 = tensor.from_elements %f, %f : tensor<2xf32>
    %5 = tensor.generate %n {
    ^bb0(%i: index, %j: index):
      tensor.yield %f : f32
    } : tensor<?x3xf32>
    %6 = tensor.pad %t low[1, %n] high[%n, 2] {
    ^bb0(%i: index, %j: index):
      tensor.yield %f : f32
    } : tensor<?x4xf32> to tensor<?x?xf32>
    %7 = tensor.expand_shape %4 [[0, 1]] output_shape [1, 2] : tensor<2xf32> into tensor<1x2xf32>
    %8 = tensor.collapse_shape %7 [[0, 1]] : tensor<1x2xf32> into tensor<2xf32>
    %9 = tensor.splat %f : tensor<3x0xf32>
    %g = arith.constant dense<0> : tensor<1x1xindex>
    %10 = tensor.empty(%n) : tensor<?x4xf32, #csr>
    %11 = tensor.cast %e : tensor<4x?xf32, #csr> to tensor<4x8xf32, #csr>
    %12 = tensor.gather %t[%g] gather_dims([0]) unique : (tensor<?x4xf32>, tensor<1x1xindex>) -> tensor<1x1x4xf32>
    return %6 : tensor<?x?xf32>
  }
  func.func @sparse(%a: tensor<4x8xf32, #csr>, %b: tensor<6x6xf32, #bsr>, %c: tensor<3x3xf32, #coo>) -> memref<?xf32> {
    %0 = sparse_tensor.values %a : tensor<4x8xf32, #csr> to memref<?xf32>
    %1 = sparse_tensor.positions %a {level = 1 : index} : tensor<4x8xf32, #csr> to memref<?xi32>
    %2 = sparse_tensor.convert %a : tensor<4x8xf32, #csr> to tensor<4x8xf32>
    %3 = sparse_tensor.number_of_entries %c : tensor<3x3xf32, #coo>
    return %0 : memref<?xf32>
  }
  func.func @linalg(%a: tensor<4x8xf32>, %t: tensor<8x4xf32>, %r: tensor<4xf32>, %tt: tensor<8x4xf32>, %im: tensor<1x5x5x1xf32>, %k: tensor<2x2x1x3xf32>, %o: tensor<1x4x2x3xf32>, %p: tensor<2x4x2x2xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %f: f32) -> tensor<4x16xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
    %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %2 = linalg.generic #mm ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%1 : tensor<4x16xf32>) attrs = {tag = "x"} {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %m = arith.mulf %x, %y : f32
      %s = arith.addf %m, %z : f32
      %i = linalg.index 1 : index
      linalg.yield %s : f32
    } -> tensor<4x16xf32>
    %3 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%t : tensor<8x4xf32>) permutation = [1, 0]
    %4 = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%r : tensor<4xf32>) dimensions = [1] (%in: f32, %acc: f32) {
      %s = arith.addf %in, %acc : f32
      linalg.yield %s : f32
    }
    %5 = linalg.broadcast ins(%4 : tensor<4xf32>) outs(%a : tensor<4x8xf32>) dimensions = [1]
    %6 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
    %7 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%tt, %b : tensor<8x4xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
    %8 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%im, %k : tensor<1x5x5x1xf32>, tensor<2x2x1x3xf32>) outs(%o : tensor<1x4x2x3xf32>) -> tensor<1x4x2x3xf32>
    %9 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
    %10 = linalg.pack %a inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %p : tensor<4x8xf32> -> tensor<2x4x2x2xf32>
    return %7 : tensor<4x16xf32>
  }
  func.func @vector(%iv: vector<4xindex>, %mk: vector<4xi1>, %m: memref<?x?xf32>, %i: index, %f: f32, %v: vector<4xf32>, %w: vector<4x8xf32>, %k: vector<8x16xf32>) -> vector<4x16xf32> {
    %mask = vector.constant_mask [2, 3] : vector<4x8xi1>
    %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, false], permutation_map = #tr} : memref<?x?xf32>, vector<4x8xf32>
    %1 = vector.transfer_read %m[%i, %i], %f, %mask {permutation_map = affine_map<(d0, d1) -> (d0, d1)>, in_bounds = [false, false]} : memref<?x?xf32>, vector<4x8xf32>
    vector.transfer_write %0, %m[%i, %i] : vector<4x8xf32>, memref<?x?xf32>
    %acc = arith.constant dense<0.0> : vector<4x16xf32>
    %2 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %0, %k, %acc : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
    %3 = vector.shuffle %v, %v [0, 5, -1, 2] : vector<4xf32>, vector<4xf32>
    %4 = vector.extract %w[1, 2] : f32 from vector<4x8xf32>
    %5 = vector.extract %w[%i] : vector<8xf32> from vector<4x8xf32>
    %6 = vector.insert %f, %v[%i] : f32 into vector<4xf32>
    %7 = vector.extract_strided_slice %w {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
    %8 = vector.reduction <maximumf>, %v, %f fastmath<nnan> : vector<4xf32> into f32
    %9 = vector.multi_reduction <add>, %w, %v [1] : vector<4x8xf32> to vector<4xf32>
    %10 = vector.broadcast %f : f32 to vector<[4]xf32>
    %11 = vector.transpose %w, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
    %12 = vector.create_mask %i : vector<[4]xi1>
    %13 = vector.gather %m[%i, %i] [%iv], %mk, %v : memref<?x?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.print %f : f32 punctuation <close>
    vector.print str "a\nb"
    %14:2 = vector.scan <mul>, %w, %v {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
    return %2 : vector<4x16xf32>
  }
  func.func @affine(%m: memref<?x?xf32>, %n: index, %f: f32) -> f32 {
    affine.for %i = 0 to 10 step 2 {
      affine.for %j = max #lb(%i)[%n] to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n] {
        %x = affine.load %m[%i + 1, %j floordiv 2] : memref<?x?xf32>
        affine.store %x, %m[symbol(%n), %j mod 3] : memref<?x?xf32>
        affine.if #set(%i)[%n] {
          affine.prefetch %m[%i, %j], write, locality<1>, data : memref<?x?xf32>
        } else {
          %y = affine.apply affine_map<(d0, d1) -> (d0 ceildiv 8 - d1 * 2)>(%i, %j)
        }
      } {unroll}
    }
    %s = affine.for %i = 0 to %n iter_args(%a = %f) -> f32 {
      affine.yield %a : f32
    }
    %p = affine.parallel (%i, %j) = (0, 0) to (min(%n, 10), 5) step (1, 2) reduce ("addf") -> f32 {
      affine.yield %f : f32
    }
    %q = affine.min affine_map<(d0)[s0] -> (d0, s0, 1000)>(%n)[%n]
    %v = affine.vector_load %m[%n, %n] : memref<?x?xf32>, vector<4xf32>
    %d:2 = affine.delinearize_index %n into (3, 5) : index, index
    return %s : f32
  }
}
