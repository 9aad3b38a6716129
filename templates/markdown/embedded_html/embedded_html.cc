#include "templates/markdown/embedded_html/embedded_html.h"

#include <algorithm>
#include <charconv>
#include <csetjmp>
#include <memory_resource>
#include <utility>

#include "core/cpu_limit.h"
#include "templates/markdown/embedded_html/html_tokens.h"
#include "templates/markdown/embedded_html/html_writer.h"
#include "templates/markdown/embedded_html/tag_balance.h"

namespace templates {
namespace {

// Parsed at once, so that short parts do not cost more than they have to.
constexpr std::size_t kBatch = std::size_t{16} << 10;
constexpr std::size_t kMaximumUnknownTags = 3;

constexpr std::size_t kMostMemory = std::size_t{64} << 20;

constexpr char kWholeMark = 'w';

}  // namespace

// Puts markup and pieces together, part by part.
class EmbeddedHtml::Composition {
 public:
  Composition(std::string_view markup, const std::vector<std::string>& pieces, HtmlWriter& writer,
              std::vector<std::string>& unknown_tags)
      : markup_(markup),
        pieces_(pieces),
        writer_(writer),
        unknown_tags_(unknown_tags),
        balance_(draft_) {}

  bool write() {
    while (at_ < markup_.size()) {
      core::CpuLimit::check();
      const std::size_t tag = std::min(markup_.find('<', at_), markup_.size());
      draft_.append(markup_, at_, tag - at_);
      at_ = tag;
      if (at_ < markup_.size()) take_markup();
      if (balance_.is_balanced() && !end_part()) return false;
    }
    balance_.close_all();
    return end_part() && write_draft();
  }

 private:
  void take_markup() {
    const std::string_view rest = markup_.substr(at_);
    constexpr std::string_view kComment = "<!--";
    const std::size_t end = rest.find('>') + 1;
    if (rest.starts_with(kComment)) {
      std::size_t piece = 0;
      std::from_chars(rest.data() + kComment.size(), rest.data() + end, piece);
      at_ += end;
      has_piece_ = true;
      add_piece(pieces_[piece]);
      return;
    }
    const bool is_end = rest[1] == '/';
    const std::string_view tag = rest.substr(is_end ? 2 : 1);
    const std::string_view name = tag.substr(0, tag.find_first_of(" >"));
    const Element* const element = find_element(name);
    if (is_end) {
      balance_.close_own();
    } else if (name == "pre" || name == "svg") {
      take_whole(*element);
      return;
    } else {
      if (element->has(Element::is_heading)) ++headings_;
      balance_.open_own(*element, own_attribute({at_, at_ + end}));
    }
    at_ += end;
  }

  // An element that has no HTML of the document in it.
  void take_whole(const Element& element) {
    const std::string end_tag = "</" + std::string(element.name) + ">";
    const std::size_t end = markup_.find(end_tag, at_) + end_tag.size();
    balance_.open_own(element, own_attribute({at_, end, true}));
    balance_.close_own();
    at_ = end;
  }

  void add_piece(std::string_view piece) {
    HtmlTokens tokens(piece);
    while (const auto token = tokens.next()) {
      core::CpuLimit::check();
      using Kind = HtmlToken::Kind;
      if (token->kind == Kind::comment) continue;
      if (token->kind == Kind::text) {
        add_text(token->source);
        continue;
      }
      const Element* const element = find_element(token->name);
      if (element == nullptr || element->has(Element::is_our_own)) {
        note_unknown(*token);
        continue;
      }
      if (element->has(Element::is_shown_as_text)) {
        add_text(token->source);
      } else if (token->kind == Kind::start_tag) {
        balance_.open(*element, known_attributes(token->attributes));
      } else if (element->name == "br") {
        balance_.open(*element, {});
      } else {
        balance_.close(*element);
      }
    }
  }

  void note_unknown(const HtmlToken& tag) {
    const bool is_start = tag.kind == HtmlToken::Kind::start_tag;
    const auto length = static_cast<unsigned>(tag.name.size());
    const GumboTag known = gumbo_tagn_enum(tag.name.data(), length);
    if (known == GUMBO_TAG_SVG || known == GUMBO_TAG_MATH)
      is_in_foreign_ = is_start && !tag.attributes.ends_with('/');
    if (!is_start || is_in_foreign_ || known != GUMBO_TAG_UNKNOWN ||
        unknown_tags_.size() == kMaximumUnknownTags)
      return;
    if (std::find(unknown_tags_.begin(), unknown_tags_.end(), tag.source) == unknown_tags_.end())
      unknown_tags_.emplace_back(tag.source);
  }

