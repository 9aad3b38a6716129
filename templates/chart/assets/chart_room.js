// The room that marks need beyond their values: an axis whose ends nobody chose goes on until all of them are seen.
"use strict";

// The marks of a scale as { value, before, after }: in pixels, how far each goes towards the ends of the scale.
function roomOfMarks(data, theme, scale) {
  const isAcross = (scale.axis === "y") === data.horizontal;
  const bubbles = scale
    .getMatchingVisibleMetas()
    .map(({ index }) => data.series[index])
    .filter(({ kind }) => kind === "bubble")
    .flatMap((one) => roomOfBubbles(data, one, isAcross));
  return isAcross || !showsBarValues(data) ? bubbles : bubbles.concat(roomOfBarValues(data, theme, scale));
}

function roomOfBubbles(data, one, isAcross) {
  const radius = radiusOf(data, one.heights.length);
  return one.heights.flatMap((height, i) => {
    const place = !isAcross ? height : data.scale === "labels" ? undefined : placeAt(data, one, i);
    // One more for the outline.
    const size = radius(one.size?.[i]) + 1;
    return typeof place === "number" && !Number.isNaN(place)
      ? [{ value: place, before: size, after: size }]
      : [];
  });
}

function roomOfBarValues(data, theme, scale) {
  const { textScale } = theme;
  const [one] = data.series;
  const { ctx: context } = scale.chart;
  context.save();
  context.font = fontOfBarValues(theme);
  const texts = barValueTexts(data);
  const room = one.heights.map((value, i) => {
    const size = data.horizontal ? context.measureText(texts[i]).width + 10 : 18 * textScale;
    const isBefore = isBelowBase(one, i);
    return { value, before: isBefore ? size : 0, after: isBefore ? 0 : size };
  });
  context.restore();
  return room.filter(({ value }) => value !== null);
}

// Ends that the sender chose stay.
function makeRoom(scale, own, marks) {
  const isTime = scale.type === "time" || scale.type === "timeseries";
  if (marks.length === 0 || (scale.type !== "linear" && !isTime)) return;
  const pixels = Math.max(100, scale.isHorizontal() ? scale.maxWidth : scale.maxHeight);
  const hasLeast = own.least !== undefined || (own.fromZero === true && scale.min === 0);
  // A longer axis has fewer pixels for each value, so that marks need more of it.
  for (let i = 0; i < 6; ++i) {
    const each = (scale.max - scale.min) / pixels;
    for (const { value, before, after } of marks) {
      if (!hasLeast) scale.min = Math.min(scale.min, value - before * each);
      if (own.most === undefined) scale.max = Math.max(scale.max, value + after * each);
    }
  }
}

// Where a dataset is cut off: nowhere but at ends that the sender chose. Bars end at those of the axis.
function clipOf(data, { kind, axis }) {
  if (!data.isCartesian || kind === "bar") return 8;
  const ends = [data.across, data.axes[axis]].map(({ least, most, reversed }) => {
    const clips = [least, most].map((end) => (end === undefined ? false : 8));
    return reversed ? clips.reverse() : clips;
  });
  const [[left, right], [bottom, top]] = data.horizontal ? ends.reverse() : ends;
  return { left, right, bottom, top };
}
