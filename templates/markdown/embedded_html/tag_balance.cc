#include "templates/markdown/embedded_html/tag_balance.h"

#include <limits>

namespace templates {
namespace {

// The depth of the document's HTML. Browsers allow 512 in all, of which Markdown may need some.
constexpr std::size_t kMaximumDepth = 100;
constexpr std::size_t kClosed = std::numeric_limits<std::size_t>::max();

// Whether a tag of the document's HTML may end an element of Markdown.
bool may_be_ended(const Element& element) { return element.name == "p"; }

}  // namespace

void TagBalance::push(const Element& element, std::string_view attributes, bool is_own,
                      bool is_hidden) {
  if (!is_hidden) {
    output_.append("<").append(element.name).append(attributes).append(">");
    if (element.has(Element::is_void)) return;
    if (is_link(element)) ++links_;
  } else if (element.has(Element::is_void)) {
    return;
  }
  open_.push_back({&element, is_own, is_hidden, too_deep_, own_.size()});
  if (!is_own) return;
  own_.push_back(open_.size() - 1);
  too_deep_ = 0;
}

void TagBalance::pop() {
  const Open last = open_.back();
  open_.pop_back();
  if (!last.is_hidden) {
    output_.append("</").append(last.element->name).append(">");
    if (is_link(*last.element)) --links_;
  }
  if (last.is_own) {
    own_[last.own] = kClosed;
    too_deep_ = last.too_deep;
  }
}

void TagBalance::close_to(std::size_t depth) {
  while (open_.size() > depth) pop();
}

void TagBalance::close_paragraph() {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].is_hidden) continue;
    if (open_[i].element->name == "p") return close_to(i);
    if (open_[i].element->has(Element::bounds_scope)) return;
  }
}

// Ends the open item of a list, as the next begins. False if that is one of Markdown's.
bool TagBalance::close_item(std::string_view one, std::string_view other) {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].is_hidden) continue;
    const Element& element = *open_[i].element;
    if (element.name == one || element.name == other) {
      if (open_[i].is_own) return false;
      close_to(i);
      return true;
    }
    if (element.has(Element::bounds_items)) return true;
  }
  return true;
}

bool TagBalance::close_heading(bool is_own) {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].is_hidden) continue;
    if (!open_[i].element->has(Element::is_heading)) return true;
    if (open_[i].is_own && !is_own) return false;
    close_to(i);
    return true;
  }
  return true;
}

// Ends everything between a part of a table and its parent. False if it is not in a table.
bool TagBalance::close_table_parts(const Element& part) {
  const bool is_row = part.name == "tr";
  const bool is_cell = part.name == "td" || part.name == "th";
  for (std::size_t i = open_.size(); i-- > 0;) {
    const Open& open = open_[i];
    if (open.is_hidden) continue;
    if (open.is_own && !may_be_ended(*open.element)) return false;
    const bool is_table = open.element->name == "table";
    const bool is_place =
        is_table || (is_cell && open.element->has(Element::is_table_structure)) ||
        (is_row && open.element->has(Element::is_table_structure) && open.element->name != "tr");
    if (!is_place) continue;
    close_to(i + 1);
    return true;
  }
  return false;
}

// A table ends where a table or a block of Markdown is in it, but not in a cell: parsers would move
// that before the table.
void TagBalance::close_unfinished_table() {
  if (!is_in_table_structure()) return;
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].is_hidden || open_[i].element->name != "table") continue;
    if (!open_[i].is_own) close_to(i);
    return;
  }
}

bool TagBalance::is_in_table_structure() const {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].is_hidden) continue;
    if (open_[i].element->has(Element::is_table_structure)) return true;
    if (open_[i].element->has(Element::is_table_part)) return false;
  }
  return false;
}

// Closes what has to be closed before a tag of the document's HTML. False if the tag is not allowed
// here.
bool TagBalance::fits(const Element& element) {
  if (is_link(element) && links_ > 0) return false;
  if (element.has(Element::is_table_part)) return close_table_parts(element);
  if (element.name == "table") {
    close_unfinished_table();
  } else if (!element.has(Element::is_void) && is_in_table_structure()) {
    return false;
  }
  if (element.name == "li" && !close_item("li", "li")) return false;
  if ((element.name == "dd" || element.name == "dt") && !close_item("dd", "dt")) return false;
  if (element.has(Element::closes_paragraph)) close_paragraph();
  return !element.has(Element::is_heading) || close_heading(false);
}

void TagBalance::open(const Element& element, std::string_view attributes) {
  if (too_deep_ > 0 || open_.size() >= kMaximumDepth + own_.size()) {
    if (!element.has(Element::is_void)) ++too_deep_;
    return;
  }
  push(element, attributes, false, !fits(element));
}

void TagBalance::close(const Element& element) {
  if (element.has(Element::is_void)) return;
  if (too_deep_ > 0) {
    --too_deep_;
    return;
  }
  const bool ends_table = element.has(Element::is_table_part) || element.name == "table";
  for (std::size_t i = open_.size(); i-- > 0;) {
    const Open& open = open_[i];
    if (open.element == &element && !open.is_own) return close_to(i);
    if (open.is_hidden) continue;
    if (open.is_own && !may_be_ended(*open.element)) return;
    if (open.element->has(Element::bounds_scope) && (!ends_table || open.element->name == "table"))
      return;
  }
}

void TagBalance::open_own(const Element& element, std::string_view attributes) {
  if (element.has(Element::closes_paragraph)) {
    close_unfinished_table();
    close_paragraph();
  }
  if (element.has(Element::is_heading)) close_heading(true);
  push(element, attributes, true, is_link(element) && links_ > 0);
}

void TagBalance::close_own() {
  const std::size_t depth = own_.back();
  if (depth != kClosed) close_to(depth);
  own_.pop_back();
}

}  // namespace templates
