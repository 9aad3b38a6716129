#include "client/documents/image_addresses.h"

#include <algorithm>
#include <string_view>

#include <md4c.h>

#include "core/text/ascii.h"

namespace client {
namespace {

constexpr std::string_view kSpace = " \t\r\n\f";
constexpr unsigned kFlags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS;

class Search {
 public:
  explicit Search(const std::string& text) : text_(text) {}

  void read_markdown();
  void read_html(std::string_view html);

  std::vector<ImageAddress> take() {
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return std::move(found_);
  }

 private:
  // A part of the document's text, and nothing that md4c has made of it.
  void add(std::string_view address) {
    const bool is_within =
        address.data() >= text_.data() && address.data() < text_.data() + text_.size();
    if (is_within && !address.empty())
      found_.push_back({static_cast<std::size_t>(address.data() - text_.data()), address.size()});
  }
  void read_tag(std::string_view attributes);

  const std::string& text_;
  std::vector<ImageAddress> found_;
};

void Search::read_markdown() {
  MD_PARSER parser{};
  parser.flags = kFlags;
  parser.enter_block = [](MD_BLOCKTYPE, void*, void*) { return 0; };
  parser.leave_block = parser.enter_block;
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* search) {
    if (type != MD_SPAN_IMG) return 0;
    const MD_ATTRIBUTE& source = static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src;
    static_cast<Search*>(search)->add({source.text, source.size});
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE, void*, void*) { return 0; };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* search) {
    if (type == MD_TEXT_HTML) static_cast<Search*>(search)->read_html({text, size});
    return 0;
  };
  // md4c 0.4.8 reads one byte past its input: c_str() provides it.
  md_parse(text_.c_str(), static_cast<MD_SIZE>(text_.size()), &parser, this);
}

void Search::read_html(std::string_view html) {
  constexpr std::string_view kTag = "<img";
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    if (!core::starts_with_ignoring_case(html.substr(at), kTag)) continue;
    const std::string_view attributes = html.substr(at + kTag.size());
    read_tag(attributes.substr(0, attributes.find('>')));
  }
}

// The value of `src`, in quotes.
void Search::read_tag(std::string_view attributes) {
  constexpr std::string_view kName = "src=";
  for (std::size_t at = attributes.find_first_of(kSpace); at != std::string_view::npos;
       at = attributes.find_first_of(kSpace, at + 1)) {
    std::string_view attribute = attributes.substr(at + 1);
    if (!core::starts_with_ignoring_case(attribute, kName)) continue;
    attribute.remove_prefix(kName.size());
    if (!attribute.starts_with('"') && !attribute.starts_with('\'')) return;
    const std::string_view value = attribute.substr(1, attribute.find(attribute.front(), 1) - 1);
    if (value.find_first_of("&\n") == std::string_view::npos) add(value);
    return;
  }
}

}  // namespace

std::vector<ImageAddress> image_addresses_of_markdown(const std::string& text) {
  Search search(text);
  search.read_markdown();
  return search.take();
}

std::vector<ImageAddress> image_addresses_of_html(const std::string& text) {
  Search search(text);
  search.read_html(text);
  return search.take();
}

}  // namespace client
