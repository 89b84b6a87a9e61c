# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decodes PNG files of 8 bits per channel, without interlacing: what browsers write."""
import collections
import struct
import zlib


def unfilter(kind, row, above, step):
    """Undoes the filter of one row in place."""
    size = len(row)
    if kind == 1:
        for i in range(step, size):
            row[i] = (row[i] + row[i - step]) & 255
    elif kind == 2:
        for i in range(size):
            row[i] = (row[i] + above[i]) & 255
    elif kind == 3:
        for i in range(size):
            row[i] = (row[i] + ((row[i - step] if i >= step else 0) + above[i]) // 2) & 255
    elif kind == 4:
        for i in range(size):
            a, b, c = row[i - step] if i >= step else 0, above[i], above[i - step] if i >= step else 0
            p = a + b - c
            pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
            row[i] = (row[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c)) & 255


class Picture:
    """`rows`: bytes of each row, `step` bytes per pixel."""

    def __init__(self, data):
        assert data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG"
        at, body = 8, b""
        while at < len(data):
            size, kind = struct.unpack(">I4s", data[at:at + 8])
            if kind == b"IHDR":
                self.width, self.height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", data[at + 8:at + 8 + size])
                assert depth == 8 and color in (2, 6) and interlace == 0, (depth, color, interlace)
                self.step = 3 if color == 2 else 4
            elif kind == b"IDAT":
                body += data[at + 8:at + 8 + size]
            at += 12 + size
        raw, length = zlib.decompress(body), self.width * self.step
        above, self.rows = bytearray(length), []
        for y in range(self.height):
            start = y * (length + 1)
            row = bytearray(raw[start + 1:start + 1 + length])
            unfilter(raw[start], row, above, self.step)
            self.rows.append(row)
            above = row

    def colors(self):
        """How many pixels have each colour."""
        counts = collections.Counter()
        for row in self.rows:
            counts.update(zip(row[0::self.step], row[1::self.step], row[2::self.step]))
        return counts

    def drawn(self):
        """The share of pixels that do not have the most frequent colour, and the number of colours."""
        colors = self.colors()
        return 1 - max(colors.values()) / (self.width * self.height), len(colors)

    def brightness(self):
        """The mean of all channels, 0 to 255."""
        colors = self.colors()
        return sum(sum(color) * count for color, count in colors.items()) / (3 * self.width * self.height)

    def __eq__(self, other):
        return (self.width, self.height, self.rows) == (other.width, other.height, other.rows)
