#include "templates/chart/chart_figure.h"

namespace templates {

using html::Html;

void append_chart_figure(Html& html, std::string_view data) {
  html +=
      "<figure class=\"chart\"><div class=\"chart-frame\"></div></figure>\n"
      "<script type=\"application/json\" id=\"chart-data\">";
  html.append_script_data(data);
  html += "</script>\n";
}

}  // namespace templates
