#include "pages/toolbar.h"

#include <algorithm>
#include <string>

#include "core/text/text.h"
#include "html/message.h"
#include "pages/toolbar.html.h"
#include "templates/registry.h"
#include "templates/sent_file.h"

namespace pages {
namespace {

using core::Template;
using html::Html;
using html::Language;
using templates::Form;

constexpr std::size_t kLongestName = 120;

// The name for files of the content, without an ending.
std::string file_name(std::string_view title) {
  // What stands before a slash is no folder.
  std::string text(title);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '/' || c == '\\'; }, '-');
  const std::string name = templates::bare_file_name(text);
  const std::string_view start = core::first_code_points(name, kLongestName);
  return start.empty() ? "file" : std::string(start);
}

// An icon of 24 by 24. Its tool has a name.
Html tool_icon(std::string_view path) { return toolbar_html::icon({path}); }

constexpr std::string_view kDownloadIcon = "M12 4v11M7 10l5 5 5-5M4 20h16";

// The purpose of a script.
Html scripted_tool(std::string_view id, const Html& name, std::string_view icon) {
  return toolbar_html::scripted_tool({.id = id, .name = name, .icon = tool_icon(icon)});
}

Html download_link(Language language, std::string_view id, std::string_view address,
                   std::string_view file) {
  return toolbar_html::download({.id = id,
                                 .address = address,
                                 .file = file,
                                 .title = html::format(language, "Download"),
                                 .icon = tool_icon(kDownloadIcon)});
}

// The downloads of content that has several, in a menu.
class Downloads {
 public:
  void add_link(std::string_view id, std::string_view name, std::string_view address,
                std::string_view file, const Html& attributes = {}) {
    items_ += toolbar_html::download_item(
        {.id = id, .address = address, .file = file, .attributes = attributes, .name = name});
  }
  void add_scripted(std::string_view id, std::string_view name) {
    items_ += toolbar_html::scripted_item({.id = id, .name = name});
  }

  Html menu(Language language) const {
    return toolbar_html::menu({.title = html::format(language, "Download"),
                               .icon = tool_icon(kDownloadIcon),
                               .items = items_});
  }

 private:
  Html items_;
};

// Whether its template shows the content, which otherwise is shown as its JSON.
bool is_rendered(const templates::RenderedContent& content) { return !content.stylesheets.empty(); }

class Tools {
 public:
  Tools(const SharedArtifact& artifact, const templates::RenderedContent& content,
        std::string_view title)
      : artifact_(artifact), content_(content), name_(file_name(title)) {}

  Html copy() const {
    const bool is_file = artifact_.content_template == Template::pdf;
    const bool is_document = artifact_.content_template == Template::markdown;
    const bool is_empty = artifact_.content_template == Template::table && !content_.has_rows;
    if (!is_rendered(content_) || is_file || is_empty || (is_document && !has_forms())) return {};
    return scripted_tool("copy", html::format(artifact_.language, "Copy"),
                         "M9 9h11v11H9zM5 15H4V4h11v1");
  }

  Html download() const {
    if (!is_rendered(content_))
      return has_forms()
                 ? download_link(artifact_.language, "source", form(Form::json), name_ + ".json")
                 : Html();
    switch (artifact_.content_template) {
      case Template::markdown:
        return has_forms() ? download_link(artifact_.language, "source", form(Form::markdown),
                                           name_ + ".md")
                           : Html();
      case Template::code:
        return code();
      case Template::table:
        return table();
      case Template::chart:
        return chart();
      case Template::pdf:
        return content_.has_file && artifact_.allow_download
                   ? download_link(artifact_.language, "file", artifact_.file_path + "&download=1",
                                   {})
                   : Html();
    }
    return {};
  }

  Html print() const {
    if (content_.has_file && !artifact_.allow_download && !artifact_.is_preview) return {};
    return scripted_tool("print", html::format(artifact_.language, "Print"),
                         "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z");
  }

  Html full_screen() const {
    const bool is_chart =
        artifact_.content_template == Template::chart && !content_.scripts.empty();
    if (!is_chart && !content_.has_rows) return {};
    return scripted_tool("full-screen", html::format(artifact_.language, "Full screen"),
                         "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5");
  }

 private:
  // Each form that is requested uses up a view of a link with a limit.
  bool has_forms() const { return !artifact_.forms_path.empty() && !artifact_.has_view_limit; }
  std::string form(Form form) const {
    return artifact_.forms_path + "&format=" + std::string(templates::name_of(form));
  }

  // The script saves what the page has of it.
  Html code() const {
    const std::string file = content_.first_heading ? content_.first_heading->text : name_ + ".txt";
    if (has_forms())
      return download_link(artifact_.language, "source", form(Form::plain_text), file);
    return toolbar_html::print({.file = file,
                                .title = html::format(artifact_.language, "Download"),
                                .icon = tool_icon(kDownloadIcon)});
  }

  Html table() const {
    if (!content_.has_rows) return {};
    Downloads downloads;
    if (artifact_.csv_path.empty()) {
      downloads.add_scripted("csv", "CSV");
    } else {
      downloads.add_link(
          "csv", "CSV", artifact_.csv_path, name_ + ".csv",
          content_.has_more_rows ? html::format(" data-rows=\"{}\"", artifact_.rows_path) : Html());
    }
    add_json(downloads);
    return downloads.menu(artifact_.language);
  }

  Html chart() const {
    Downloads downloads;
    downloads.add_scripted("png", "PNG");
    downloads.add_scripted("svg", "SVG");
    if (has_forms()) {
      downloads.add_link("csv", "CSV", form(Form::csv), name_ + ".csv");
    } else {
      downloads.add_scripted("csv", "CSV");
    }
    add_json(downloads);
    return downloads.menu(artifact_.language);
  }

  void add_json(Downloads& downloads) const {
    if (has_forms()) downloads.add_link("json", "JSON", form(Form::json), name_ + ".json");
  }

  const SharedArtifact& artifact_;
  const templates::RenderedContent& content_;
  const std::string name_;
};

Html theme_tool(Language language) {
  const Html name = html::format(language, "Theme");
  return toolbar_html::theme(
      {.name = name,
       .icon = tool_icon("M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 5a7 7 0 0 0 0 14z"),
       .system = html::format(language, "System"),
       .light = html::format(language, "Light"),
       .dark = html::format(language, "Dark")});
}

}  // namespace

Html toolbar(const SharedArtifact& artifact, const templates::RenderedContent& content,
             std::string_view title, Presentation presentation) {
  const bool is_whole_page = presentation != Presentation::embedded;
  const Tools tools(artifact, content, title);
  Html row;
  if (is_whole_page && !artifact.is_preview)
    row += scripted_tool("link", html::format(artifact.language, "Copy link"),
                         "M9 15l6-6M11 6l2-2a5 5 0 0 1 7 7l-2 2M13 18l-2 2a5 5 0 0 1-7-7l2-2");
  if (is_whole_page || artifact.content_template != Template::markdown) {
    row += tools.copy();
    row += tools.download();
  }
  if (is_whole_page || artifact.content_template == Template::pdf) row += tools.print();
  row += tools.full_screen();
  if (is_whole_page) row += theme_tool(artifact.language);
  if (row.empty()) return {};
  return toolbar_html::toolbar({.aria_label = html::format(artifact.language, "Tools"),
                                .file_name = file_name(title),
                                .row = row});
}

}  // namespace pages
