# a program that trains: a step per call, and a loop of steps, give the same bits; the loss falls
cat > data.py << 'END'
import struct
def save(name, dtype, shape, data):
    header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(name, "wb") as f:
        f.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + data)
state = 1
def numbers(count, scale):
    global state
    for _ in range(count):
        state = (state * 1664525 + 1013904223) % 2**32
        yield ((state >> 8) / 2**23 - 1) * scale
def floats(count, scale):
    return struct.pack(f"<{count}f", *numbers(count, scale))
save("w1.npy", "<f4", (784, 512), floats(784 * 512, .05))
save("w2.npy", "<f4", (512, 10), floats(512 * 10, .05))
save("b1.npy", "<f4", (512,), bytes(4 * 512))
save("b2.npy", "<f4", (10,), bytes(4 * 10))
batch, labels = floats(100 * 784, 1), struct.pack("<100i", *[i * 7 % 10 for i in range(100)])
save("x.npy", "<f4", (100, 784), batch)
save("y.npy", "<i4", (100,), labels)
save("xs.npy", "<f4", (10, 100, 784), batch * 10)
save("ys.npy", "<i4", (10, 100), labels * 10)
END
python3 data.py
bef assemble "$DATA/../../../../libbef/model/bench/mnist_training.mlir" -o training.bef
weights="--input b1.npy --input w1.npy --input b2.npy --input w2.npy"
loop() { mkdir "$1"; bef run training.bef --function loop $weights --input xs.npy --input ys.npy --input "$1" -o "$1" | tail -n 1; }
loss() { python3 -c 'import struct, sys; print(struct.unpack("<f", open(sys.argv[1] + "/result4.npy", "rb").read()[-4:])[0])' "$1"; }
loop 1 > /dev/null
loop 3 > /dev/null
mkdir a b c
bef run training.bef --function step $weights --input x.npy --input y.npy -o a > /dev/null
next() { for i in b1=0 w1=1 b2=2 w2=3; do echo "--input $1/result${i#*=}.npy"; done; }
bef run training.bef --function step $(next a) --input x.npy --input y.npy -o b > /dev/null
bef run training.bef --function step $(next b) --input x.npy --input y.npy -o c --queue threads:2 > /dev/null
diff -r 1 a && diff -r 3 c && echo "same bits"
for i in a b c; do loss $i; done | python3 -c 'import sys; a, b, c = map(float, sys.stdin); print(2 < a < 3, c < b < a)'
echo "--- results that are carried to the next call: after the first call and two measured ones, the third step"
mkdir d e
bef bench training.bef step $weights --input x.npy --input y.npy --carry 4 --repeat 2 -o d | grep -o '"executions":[0-9]*'
bef bench training.bef step $weights --input x.npy --input y.npy --carry 4 --repeat 2 -o e --queue threads:2 > /dev/null
diff -r 3 d && diff -r 3 e && echo "same bits"
bef bench training.bef step $weights --input x.npy --input y.npy --carry 5 2>&1
echo "status $?"
