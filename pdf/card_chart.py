"""A simple drawing of a chart's data: bars, lines or a pie. Not the exact one."""

import math

from card_ticks import (
    amount_texts,
    is_in_calendar,
    nice_ticks,
    time_texts,
    time_ticks,
)

COLOURS = (
    (0.184, 0.435, 0.922),
    (0.902, 0.494, 0.133),
    (0.169, 0.624, 0.439),
    (0.624, 0.38, 0.804),
    (0.835, 0.29, 0.384),
    (0.286, 0.651, 0.741),
)
GRID = (0.898, 0.914, 0.933)
GREY = (0.349, 0.388, 0.431)
WHITE = (1, 1, 1)
MOST_SERIES = 6
MOST_BARS = 40
MOST_ROWS = 10
MOST_POINTS = 400


def is_number(value):
    return (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and math.isfinite(value)
        and abs(value) < 1e200
    )


def numbers_in(values):
    return [float(value) if is_number(value) else None for value in values or []]


def series_of(chart):
    """Of (name, values, series), with where its bars begin, whether its values are times, and its axis."""
    found = []
    axes = chart.get("axes") or []
    for one in chart.get("series") or []:
        place = one.get("axis", 1)
        axis = axes[place] if place < len(axes) else {}
        values = numbers_in(one.get("y"))
        starts = numbers_in(one.get("low")) or [None] * len(values)
        has_times = axis.get("scale") == "times"
        if has_times:
            values = [value if is_in_calendar(value) else None for value in values]
            starts = [start if is_in_calendar(start) else None for start in starts]
        if any(value is not None for value in values):
            one = {**one, "starts": starts, "hasTimes": has_times, "ofAxis": axis}
            found.append((str(one.get("name") or ""), values, one))
    # Times and numbers have no axis in common.
    timed = [one for one in found if one[2]["hasTimes"]]
    return (timed or found)[:MOST_SERIES]


def labels_of(chart):
    places = chart.get("places")
    if places is None:
        return [str(label) for label in chart.get("labels") or []]
    times = [one for one in places if is_number(one) and is_in_calendar(one)]
    if chart["axes"][0].get("scale") != "times":
        return [str(place) for place in places]
    texts = dict(zip(times, time_texts(times)))
    return [texts.get(place, str(place)) for place in places]


def are_times(series):
    return series[0][2]["hasTimes"]


def bases_of(values, dataset, least):
    """Where each bar begins: times at the least one, numbers at zero."""
    return [
        start if start is not None else least if dataset["hasTimes"] else 0
        for start in dataset["starts"][: len(values)]
    ]


VEGA_MARKS = {
    "bar": "bar",
    "line": "line",
    "trail": "line",
    "area": "area",
    "arc": "pie",
    "point": "scatter",
    "circle": "scatter",
    "square": "scatter",
}


def field_of(specification, *channels):
    encoding = specification.get("encoding")
    for channel in channels:
        described = encoding.get(channel) if isinstance(encoding, dict) else None
        if isinstance(described, dict) and isinstance(described.get("field"), str):
            return described["field"]
    return None


def of_vega_lite(specification):
    """The chart of a specification with one mark and its data inline, without what it computes; None of
    any other."""
    mark = specification.get("mark")
    kind = VEGA_MARKS.get(mark.get("type") if isinstance(mark, dict) else mark)
    data = specification.get("data")
    records = data.get("values") if isinstance(data, dict) else None
    if kind is None or not isinstance(records, list):
        return None
    records = [record for record in records if isinstance(record, dict)]
    if kind == "pie":
        across, up, group = (
            field_of(specification, "color"),
            field_of(specification, "theta"),
            None,
        )
    else:
        across, up = field_of(specification, "x"), field_of(specification, "y")
        group = field_of(specification, "color", "xOffset")
    if up is None or across is None:
        return None
    is_horizontal = (
        kind == "bar"
        and all(is_number(record.get(across)) for record in records)
        and not all(is_number(record.get(up)) for record in records)
    )
    if is_horizontal:
        across, up = up, across
    if kind == "scatter":
        x, y = ([record.get(name) for record in records] for name in (across, up))
        return {"kind": kind, "series": [{"x": x, "y": y}]}
    labels = list(dict.fromkeys(str(record.get(across)) for record in records))
    places = {label: place for place, label in enumerate(labels)}
    series = {}
    for record in records:
        name = str(record.get(group)) if group else ""
        if name not in series and len(series) == MOST_SERIES:
            continue
        values = series.setdefault(name, [None] * len(labels))
        if is_number(record.get(up)):
            place = places[str(record.get(across))]
            values[place] = (values[place] or 0) + record[up]
    return {
        "kind": kind,
        "horizontal": is_horizontal,
        "axes": [{}, {"stacked": kind == "bar" and group != across}],
        "labels": labels,
        "series": [{"name": name, "y": values} for name, values in series.items()],
    }


