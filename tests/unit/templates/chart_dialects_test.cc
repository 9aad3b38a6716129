// What the libraries say of axes and colours, which charts have, and what is not drawn, which is
// said.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../texts.h"
#include "chart_reading.h"
#include "core/warning.h"
#include "templates/chart/reader/chart_options.h"
#include "templates/content.h"

namespace templates {
namespace {

using tests::has;

// What is read points into its text.
Chart kept_chart(std::string text) {
  static std::vector<std::unique_ptr<std::string>> texts;
  texts.push_back(std::make_unique<std::string>(std::move(text)));
  return chart(*texts.back());
}

// "name direction title [least most] side settings" of each axis.
std::string axes(const Chart& chart) {
  std::string all;
  for (const ChartAxis& axis : chart.axes) {
    if (!all.empty()) all += "; ";
    all += axis.name + ' ' + axis.direction + ' ' + axis.title + ' ';
    if (axis.scale == ChartAxis::Scale::logarithmic) all += "logarithmic ";
    if (!axis.least.empty() || !axis.most.empty()) all += '[' + axis.least + ' ' + axis.most + "] ";
    if (!axis.side.empty()) all += axis.side + ' ';
    all += json_of(axis.settings);
  }
  return all;
}

// The axis that each dataset names.
std::string axes_of_datasets(const Chart& chart) {
  std::string all;
  for (const ChartDataset& dataset : chart.datasets) {
    const std::string axis = dataset.x_axis + dataset.y_axis;
    all += dataset.label + (axis.empty() ? "-" : axis) + ' ';
  }
  return all;
}

// The fields of what is not drawn.
std::vector<std::string> lost(const std::string& content) {
  const auto findings = check_content(core::Template::chart, content);
  std::vector<std::string> fields;
  if (!findings) {
    ADD_FAILURE() << content << findings.error().message;
    return fields;
  }
  for (const core::Warning& warning : findings->warnings) {
    EXPECT_EQ(warning.code, core::WarningCode::unsupported_in_chart) << warning.message;
    fields.push_back(warning.field);
  }
  return fields;
}

using Fields = std::vector<std::string>;

std::string page(const std::string& content) {
  return render_content(core::Template::chart, content).html.str();
}

std::string chart_js(const std::string& scales, const std::string& options = "") {
  return R"({"type":"bar","data":{"labels":["a"],"datasets":[{"label":"A","data":[1],"yAxisID":"y"},
    {"label":"B","type":"line","data":[2],"yAxisID":"rate"}]},"options":{"scales":{)" +
         scales + "}" + options + "}}";
}

// The direction of the axis of Chart.js with this name and these settings.
char direction(const std::string& name, const std::string& settings) {
  const Chart chart = kept_chart(chart_js('"' + name + R"(":{)" + settings + "}"));
  return chart.axes.size() == 1 ? chart.axes[0].direction : '-';
}

TEST(ChartDialects, AxisOfChartJsIsAlongXOrYAsThere) {
  EXPECT_EQ(direction("right-y-axis", R"("position":"right")"), 'y');
  EXPECT_EQ(direction("right", R"("position":"left")"), 'y');
  EXPECT_EQ(direction("xtra", R"("position":"right")"), 'y');
  EXPECT_EQ(direction("xtra", R"("axis":"y","position":"bottom")"), 'y');
  EXPECT_EQ(direction("yearly", R"("position":"top")"), 'x');
  EXPECT_EQ(direction("x", R"("axis":"y")"), 'x');
  EXPECT_EQ(direction("Yearly", ""), 'y');
  EXPECT_EQ(direction("rings", ""), 'r');
  EXPECT_EQ(direction("rate", R"("axis":"y")"), 'y');
  EXPECT_EQ(direction("other", ""), '-');
  const Chart used =
      kept_chart(R"({"type":"bar","data":{"datasets":[{"data":[1],"yAxisID":"other"}]},
    "options":{"scales":{"other":{}}}})");
  EXPECT_EQ(axes(used), "other y  {}");
}

TEST(ChartDialects, TableAndSummaryNameTheAxes) {
  const std::string html =
      page(chart_js(R"("y":{"title":{"text":"EUR"}},"rate":{"axis":"y","position":"right"})"));
  EXPECT_TRUE(has(html, "A (left axis: EUR)</th>"));
  EXPECT_TRUE(has(html, "B (right axis)</th>"));
  EXPECT_TRUE(has(html, "Bar chart: A (left axis: EUR), B (right axis)"));
  EXPECT_TRUE(
      has(content_as(Form::markdown, core::Template::chart, chart_js(R"("rate":{"axis":"y"})"))
              .value_or(""),
          "B (right axis)"));
  EXPECT_FALSE(has(page(R"({"type":"bar","datasets":[{"label":"A","data":[1]}]})"), "axis)"));
}

TEST(ChartDialects, ReadsTheAxesOfPlotly) {
  const Chart chart = kept_chart(R"({"data":[{"type":"bar","name":"A","x":["a"],"y":[1]},
    {"name":"B","x":["a"],"y":[2],"yaxis":"y2"}],"layout":{
    "yaxis":{"title":{"text":"EUR"},"type":"log","range":[0,2]},
    "yaxis2":{"title":"%","overlaying":"y","side":"right","range":[100,0]}}})");
  EXPECT_EQ(axes(chart),
            "y y EUR logarithmic [1.0 100.0] {}; "
            R"(y2 y % [0 100] right {"reversed":true})");
  EXPECT_EQ(axes_of_datasets(chart), "A- By2 ");
  const Chart turned =
      kept_chart(R"({"data":[{"y":[1]}],"layout":{"yaxis":{"autorange":"reversed"}}})");
  EXPECT_EQ(axes(turned), R"(y y  {"reversed":true})");
}

