// A request as nginx passes it: FastCGI parameters, headers, query, cookies and body.
#include "fcgi/request.h"

#include <algorithm>
#include <vector>

#include "core/text/http_values.h"
#include "core/text/text.h"
#include "handlers/representation.h"
#include "handlers/request.h"
#include "property.h"

namespace {

class Body : public fcgi::BodySource {
 public:
  explicit Body(std::string_view text) : rest_(text) {}
  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count = std::min(size, rest_.size());
    std::copy_n(rest_.begin(), count, buffer);
    rest_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view rest_;
};

}  // namespace

// Lines of NAME=value up to an empty line, and the body.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find("\n\n"), text.size());
  std::vector<std::string> lines;
  std::string_view rest = text.substr(0, end);
  while (!rest.empty()) {
    const std::size_t line = std::min(rest.find('\n'), rest.size());
    std::string name_and_value(rest.substr(0, line));
    // Neither nginx nor libfcgi passes a NUL.
    std::replace(name_and_value.begin(), name_and_value.end(), '\0', ' ');
    lines.push_back(std::move(name_and_value));
    rest.remove_prefix(std::min(line + 1, rest.size()));
  }
  std::vector<const char*> parameters;
  parameters.reserve(lines.size() + 1);
  for (const std::string& line : lines) parameters.push_back(line.c_str());
  parameters.push_back(nullptr);

  constexpr std::size_t kLimit = 4096;
  Body body(end + 2 <= text.size() ? text.substr(end + 2) : std::string_view());
  fcgi::Request request(parameters.data(), body, core::RequestId::generate({}));
  fuzz::require(!request.id().empty(), "a request has an ID");
  fuzz::require(request.path().find('?') == std::string_view::npos, "a path has no query");
  for (const auto& [name, value] : request.query_fields())
    fuzz::require(core::is_utf8(name) && core::is_utf8(value), "a query is UTF-8");
  for (const std::string_view name : {"session", "__Host-session", ""}) request.cookie(name);
  static_cast<void>(handlers::preconditions(request));
  handlers::if_none_match(request);
  handlers::wanted_forms(request);
  const auto part = core::RangeRequest::parse(request.parameter("HTTP_RANGE")).of(kLimit);
  if (const auto* range = std::get_if<core::ByteRange>(&part))
    fuzz::require(range->first <= range->last && range->last < kLimit, "a range is in the file");
  if (request.coding() != fcgi::Request::Coding::unknown && !request.read_body(kLimit))
    fuzz::require(request.body().size() <= kLimit, "a body is bounded");
  return 0;
}
