func.func @f(%c: !tfrt.chain, %o: !corert.ophandler) -> i1 {
  %t = tfrt_dht.create_uninitialized_tensor.f32.2 [2 : i64, 3 : i64]
  %c1 = tfrt_dht.fill_tensor_with_constant.f32 %t, %c 1.0 : f32
  %c2 = tfrt_dht.set_tensor_with_constant_values.f32 %t, %c1 [1.0 : f32]
  %e, %c3 = tfrt_dht.tensor_equal.f32 %t, %t, %c2
  %s, %c4 = coo.convert_dht_to_coo.f32.2 %t, %c3
  %h = ts.build_shape [2 : i64]
  %q = ts.as_fixed_rank_shape.1 %h
  %v = corert.executeop(%o) "op"() {k = [1]} : 1
  %w, %x = corert.executeop.seq(%o, %c4) "op"(%v) : 1
  tfrt.return %e : i1
}
