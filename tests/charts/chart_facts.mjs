// What a chart says, independent of how it looks: which marks stand where on their axes, in which order, with
// which names. What a page draws is held against what the library draws by itself.

// Run in a page that has a chart of Chart.js.
export function factsOfChart() {
  const canvas = document.querySelector(".chart-frame canvas, #frame canvas");
  const chart = canvas && window.Chart?.getChart(canvas);
  if (!chart) return undefined;
  const round = (value) => (typeof value === "number" ? Number(value.toPrecision(6)) : value);
  const at = (scale, pixel) => {
    const value = scale.getValueForPixel(pixel);
    return scale.type === "category" ? Math.round(value) : value;
  };
  const first = (value) => (Array.isArray(value) ? value[0] : value);
  const scaleFacts = (scale) =>
    scale && {
      type: scale.type === "timeseries" ? "time" : scale.type,
      isReversed: Boolean(scale.options.reverse),
      span: Math.abs(scale.max - scale.min),
    };
  const datasets = chart.data.datasets.map((dataset, i) => {
    const meta = chart.getDatasetMeta(i);
    const { xScale, yScale, rScale } = meta;
    const marks = meta.data.filter((mark) => !mark.skip && !Number.isNaN(mark.x));
    const placed = marks.map((mark) => {
      if (mark.circumference !== undefined && !xScale)
        return rScale
          ? [round(rScale.getValueForDistanceFromCenter(mark.outerRadius))]
          : [round(mark.circumference)];
      if (rScale)
        return [
          round(
            rScale.getValueForDistanceFromCenter(
              Math.hypot(mark.x - rScale.xCenter, mark.y - rScale.yCenter),
            ),
          ),
        ];
      const place = [at(xScale, mark.x), at(yScale, mark.y)];
      if (mark.base !== undefined) place.push(at(mark.horizontal ? xScale : yScale, mark.base));
      return place;
    });
    const line = meta.dataset;
    const sample = meta.data[0]?.options ?? {};
    return {
      label: dataset.label ?? "",
      isVisible: chart.isDatasetVisible(i),
      type: meta.type,
      marks: placed,
      x: scaleFacts(xScale),
      y: scaleFacts(yScale),
      fill: line && meta.type !== "bar" ? (meta.$filler?.fill ?? false) : undefined,
      hasLine: Boolean(line?.options.borderWidth) && dataset.showLine !== false,
      isStepped: Boolean(line?.options.stepped),
      isCurved: (line?.options.tension ?? 0) > 0 && !line?.options.stepped,
      isDashed: (line?.options.borderDash ?? []).length > 0,
      spansGaps: line?.options.spanGaps ?? false,
      pointStyle: ["line", "scatter", "radar"].includes(meta.type) ? sample.pointStyle : undefined,
      colours: { line: first(dataset.borderColor), area: first(dataset.backgroundColor) },
      radius: sample.borderRadius,
    };
  });
  const legend = [...document.querySelectorAll(".chart-legend button .name")].map((name) => name.textContent);
  const theirLegend = chart.legend?.options.display
    ? chart.legend.legendItems.map(({ text }) => String(text))
    : [];
  return {
    datasets,
    stacks: chart.getSortedVisibleDatasetMetas().map(({ index }) => index),
    legend: legend.length > 0 ? legend : theirLegend,
    subtitle: document.querySelector(".chart-subtitle")?.textContent ?? chart.options.plugins.subtitle?.text,
  };
}

const colourParts = (colour) => {
  const found = /rgba?\(([^)]+)\)/.exec(colour ?? "");
  return found?.[1].split(",").map(Number);
};

function sameColour(ours, theirs) {
  const [a, b] = [colourParts(ours), colourParts(theirs)];
  // The library's own colour for what has none.
  if (!a || !b || /^rgba\(0, ?0, ?0, ?0\.1\)$/.test(theirs)) return true;
  return a.slice(0, 3).every((part, i) => Math.abs(part - b[i]) <= 1);
}