TEST(ChartDialects, ReadsTheAxesOfHighcharts) {
  const Chart chart = kept_chart(R"({"chart":{"type":"column"},"title":{"text":"T"},
    "xAxis":{"categories":["a"]},
    "yAxis":[{"title":{"text":"EUR"},"type":"logarithmic","min":1},
             {"title":{"text":"%"},"opposite":true,"reversed":true,"max":100}],
    "series":[{"name":"A","data":[1]},{"name":"B","type":"spline","yAxis":1,"data":[2]}]})");
  EXPECT_EQ(axes(chart),
            "x x  {}; y y EUR logarithmic [1 ] {}; "
            R"(y2 y % [ 100] right {"reversed":true})");
  EXPECT_EQ(axes_of_datasets(chart), "A- By2 ");
  const Chart times = kept_chart(R"({"chart":{"type":"line"},"xAxis":{"type":"datetime"},"series":[
    {"pointStart":1767225600000,"pointInterval":86400000,"data":[1,2]}]})");
  EXPECT_TRUE(times.has_times);
  EXPECT_EQ(times.datasets.at(0).values, (Values{point("2026-01-01", 1), point("2026-01-02", 2)}));
}

TEST(ChartDialects, ReadsTheAxesOfEcharts) {
  const Chart chart = kept_chart(R"({"xAxis":{"type":"category","data":["a"]},
    "yAxis":[{"type":"log","name":"EUR"},{"type":"value","name":"%","inverse":true,"min":0}],
    "series":[{"name":"A","type":"bar","data":[1]},
              {"name":"B","type":"line","yAxisIndex":1,"areaStyle":{},"data":[2]}]})");
  EXPECT_EQ(axes(chart),
            "x x  {}; y y EUR logarithmic {}; "
            R"(y2 y % [0 ] {"reversed":true})");
  EXPECT_EQ(axes_of_datasets(chart), "A- By2 ");
  EXPECT_EQ(chart.datasets[1].kind, ChartKind::area);
  const Chart times = kept_chart(R"({"xAxis":{"type":"time"},"yAxis":{},
    "series":[{"type":"line","data":[["2026-01-01",5]]}]})");
  EXPECT_TRUE(times.has_times);
}

