// Images of a document, and their data.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/html.h"
#include "templates/rendered_content.h"

namespace templates {

// Pictures of a Markdown document: shown, offered for a click, or replaced by their descriptions.
struct Picture {
  enum class Side { none, left, right };

  std::string source;  // its URL
  std::string description;
  std::string title = {};
  std::string width = {};  // of HTML: pixels, or a percentage; others are ignored
  std::string height = {};
  Side side = Side::none;  // where the text flows around it
};

// Writes the pictures of one document.
class PictureWriter {
 public:
  explicit PictureWriter(RenderingOptions options) : options_(options) {}

  void write(const Picture& picture, bool is_in_link, html::Html& output);

  // The `srcset` of a source, if all its pictures may be shown.
  std::optional<std::string> shown_sources(std::string_view srcset);

  bool has_remote() const { return has_remote_; }  // shown, or offered for a click
  bool has_data() const { return has_data_; }      // shown that are in the document itself
  // The URLs of those that no page can show, without repetitions; the first of them.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  // The URL of a picture that may be shown at once.
  std::optional<std::string> shown_url(std::string_view url);
  void note_missing(const std::string& url);

  const RenderingOptions options_;
  bool has_remote_ = false;
  bool has_data_ = false;
  std::vector<std::string> missing_;
};

// A length in HTML: digits, or a percentage; empty if it is anything else.
std::string_view picture_length(std::string_view text);

// The data of pictures that are in a document itself (`data:image/png;base64,…`). Markdown ignores
// it, though it can be most of a document, so it is taken out before parsing and put back into the
// HTML. The limits for documents thus apply to their text.

class PictureData {
 public:
  // Takes long data out of `source`, which must outlive it, in linear time.
  explicit PictureData(std::string_view source);

  // The document with placeholders. They are base64 too, so the URLs around them stay valid.
  std::string_view source() const { return pieces_.empty() ? original_ : shortened_; }

  // `markup` with the data in place of its placeholders, wherever these are; nothing if it would
  // have more than `most` bytes, as a document may show one picture many times.
  std::optional<html::Html> restored(html::Html markup, std::size_t most) const;

  // A readable text, with an ellipsis in place of the data.
  std::string abridged(std::string text) const;

 private:
  std::vector<std::string_view> placeholders_in(std::string_view text) const;
  // Empty if it is not a placeholder.
  std::string_view piece_of(std::string_view placeholder) const;

  std::string_view original_;
  std::string shortened_;
  std::string mark_;  // the beginning of each placeholder
  std::vector<std::string_view> pieces_;
};

}  // namespace templates