// How far two marks may lie apart, as a share of the axis: a pixel or two.
const kTolerance = 0.012;

function compareMarks(name, ours, theirs) {
  if (ours.marks.length !== theirs.marks.length)
    return [`${name}: ${ours.marks.length} marks, not ${theirs.marks.length}`];
  const spans = [theirs.x?.span, theirs.y?.span, theirs.type === "bar" ? theirs.y?.span : undefined];
  const isHorizontal =
    theirs.type === "bar" && theirs.marks[0]?.[2] !== undefined && theirs.y?.type === "category";
  if (isHorizontal) spans[2] = theirs.x.span;
  for (const [i, mark] of theirs.marks.entries()) {
    for (const [axis, value] of mark.entries()) {
      const span = spans[axis] ?? Math.max(...theirs.marks.flat().map(Math.abs), 1);
      const isLog = theirs[["x", "y"][axis]]?.type === "logarithmic";
      const own = ours.marks[i][axis];
      const away = isLog ? Math.abs(own / value - 1) / 5 : Math.abs(own - value) / (span || 1);
      if (away > kTolerance)
        return [`${name}: mark ${i} is at ${own}, not ${value} (${["x", "y", "base"][axis]})`];
    }
  }
  return [];
}

// What the page's chart says that the library's does not, or otherwise; nothing if they say the same.
export function differences(ours, theirs) {
  if (!ours) return ["nothing is drawn"];
  if (ours.datasets.length !== theirs.datasets.length)
    return [`${ours.datasets.length} datasets, not ${theirs.datasets.length}`];
  const found = [];
  theirs.datasets.forEach((plain, i) => {
    const drawn = ours.datasets[i];
    const name = plain.label || `dataset ${i}`;
    const expect = (what, own, wanted) => {
      if (JSON.stringify(own) !== JSON.stringify(wanted))
        found.push(`${name}: ${what} is ${JSON.stringify(own)}, not ${JSON.stringify(wanted)}`);
    };
    expect("visibility", drawn.isVisible, plain.isVisible);
    if (!plain.isVisible) return;
    found.push(...compareMarks(name, drawn, plain));
    for (const axis of ["x", "y"]) {
      if (!plain[axis]) continue;
      const linear = (type) => (type === "category" && drawn[axis]?.type === "linear" ? "linear" : type);
      expect(`type of ${axis}`, drawn[axis]?.type, linear(plain[axis].type));
      expect(`direction of ${axis}`, drawn[axis]?.isReversed, plain[axis].isReversed);
    }
    if (plain.type === "line" || plain.type === "radar") {
      expect("fill", Boolean(drawn.fill) || drawn.fill === 0, Boolean(plain.fill) || plain.fill === 0);
      // Down to zero, or to the line below, is the same where lines are stacked.
      const isSameStack = plain.fill === "origin" && drawn.fill === i - 1;
      if (plain.fill && !isSameStack) expect("fill's target", drawn.fill, plain.fill);
    }
    if (plain.type === "bubble") return;
    for (const what of ["hasLine", "isStepped", "isCurved", "isDashed"])
      expect(what, drawn[what], plain[what]);
    if (plain.pointStyle !== "circle" || drawn.pointStyle === false)
      expect("point style", drawn.pointStyle, plain.pointStyle);
    if (!sameColour(drawn.colours.line, plain.colours.line) && plain.type !== "bar")
      expect("line's colour", drawn.colours.line, plain.colours.line);
    if (!sameColour(drawn.colours.area, plain.colours.area) && (plain.type === "bar" || plain.fill))
      expect("area's colour", drawn.colours.area, plain.colours.area);
  });
  // Where nothing is stacked, ours are drawn in an order of their own.
  for (const name of theirs.legend.filter((one) => one !== "" && one !== "undefined"))
    if (!ours.legend.includes(name) && theirs.legend.length > 1) found.push(`legend lacks ${name}`);
  if (theirs.subtitle && ours.subtitle !== String(theirs.subtitle)) found.push("subtitle is missing");
  return found;
}
