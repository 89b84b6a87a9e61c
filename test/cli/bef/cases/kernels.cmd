bef kernels >list
grep -c . list | sed 's/[0-9][0-9][0-9]$/hundreds/'
grep -E '^(tfrt\.add\.i32|tfrt\.new\.chain|tfrt_test\.print_hello) ' list
LC_ALL=C sort -c list && echo sorted
bef kernels 'tfrt.div.f*'
bef kernels tfrt_dht.make_tensor.i32
bef kernels nothing.at.all
