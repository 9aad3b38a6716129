#include "templates/chart/chart_figure.h"

namespace templates {

using html::Html;

void append_chart_figure(Html& html, std::string_view data, std::string_view below) {
  html += html::format(
      "<noscript><p class=\"note\">This chart is drawn with JavaScript. Its {} is "
      "below.</p></noscript>\n",
      below);
  html +=
      "<figure class=\"chart\"><div class=\"chart-frame\"></div></figure>\n"
      "<script type=\"application/json\" id=\"chart-data\">";
  html.append_script_data(data);
  html += "</script>\n";
}

}  // namespace templates