TEST(ChartDialects, ReadsTheSourceOfEcharts) {
  const std::string series =
      R"("xAxis":{"type":"category"},"series":[{"type":"bar"},{"type":"bar"}]})";
  const std::string rows =
      R"({"dataset":{"source":[["m","A","B"],["May",1,2],["June",3,"-"]]},)" + series;
  const std::string records =
      R"({"dataset":{"source":[{"m":"May","A":1,"B":2},{"m":"June","A":3}]},)" + series;
  const std::string lists =
      R"({"dataset":{"source":{"m":["May","June"],"A":[1,3],"B":[2]}},)" + series;
  for (const std::string& content : {rows, records, lists}) {
    EXPECT_EQ(csv(content), "Label,A,B|May,1,2|June,3,|") << content;
    EXPECT_EQ(lost(content), Fields()) << content;
  }
  EXPECT_EQ(csv(R"({"dataset":{"dimensions":["m","A","B"],"source":[["May",1,2]]},
    "series":[{"type":"bar","encode":{"x":"m","y":"B"}}]})"),
            "Label,B|May,2|");
}

TEST(ChartDialects, ReadsTheAxesOfApexChartsAndOfOurOwnForm) {
  const Chart apex = kept_chart(R"({"chart":{"type":"line"},"xaxis":{"categories":["a"]},
    "yaxis":[{"seriesName":"A"},{"opposite":true,"seriesName":"B","logarithmic":true}],
    "series":[{"name":"A","data":[1]},{"name":"B","data":[2]}]})");
  EXPECT_EQ(axes_of_datasets(apex), "A- By2 ");
  const Chart own = kept_chart(R"({"type":"bar","data":[{"m":"May","a":1,"b":0.2}],"xKey":"m",
    "yKeys":["a"],"y2Keys":["b"],"yAxis":[{"title":"EUR"},{"title":"%","max":1}]})");
  EXPECT_EQ(axes_of_datasets(own), "a- by2 ");
  EXPECT_EQ(axes(own), "y y EUR {}; y2 y % [ 1] {}");
  EXPECT_EQ(csv(R"({"type":"bar","data":[{"m":"May","a":1,"b":0.2}],"xKey":"m","y2Keys":"b"})"),
            "Label,a,b|May,1,0.2|");
}

TEST(ChartDialects, ReadsColours) {
  const auto colours = [](const std::string& content) {
    std::string all;
    for (const ChartDataset& dataset : kept_chart(content).datasets) {
      if (const auto* const colour = find_setting(dataset.settings, "lineColours"))
        all += colour->json;
      for (const std::string_view colour : dataset.colours) all += std::string(colour) + ",";
    }
    return all;
  };
  EXPECT_EQ(colours(R"({"data":[{"type":"bar","x":["a","b"],"y":[1,2],
                                 "marker":{"color":["red","blue"]}}]})"),
            R"("red","blue",)");
  EXPECT_EQ(colours(R"({"data":[{"y":[1]}],"layout":{"colorway":["teal"]}})"), R"("teal")");
  EXPECT_EQ(
      colours(
          R"({"chart":{"type":"bar"},"series":[{"color":"red","data":[1,{"y":2,"color":"blue"}]}]})"),
      R"("red","blue",)");
  EXPECT_EQ(colours(R"({"series":[{"type":"pie","data":[{"name":"a","value":1,
              "itemStyle":{"color":"red"}},{"name":"b","value":2}]}],"color":["teal","navy"]})"),
            R"("red","navy",)");
  EXPECT_EQ(colours(R"({"type":"bar","colors":["teal"],"datasets":[{"data":[1]}]})"), R"("teal")");
  // In the order of the rows that they are drawn in.
  const std::string html = page(R"({"data":[{"type":"bar","x":["b","c"],"y":[1,2],"name":"A"},
    {"type":"bar","x":["c","b"],"y":[3,4],"name":"B","marker":{"color":["red","blue"]}}]})");
  EXPECT_TRUE(has(html, R"("colours":["blue","red"])")) << html;
}

