module {
  func.func private @a(!xegpu.tensor_desc<16xf16, #xegpu.block_tdesc_attr<memory_space =  slm, array_length = 2 : i64>>, !xegpu.tensor_desc<16x2xf32, #xegpu.scatter_tdesc_attr<memory_space =  slm, chunk_size = 2 : i64>>, !xegpu.mem_desc<8x16xf32, #xegpu.mem_layout<block = [8, 8], stride = [1, 8]>>)
}
