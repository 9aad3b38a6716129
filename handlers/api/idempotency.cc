#include "handlers/api/idempotency.h"

#include "app/idempotency.h"

namespace handlers {
namespace {

using app::Idempotency;

constexpr std::string_view kHeader = "HTTP_IDEMPOTENCY_KEY";

// /api/artifacts and /artifacts are the same request.
std::string text_of(const fcgi::Request& request) {
  std::string_view path = request.path();
  if (path.starts_with("/api/")) path.remove_prefix(4);
  std::string text(to_string(request.method()));
  text.append(" ").append(path).append("\n").append(request.body());
  return text;
}

std::string_view entity_tag_of(const fcgi::Response& response) {
  for (const auto& [name, value] : response.headers())
    if (name == "ETag") return value;
  return {};
}

// The entity tag and, on the next line, the body.
std::string write(const fcgi::Response& response) {
  return std::string(entity_tag_of(response)) + '\n' + response.body();
}

fcgi::Response read(const Idempotency::Answer& answer) {
  const std::string_view text = answer.bytes;
  const std::size_t line = text.find('\n');
  fcgi::Response response = fcgi::Response::json(answer.status, std::string(text.substr(line + 1)));
  if (line > 0) response.header("ETag", std::string(text.substr(0, line)));
  return response;
}

}  // namespace

core::Result<fcgi::Response> with_idempotency(Idempotency& idempotency,
                                              const fcgi::Request& request,
                                              const core::AccountId& account,
                                              const Answer& endpoint, const Answer& again) {
  if (!request.has(kHeader)) return endpoint();
  std::optional<core::Result<fcgi::Response>> response;
  const std::string text = text_of(request);
  const auto outcome =
      idempotency.run(account, {.key = request.parameter(kHeader), .text = text},
                      [&]() -> std::optional<Idempotency::Answer> {
                        response = endpoint();
                        if (!*response || (*response)->status() >= 300) return std::nullopt;
                        return Idempotency::Answer{(*response)->status(),
                                                   again ? std::string() : write(**response)};
                      });
  if (!outcome) return outcome.error();
  if (const auto* running = std::get_if<Idempotency::InProgress>(&*outcome)) {
    fcgi::Response refusal = fcgi::Response::error(running->error);
    refusal.header("Retry-After", "1");
    return refusal;
  }
  if (const auto* repeated = std::get_if<Idempotency::Repeated>(&*outcome)) {
    response = again ? again() : read(repeated->answer);
    if (*response) (*response)->header("Idempotency-Replayed", "true");
  }
  return *std::move(response);
}

}  // namespace handlers
