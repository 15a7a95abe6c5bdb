#!/usr/bin/python3
"""Random runs of a sequence, decided by the definition in htol/HTOL.md: an oracle for rt/sequence.c that keeps every
event and tries every choice of them.

usage: traces.py PROGRAM SEED COUNT    PROGRAM is sequences.c; status 1 and the trace if they disagree
"""
import random
import subprocess
import sys

ANY = 16


class Event:
    """What happens at one place: steps of the sequence with what they bind, and kills."""

    def __init__(self, steps, kills):
        self.steps = steps  # number of the step: tuple of values
        self.kills = kills  # (steps done, index of a value or ANY, value)

    def kills_after(self, done, values):
        return any(done == at and (index == ANY or values[index] == value) for at, index, value in self.kills)

    def text(self, last):
        words = ["p %d" % (last in self.steps)]
        words += ["s %d %d %s" % (step, len(values), " ".join("%d %d" % value for value in values))
                  for step, values in self.steps.items()]
        words += ["k %d %d %d %d" % (done, index, *value) for done, index, value in self.kills]
        return " ".join(words) + " ."


def environments(events, last, done=0, start=0, values=()):
    """Of all choices of events for the steps behind `done`, which was at events[start - 1]."""
    if done == last:
        return {values}
    found = set()
    for at in range(start, len(events)):
        if done + 1 in events[at].steps:
            found |= environments(events, last, done + 1, at + 1, values + events[at].steps[done + 1])
        if done > 0 and events[at].kills_after(done, values):
            break
    return found


class Trace:
    def __init__(self, counts, events):
        self.counts = counts  # of values of each step
        self.events = events

    def text(self):
        lines = ["n %d %d" % (len(self.counts), sum(self.counts[:-1]))]
        return "\n".join(lines + [event.text(len(self.counts)) for event in self.events] + ["e"])

    def fault(self, answer):
        """What is wrong with the answer, or nothing."""
        covered, overflow, *tuples = answer.split()
        found = {tuple(tuple(map(int, value.split(":"))) for value in text.split(",") if text != "-")
                 for text in tuples}
        wanted = environments(self.events, len(self.counts))
        if len(found) != len(tuples):
            return "an environment twice"
        if found - wanted:
            return "too much: %s" % (found - wanted)
        if wanted - found and overflow == "0":
            return "missing: %s" % (wanted - found)
        if overflow == "1" and not self.may_overflow():
            return "overflow"
        return "" if covered == str(int(bool(found))) else "covered: %s" % covered

    def may_overflow(self):
        return len(self.events) > 16


def random_value(domain):
    return random.choice((0, 1, 2)), random.randrange(domain)


def random_kill(counts, domain):
    done = random.randrange(1, len(counts))
    bound = sum(counts[:done])
    index = random.randrange(bound) if bound and random.random() < 0.7 else ANY
    return done, index, random_value(domain)


def random_event(counts, domain):
    steps = [step for step in range(1, len(counts) + 1) if random.random() < 0.4]
    random.shuffle(steps)
    kills = [random_kill(counts, domain) for _ in range(random.choice((0, 0, 1, 1, 2)))]
    return Event({step: tuple(random_value(domain) for _ in range(counts[step - 1])) for step in steps}, kills)


def random_trace():
    counts = [random.choice((0, 1, 1, 2)) for _ in range(random.choice((2, 2, 3, 4)))]
    domain = random.choice((1, 2, 5))
    return Trace(counts, [random_event(counts, domain) for _ in range(random.randrange(13))])


def long_trace():
    """More values than there is room for, some of them killed in time."""
    events = []
    for number in range(random.randrange(200, 400)):
        kills = [(1, 0, (0, number - 50))] if random.random() < 0.3 else []
        events.append(Event({1: ((0, number),)}, kills))
        if random.random() < 0.05:
            events.append(Event({2: ((1, number),)}, []))
    return Trace([1, 1], events + [Event({2: ((1, 0),)}, [])])


def main():
    program, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    random.seed(seed)
    traces = [random_trace() for _ in range(count)] + [long_trace() for _ in range(20)]
    text = "\n".join(trace.text() for trace in traces)
    answers = subprocess.run([program, "traces"], input=text, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    if len(answers) != len(traces):
        sys.exit("%d answers for %d traces" % (len(answers), len(traces)))
    for trace, answer in zip(traces, answers):
        fault = trace.fault(answer)
        if fault:
            sys.exit("%s\nanswer: %s\n%s" % (trace.text(), answer, fault))
    overflows = sum(answer.split()[1] == "1" for answer in answers)
    found = sum(len(answer.split()) - 2 for answer in answers)
    print("%d traces, %d overflows, %d environments" % (len(traces), overflows, found))
    if not overflows:
        sys.exit("nothing overflowed")


main()
