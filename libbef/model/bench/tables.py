# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of compare.py, in Markdown."""

# Ratio to ONNX Runtime that befkit should have at most, with one thread and with two.
TARGETS = {
    "mnist": 0.95, "resnet50": 0.95, "transformer": 0.95, "pointwise": 0.55, "lstm_while": 0.5, "rnn_while": 0.6, "ops_chain10k": 0.15,
    "ops_wide10k": 0.15, "gather_embedding": 0.95, "int8_dot": 0.95, "small_cnn_bf16": 0.95, "sort_topk": 0.5,
}
TORCH_TARGETS = {"mnist_training": 0.9, "mnist_training_loop": 0.9}
LOAD_TARGETS = {"resnet50": 20, "ops_chain10k": 20, "ops_wide10k": 20}  # ms
PEAK_TARGETS = {"resnet50": 120, "pointwise": 20}  # MB


def show(number):
    if number is None:
        return "-"
    return f"{number:.3g}" if number < 100 else f"{number:.0f}"


def row(*cells):
    print("| " + " | ".join(cells) + " |")


def ratio(ours, theirs, target):
    """The quotient, bold if it is beyond the target, and the target."""
    if not ours or not theirs:
        return "-", "-" if target is None else show(target)
    quotient = ours / theirs
    text = f"{quotient:.2f}"
    return (text if target is None or quotient <= target else f"**{text}**"), "-" if target is None else show(target)


def within(number, limit):
    if number is None or limit is None:
        return show(number)
    return f"{show(number)} (≤ {limit})" if number <= limit else f"**{show(number)}** (≤ {limit})"


def print_times(models, least, wrong, hand):
    print("Milliseconds of a call, the least of all. Bold: beyond the target.\n")
    row("model", "threads", "ONNX Runtime", "PyTorch", "C by hand", "befkit", "befkit / peer", "target")
    print("|---|---|---|---|---|---|---|---|")
    for model in models:
        for threads in (1, 2):
            ours, ort, torch = (least.get(model, name, threads).get("ms") for name in ("befkit", "ort", "torch"))
            peer, target = (torch, TORCH_TARGETS[model]) if model in TORCH_TARGETS else (ort, TARGETS.get(model))
            quotient, limit = ratio(ours, peer, target)
            row(model, str(threads), show(ort), show(torch), show(hand.get(model) if threads == 1 else None),
                "wrong result" if model in wrong else show(ours), "-" if model in wrong else quotient, limit)
    for model, why in wrong.items():
        print(f"\n{model} is wrong: {why}")


def print_costs(models, least):
    print("\nOpening (ms; befkit: a BEF file), first call (ms), and peak memory of the process (MB), with one thread.\n")
    row("model", "ONNX Runtime: open", "first", "peak", "PyTorch: open", "first", "peak", "befkit: open", "first", "peak")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for model in models:
        cells = [model]
        for name in ("ort", "torch"):
            figures = least.get(model, name, 1)
            cells += [show(figures.get(key)) for key in ("load", "first", "peak")]
        ours = least.get(model, "befkit", 1)
        row(*cells, within(ours.get("load"), LOAD_TARGETS.get(model)), show(ours.get("first")),
            within(ours.get("peak"), PEAK_TARGETS.get(model)))


def print_sizes(sizes):
    print("\nLibraries, stripped: " + "; ".join(f"{name} {size:.2f} MB" for name, size in sizes.items()) + ".")


def print_tables(models, least, wrong, hand, sizes):
    print_times(models, least, wrong, hand)
    print_costs(models, least)
    print_sizes(sizes)
