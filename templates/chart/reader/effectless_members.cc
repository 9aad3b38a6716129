#include "templates/chart/reader/effectless_members.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace templates {
namespace {

constexpr std::string_view kEverywhere = R"(
      $schema animation animations aspectRatio font fontFamily fontSize fontStyle fontWeight
      height hover id interaction lineHeight maintainAspectRatio margin onClick onHover padding
      responsive width)";

// Names, and those that have no effect only with a value.
EffectlessMembers effectless_members(std::string_view names,
                                     std::initializer_list<EffectlessMembers::value_type> values) {
  EffectlessMembers members(values);
  for (std::string_view rest : {kEverywhere, names}) {
    while (!rest.empty()) {
      const std::string_view name = rest.substr(0, rest.find_first_of(" \n"));
      if (!name.empty()) members.emplace(name, "");
      rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    }
  }
  return members;
}

}  // namespace

const EffectlessMembers& effectless_in_chart_js() {
  static const EffectlessMembers kMembers =
      effectless_members(R"(
      adapters autoSkipPadding backdropColor barPercentage barThickness border borderCapStyle
      borderDashOffset borderJoinStyle boxHeight boxWidth categoryPercentage clip crossAlign
      decimation devicePixelRatio displayFormats drawBorder drawTicks events fullSize hitRadius
      hoverBackgroundColor hoverBorderColor hoverBorderWidth hoverOffset hoverRadius isoWeekday
      layout major maxBarThickness maxHeight maxRotation maxWidth minBarLength minRotation mirror
      normalized parsing pointBorderColor pointBorderWidth pointHitRadius
      pointHoverBackgroundColor pointHoverBorderColor pointHoverBorderWidth pointHoverRadius
      pointRotation precision resizeDelay showLabelBackdrop skipNull spacing tickColor tickLength
      time.stepSize tooltip tooltipFormat tooltips transitions z)",
                         {{"locale", R"("en-US")"}, {"locale", R"("en")"}});
  return kMembers;
}

const EffectlessMembers& effectless_in_series() {
  static const EffectlessMembers kMembers =
      effectless_members(R"(
      .backgroundColor .chart accessibility alignTicks allowDecimals allowPointSelect
      animationDelay animationDuration animationEasing avoidLabelOverlap axisBorder
      axisLabel.color axisLabel.interval axisLabel.rotate axisLine axisTick axisTicks
      barCategoryGap barGap barMaxWidth barMinWidth barWidth borderWidth boundaryGap center
      chart.backgroundColor chart.foreColor chart.spacing chart.sparkline chart.toolbar chart.zoom
      chart.zoomType chart.zooming clockwise confine containLabel credits crosshair crosshairs
      cursor emphasis enableMouseTracking endOnTick exporting grid.borderColor grid.bottom
      grid.left grid.right grid.row grid.show grid.strokeDashArray grid.top gridLineColor
      gridLineWidth groupPadding itemMargin labelLine labels.rotate labels.rotation legend.align
      legend.backgroundColor legend.borderWidth legend.bottom legend.data legend.floating
      legend.horizontalAlign legend.icon legend.itemGap legend.itemStyle legend.layout legend.left
      legend.orient legend.position legend.right legend.top legend.type legend.verticalAlign
      legend.x legend.y lineColor markers maxPadding maxPointWidth minPadding minorTick nameGap
      nameLocation nameRotate nameTextStyle navigation noData offset offsetX offsetY pointPadding
      renderTo selectedMode shadow showFirstLabel showLastLabel silent size splitArea splitLine
      splitNumber startOnTick states style subtitle.align subtitleStyle textStyle theme tickAmount
      tickLength tickWidth title.align title.left title.rotation title.subtextStyle title.top
      title.x toolbox tooltip.axisPointer tooltip.backgroundColor tooltip.enabled
      tooltip.followCursor tooltip.intersect tooltip.shared tooltip.show tooltip.trigger
      turboThreshold z zIndex zlevel)",
                         {{"axisLabel.show", "true"},
                          {"chart.options3d.enabled", "false"},
                          {"dataLabels.enabled", "false"},
                          {"gridIndex", "0"},
                          {"inverse", "false"},
                          {"label.show", "false"},
                          {"labels.enabled", "true"},
                          {"labels.show", "true"},
                          {"legend.enabled", "true"},
                          {"legend.show", "true"},
                          {"opposite", "false"},
                          {"position", R"("bottom")"},
                          {"position", R"("left")"},
                          {"reversed", "false"},
                          {"scale", "false"},
                          {"scale", "true"},
                          {"seriesLayoutBy", R"("column")"},
                          {"show", "true"},
                          {"showInLegend", "true"},
                          {"showSymbol", "true"},
                          {"smooth", "false"},
                          {"stacked", "false"},
                          {"step", "false"},
                          {"stroke.show", "true"},
                          {"symbol", R"("circle")"},
                          {"visible", "true"},
                          {"xAxis", "0"},
                          {"xAxisIndex", "0"}});
  return kMembers;
}

const EffectlessMembers& effectless_in_plotly() {
  static const EffectlessMembers kMembers = effectless_members(R"(
      alignmentgroup anchor automargin autosize bargap bargroupgap cliponaxis coloraxis.colorbar
      config constrain customdata customdatasrc direction dragmode editable fixedrange gridcolor
      gridwidth hoverinfo hoverlabel hovermode hovertemplate ids insidetextorientation
      layout.autosize layout.template legend.bgcolor legend.bordercolor legend.borderwidth
      legend.orientation legend.title legend.tracegroupgap legend.traceorder legend.x
      legend.xanchor legend.y legend.yanchor legendgroup legendgrouptitle line.simplify linecolor
      linewidth marker.sizemin marker.sizemode marker.sizeref matches meta mirror modebar nticks
      offsetgroup paper_bgcolor plot_bgcolor selectedpoints showgrid showline showspikes sort
      spikemode template textfont textinfo textposition tickangle tickcolor tickfont ticklen ticks
      tickwidth title.pad title.standoff title.x title.xanchor title.xref title.y title.yanchor
      title.yref uid uirevision version xaxis.domain xhoverformat yaxis.domain yaxis.position
      yhoverformat zeroline zerolinecolor zerolinewidth zorder)",
                                                               {{"autorange", "true"},
                                                                {"barmode", R"("group")"},
                                                                {"categoryorder", R"("trace")"},
                                                                {"domain.x", "[0, 1]"},
                                                                {"domain.x", "[0,1]"},
                                                                {"domain.x", "[0.0, 1.0]"},
                                                                {"domain.x", "[0.0,1.0]"},
                                                                {"domain.y", "[0, 1]"},
                                                                {"domain.y", "[0,1]"},
                                                                {"domain.y", "[0.0, 1.0]"},
                                                                {"domain.y", "[0.0,1.0]"},
                                                                {"line.dash", R"("solid")"},
                                                                {"line.shape", R"("linear")"},
                                                                {"marker.opacity", "1"},
                                                                {"marker.symbol", R"("circle")"},
                                                                {"opacity", "1"},
                                                                {"opacity", "1.0"},
                                                                {"orientation", R"("v")"},
                                                                {"pattern.shape", R"("")"},
                                                                {"rangemode", R"("normal")"},
                                                                {"showlegend", "true"},
                                                                {"showticklabels", "true"},
                                                                {"visible", "true"}});
  return kMembers;
}

}  // namespace templates
