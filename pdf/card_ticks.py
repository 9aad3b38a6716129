"""The ticks of a chart's axis, and how its numbers and times are written."""

import math
from datetime import datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal


def nice_ticks(low, high):
    span = high - low or abs(high) or 1
    rough = span / 4
    power = 10 ** math.floor(math.log10(rough))
    step = next(
        power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough
    )
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


MINUTE = 60_000
DAY = 86_400_000
TIME_STEPS = [MINUTE * count for count in (1, 5, 15, 30, 60, 180, 360, 720)]
TIME_STEPS += [DAY * count for count in (1, 2, 7, 14)]
MONTH_STEPS = (1, 2, 3, 6, 12, 24, 60, 120, 300, 600, 1200, 3000)
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def is_in_calendar(time):
    """Whether it is in the years 100 to 8300, so that ticks beside it can be written too."""
    return time is not None and -59e12 < time < 199e12


def moment_of(time):
    return EPOCH + timedelta(milliseconds=time)


def time_texts(times):
    """The times of one chart: days, with the time of day where one of them has it."""
    moments = [moment_of(time) for time in times]
    texts = [f"{one.day} {MONTHS[one.month - 1]} {one.year}" for one in moments]
    if all(time % DAY == 0 for time in times):
        return texts
    return [f"{text}, {one:%H:%M}" for text, one in zip(texts, moments)]


def time_ticks(low, high):
    rough = (high - low) / 4
    for step in TIME_STEPS:
        if step >= rough:
            first = math.floor(low / step)
            last = max(math.ceil(high / step), first + 1)
            return [number * step for number in range(first, last + 1)]
    months = next((one for one in MONTH_STEPS if one * 31 * DAY >= rough), 12_000)
    begin, end = moment_of(low), moment_of(high)
    first = (begin.year * 12 + begin.month - 1) // months
    last = (end.year * 12 + end.month - 1) // months + 1
    return [start_of_month(number * months) for number in range(first, last + 1)]


def start_of_month(months):
    year, month = divmod(max(months, 12), 12)
    moment = datetime(min(year, 9999), month + 1, 1, tzinfo=timezone.utc)
    return (moment - EPOCH) / timedelta(milliseconds=1)


UNITS = ((1e12, "T"), (1e9, "B"), (1e6, "M"))
MOST_DECIMALS_OF_UNIT = 3


def rounded(number, decimals):
    """As JavaScript rounds: by the decimal digits that the number is written with, and halves away from zero."""
    digits = Decimal(repr(float(number)))
    return digits.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


SIGNS = {"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "INR": "₹"}


def amount_texts(numbers, axis):
    """The texts of the numbers of one axis, as formatTogether() in templates/chart/assets/chart_text.js
    has them. Both are tested with tests/charts/numbers.json."""
    form = axis.get("format") or {}
    style, unit = form.get("style"), str(form.get("unit"))
    before = after = ""
    if style == "currency":
        before = SIGNS.get(unit, unit + "\N{NO-BREAK SPACE}")
    elif style == "percent":
        numbers, after = [100 * number for number in numbers], "%"
    return [
        f"−{before}{text[1:]}{after}" if text.startswith("-") else before + text + after
        for text in plain_texts(numbers, style == "currency")
    ]


def plain_texts(numbers, are_money):
    largest = max((abs(number) for number in numbers), default=0)
    if largest >= 1e15 or 0 < largest < 1e-6:
        return [f"{number:.3g}" for number in numbers]
    unit, name = next((one for one in UNITS if largest >= one[0]), (1, ""))
    scaled = [number / unit for number in numbers]
    enough = max(0, 2 - math.floor(math.log10(largest / unit))) if largest > 0 else 0
    for decimals in range((MOST_DECIMALS_OF_UNIT if name else enough + 3) + 1):
        if are_money and not name and decimals == 1:
            continue
        shown = [rounded(number, decimals) for number in scaled]
        pairs = list(zip(shown, scaled))
        is_exact = all(
            abs(float(one) - number) <= 1e-9 * abs(number) for one, number in pairs
        )
        hides = any(one == 0 and number != 0 for one, number in pairs)
        are_apart = len(set(shown)) == len(set(numbers))
        if (is_exact or decimals >= enough) and are_apart and not hides:
            return [f"{one:,}{name}" if one != 0 else "0" for one in shown]
    return texts_in_full(numbers)


def texts_in_full(numbers):
    """Each with no more decimals than keep all of them apart, and each within half a percent."""
    for decimals in range(17):
        shown = [rounded(number, decimals) for number in numbers]
        pairs = zip(shown, numbers)
        are_close = all(
            abs(float(one) - number) <= 0.005 * abs(number) for one, number in pairs
        )
        if len(set(shown)) == len(set(numbers)) and are_close:
            break
    return [f"{one.normalize():,f}" for one in shown]
