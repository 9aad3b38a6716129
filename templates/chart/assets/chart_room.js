// The room that marks need beyond their values: an axis whose ends nobody chose goes on until all of them are seen.
"use strict";

// The marks of a scale as { value, before, after }: in pixels, how far each goes towards the ends of the scale.
function roomOfMarks(data, theme, scale) {
  const isIndex = (scale.axis === "y") === data.isHorizontal;
  const datasets = scale.getMatchingVisibleMetas().map(({ index }) => data.datasets[index]);
  const bubbles = datasets
    .filter(({ kind }) => kind === "bubble")
    .flatMap((dataset) => roomOfBubbles(data, dataset, isIndex));
  return isIndex || !showsBarValues(data) ? bubbles : bubbles.concat(roomOfBarValues(data, theme, scale));
}

function roomOfBubbles(data, { values }, isIndex) {
  const radius = radiusOf(data, values.length);
  return values.flatMap((value, i) => {
    const place = isIndex ? placeOf(data, value, i) : heightOf(value);
    // One more for the outline.
    const size = radius(value) + 1;
    return typeof place === "number" && !Number.isNaN(place)
      ? [{ value: place, before: size, after: size }]
      : [];
  });
}

function placeOf(data, value, index) {
  if (value === null || data.places === "labels") return undefined;
  if (data.places === "times") return timeAt(data, value, index);
  return data.hasPoints ? (value.x ?? index) : Number(data.labels[index]);
}

function roomOfBarValues(data, theme, scale) {
  const { textScale } = theme;
  const [dataset] = data.datasets;
  const { ctx: context } = scale.chart;
  context.save();
  context.font = fontOfBarValues(theme);
  const texts = barValueTexts(data);
  const room = dataset.values.map((value, i) => {
    const size = data.isHorizontal ? context.measureText(texts[i]).width + 10 : 18 * textScale;
    const isBefore = isBelowBase(dataset, i);
    return { value, before: isBefore ? size : 0, after: isBefore ? 0 : size };
  });
  context.restore();
  return room.filter(({ value }) => value !== null);
}

const isChosen = (settings, end) => settings[end] !== undefined || settings[`${end}Text`] !== undefined;

// Ends that the sender chose stay.
function makeRoom(scale, settings, marks) {
  const isTime = scale.type === "time" || scale.type === "timeseries";
  if (marks.length === 0 || (scale.type !== "linear" && !isTime)) return;
  const pixels = Math.max(100, scale.isHorizontal() ? scale.maxWidth : scale.maxHeight);
  const beginsAtZero = settings.beginAtZero === true && scale.min === 0;
  const isFree = (end) => !isChosen(settings, end) && !(end === "min" && beginsAtZero);
  // A longer axis has fewer pixels for each value, so that marks need more of it.
  for (let i = 0; i < 6; ++i) {
    const each = (scale.max - scale.min) / pixels;
    for (const { value, before, after } of marks) {
      if (isFree("min")) scale.min = Math.min(scale.min, value - before * each);
      if (isFree("max")) scale.max = Math.max(scale.max, value + after * each);
    }
  }
}

// Where a dataset is cut off: nowhere but at ends that the sender chose. Bars end at those of the axis.
function clipOf(data, dataset) {
  if (!data.isCartesian || dataset.kind === "bar") return 8;
  const ends = ["x", "y"].map((direction) => {
    const { settings } = data.plan[direction].find(({ id }) => id === dataset[`${direction}Axis`]);
    const clips = ["min", "max"].map((end) => (isChosen(settings, end) ? 8 : false));
    return settings.reverse ? clips.reverse() : clips;
  });
  const [[left, right], [bottom, top]] = ends;
  return { left, right, bottom, top };
}