TEST(ChartDialects, AddsSlicesWithTheSameLabelInPlotly) {
  EXPECT_EQ(csv(R"({"data":[{"type":"pie","labels":["a","b","a"],"values":[1,2,3]}]})"),
            "Label,Value|a,4|b,2|");
  EXPECT_EQ(csv(R"({"data":[{"type":"pie","labels":["a","b","a"]}]})"), "Label,Value|a,2|b,1|");
}

TEST(ChartDialects, SaysWhatIsNotDrawn) {
  const std::map<std::string, Fields> cases{
      {R"({"data":[{"type":"bar","x":["a"],"y":[1],"opacity":0.5},
                   {"type":"bar","x":["a"],"y":[1],"opacity":0.5}],
          "layout":{"yaxis":{"ticksuffix":"%","range":[0,1]},"barnorm":"percent",
                    "shapes":[{"type":"line","x0":1}],"annotations":[]}})",
       {"/content/data/0/opacity", "/content/layout/yaxis/ticksuffix", "/content/layout/barnorm",
        "/content/layout/shapes"}},
      {R"({"data":[{"y":[1]},{"y":[1],"xaxis":"x2","yaxis":"y2"}],
          "layout":{"xaxis":{"domain":[0,0.4]},"xaxis2":{"domain":[0.6,1]},"yaxis2":{"anchor":"x2"}}})",
       {"/content/layout/xaxis2"}},
      {R"({"data":[{"mode":"markers","x":[1],"y":[1],"marker":{"color":[3],"colorscale":"Hot"}}]})",
       {"/content/data/0/marker/color", "/content/data/0/marker/colorscale"}},
      {R"({"chart":{"type":"line","inverted":true},"xAxis":{"plotLines":[{"value":1}]},
          "yAxis":{"labels":{"format":"{value} %"}},"tooltip":{"valueSuffix":" %"},
          "series":[{"data":[1,{"y":2,"marker":{"symbol":"square"}}],"negativeColor":"red","yAxis":7}]})",
       {"/content/series/0/data/1/marker", "/content/chart/inverted", "/content/xAxis/plotLines",
        "/content/yAxis/labels/format", "/content/tooltip/valueSuffix",
        "/content/series/0/negativeColor", "/content/series/0/yAxis"}},
      {R"({"visualMap":{"min":0},"xAxis":{"data":["a"]},"yAxis":{"axisLabel":{"formatter":"{value} %"}},
          "series":[{"type":"bar","data":[1],"markLine":{"data":[{"type":"average"}]}}]})",
       {"/content/visualMap", "/content/yAxis/axisLabel/formatter", "/content/series/0/markLine"}},
      {R"({"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1],"datalabels":{"align":"end"}}]},
          "options":{"plugins":{"annotation":{"annotations":{"a":{"type":"line"}}}},
                     "scales":{"y":{"type":"cubic","ticks":{"callback":"x"}}}}})",
       {"/content/options/plugins/annotation", "/content/options/scales/y/type",
        "/content/options/scales/y/ticks/callback", "/content/data/datasets/0/datalabels"}},
  };
  for (const auto& [content, fields] : cases) {
    Fields found = lost(content);
    Fields expected = fields;
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(found, expected) << content;
  }
}

