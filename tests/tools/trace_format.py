"""A strict reader of Chrome's trace event format, in JSON, as viewers take it: faults_of() lists what a
viewer would drop or bind to something else."""
import bisect
import collections
import json
import numbers

KEYS = {"X": {"name", "cat", "pid", "tid", "ts", "dur", "args"},
        "M": {"name", "pid", "tid", "args"},
        "C": {"name", "pid", "ts", "args"},
        "i": {"name", "pid", "tid", "ts", "s", "args"},
        "s": {"name", "cat", "id", "pid", "tid", "ts"},
        "t": {"name", "cat", "id", "pid", "tid", "ts"},
        "f": {"name", "cat", "id", "pid", "tid", "ts", "bp"}}
TEXTS, WHOLE, TIMES = {"name", "cat", "s", "bp"}, {"pid", "tid", "id"}, {"ts", "dur"}
SLACK = 0.0015  # microseconds: times are rounded to nanoseconds


def is_of_kind(key, value):
    if key in TEXTS:
        return isinstance(value, str) and value != ""
    if key in WHOLE:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if key in TIMES:
        return isinstance(value, numbers.Real) and not isinstance(value, bool) and value >= 0
    return isinstance(value, dict)


class Tracks:
    """The slices, arrows and counters of a trace, event by event."""

    def __init__(self):
        self.slices = collections.defaultdict(list)
        self.named = set()
        self.arrows = collections.defaultdict(list)
        self.counters = {}

    def fault_of(self, event):
        track = event["pid"], event.get("tid")
        if event["ph"] == "M" and event["name"] in ("process_name", "thread_name"):
            self.named.add(track if event["name"] == "thread_name" else (event["pid"], None))
            return isinstance(event["args"].get("name"), str) or "no name"
        if event["ph"] == "X":
            before = self.slices[track][-1][1] if self.slices[track] else 0
            self.slices[track].append((event["ts"], event["ts"] + event["dur"]))
            return event["ts"] >= before - SLACK or "overlaps the slice before it"
        if event["ph"] == "C":
            key = event["pid"], event["name"]
            value = event["args"].get("value")
            before, self.counters[key] = self.counters.get(key, (-1, 0)), (event["ts"], value)
            if not isinstance(value, numbers.Real) or value < 0:
                return "no value"
            return event["ts"] >= before[0] or "a counter's times go back"
        if event["ph"] in "stf":
            # A viewer binds it to the latest slice that has begun.
            slices = self.slices[track]
            begun = bisect.bisect_right(slices, (event["ts"] + SLACK, float("inf")))
            self.arrows[event["cat"], event["name"], event["id"]].append(event)
            end = slices[begun - 1][1] if begun > 0 else -1
            return event["ts"] <= end + SLACK or "an arrow's end lies in no slice"
        return True

    def faults_at_end(self):
        for key, ends in self.arrows.items():
            # Events are in the order of ends; a viewer sorts them.
            ends = sorted(ends, key=lambda event: event["ts"])
            phases = "".join(event["ph"] for event in ends)
            if phases != "s" + "t" * (len(phases) - 2) + "f":
                yield f"arrow {key} is {phases}"
        for process, thread in self.slices:
            for track in ((process, thread), (process, None)):
                if track not in self.named:
                    yield f"track {track} has no name"
        for counter, (_, value) in self.counters.items():
            if value != 0:
                yield f"counter {counter} does not end at 0"


def faults_of(text):
    trace = json.loads(text, parse_constant=lambda word: word)
    if not isinstance(trace, dict) or not isinstance(trace.get("traceEvents"), list):
        return ["no list of events"]
    faults, tracks = [], Tracks()
    for event in trace["traceEvents"]:
        keys = KEYS.get(event.get("ph"))
        if keys is None or keys | {"ph"} != set(event):
            faults.append(f"no such event: {event}")
            continue
        wrong = [key for key in keys if not is_of_kind(key, event[key])]
        if wrong:
            faults.append(f"{wrong} of {event}")
            continue
        fault = tracks.fault_of(event)
        if fault is not True:
            faults.append(f"{fault}: {event}")
    return faults + list(tracks.faults_at_end())
