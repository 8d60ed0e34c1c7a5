"""Prints random rules, each with a first day, a day to look after, and the next day of the rule as python-dateutil has it.

    repeats.py COUNT SEED
"""

import random
import signal
import sys
from datetime import datetime, timedelta

from dateutil.rrule import rrulestr

WEEKDAYS = "MO TU WE TH FR SA SU".split()
MONTH_DAYS = [1, 2, 15, 28, 29, 30, 31, -1, -2, -30, -31]
ENDS = [datetime(2024, 2, 29), datetime(2027, 1, 31), datetime(2026, 10, 31), datetime(2026, 3, 29), datetime(2096, 2, 29)]


def some(random, values, most):
    return random.sample(list(values), random.randint(1, most))


def weekdays(random, frequency, has_months):
    """Weekdays with their numbers, or without: dateutil looks for days that are both, RFC 5545 for either."""
    if frequency not in ("MONTHLY", "YEARLY") or random.random() < 0.4:
        return some(random, WEEKDAYS, 4)
    ordinals = [1, 2, 3, 4, 5, -1, -2, -5]
    if frequency == "YEARLY" and not has_months:
        ordinals += [20, 53, -53]
    return [f"{random.choice(ordinals)}{day}" for day in some(random, WEEKDAYS, 2)]


def rule(random, start):
    frequency = random.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    parts = {"FREQ": [frequency]}
    if random.random() < 0.6:
        parts["INTERVAL"] = [random.choice([1, 2, 3, 4, 5, 7, 12, 30])]
    if random.random() < 0.3:
        parts["BYMONTH"] = some(random, range(1, 13), 3)
    if frequency != "WEEKLY" and random.random() < 0.35:
        parts["BYMONTHDAY"] = some(random, MONTH_DAYS, 3)
    if random.random() < 0.5:
        parts["BYDAY"] = weekdays(random, frequency, "BYMONTH" in parts)
    # In the first week, dateutil counts positions from the first day of the rule, RFC 5545 from that of the week.
    if frequency != "WEEKLY" and parts.keys() & {"BYMONTHDAY", "BYDAY", "BYMONTH"} and random.random() < 0.3:
        parts["BYSETPOS"] = some(random, [1, 2, 3, 5, 10, -1, -2, -4], 2)
    if frequency in ("MONTHLY", "YEARLY") and random.random() < 0.05:
        parts = {name: values for name, values in parts.items() if name in ("FREQ", "INTERVAL")}
        parts["BYMONTHDAY"] = list(range(28, random.randint(29, 31) + 1))
        if frequency == "YEARLY":
            parts["BYMONTH"] = [random.choice([2, 2, 4])]
        parts["BYSETPOS"] = [-1]
    end = random.random()
    if end < 0.25:
        parts["COUNT"] = [random.randint(1, 40)]
    elif end < 0.5:
        parts["UNTIL"] = [(start + timedelta(random.randint(-5, 1500))).strftime("%Y%m%d")]
    if random.random() < 0.4:
        parts["WKST"] = [random.choice(WEEKDAYS)]
    return ";".join(f"{name}={','.join(map(str, values))}" for name, values in parts.items())


def slow(*_):
    raise TimeoutError


def next_day(text, start, day):
    """The next day, and the rule; no rule if it has no day, which takes dateutil minutes to see."""
    signal.setitimer(signal.ITIMER_REAL, 2)
    try:
        return rrulestr(text, dtstart=start).after(day), text
    except TimeoutError:
        return None, None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def case(chance):
    start = datetime(2020, 1, 1) + timedelta(chance.randint(0, 365 * 12))
    if chance.random() < 0.2:
        start = chance.choice(ENDS)
    text = rule(chance, start)
    day = start + timedelta(chance.choice([0, 1, -3, 7, 30, chance.randint(0, 800), chance.randint(0, 3000)]))
    return start, text, day


def main(count, seed):
    chance = random.Random(seed)
    print(f"# {count} rules with the seed {seed}: the rule, its first day, a day, and the next day of the rule after that")
    for _ in range(count):
        found, text = None, None
        while text is None:
            start, text, day = case(chance)
            found, text = next_day(text, start, day)
        print(text, start.date(), day.date(), found.date() if found else "none", sep=" | ")


signal.signal(signal.SIGALRM, slow)
main(int(sys.argv[1]), int(sys.argv[2]))