def readable(chart):
    """As the page has it for its script; None if nothing can be drawn of it."""
    if isinstance(chart, dict) and ("encoding" in chart or "mark" in chart):
        chart = of_vega_lite(chart)
    return chart if isinstance(chart, dict) and series_of(chart) else None


def thin_out(values, most):
    step = max(1, math.ceil(len(values) / most))
    return values[::step]


def draw_legend(canvas, names, colours, x, y, width):
    left = x
    for name, colour in zip(names, colours):
        layout = canvas.layout(name, 21, width=260)
        text_width, height = layout.get_pixel_size()
        if left + text_width + 60 > x + width:
            return
        canvas.fill(colour)
        canvas.rectangle(left, y + height / 2 - 8, 16, 16, 4)
        canvas.context.fill()
        layout.set_width(-1)
        canvas.show(layout, left + 26, y, GREY)
        left += text_width + 62


def draw(canvas, chart, sheet):
    series = series_of(chart)
    # The whole drawing is in the picture, unlike a text, which goes on.
    x, y = sheet.x + 40, sheet.y + 30
    width, height = sheet.width - 80, 590 - sheet.y - 30
    kind = str(chart.get("kind") or "bar")
    labels = labels_of(chart)
    if kind in ("pie", "doughnut", "polarArea"):
        return draw_pie(
            canvas, labels, series[0][1], kind == "doughnut", x, y, width, height
        )
    if len(series) > 1 and any(name for name, _, _ in series):
        draw_legend(canvas, [name for name, _, _ in series], COLOURS, x, y - 6, width)
        y += 44
        height -= 44
    if kind == "bar" and (
        chart.get("horizontal") or needs_rows(canvas, chart, labels, series, width)
    ):
        return draw_rows(canvas, labels, series, x, y, width, height)
    return draw_columns(canvas, chart, kind, labels, series, x, y, width, height)


def widest(canvas, texts, size):
    return max(canvas.layout(text, size).get_pixel_size()[0] for text in texts)


def needs_rows(canvas, chart, labels, series, width):
    """Whether labels are so long that bars are drawn as rows, as on a phone: chart_data.js."""
    axes = chart.get("axes", [])[1:]
    has_own_look = any(axis.get("stacked") or axis.get("scale") for axis in axes)
    are_bars = all(one.get("kind", "bar") == "bar" for _, _, one in series)
    if not labels or "places" in chart or has_own_look or not are_bars:
        return False
    is_long = widest(canvas, labels[:MOST_ROWS], 20) > width / len(labels) - 16
    return len(labels) <= MOST_ROWS and is_long


def draw_pie(canvas, labels, values, is_ring, x, y, width, height):
    shares = [
        (label, value)
        for label, value in zip(labels + [""] * len(values), values)
        if value and value > 0
    ]
    shares.sort(key=lambda share: -share[1])
    if len(shares) > MOST_SERIES:
        rest = sum(value for _, value in shares[MOST_SERIES - 1 :])
        shares = shares[: MOST_SERIES - 1] + [("…", rest)]
    total = sum(value for _, value in shares)
    if not total or not math.isfinite(total):
        return
    radius = height / 2
    middle = (x + radius + 60, y + radius)
    angle = -math.pi / 2
    context = canvas.context
    for (_, value), colour in zip(shares, COLOURS):
        end = angle + 2 * math.pi * value / total
        context.move_to(*middle)
        context.arc(*middle, radius, angle, end)
        context.close_path()
        canvas.fill(colour)
        context.fill_preserve()
        canvas.fill(WHITE)
        context.set_line_width(3)
        context.stroke()
        angle = end
    if is_ring:
        canvas.fill(WHITE)
        context.arc(*middle, radius * 0.56, 0, 2 * math.pi)
        context.fill()
    left = middle[0] + radius + 90
    top = y + (height - 44 * len(shares)) / 2
    for (label, value), colour in zip(shares, COLOURS):
        canvas.fill(colour)
        canvas.rectangle(left, top + 10, 18, 18, 5)
        context.fill()
        share = canvas.layout(f"{100 * value / total:.0f} %", 24, weight=600)
        share_width = share.get_pixel_size()[0]
        canvas.show(share, x + width - share_width, top)
        canvas.text(
            label, left + 34, top, 24, GREY, width=x + width - share_width - 60 - left
        )
        top += 44