TEST(ChartDialects, SaysNothingOfDefaultsAndThemes) {
  for (
      const std::string& content : {
          // As Plotly Express writes it.
          std::string(
              R"({"data":[{"hovertemplate":"x=%{x}","legendgroup":"","line":{"color":"#636efa","dash":"solid"},
             "marker":{"symbol":"circle"},"mode":"lines","name":"","orientation":"v","showlegend":false,
             "x":[1,2],"xaxis":"x","y":[3,4],"yaxis":"y","type":"scatter"}],
             "layout":{"template":{"data":{"bar":[{"marker":{"line":{"width":1}}}]},"layout":{"colorway":["#636efa"]}},
             "xaxis":{"anchor":"y","domain":[0.0,1.0],"title":{"text":"x"}},"yaxis":{"anchor":"x","domain":[0.0,1.0],
             "title":{"text":"y"}},"legend":{"tracegroupgap":0},"margin":{"t":60}}})"),
          std::string(
              R"({"data":[{"alignmentgroup":"True","hovertemplate":"x","legendgroup":"a","marker":{"color":"#636efa",
             "pattern":{"shape":""}},"name":"a","offsetgroup":"a","orientation":"v","showlegend":true,"textposition":"auto",
             "x":["p"],"xaxis":"x","y":[1],"yaxis":"y","type":"bar"}],"layout":{"barmode":"relative","legend":{"title":
             {"text":"g"},"tracegroupgap":0},"xaxis":{"anchor":"y","domain":[0.0,1.0]}}})"),
          std::string(
              R"({"data":[{"domain":{"x":[0.0,1.0],"y":[0.0,1.0]},"hovertemplate":"x","labels":["a"],"legendgroup":"",
             "name":"","showlegend":true,"values":[1],"type":"pie"}],"layout":{"legend":{"tracegroupgap":0}}})"),
          std::string(
              R"({"chart":{"type":"column","zoomType":"x"},"title":{"text":"T","align":"left"},"credits":{"enabled":false},
             "legend":{"layout":"vertical","align":"right"},"tooltip":{"shared":true},"exporting":{"enabled":true},
             "xAxis":{"categories":["a"],"crosshair":true},"yAxis":{"title":{"text":"v"},"min":0},
             "plotOptions":{"column":{"pointPadding":0.2,"borderWidth":0,"stacking":"normal"}},
             "series":[{"name":"A","data":[1]}]})"),
          std::string(
              R"({"title":{"text":"T","left":"center"},"tooltip":{"trigger":"axis","axisPointer":{"type":"cross"}},
             "toolbox":{"feature":{"saveAsImage":{}}},"legend":{"data":["A"]},"grid":{"left":"3%","containLabel":true},
             "xAxis":{"type":"category","boundaryGap":false,"data":["a"]},"yAxis":{"type":"value"},
             "series":[{"name":"A","type":"line","stack":"Total","smooth":true,"emphasis":{"focus":"series"},"data":[1]}]})"),
          std::string(
              R"({"type":"bar","data":{"labels":["a"],"datasets":[{"label":"A","data":[1],"hoverBackgroundColor":"red",
             "backgroundColor":["red"],"borderWidth":1}]},"options":{"responsive":true,"maintainAspectRatio":false,
             "animation":{"duration":0},"interaction":{"mode":"index"},"layout":{"padding":4},
             "plugins":{"legend":{"position":"top","labels":{"font":{"size":12},"boxWidth":10}},"tooltip":{"enabled":true},
             "title":{"display":true,"text":"T","font":{"size":18},"padding":10}},
             "scales":{"y":{"beginAtZero":true,"grid":{"display":false},"ticks":{"stepSize":1,"font":{"size":9}}}}}})"),
      })
    EXPECT_EQ(lost(content), Fields()) << content;
}

TEST(ChartDialects, NamesAtMostTwentyMembers) {
  std::string layout;
  for (int i = 0; i < 50; ++i) {
    if (i > 0) layout += ',';
    layout += '"' + std::string(1, static_cast<char>('A' + i % 26)) + (i < 26 ? "q" : "r") + "\":1";
  }
  EXPECT_EQ(lost(R"({"data":[{"y":[1]}],"layout":{)" + layout + "}}").size(), 20U);
}

}  // namespace
}  // namespace templates
