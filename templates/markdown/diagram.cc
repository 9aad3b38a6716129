#include "templates/markdown/diagram.h"

#include <algorithm>
#include <array>

#include "core/text/text.h"

namespace templates {
namespace {

// Mermaid takes what begins so as of this kind: "pie showData", "stateDiagram-v2", "graph;".
constexpr std::array<std::string_view, 40> kKinds{"architecture",
                                                  "block",
                                                  "C4Component",
                                                  "C4Container",
                                                  "C4Context",
                                                  "C4Deployment",
                                                  "C4Dynamic",
                                                  "classDiagram",
                                                  "cynefin-beta",
                                                  "erDiagram",
                                                  "eventmodeling",
                                                  "flowchart",
                                                  "gantt",
                                                  "gitGraph",
                                                  "graph",
                                                  "info",
                                                  "ishikawa",
                                                  "journey",
                                                  "kanban",
                                                  "mindmap",
                                                  "packet",
                                                  "pie",
                                                  "quadrantChart",
                                                  "radar-beta",
                                                  "railroad-abnf-beta",
                                                  "railroad-beta",
                                                  "railroad-ebnf-beta",
                                                  "railroad-peg-beta",
                                                  "requirement",
                                                  "sankey",
                                                  "sequenceDiagram",
                                                  "stateDiagram",
                                                  "swimlane-beta",
                                                  "timeline",
                                                  "treemap",
                                                  "treeView-beta",
                                                  "venn-beta",
                                                  "wardley-beta",
                                                  "xychart",
                                                  "error"};

// The lines after the front matter ("---", YAML, "---"), without comments and directives.
class Lines {
 public:
  explicit Lines(std::string_view source) : rest_(source) {
    const std::size_t begin = source.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) {
      rest_ = {};
    } else if (source.substr(begin).starts_with("---")) {
      const std::size_t end = source.find("\n---", begin);
      const std::size_t line = end == std::string_view::npos ? end : source.find('\n', end + 1);
      if (line != std::string_view::npos) skip(line + 1);
    }
  }

  std::optional<std::string_view> next() {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      const std::string_view line = core::trim(rest_.substr(0, end));
      skip(std::min(end + 1, rest_.size()));
      if (line.starts_with("%%{")) is_in_directive_ = true;
      const bool is_directive = is_in_directive_;
      if (line.find("}%%") != std::string_view::npos) is_in_directive_ = false;
      if (!line.empty() && !is_directive && !line.starts_with("%%")) return line;
    }
    return std::nullopt;
  }

  // The number of the line that next() has returned, from 1.
  std::size_t number() const { return number_; }

 private:
  void skip(std::size_t bytes) {
    number_ += static_cast<std::size_t>(
        std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(bytes), '\n'));
    rest_.remove_prefix(bytes);
  }

  std::string_view rest_;
  std::size_t number_ = 0;
  bool is_in_directive_ = false;
};

std::string beginning_of(std::string_view text) {
  constexpr std::size_t kLongestShown = 60;
  const std::string_view shown = core::first_code_points(text, kLongestShown);
  return std::string(shown) + (shown.size() < text.size() ? "…" : "");
}

// The label of a node, "A[label]", or of a line between nodes, "-->|label|", that Mermaid cannot
// read without quotes; empty if there is none.
std::string_view label_without_quotes(std::string_view line) {
  for (std::size_t at = 1; at < line.size(); ++at) {
    const bool is_node = line[at] == '[' && core::is_letter_or_digit(line[at - 1]);
    if (!is_node && line[at] != '|') continue;
    const std::string_view rest = line.substr(at + 1);
    const std::size_t end = rest.find(is_node ? ']' : '|');
    if (end == std::string_view::npos || rest.empty()) return {};
    const std::string_view label = core::trim(rest.substr(0, end));
    at += end + 1;
    const bool is_quoted = label.starts_with('"');
    const bool is_shape = is_node && !label.empty() &&
                          std::string_view(R"([(/\)").find(label.front()) != std::string_view::npos;
    if (is_quoted || is_shape) continue;
    if (label.find_first_of(is_node ? "(){}[|\"" : "(){}[]\"") != std::string_view::npos)
      return label;
  }
  return {};
}

}  // namespace

std::optional<std::string> problem_of_diagram(std::string_view source) {
  Lines lines(source);
  const auto first = lines.next();
  if (!first) return "it is empty";
  const bool is_known = std::any_of(kKinds.begin(), kKinds.end(), [&](std::string_view kind) {
    return first->starts_with(kind);
  });
  if (!is_known) {
    return "its first line, \"" + beginning_of(*first) +
           "\", names no kind of diagram, such as flowchart LR or sequenceDiagram";
  }
  if (!first->starts_with("graph") && !first->starts_with("flowchart")) return std::nullopt;
  while (const auto line = lines.next()) {
    constexpr std::array<std::string_view, 5> kOthers{"click ", "style ", "linkStyle ", "classDef ",
                                                      "class "};
    if (std::any_of(kOthers.begin(), kOthers.end(),
                    [&](std::string_view word) { return line->starts_with(word); }))
      continue;
    if (const std::string_view label = label_without_quotes(*line); !label.empty()) {
      return "the label \"" + beginning_of(label) + "\" in its line " +
             std::to_string(lines.number()) + " needs quotes around it, as it has brackets";
    }
  }
  return std::nullopt;
}

}  // namespace templates