def stacked_bounds(series, count):
    low = high = 0
    for place in range(count):
        column = [values[place] or 0 for _, values, _ in series if place < len(values)]
        high = max(high, sum(value for value in column if value > 0))
        low = min(low, sum(value for value in column if value < 0))
    return low, high


def ends_of(series):
    """All values, and those where bars begin."""
    return [
        end
        for _, values, dataset in series
        for value, start in zip(values, dataset["starts"])
        for end in (start, value)
        if value is not None and end is not None
    ]


def draw_columns(canvas, chart, kind, labels, series, x, y, width, height):
    count = max(len(values) for _, values, _ in series)
    kinds = [str(dataset.get("kind") or kind) for _, _, dataset in series]
    has_bars = "bar" in kinds
    has_times = are_times(series)
    is_stacked = has_bars and not has_times
    is_stacked &= any(axis.get("stacked") for axis in chart.get("axes", [])[1:])
    most = MOST_BARS if has_bars else MOST_POINTS
    points = kind in ("scatter", "bubble")
    if not points and count > most:
        series = [
            (
                name,
                thin_out(values, most),
                {**dataset, "starts": thin_out(dataset["starts"], most)},
            )
            for name, values, dataset in series
        ]
        labels = thin_out(labels, most)
        count = max(len(values) for _, values, _ in series)
    all_values = ends_of(series)
    low, high = min(all_values), max(all_values)
    if is_stacked:
        low, high = stacked_bounds(series, count)
    if has_times:
        ticks = time_ticks(low, high)
    else:
        if has_bars or (low > 0 and low < 0.6 * high) or kind == "area":
            low, high = min(low, 0), max(high, 0)
        ticks = nice_ticks(low, high)
    low, high = ticks[0], ticks[-1]
    tick_texts = (
        time_texts(ticks) if has_times else amount_texts(ticks, series[0][2]["ofAxis"])
    )
    texts = [canvas.layout(text, 20) for text in tick_texts]
    left = x + max(layout.get_pixel_size()[0] for layout in texts) + 18
    bottom = y + height - (38 if labels and not points else 8)
    top = y + 8

    def place(value):
        return bottom - (value - low) / (high - low) * (bottom - top)

    for tick, layout in zip(ticks, texts):
        canvas.fill(GRID)
        canvas.rectangle(left, place(tick) - 0.75, x + width - left, 1.5)
        canvas.context.fill()
        text_width, text_height = layout.get_pixel_size()
        canvas.show(layout, left - 14 - text_width, place(tick) - text_height / 2, GREY)
    if points:
        return draw_points(canvas, series, left, x + width, place)
    slot = (x + width - left) / count
    draw_labels(canvas, labels[:count], left, slot, bottom + 8)
    bars = [number for number, one in enumerate(kinds) if one == "bar"]
    bar_width = slot * 0.72 / (1 if is_stacked else max(1, len(bars)))
    above = [0] * count
    below = [0] * count
    for number, (_, values, dataset) in enumerate(series):
        colour = COLOURS[number % len(COLOURS)]
        if kinds[number] != "bar":
            continue
        bases = bases_of(values, dataset, low)
        position = 0 if is_stacked else bars.index(number)
        for index, value in enumerate(values):
            if value is None:
                continue
            base, end = bases[index], value
            if is_stacked:
                stack = above if value >= 0 else below
                base = stack[index]
                stack[index] += value
                end = stack[index]
            first, second = place(base), place(end)
            canvas.fill(colour)
            canvas.rectangle(
                left + slot * index + slot * 0.14 + bar_width * position,
                min(first, second),
                max(1, bar_width * 0.94),
                abs(first - second),
            )
            canvas.context.fill()
    for number, (_, values, _) in enumerate(series):
        if kinds[number] != "bar":
            places = [
                None if value is None else (left + slot * (index + 0.5), place(value))
                for index, value in enumerate(values)
            ]
            draw_line(
                canvas,
                places,
                COLOURS[number % len(COLOURS)],
                place(max(low, min(0, high))),
                kinds[number] == "area",
            )


