// GET /samples/document, /samples/chart and /samples/table: what the home page shows, as readers of
// a share link see it
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/configuration.h"
#include "core/text/json_writer.h"
#include "handlers/endpoint.h"
#include "handlers/page_response.h"
#include "pages/share_page.h"
#include "templates/content.h"

namespace handlers {
namespace {

struct Sample {
  std::string_view path;
  core::Template content_template = core::Template::markdown;
  std::string_view title;
  std::string_view content;  // Markdown, or JSON
};

constexpr std::array kSamples{
    Sample{
        "/samples/document", core::Template::markdown, "When the pump stops",
        R"(A heating pump fails quietly: the house cools by a degree an hour. This is what to do when the
alarm comes, and whom to call.

> [!TIP]
> Read the pressure first. Below **1.0 bar**, fill up before anything else.

| Signal | Meaning | What to do |
| --- | --- | --- |
| Green, steady | Running | Nothing |
| Amber, slow | Low pressure | Fill to 1.5 bar |
| Red | Stopped | Restart, then call |

```python
def restart(pump):
    if pump.pressure < 1.0:
        raise PumpError("fill up first")
    return pump.start(after=minutes(2))
```
)"},
    Sample{"/samples/chart", core::Template::chart, "Visitors by month",
           R"({"type": "bar", "data": {
  "labels": ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug"],
  "datasets": [{"label": "2025", "data": [310, 342, 401, 455, 498, 612, 690, 655]},
    {"label": "2026", "data": [355, 371, 468, 520, 583, 702, 781, 760]}]}})"},
    Sample{"/samples/table", core::Template::table, "Orders of the week",
           R"({"columns": ["Customer",
  {"key": "day", "label": "Day", "format": "date"},
  {"key": "amount", "label": "Amount", "format": "currency", "currency": "EUR"},
  {"key": "discount", "label": "Discount", "format": "percent"},
  {"key": "paid", "label": "Paid"}],
"rows": [["Northwind", "2026-11-24", 1240.5, 0.12, true],
  ["Lakeside Bikes", "2026-11-24", 312, 0.045, true],
  ["Ada & Sons", "2026-11-23", 8890, 0.18, false],
  ["Harbour Café", "2026-11-22", 96.4, 0, true],
  ["Polar Optics", "2026-11-21", 2310.75, 0.08, true],
  ["Green Fields", "2026-11-20", 540, 0.05, false],
  ["Old Mill", "2026-11-19", 1785.2, 0.1, true],
  ["Blue Door", "2026-11-18", 64.9, 0, true]]})"}};

std::string content_of(const Sample& sample) {
  if (sample.content_template != core::Template::markdown) return std::string(sample.content);
  core::JsonWriter json;
  json.begin_object();
  json.member("text", sample.content);
  json.end_object();
  return json.text();
}

constexpr auto kMadeAt = core::Timestamp::from_unix_milliseconds(1'795'521'600'000);

core::Result<fcgi::Response> view_sample(const Context& context) {
  const auto* const sample =
      std::find_if(kSamples.begin(), kSamples.end(),
                   [path = context.request.path()](const Sample& one) { return one.path == path; });
  const core::HomePage& home = context.configuration.installation.home_page;
  if (sample == kSamples.end() || !home.is_there || !home.elsewhere.empty())
    return core::Error{core::ErrorCode::not_found, "no resource at this URL"};
  pages::SharedArtifact artifact;
  artifact.content_template = sample->content_template;
  artifact.title = std::string(sample->title);
  artifact.created_at = kMadeAt;
  artifact.language = wanted_language(context.request);
  const auto content = templates::render_content(sample->content_template, content_of(*sample),
                                                 {.language = artifact.language});
  return page(context.configuration, 200,
              pages::share_page(context.configuration.installation, artifact, content));
}

}  // namespace

std::vector<Endpoint> sample_endpoints() {
  return {
      {{.method = Method::get, .pattern = "/samples/document", .access = Access::anyone},
       view_sample},
      {{.method = Method::get, .pattern = "/samples/chart", .access = Access::anyone}, view_sample},
      {{.method = Method::get, .pattern = "/samples/table", .access = Access::anyone},
       view_sample}};
}

}  // namespace handlers
