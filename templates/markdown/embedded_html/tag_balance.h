// TagBalance: writes tags so that they are nested, and not deeply.
//
// HTML parsers repair any sequence of tags, but what that takes is not linear: elements that are
// not closed are searched, or opened again, at every further tag. What this writes needs no repair.
// It closes what HTML closes implicitly, drops end tags that end nothing, and start tags where the
// parser would ignore them or that are too deep.
//
// There are two kinds of tags. Those that Markdown makes are nested among themselves; a tag of the
// document's HTML never ends them, but for a paragraph.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "templates/markdown/embedded_html/html_tokens.h"

namespace templates {

class TagBalance {
 public:
  // Appends to `output`, which must outlive it.
  explicit TagBalance(std::string& output) : output_(output) {}

  // Tags of the document's HTML. `attributes` is what follows the name in the tag.
  void open(const Element& element, std::string_view attributes);
  void close(const Element& element);

  // Tags that Markdown makes.
  void open_own(const Element& element, std::string_view attributes);
  void close_own();
  void close_all() { close_to(0); }

  // Whether no element is open.
  bool is_balanced() const { return open_.empty() && own_.empty(); }

 private:
  struct Open {
    const Element* element;
    bool is_own;
    bool is_hidden;            // its tags are not written
    std::size_t too_deep = 0;  // as it was outside of an element of our own
    std::size_t own = 0;       // of one: its index in own_
  };

  void push(const Element& element, std::string_view attributes, bool is_own, bool is_hidden);
  void pop();
  void close_to(std::size_t depth);
  void close_paragraph();
  bool close_item(std::string_view one, std::string_view other);
  bool close_heading(bool is_own);
  bool close_table_parts(const Element& part);
  void close_unfinished_table();
  bool is_in_table_structure() const;
  bool fits(const Element& element);
  bool is_link(const Element& element) const { return element.name == "a"; }

  std::string& output_;
  std::vector<Open> open_;        // outermost first
  std::vector<std::size_t> own_;  // of those of our own: their depth, or kClosed
  std::size_t links_ = 0;         // open ones that are written
  std::size_t too_deep_ = 0;      // open tags of the document that were dropped
};

}  // namespace templates
