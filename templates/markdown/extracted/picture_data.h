// The data of pictures that are in a document itself (`data:image/png;base64,…`). It means nothing
// to Markdown but is most of a document that has it, so it is taken out before parsing and put back
// into the HTML. The limits for documents thus apply to their text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"

namespace templates {

class PictureData {
 public:
  // Takes long data out of `source`, which must outlive it, in linear time.
  explicit PictureData(std::string_view source);

  // The document with placeholders. They are base64 too, so the URLs around them stay valid.
  std::string_view source() const { return pieces_.empty() ? original_ : shortened_; }

  // `markup` with the data in place of its placeholders, wherever these are; nothing if it would
  // have more than `most` bytes, as a document may show one picture many times.
  std::optional<html::Html> restored(html::Html markup, std::size_t most) const;

  // A text for people, with an ellipsis in place of the data.
  std::string abridged(std::string text) const;

 private:
  std::vector<std::string_view> placeholders_in(std::string_view text) const;
  // Empty if it is no placeholder.
  std::string_view piece_of(std::string_view placeholder) const;

  std::string_view original_;
  std::string shortened_;
  std::string mark_;  // the beginning of each placeholder
  std::vector<std::string_view> pieces_;
};

}  // namespace templates
