// HtmlTree: HTML, parsed by Gumbo as browsers do.
//
// All memory of a tree is in one arena, which is bounded, and which is freed as a whole: Gumbo's
// own function calls itself for each level.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include <gumbo.h>

namespace templates {

class HtmlTree {
 public:
  // Parses the inside of an element, which must outlive the tree. Nothing if that takes too much
  // memory. Throws core::CpuLimit::UsedUp.
  static std::optional<HtmlTree> parse(std::string_view html);

  // The outermost nodes.
  const GumboVector& nodes() const { return output_->root->v.element.children; }

 private:
  struct Arena;
  struct FreeArena {
    void operator()(Arena* arena) const;
  };

  HtmlTree(std::unique_ptr<Arena, FreeArena> arena, const GumboOutput& output);
  static GumboOutput* parse_in(Arena& arena, std::string_view html);

  std::unique_ptr<Arena, FreeArena> arena_;
  const GumboOutput* output_;
};

}  // namespace templates
