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

using html::Html;
using html::Language;
using templates::Download;
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

// Whether its template shows the content, which otherwise is shown as its JSON.
bool is_rendered(const templates::RenderedContent& content) { return !content.stylesheets.empty(); }

class Tools {
 public:
  Tools(const SharedArtifact& artifact, const templates::RenderedContent& content,
        std::string_view title, Presentation presentation, const Html& facts)
      : artifact_(artifact),
        definition_(templates::definition_of(artifact.content_template)),
        content_(content),
        language_(artifact.language),
        name_(file_name(title)) {
    const bool is_whole_page = presentation != Presentation::embedded;
    if (is_whole_page && !artifact.is_preview) add_to_bar("link", "Copy link", "Copy link");
    if (is_whole_page || !definition_.flows) {
      if (can_be_copied()) add_to_bar("copy", definition_.copy_name, "Copy");
      add_downloads();
      if (content.has_document) add_scripted("stop", html::format(language_, "Stop scripts"));
    }
    if ((is_whole_page || content.has_file) && can_be_saved())
      add_scripted("print", html::format(language_, "Print"));
    if (content.fills_screen) add_scripted("full-screen", html::format(language_, "Full screen"));
    if (is_whole_page) add_theme();
    items_ += facts;
  }

  Html html() const {
    if (items_.empty()) return {};
    return toolbar_html::toolbar({.aria_label = html::format(language_, "Tools"),
                                  .file_name = name_,
                                  .bar = bar_,
                                  .more = html::format(language_, "More"),
                                  .items = items_});
  }

 private:
  // Without a script for it, a form of the content is copied.
  bool can_be_copied() const {
    return content_.can_be_copied && (has_forms() || definition_.downloads.front().has_script);
  }

  bool can_be_saved() const {
    return !content_.has_file || artifact_.allow_download || artifact_.is_preview;
  }

  void add_downloads() {
    if (!is_rendered(content_)) return add({"source", {}, ".json", Form::json});
    if (definition_.has_file) return add_file();
    if (!content_.can_be_copied) return;
    for (const Download& one : definition_.downloads) add(one);
  }

  // Its owner saves it in the dashboard.
  void add_file() {
    const bool is_offered = definition_.limits_downloads
                                ? content_.has_file && artifact_.allow_download
                                : !artifact_.is_preview;
    if (is_offered) add_link("file", download(), artifact_.file_path + "&download=1", {});
  }

  void add(const Download& one) {
    const std::string file = one.keeps_name && content_.first_heading
                                 ? content_.first_heading->text
                                 : name_ + std::string(one.ending);
    if (one.form == Form::csv && content_.has_rows && !artifact_.csv_path.empty()) {
      add_link(
          one.id, download(one.name), artifact_.csv_path, file,
          content_.has_more_rows ? html::format(" data-rows=\"{}\"", artifact_.rows_path) : Html());
    } else if (one.form && has_forms()) {
      add_link(one.id, download(one.name),
               artifact_.forms_path + "&format=" + std::string(templates::name_of(*one.form)),
               file);
    } else if (one.has_script) {
      add_scripted(one.id, download(one.name), html::format(" data-file=\"{}\"", file));
    }
  }

  // Each form that is requested uses up a view of a link with a limit.
  bool has_forms() const { return !artifact_.forms_path.empty() && !artifact_.has_view_limit; }

  Html download(std::string_view what = {}) const {
    return what.empty() ? html::format(language_, "Download")
                        : html::format(language_, "Download {}", what);
  }

  // On a phone, there is room for the menu alone; in the bar, dates need the room of long names.
  void add_to_bar(std::string_view id, html::Message name, html::Message in_bar) {
    const Html whole = html::format(language_, name);
    bar_ +=
        toolbar_html::in_bar({.id = id, .name = whole, .text = html::format(language_, in_bar)});
    add_scripted(id, whole, Html(" class=\"on-phone\""));
  }

  void add_link(std::string_view id, const Html& name, std::string_view address,
                std::string_view file, const Html& attributes = {}) {
    items_ += toolbar_html::link_item(
        {.id = id, .address = address, .file = file, .attributes = attributes, .name = name});
  }

  void add_scripted(std::string_view id, const Html& name, const Html& attributes = {}) {
    items_ += toolbar_html::scripted_item({.id = id, .attributes = attributes, .name = name});
  }

  void add_theme() {
    items_ += toolbar_html::theme({.name = html::format(language_, "Theme"),
                                   .system = html::format(language_, "System"),
                                   .light = html::format(language_, "Light"),
                                   .dark = html::format(language_, "Dark")});
  }

  const SharedArtifact& artifact_;
  const templates::TemplateDefinition& definition_;
  const templates::RenderedContent& content_;
  const Language language_;
  const std::string name_;
  Html bar_;
  Html items_;
};

}  // namespace

Html toolbar(const SharedArtifact& artifact, const templates::RenderedContent& content,
             std::string_view title, Presentation presentation, const Html& facts) {
  return Tools(artifact, content, title, presentation, facts).html();
}

}  // namespace pages
