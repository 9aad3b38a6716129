#include "handlers/api/idempotency.h"

#include <algorithm>

#include "core/operation/configuration.h"
#include "core/security/sealed_text.h"
#include "db/artifacts/idempotency_store.h"
#include "db/connection/postgres.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

constexpr std::string_view kHeader = "HTTP_IDEMPOTENCY_KEY";
constexpr std::size_t kLongestKey = 255;

bool is_key(std::string_view text) {
  return !text.empty() && text.size() <= kLongestKey &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

// /api/artifacts and /artifacts are the same request.
core::Sha256 hash_of(const fcgi::Request& request) {
  std::string_view path = request.path();
  if (path.starts_with("/api/")) path.remove_prefix(4);
  std::string text(to_string(request.method()));
  text.append(" ").append(path).append("\n").append(request.body());
  return core::sha256(text);
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

fcgi::Response read(int status, std::string_view text) {
  const std::size_t line = text.find('\n');
  fcgi::Response response = fcgi::Response::json(status, std::string(text.substr(line + 1)));
  if (line > 0) response.header("ETag", std::string(text.substr(0, line)));
  return response;
}

core::Result<fcgi::Response> answer_again(const db::KeptAnswer& kept,
                                          const core::SigningKeys& keys) {
  if (!kept.same_request) {
    return Error{ErrorCode::idempotency_conflict,
                 "this Idempotency-Key was already used for a different request; use a new key"};
  }
  const core::SigningKey* key = keys.find(kept.signing_key_id);
  const auto text = key == nullptr ? std::nullopt : core::unseal(kept.sealed_response, *key);
  if (!text) {
    return Error{ErrorCode::idempotency_conflict,
                 "the request with this Idempotency-Key was processed, but its response can no "
                 "longer be returned"};
  }
  fcgi::Response response = read(kept.status, *text);
  response.header("Idempotency-Replayed", "true");
  return response;
}

core::Result<fcgi::Response> answer_in_transaction(Services& services, const fcgi::Request& request,
                                                   const core::AccountId& account,
                                                   const Answer& endpoint, const Answer& again) {
  const core::Sha256 key_hash = core::sha256(request.parameter(kHeader));
  const core::Sha256 request_hash = hash_of(request);
  db::IdempotencyStore store(services.postgres);
  db::Transaction transaction(services.postgres);
  if (!store.lock(account, key_hash)) {
    fcgi::Response response =
        fcgi::Response::error({ErrorCode::idempotency_conflict,
                               "the first request with this Idempotency-Key is still in progress; "
                               "try again in a moment"});
    response.header("Retry-After", "1");
    return response;
  }
  const core::SigningKeys& keys = services.configuration.signing_keys;
  if (const auto kept = store.find(account, key_hash, request_hash)) {
    if (!again || !kept->same_request) return answer_again(*kept, keys);
    core::Result<fcgi::Response> response = again();
    if (response) response->header("Idempotency-Replayed", "true");
    return response;
  }

  core::Result<fcgi::Response> result = endpoint();
  if (!result || result->status() >= 300) return result;
  const std::string kept = !again ? write(*result) : std::string();
  store.keep(account, key_hash, request_hash,
             {true, result->status(), keys.current().id, core::seal(kept, keys.current())});
  transaction.commit();
  return result;
}

}  // namespace

core::Result<fcgi::Response> with_idempotency(Services& services, const fcgi::Request& request,
                                              const core::AccountId& account,
                                              const Answer& endpoint, const Answer& again) {
  if (!request.has(kHeader)) return endpoint();
  const std::string_view key = request.parameter(kHeader);
  if (!is_key(key)) {
    return Error{ErrorCode::invalid_request,
                 "Idempotency-Key must have 1 to 255 visible ASCII characters"};
  }
  return db::retry_deadlocks(
      [&] { return answer_in_transaction(services, request, account, endpoint, again); });
}

}  // namespace handlers
