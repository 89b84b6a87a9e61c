bef devices host:0
bef devices --json host:1
bef devices | grep -c '^host:'
bef devices --pack opencl,basic host:0 | head -n 1
KERNELS_OPENCL=/nowhere/libOpenCL.so bef devices | grep '^opencl' | cut -d : -f 1,2
bef devices toaster:0
