#include "pages/chart.h"

namespace pages {

RenderedContent render_chart(const core::Chart& chart) {
  RenderedContent content;
  content.html += html("<p>{}</p>", chart.kind_name);
  return content;
}

}  // namespace pages
