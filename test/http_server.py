#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""http_server.py SERVER: apps/examples/http_server.c, with clients in threads."""
import http.client
import math
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

import npy
import tap

WEIGHTS = [[1.0, -1.0], [0.5, 2.0], [-2.0, 0.25]]
NET = f"""func.func @main(%x: tensor<ROWSx3xf32>) -> tensor<ROWSx2xf32> {{
  %w = stablehlo.constant dense<{WEIGHTS}> : tensor<3x2xf32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<ROWSx3xf32>, tensor<3x2xf32>) -> tensor<ROWSx2xf32>
  %z = stablehlo.tanh %y : tensor<ROWSx2xf32>
  return %z : tensor<ROWSx2xf32>
}}
"""
# Counts up to the element, which is the time that a request takes. A float does not get beyond 2^24: ENDLESS never ends.
LOOP = """func.func @main(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<1x1xf32>
  %one = stablehlo.constant dense<1.0> : tensor<1x1xf32>
  %n = stablehlo.while(%i = %zero) : tensor<1x1xf32>
  cond {
    %c = stablehlo.compare LT, %i, %x : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xi1>
    %d = stablehlo.reshape %c : (tensor<1x1xi1>) -> tensor<i1>
    stablehlo.return %d : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<1x1xf32>
    stablehlo.return %j : tensor<1x1xf32>
  }
  return %n : tensor<1x1xf32>
}
"""
ENDLESS = 2.0**30
SHORT = 1000.0


def floats(shape, values):
    return npy.npy("<f4", shape, struct.pack(f"<{len(values)}f", *values))


def one(value):
    return floats((1, 1), [value])


class Server:
    def __init__(self, program, model, *options):
        self.folder = tempfile.TemporaryDirectory()
        path = os.path.join(self.folder.name, "model.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(model)
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([program, "-p", "0", *options, path], stdout=subprocess.PIPE, stderr=self.errors)
        line = self.process.stdout.readline().decode()
        if not line.startswith("listening on port "):
            raise RuntimeError("the server does not start: " + self.text())
        self.port = int(line.split()[-1])

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()
        self.folder.cleanup()

    def text(self):
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "replace")

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def get(self, path):
        connection = self.connect()
        connection.request("GET", path)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, data.decode()

    def metric(self, name):
        return float(re.search(rf"^{re.escape(name)} (\S+)$", self.get("/metrics")[1], re.M).group(1))

    def wait_for(self, name, value):
        """Until a metric has a value; what it is otherwise after 20 seconds."""
        end = time.monotonic() + 20
        while (last := self.metric(name)) != value and time.monotonic() < end:
            time.sleep(0.01)
        return None if last == value else f"{name} is {last}, expected {value}\n"

    def idle(self):
        """Until no call runs: an answer is sent a moment before its call has ended."""
        return self.wait_for("infer_calls_running", 0) or ""

    def stop(self):
        """Ends the server as an init system does. Returns what is wrong with its end."""
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(60)
        except subprocess.TimeoutExpired:
            return "SIGTERM does not end the server\n"
        text = self.text()
        return f"exit status {status}\n{text}" if status or text else ""


