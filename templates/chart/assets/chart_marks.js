// What is written at the marks of a chart.
"use strict";

// If there are few bars, each has its value at its end.
function showsBarValues(data) {
  const [{ kind, heights }] = data.series;
  return (
    data.series.length === 1 &&
    kind === "bar" &&
    data.scale === "labels" &&
    heights.length <= (data.horizontal ? 60 : 24) &&
    heights.every((value) => value === null || typeof value === "number")
  );
}

const fontOfBarValues = ({ font, textScale }) => `${12 * textScale}px ${font}`;

function barValueTexts(data) {
  const [one] = data.series;
  const values = one.heights.filter((value) => value !== null);
  const format = numberFormatOf(data, one)?.formatFor(values) ?? formatTogether(values);
  return one.heights.map((value) => (value === null ? "" : format(value)));
}

function barValues(data, theme) {
  if (!showsBarValues(data)) return undefined;
  const texts = barValueTexts(data);
  return {
    id: "barValues",
    afterDatasetsDraw: (chart) => {
      const { ctx: context } = chart;
      const bars = chart.getDatasetMeta(0).data;
      if (!chart.isDatasetVisible(0)) return;
      context.save();
      context.font = fontOfBarValues(theme());
      const room = Math.abs((bars[1]?.x ?? chart.width) - (bars[0]?.x ?? 0)) - 4;
      const fits = data.horizontal || texts.every((text) => context.measureText(text).width < room);
      context.fillStyle = theme().text;
      context.textBaseline = "middle";
      const away = data.horizontal ? 6 : 9 * theme().textScale;
      if (fits) bars.forEach((bar, i) => writeBarValue(context, bar, texts[i], data, i, away));
      context.restore();
    },
  };
}

// Bars of times begin at the start of the axis, also before 1970.
const isBelowBase = ({ heights, hasTimes }, index) => !hasTimes && heights[index] < 0;

function writeBarValue(context, bar, text, data, index, away) {
  const isReversed = data.along[0].reversed === true;
  const isBefore = isBelowBase(data.series[0], index) !== isReversed;
  if (data.horizontal) {
    context.textAlign = isBefore ? "right" : "left";
    context.fillText(text, bar.x + (isBefore ? -away : away), bar.y);
  } else {
    context.textAlign = "center";
    context.fillText(text, bar.x, bar.y + (isBefore ? away + 1 : -away));
  }
}

function shareOf(chart, datasetIndex, index) {
  const { data: values } = chart.data.datasets[datasetIndex];
  const sum = values.reduce(
    (all, value, i) => all + (chart.getDataVisibility(i) ? Math.abs(value ?? 0) : 0),
    0,
  );
  return sum > 0 ? Math.abs(values[index] ?? 0) / sum : 0;
}

// Slices that have room for it show their share.
function sliceShares(data, theme) {
  if (data.kind !== "pie" && data.kind !== "doughnut") return undefined;
  const format = sharesFormat(data);
  return {
    id: "sliceShares",
    afterDatasetsDraw: (chart) => {
      const { ctx: context } = chart;
      context.save();
      context.font = `600 ${13 * theme().textScale}px ${theme().font}`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      chart.data.datasets.forEach((shape, d) => {
        if (!chart.isDatasetVisible(d)) return;
        chart.getDatasetMeta(d).data.forEach((arc, i) => {
          const { innerRadius, outerRadius, startAngle, endAngle } = arc;
          const middle = (innerRadius + outerRadius) / 2;
          const text = format(shareOf(chart, d, i));
          const room = Math.min((endAngle - startAngle) * middle, (outerRadius - innerRadius) * 1.4);
          if (!chart.getDataVisibility(i) || room < context.measureText(text).width + 12 || middle < 20)
            return;
          const colour = arc.options.backgroundColor;
          const solid = typeof colour === "string" ? mixOver(colour, theme().background) : theme().text;
          context.fillStyle = contrast(solid, "#ffffff") >= 3 ? "#ffffff" : "#14181d";
          const { x, y } = arc.getCenterPoint();
          context.fillText(text, x, y);
        });
      });
      context.restore();
    },
  };
}

// A label of an axis that is cut is there as a whole where the pointer is on it.
function wholeLabels(data) {
  if (!data.isCartesian || data.scale !== "labels") return undefined;
  return {
    id: "wholeLabels",
    afterEvent: (chart, { event }) => {
      const scale = chart.scales[data.across.id];
      const isOn =
        event.x >= scale.left && event.x <= scale.right && event.y >= scale.top && event.y <= scale.bottom;
      const index = isOn ? scale.getValueForPixel(data.horizontal ? event.y : event.x) : -1;
      const title = isOn ? labelAt(data, Math.round(index)) : "";
      if (chart.canvas.title !== title) chart.canvas.title = title;
    },
  };
}
