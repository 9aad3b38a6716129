// vega-interpreter is available only as a module, which would have to import Vega a second time.
function asPlainScript(text) {
  const plain = text
    .replace(/^import (\{.*\}) from 'vega-util';/, "const expressionInterpreter = (() => {\nconst $1 = vega;")
    .replace(/^export \{ expression as expressionInterpreter \};/m, "return expression;\n})();");
  if (/^(import|export) /m.test(plain)) throw new Error("vega-interpreter has another shape than before");
  return plain;
}

export default ({ ours, shared, theirs }) => ({
  files: {
    kChartStylesheet: ours("chart.css"),
    kChartLibrary: theirs("chart.js/dist/chart.umd.min.js"),
    kChartSvgScript: ours("chart_svg.js"),
    kChartTimeScript: ours("chart_time.js"),
    kChartScript: [
      shared("downloads.js"),
      shared("shown_colours.js"),
      ours("chart_theme.js"),
      ours("chart_text.js"),
      ours("chart_data.js"),
      ours("chart_labels.js"),
      ours("chart_room.js"),
      ours("chart_axes.js"),
      ours("chart_datasets.js"),
      ours("chart_marks.js"),
      ours("chart_legend.js"),
      ours("chart_download.js"),
      ours("chart.js"),
    ],
    kVegaLibrary: theirs("vega/build/vega.min.js"),
    kVegaLiteLibrary: theirs("vega-lite/build/vega-lite.min.js"),
    kVegaWorker: [
      ours("vega_libraries.js"),
      { ...theirs("vega-interpreter/build/vega-interpreter.js"), change: asPlainScript },
      ours("chart_text.js"),
      ours("vega_layout.js"),
      ours("vega_worker.js"),
    ],
    kVegaLiteScript: [
      shared("downloads.js"),
      shared("shown_colours.js"),
      ours("chart_theme.js"),
      ours("chart_text.js"),
      ours("chart_download.js"),
      ours("vega_lite.js"),
    ],
  },
});
