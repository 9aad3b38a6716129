// Pictures of a Markdown document: shown, offered for a click, or replaced by their descriptions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact/remote_images.h"
#include "html/html.h"

namespace templates {

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
  explicit PictureWriter(core::RemoteImages remote_images) : remote_images_(remote_images) {}

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

  core::RemoteImages remote_images_;
  bool has_remote_ = false;
  bool has_data_ = false;
  std::vector<std::string> missing_;
};

// A length in HTML: digits, or a percentage; empty if it is anything else.
std::string_view picture_length(std::string_view text);

}  // namespace templates