def draw_line(canvas, places, colour, base, is_area):
    context = canvas.context
    runs = [[]]
    for point in places:
        if point is None:
            runs.append([])
        else:
            runs[-1].append(point)
    for run in filter(None, runs):
        for point in run:
            context.line_to(*point)
        if is_area:
            path = context.copy_path()
            context.line_to(run[-1][0], base)
            context.line_to(run[0][0], base)
            context.close_path()
            canvas.fill(colour, 0.16)
            context.fill()
            context.append_path(path)
        canvas.fill(colour)
        context.set_line_width(5)
        context.set_line_join(1)
        context.set_line_cap(1)
        context.stroke()
    if len(places) <= 14:
        for point in filter(None, places):
            canvas.fill(colour)
            context.arc(*point, 6.5, 0, 2 * math.pi)
            context.fill()


def draw_points(canvas, series, left, right, place):
    places = []
    for number, (_, values, dataset) in enumerate(series):
        for across, up in zip(dataset.get("x") or [], values[: 5 * MOST_POINTS]):
            if is_number(across) and up is not None:
                places.append((float(across), up, number))
    if not places:
        # Names or times across: in their order.
        for number, (_, values, _) in enumerate(series):
            places += [
                (float(index), value, number)
                for index, value in enumerate(values[: 5 * MOST_POINTS])
                if value is not None
            ]
    low = min(point[0] for point in places)
    span = max(point[0] for point in places) - low or 1
    for across, up, number in places:
        canvas.fill(COLOURS[number % len(COLOURS)], 0.7)
        canvas.context.arc(
            left + 16 + (across - low) / span * (right - left - 32),
            place(up),
            8,
            0,
            2 * math.pi,
        )
        canvas.context.fill()


def draw_labels(canvas, labels, left, slot, y):
    """As many as there is room for."""
    if not labels:
        return
    room = widest(canvas, labels, 20) + 16
    every = max(1, min(math.ceil(room / slot), len(labels) // 2))
    for index in range(0, len(labels), every):
        layout = canvas.layout(labels[index], 20, width=slot * every - 8)
        layout.set_alignment(1)
        canvas.show(
            layout, left + slot * (index + 0.5) - (slot * every - 8) / 2, y, GREY
        )


def row_texts(one):
    """What stands behind the bars of a series: numbers, or the times from which to which they go."""
    _, values, dataset = one
    values = [value for value in values if value is not None]
    if not dataset["hasTimes"]:
        return amount_texts(values, dataset["ofAxis"])
    texts = iter(time_texts(ends_of([one])))
    return [
        f"{next(texts)} – {next(texts)}" if start is not None else next(texts)
        for value, start in zip(one[1], dataset["starts"])
        if value is not None
    ]


def draw_rows(canvas, labels, series, x, y, width, height):
    count = max(len(values) for _, values, _ in series)
    shown = count if count <= MOST_ROWS else MOST_ROWS - 1
    labels = (labels + [""] * count)[:shown]
    series = [
        (name, values[:shown], {**dataset, "starts": dataset["starts"][:shown]})
        for name, values, dataset in series
    ]
    ends = ends_of(series)
    if not ends:
        return
    low, high = min(ends), max(ends)
    if not are_times(series):
        low, high = min(0, low), max(0, high)
    span = high - low or 1
    texts = [canvas.layout(text, 21) for text in row_texts(series[0])]
    text_room = 110
    if are_times(series) and len(series) == 1:
        text_room = 28 + max(layout.get_pixel_size()[0] for layout in texts)
    texts = iter(texts)
    slot = height / min(count, MOST_ROWS)
    room = min(width / 2, widest(canvas, labels, 22) + 8)
    if count > shown:
        canvas.text(f"… and {count - shown} more", x, y + slot * shown, 22, GREY)
    left = x + room + 16
    right = x + width - text_room
    thickness = min(slot * 0.7, 48) / len(series)
    for index in range(shown):
        layout = canvas.layout(labels[index], 22, width=room)
        layout.set_alignment(2)
        middle = y + slot * (index + 0.5)
        canvas.show(layout, x, middle - layout.get_pixel_size()[1] / 2, GREY)
        for number, (_, values, dataset) in enumerate(series):
            value = values[index] if index < len(values) else None
            if value is None:
                continue
            base = bases_of(values, dataset, low)[index]
            first = left + (min(value, base) - low) / span * (right - left)
            length = abs(value - base) / span * (right - left)
            top = middle + (number - len(series) / 2) * thickness
            canvas.fill(COLOURS[number % len(COLOURS)])
            canvas.rectangle(first, top, max(2, length), thickness * 0.92)
            canvas.context.fill()
            if len(series) == 1:
                text = next(texts)
                canvas.show(
                    text, first + length + 12, middle - text.get_pixel_size()[1] / 2
                )
