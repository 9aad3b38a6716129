#include "templates/content.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <string>
#include <string_view>

#include "core/cpu_limit.h"
#include "core/text/json.h"
#include "core/text/markdown_writer.h"
#include "core/text/text.h"
#include "html/message.h"
#include "html/readable.h"
#include "templates/registry.h"

namespace templates {
namespace {

// Far more than the largest bodies need.
constexpr std::chrono::seconds kLongestCheck{5};

RenderedContent as_text(const html::Html& note, std::string_view text) {
  RenderedContent shown;
  shown.html = html::format(
      "<p class=\"note\">{}</p><pre class=\"plain-source\" tabindex=\"0\">{}</pre>", note, text);
  return shown;
}

// How many members are checked for misspelled names.
constexpr std::size_t kMaximumMembers = 20;
// Words from this length on may differ in two letters.
constexpr std::size_t kLongWord = 8;

std::string in_quotes(std::string_view name) { return '"' + std::string(name) + '"'; }

// The first letter is rarely wrong, and many words differ in it. A word of the same length with a
// different letter is usually another word (date, data); one with two swapped letters is not.
bool is_misspelling(std::string_view given, std::string_view wanted) {
  if (given.empty() || given.front() != wanted.front() || given == wanted) return false;
  const unsigned distance = core::edit_distance(given, wanted);
  if (wanted.size() >= kLongWord) return distance <= 2;
  return distance == 1 &&
         (given.size() > wanted.size() || given.size() + 1 >= kLongWord - 1 ||
          std::is_permutation(given.begin(), given.end(), wanted.begin(), wanted.end()));
}

// The member that a name probably means, if the content has no member of that name.
std::string_view meant_by(const std::string& name, core::JsonValue content,
                          std::span<const std::string_view> members) {
  if (std::find(members.begin(), members.end(), name) != members.end()) return {};
  for (const std::string_view member : members)
    if (is_misspelling(name, member) && !content.find(member)) return member;
  return {};
}

void warn_of_misspelt_members(core::JsonValue content, std::span<const std::string_view> members,
                              std::vector<core::Warning>& warnings) {
  std::size_t seen = 0;
  for (const core::JsonValue& member : content) {
    if (++seen > kMaximumMembers) return;
    const std::string name = member.name();
    const std::string_view meant = meant_by(name, content, members);
    if (meant.empty()) continue;
    const std::string pointer = "/content" + member.pointer();
    std::erase_if(warnings, [&](const core::Warning& one) {
      return one.code == core::WarningCode::unused_member && one.field == pointer;
    });
    warnings.push_back({core::WarningCode::misspelt_member,
                        pointer + " is not shown; did you mean " + in_quotes(meant) + "?",
                        pointer});
  }
}

bool has(core::JsonValue content, const Source& source) {
  const auto member = content.find(source.name);
  if (!member) return false;
  if (source.is_text) return member->is(core::JsonType::string);
  return member->is(core::JsonType::array) || member->is(core::JsonType::object);
}

void warn_of_unused_members(core::JsonValue content, std::span<const Source> sources,
                            std::vector<core::Warning>& warnings) {
  std::string_view shown;
  for (const Source& source : sources) {
    if (!has(content, source)) continue;
    if (shown.empty()) {
      shown = source.name;
      continue;
    }
    const std::string pointer = "/content/" + std::string(source.name);
    warnings.push_back({core::WarningCode::unused_member,
                        pointer + " is not shown, because " + in_quotes(shown) + " is", pointer});
  }
}

core::Warning not_shown(const TemplateDefinition& definition) {
  std::string names;
  for (const std::string_view member : definition.members)
    names += (names.empty() ? "" : ", ") + in_quotes(member);
  return {core::WarningCode::content_not_shown,
          "/content has nothing that the template " + in_quotes(core::to_string(definition.id)) +
              " can show, so its page shows the JSON; the template shows " + names,
          "/content"};
}

core::Result<ContentFindings> findings_of(const TemplateDefinition& definition,
                                          core::JsonValue root) {
  auto reading = definition.read(root);
  if (!reading) return reading.error();
  ContentFindings findings = std::move(reading->findings);
  findings.is_shown = reading->model != nullptr;
  if (findings.is_shown) {
    reading->model->examine(findings);
    warn_of_unused_members(root, definition.sources, findings.warnings);
  } else {
    findings.warnings.push_back(not_shown(definition));
  }
  warn_of_misspelt_members(root, definition.members, findings.warnings);
  return findings;
}

// The text that would be rendered, otherwise all content.
RenderedContent as_source(const TemplateDefinition& definition, core::JsonValue root,
                          html::Language language) {
  const html::Html note = html::format(
      language, "This artifact takes too long to render. Its source is shown instead.");
  for (const Source& source : definition.sources)
    if (source.is_text && has(root, source)) return as_text(note, root.find(source.name)->string());
  return as_text(note, html::readable_json(root.text(), language));
}

// What `use` makes of the content's model; nothing if it has none, or it takes too long.
template <typename Use>
std::optional<std::string> from_model(core::Template id, const std::string& content,
                                      const Use& use) {
  const auto tree = core::JsonTree::parse(content);
  if (!tree) return std::nullopt;
  try {
    const auto reading = definition_of(id).read(tree->root());
    return reading && reading->model ? use(*reading->model) : std::nullopt;
  } catch (const core::CpuLimit::UsedUp&) {
    return std::nullopt;
  }
}

}  // namespace

core::Result<ContentFindings> check_content(core::Template id, std::string_view content) {
  const auto tree = core::JsonTree::parse(content);
  if (!tree) return tree.error();
  return check_content(id, *tree);
}

core::Result<ContentFindings> check_content(core::Template id, const core::JsonTree& content) {
  const core::CpuLimit limit(kLongestCheck);
  try {
    return findings_of(definition_of(id), content.root());
  } catch (const core::CpuLimit::UsedUp&) {
    return ContentFindings();
  }
}

RenderedContent render_content(core::Template id, const std::string& content,
                               RenderingOptions options) {
  const TemplateDefinition& definition = definition_of(id);
  const auto tree = core::JsonTree::parse(content);
  if (tree) {
    try {
      const auto reading = definition.read(tree->root());
      if (reading && reading->model) return reading->model->page(options);
    } catch (const core::CpuLimit::UsedUp&) {
      return as_source(definition, tree->root(), options.language);
    }
  }
  return as_text(html::format(options.language,
                              "This artifact cannot be rendered. Its content is shown as JSON."),
                 html::readable_json(content, options.language));
}

std::optional<std::string> content_as(Form form, core::Template id, const std::string& content) {
  if (form == Form::json) return content;
  if (!definition_of(id).has_form(form)) return std::nullopt;
  std::optional<std::string> text =
      from_model(id, content, [form](const Model& model) { return model.form(form); });
  if (!text && form == Form::markdown) text = core::markdown_code_block(content, "json");
  return text;
}

std::string searched_text(core::Template id, const std::string& content) {
  return from_model(id, content, [](const Model& model) { return model.words(); }).value_or("");
}

bool has_escaped_line_breaks(std::string_view document) {
  constexpr std::array<std::string_view, 12> kBeginnings{
      kEscapedLineBreak, "\\r\\n", "# ", "##", "- ", "* ", "**", "1. ", "| ", "|-", "> ", "```"};
  document = core::trim(document);
  if (document.find_first_of("\r\n") != std::string_view::npos) return false;
  bool is_in_code = false;
  for (std::size_t at = document.find_first_of("`\\"); at < document.size();
       at = document.find_first_of("`\\", at)) {
    const std::string_view rest = document.substr(at);
    if (rest.front() == '`') {
      is_in_code = !is_in_code;
      at = document.find_first_not_of('`', at);
      continue;
    }
    ++at;
    if (is_in_code || !rest.starts_with(kEscapedLineBreak)) continue;
    const std::string_view behind = rest.substr(kEscapedLineBreak.size());
    if (std::any_of(kBeginnings.begin(), kBeginnings.end(),
                    [&](std::string_view beginning) { return behind.starts_with(beginning); }))
      return true;
  }
  return false;
}

core::Warning escaped_line_breaks(std::string_view field) {
  return {
      core::WarningCode::escaped_line_breaks,
      "the text is one line, with a backslash and an n where line breaks belong; in JSON a line "
      "break is written \\n, and \\\\n is these two characters",
      std::string(field)};
}

}  // namespace templates