def infer(connection, body, **headers):
    connection.request("POST", "/v1/infer", body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    return answer.status, answer.read(), answer.headers


class Client(threading.Thread):
    """Sends one request."""

    def __init__(self, server, body, **headers):
        super().__init__()
        self.server, self.body, self.headers, self.status, self.data = server, body, headers, None, b""
        self.start()

    def run(self):
        connection = self.server.connect()
        try:
            self.status, self.data, _ = infer(connection, self.body, **self.headers)
        except OSError as error:
            self.status = repr(error)
        connection.close()

    def end(self):
        self.join(60)
        return self.status


def expected_of(row):
    return [math.tanh(sum(x * weights[column] for x, weights in zip(row, WEIGHTS))) for column in range(2)]


def right_numbers(server, most_rows):
    """16 threads, each with 25 requests of 1 to 3 rows over one connection."""
    wrong = []

    def client(number):
        connection = server.connect()
        for turn in range(25):
            rows = [[(number * 7 + turn * 3 + i * 5 + j) % 17 / 16 - 0.5 for j in range(3)] for i in range((number + turn) % 3 % most_rows + 1)]
            for _ in range(1000):
                status, data, headers = infer(connection, floats((len(rows), 3), sum(rows, [])))
                if status != 503:
                    break
                time.sleep(0.001)
            if status != 200:
                wrong.append(f"status {status}: {data}")
                continue
            dtype, shape, elements = npy.read(data)
            expected = sum(map(expected_of, rows), [])
            if (dtype, shape) != ("<f4", [len(rows), 2]) or any(abs(a - b) > 1e-5 for a, b in zip(elements, expected)):
                wrong.append(f"{rows}: {dtype} {shape} {elements}, expected {expected}")
            if headers["Content-Type"] != "application/x-npy":
                wrong.append(f"Content-Type: {headers['Content-Type']}")
        connection.close()

    threads = [threading.Thread(target=client, args=[number]) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if server.metric('infer_requests_total{outcome="ok"}') != 400:
        wrong.append("not 400 answers are counted")
    calls, rows = server.metric("infer_batch_rows_count"), server.metric("infer_batch_rows_sum")
    if rows < 400 or calls >= 400:
        wrong.append(f"{calls} calls for {rows} rows: no batches")
    if server.metric("infer_request_seconds_count") < 400:
        wrong.append("latencies are not counted")
    return "\n".join(wrong)


def joined(server):
    """Eight requests within the delay, which is long, are one call: it starts when the batch is full."""
    begin, before = time.monotonic(), server.metric("infer_batch_rows_count")
    clients = [Client(server, floats((1, 3), [i, 0, 0])) for i in range(8)]
    wrong = [f"status {client.status}" for client in clients if client.end() != 200]
    calls, full = server.metric("infer_batch_rows_count") - before, server.metric('infer_batch_rows_bucket{le="8"}')
    few = server.metric('infer_batch_rows_bucket{le="4"}')
    if calls != 1 or full - few != 1:
        wrong.append(f"{calls} calls, {full - few} of 5 to 8 rows")
    if time.monotonic() - begin > 15:
        wrong.append("the full batch waited for the delay")
    return "\n".join(wrong)


BAD = [  # body, headers, status, words of the answer
    (b"hello", {}, 400, "body: is not a .npy file of version 1 to 3; found 5 bytes, expected a .npy file"),
    (b"", {}, 400, "found 0 bytes"),
    (floats((1, 3), [1, 2, 3])[:-1], {}, 400, "body: "),
    (npy.npy("<f8", (1, 3), bytes(24)), {}, 400, "body, header: found element type '<f8', expected '<f4'"),
    (npy.npy("<f4", (3,), bytes(12)), {}, 400, "body, header: found shape [3], expected [1 to 8, 3]"),
    (npy.npy("<f4", (1, 4), bytes(16)), {}, 400, "found shape [1, 4], expected [1 to 8, 3]"),
    (npy.npy("<f4", (9, 3), bytes(108)), {}, 400, "found shape [9, 3], expected [1 to 8, 3]"),
    (npy.npy("<f4", (0, 3), b""), {}, 400, "found shape [0, 3], expected [1 to 8, 3]"),
    (npy.npy("<f4", (), bytes(4)), {}, 400, "found shape [], expected [1 to 8, 3]"),
    (npy.npy("<f4", (10**6, 3), bytes(12 * 10**6)), {}, 413, "is too long; found 12000"),
    (floats((1, 3), [1, 2, 3]), {"X_Deadline_Ms": "soon"}, 400, "header X-Deadline-Ms: found 'soon', expected whole milliseconds"),
    (floats((1, 3), [1, 2, 3]), {"X_Deadline_Ms": "0"}, 400, "header X-Deadline-Ms: found '0'"),
]


def bad_bodies(server):
    wrong = []
    for body, headers, expected, words in BAD:
        connection = server.connect()
        status, data, _ = infer(connection, body, **headers)
        if status != expected or words not in data.decode():
            wrong.append(f"{body[:20]}: {status} {data.decode()}, expected {expected} {words}")
        connection.close()
    connection = server.connect()
    columns = npy.npy(">f4", (2, 3), struct.pack(">6f", 1, 4, 2, 5, 3, 6), order=True)
    if infer(connection, columns)[1] != infer(connection, floats((2, 3), [1, 2, 3, 4, 5, 6]))[1]:
        wrong.append("another answer for a big-endian array by columns")
    connection.close()
    for method, path, expected, allowed in (("GET", "/v1/infer", 405, "POST"), ("POST", "/metrics", 405, "GET"), ("GET", "/", 404, None)):
        connection = server.connect()
        connection.request(method, path)
        answer = connection.getresponse()
        if (answer.status, answer.headers["Allow"]) != (expected, allowed):
            wrong.append(f"{method} {path}: {answer.status} {answer.headers['Allow']}, expected {expected} {allowed}")
        connection.close()
    return "\n".join(wrong)


def overload(server):
    """One call that does not end, and a queue with one place."""
    running = Client(server, one(ENDLESS), X_Deadline_Ms="4000")
    wrong = server.wait_for("infer_calls_running", 1) or ""
    waiting = Client(server, one(SHORT))
    wrong += server.wait_for("infer_queue_requests", 1) or ""
    connection = server.connect()
    for _ in range(3):
        status, data, headers = infer(connection, one(SHORT))
        if status != 503 or headers["Retry-After"] != "1" or b"full" not in data:
            wrong += f"status {status} {data} {headers}\n"
    connection.close()
    if running.end() != 504:
        wrong += f"the endless request: {running.status}\n"
    if waiting.end() != 200 or npy.read(waiting.data)[2] != [SHORT]:
        wrong += f"the request in the queue: {waiting.status} {waiting.data}\n"
    return wrong + (server.wait_for('infer_requests_total{outcome="overloaded"}', 3) or "") + server.idle()


def deadlines(server):
    """While it runs, and in the queue; the call is cancelled, and the next one runs."""
    begin, cancelled = time.monotonic(), server.metric("infer_calls_cancelled_total")
    running = Client(server, one(ENDLESS), X_Deadline_Ms="1500")
    wrong = server.wait_for("infer_calls_running", 1) or ""
    if (status := Client(server, one(SHORT), X_Deadline_Ms="50").end()) != 504:
        wrong += f"in the queue: {status}\n"
    if not running.is_alive():
        wrong += "the later deadline passed first\n"
    if running.end() != 504 or time.monotonic() - begin > 20:
        wrong += f"while it runs: {running.status}\n"
    wrong += server.wait_for("infer_calls_running", 0) or ""
    if server.metric("infer_calls_cancelled_total") != cancelled + 1:
        wrong += "the call was not cancelled\n"
    if (status := Client(server, one(SHORT)).end()) != 200:
        wrong += f"afterwards: {status}\n"
    return wrong + server.idle()


def disconnects(server):
    """A client that leaves while its call runs, one in the queue, and one in the middle of its body."""
    gone = server.metric('infer_requests_total{outcome="gone"}')
    body = one(ENDLESS)
    header = f"POST /v1/infer HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    clients = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3)]
    clients[0].sendall(header + body)
    wrong = server.wait_for("infer_calls_running", 1) or ""
    clients[1].sendall(header + body)
    wrong += server.wait_for("infer_queue_requests", 1) or ""
    clients[2].sendall(header + body[:-10])
    clients[1].close()
    wrong += server.wait_for("infer_queue_requests", 0) or ""
    clients[2].close()
    clients[0].close()
    wrong += server.wait_for("infer_calls_running", 0) or ""
    return wrong + (server.wait_for('infer_requests_total{outcome="gone"}', gone + 3) or "")


def races(server):
    """Deadlines that pass at the moment at which calls end."""
    statuses, count = [], 8 * 400

    def client(number):
        connection = server.connect()
        for turn in range(400):
            statuses.append(infer(connection, one((number * 17 + turn * 29) % 101 * 2e4), X_Deadline_Ms="2")[0])
        connection.close()

    threads = [threading.Thread(target=client, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    wrong = "" if len(statuses) == count else f"{count - len(statuses)} requests are not answered\n"
    if set(statuses) != {200, 504}:
        wrong += f"answers {set(statuses)}, expected 200 and 504\n"
    return wrong + server.idle()


def stops(server):
    """SIGTERM with a request that runs and one that waits: both are answered, later ones are refused."""
    kept = server.connect()
    status = infer(kept, one(SHORT))[0]
    wrong = server.idle() if status == 200 else f"status {status}\n"
    running = Client(server, one(ENDLESS), X_Deadline_Ms="2000")
    wrong += server.wait_for("infer_calls_running", 1) or ""
    waiting = Client(server, one(SHORT))
    wrong += server.wait_for("infer_queue_requests", 1) or ""
    server.process.send_signal(signal.SIGTERM)
    while server.get("/healthz")[0] == 200:
        time.sleep(0.01)
    status, data, headers = infer(kept, one(SHORT))
    if status != 503 or headers["Connection"] != "close":
        wrong += f"a request after SIGTERM: {status} {data}\n"
    if running.end() != 504 or waiting.end() != 200 or npy.read(waiting.data)[2] != [SHORT]:
        wrong += f"the requests before SIGTERM: {running.status}, {waiting.status} {waiting.data}\n"
    kept.close()
    return wrong + server.stop()


def attempt(results, title, check, *arguments):
    try:
        results.report(title, check(*arguments))
    except (OSError, http.client.HTTPException) as error:  # the server has ended
        results.report(title, repr(error))


def main():
    program = os.path.abspath(sys.argv[1])
    results = tap.Tap()
    dynamic, static = NET.replace("ROWS", "?"), NET.replace("ROWS", "4")
    with Server(program, dynamic, "-c", "2") as server:
        results.report("GET /healthz", None if server.get("/healthz") == (200, "ok\n") else "not ok")
        attempt(results, "right numbers of a model with any number of rows", right_numbers, server, 8)
        attempt(results, "bad bodies", bad_bodies, server)
        attempt(results, "SIGTERM without requests", server.stop)
    with Server(program, static, "-q", "4") as server:
        attempt(results, "right numbers of a model with four rows, with a short queue", right_numbers, server, 4)
        attempt(results, "SIGTERM after requests", server.stop)
    with Server(program, dynamic, "-w", "20000", "-d", "40000") as server:
        attempt(results, "requests are joined", joined, server)
        attempt(results, "SIGTERM after a batch", server.stop)
    with Server(program, LOOP, "-q", "1") as server:
        attempt(results, "503 when the queue is full", overload, server)
        attempt(results, "504 when a deadline passes", deadlines, server)
        attempt(results, "clients that leave", disconnects, server)
        attempt(results, "SIGTERM with requests", stops, server)
    with Server(program, LOOP, "-c", "2", "-d", "5000") as server:
        attempt(results, "deadlines that pass while calls end", races, server)
        attempt(results, "SIGTERM after deadlines", server.stop)
    scalar = "func.func @main(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }"
    try:
        Server(program, scalar).__exit__()
        results.report("a model without rows is refused", "it starts")
    except RuntimeError as error:
        results.report("a model without rows is refused", None if "number of rows" in str(error) else str(error))
    return results.finish()


sys.exit(main())
