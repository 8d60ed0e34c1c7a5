"""Prints ways to say a day, each with what it means on the seven days from Monday 2028-02-28 on.

What they mean comes from Python's datetime and dateutil; nothing here reads the words.
"""

import calendar
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

WEEK = [date(2028, 2, 28) + timedelta(number) for number in range(7)]
WEEKDAYS = list(calendar.day_name)
MONTHS = list(calendar.month_name)[1:]


def after(**distance):
    """A distance; months and years keep the day of the month, or take the last."""
    return lambda today: today + relativedelta(**distance)


def on(*of):
    """A date that is always the same."""
    return lambda today: date(*of)


def first(fits, least=0):
    """The first day that fits, at least a number of days away."""
    return lambda today: next(
        day for day in (today + timedelta(number) for number in range(least, 4_000)) if fits(day)
    )


def of_next_week(weekday):
    """A weekday of the week that begins on the next Monday."""
    return lambda today: first(lambda day: day.weekday() == 0, 1)(today) + timedelta(weekday)


def last_of_month(day):
    return (day + timedelta(1)).month != day.month


def last_of_year(day):
    return (day + timedelta(1)).year != day.year


def last_of_week(day):
    return day.weekday() == 6


def again(fits):
    """The second day that fits, counted from today."""
    return lambda today: first(fits, 1)(first(fits)(today))


def relative():
    """Ways that count from today."""
    for words in ["today", "+0d", "0d", "in 0 days", "+0 days"]:
        yield words, after(days=0)
    for words in ["tomorrow", "Tomorrow", "TOMORROW", "tom", "+1d", "in 1 day", "in a day"]:
        yield words, after(days=1)
    for words in ["yesterday", "-1d", "-1 day"]:
        yield words, after(days=-1)
    for count in [2, 3, 7, 10, 30, 365]:
        for words in [f"+{count}d", f"{count}d", f"in {count} days", f"+{count} days"]:
            yield words, after(days=count)
    for count in [1, 2, 3]:
        for words in [f"+{count}w", f"in {count} weeks", f"{count} weeks"]:
            yield words, after(weeks=count)
    for count in [1, 2, 3, 6, 11, 12]:
        for words in [f"+{count}m", f"in {count} months", f"{count}mo"]:
            yield words, after(months=count)
    for count in [1, 4]:
        for words in [f"+{count}y", f"in {count} years"]:
            yield words, after(years=count)
    for count in [2, 30]:
        yield f"-{count}d", after(days=-count)
        yield f"-{count}w", after(weeks=-count)
        yield f"-{count} months", after(months=-count)
    yield "in a week", after(weeks=1)
    yield "in a month", after(months=1)
    yield "in a year", after(years=1)


def weekdays():
    for number, name in enumerate(WEEKDAYS):
        long, short = name.lower(), name[:3].lower()

        def fits(day, number=number):
            return day.weekday() == number

        for words in [short, long, name, f"on {long}"]:
            yield words, first(fits, 1)
        yield f"this {short}", first(fits)
        for words in [f"next {short}", f"next {long}"]:
            yield words, of_next_week(number)
        yield f"{short} 14:00", first(fits, 1), "14:00"
        yield f"{long} at 9:30", first(fits, 1), "09:30"
        yield f"{short}, 2pm", first(fits, 1), "14:00"
    for words, number in [("tues", 1), ("thur", 3), ("thurs", 3), ("wednes", 2)]:
        yield words, first(lambda day, number=number: day.weekday() == number, 1)


def periods():
    yield "next week", of_next_week(0)
    yield "next month", first(lambda day: day.day == 1, 1)
    yield "next year", first(lambda day: (day.month, day.day) == (1, 1), 1)
    for words in ["eow", "end of week"]:
        yield words, first(last_of_week)
    for words in ["eom", "end of month", "EOM"]:
        yield words, first(last_of_month)
    for words in ["eoy", "end of year"]:
        yield words, first(last_of_year)
    yield "end of next week", again(last_of_week)
    yield "end of next month", again(last_of_month)
    yield "end of next year", again(last_of_year)


def months():
    for number, name in enumerate(MONTHS, 1):
        long, short = name.lower(), name[:3].lower()

        def day(wanted, number=number):
            return first(lambda day: (day.month, day.day) == (number, wanted))

        yield f"27 {short}", day(27)
        yield f"{short} 27", day(27)
        yield f"1st {long}", day(1)
        yield f"{long} 3rd", day(3)
        yield f"29 {short}", day(29)
        yield f"2. {long}", day(2)
        yield f"27 {short} 2029", on(2029, number, 27)
        yield f"{long} 5, 2031", on(2031, number, 5)
        yield f"end of {short}", first(lambda day, number=number: day.month == number and last_of_month(day))
        yield f"28 {long} 08:15", day(28), "08:15"


def dates():
    for words in ["1st", "2nd", "3rd", "4th", "the 5th", "on the 15th", "27th", "28th", "29th", "30th", "31st"]:
        wanted = int("".join(letter for letter in words if letter.isdigit()))
        yield words, first(lambda day, wanted=wanted: day.day == wanted)
    for words in ["2026-11-27", "2028-02-29", "0001-01-01", "9999-12-31", "1970-01-01", "2000-02-29"]:
        yield words, on(*date.fromisoformat(words).timetuple()[:3])
    yield "2026-11-27T14:00", on(2026, 11, 27), "14:00"
    yield "2026-11-27t00:00", on(2026, 11, 27), "00:00"
    yield "2026-11-27 23:59", on(2026, 11, 27), "23:59"
    yield "2026-11-27 at 7am", on(2026, 11, 27), "07:00"


def times():
    today = after(days=0)
    yield from [("14:00", today, "14:00"), ("9:05", today, "09:05"), ("0:00", today, "00:00")]
    yield from [("12am", today, "00:00"), ("12pm", today, "12:00"), ("2pm", today, "14:00"), ("2:45pm", today, "14:45")]
    yield from [("today 18:30", today, "18:30"), ("today at 6pm", today, "18:00")]
    yield "tomorrow 7:00", after(days=1), "07:00"
    yield "+2d 7:00", after(days=2), "07:00"
    yield "eom 17:00", first(last_of_month), "17:00"
    yield "next week 10:00", of_next_week(0), "10:00"


def main():
    print("# Ways to say a day, and what each means on the days from Monday 2028-02-28 to Sunday 2028-03-05;")
    print("# scripts/compare/days makes this table with Python's calendar.")
    for part in [relative, weekdays, periods, months, dates, times]:
        for words, meaning, *time in part():
            print(" | ".join([words, " ".join(meaning(today).isoformat() for today in WEEK), *time]))


main()
