#include "templates/markdown/embedded_html/html_tree.h"

#include <csetjmp>
#include <memory_resource>
#include <utility>

#include "core/cpu_limit.h"

namespace templates {
namespace {

constexpr std::size_t kMostMemory = std::size_t{64} << 20;

}  // namespace

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

}  // namespace templates