  void add_text(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('<'), text.size());
      draft_.append(text, 0, end);
      if (end < text.size()) draft_ += "&lt;";
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  // If no element is open, what follows can be parsed by itself.
  bool end_part() {
    if (has_piece_) {
      part_draft_ = draft_.size();
      if (draft_.size() >= kBatch && !write_draft()) return false;
    } else {
      draft_.resize(part_draft_);
      if (!write_draft()) return false;
      writer_.copy(part_, at_, headings_);
    }
    part_ = at_;
    headings_ = 0;
    has_piece_ = false;
    return true;
  }

  bool write_draft() {
    if (draft_.empty()) return true;
    bound_numeric_references(draft_);
    const auto tree = HtmlTree::parse(draft_);
    if (!tree || !writer_.write(*tree)) return false;
    draft_.clear();
    part_draft_ = 0;
    return true;
  }

  std::string_view markup_;
  const std::vector<std::string>& pieces_;
  HtmlWriter& writer_;
  std::vector<std::string>& unknown_tags_;
  std::string draft_;  // what is to be parsed
  TagBalance balance_;
  std::size_t at_ = 0;          // in the markup
  std::size_t part_ = 0;        // where the current part begins in it
  std::size_t part_draft_ = 0;  // and in the draft
  std::size_t headings_ = 0;    // of Markdown, in the current part
  bool has_piece_ = false;      // whether the current part has HTML of the document
  bool is_in_foreign_ = false;  // in svg or math, whose elements HTML does not know
};

html::Html EmbeddedHtml::put_aside(std::string piece) {
  pieces_.push_back(std::move(piece));
  return html::format("<!--{}-->", std::to_string(pieces_.size() - 1));
}

bool EmbeddedHtml::insert_into(html::Html& markup, std::vector<Heading>& headings) {
  HtmlWriter writer(markup, pictures_, ids_, headings, language_);
  if (!Composition(markup.str(), pieces_, writer, unknown_tags_).write()) return false;
  markup = writer.take_output();
  headings = writer.take_headings();
  return true;
}

// Gumbo expects every allocation to succeed, and being C it cannot be left by an exception.
struct HtmlTree::Arena {
  std::pmr::monotonic_buffer_resource memory{std::size_t{32} << 10};
  std::size_t left = kMostMemory;
  bool is_out_of_time = false;
  std::jmp_buf out_of_memory;

  void* allocate(std::size_t size) noexcept {
    is_out_of_time = core::CpuLimit::has_ended();
    if (is_out_of_time || size > left) return nullptr;
    left -= size;
    try {
      return memory.allocate(size, alignof(std::max_align_t));
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  }

  static void* allocate_in(void* arena, std::size_t size) {
    auto& self = *static_cast<Arena*>(arena);
    void* const allocated = self.allocate(size);
    // NOLINTNEXTLINE(cert-err52-cpp): between here and setjmp() there are functions of C alone.
    if (allocated == nullptr) std::longjmp(self.out_of_memory, 1);
    return allocated;
  }
};

void HtmlTree::FreeArena::operator()(Arena* arena) const {
  delete arena;  // NOLINT(cppcoreguidelines-owning-memory): a std::unique_ptr owns it.
}

HtmlTree::HtmlTree(std::unique_ptr<Arena, FreeArena> arena, const GumboOutput& output)
    : arena_(std::move(arena)), output_(&output) {}

GumboOutput* HtmlTree::parse_in(Arena& arena, std::string_view html) {
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = Arena::allocate_in;
  options.deallocator = [](void*, void*) {};
  options.userdata = &arena;
  options.max_errors = 0;
  options.fragment_context = GUMBO_TAG_DIV;
  if (setjmp(arena.out_of_memory) != 0) return nullptr;  // NOLINT(cert-err52-cpp)
  return gumbo_parse_with_options(&options, html.data(), html.size());
}

std::optional<HtmlTree> HtmlTree::parse(std::string_view html) {
  std::unique_ptr<Arena, FreeArena> arena(new Arena);
  const GumboOutput* output = parse_in(*arena, html);
  if (arena->is_out_of_time) throw core::CpuLimit::UsedUp();
  if (output == nullptr) return std::nullopt;
  return HtmlTree(std::move(arena), *output);
}

std::string own_attribute(const OwnPart& part) {
  std::string attribute = " ";
  attribute.append(kOwnMark).append("=\"").append(std::to_string(part.begin)).append(",");
  attribute.append(std::to_string(part.end));
  if (part.is_whole) attribute += kWholeMark;
  return attribute + '"';
}

OwnPart read_own_part(std::string_view value) {
  OwnPart part;
  const char* const end = value.data() + value.size();
  const char* const comma = std::from_chars(value.data(), end, part.begin).ptr;
  const char* const behind = std::from_chars(comma + 1, end, part.end).ptr;
  part.is_whole = behind != end;
  return part;
}

}  // namespace templates
