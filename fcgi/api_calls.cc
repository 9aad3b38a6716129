#include "fcgi/api_calls.h"

#include <algorithm>
#include <exception>
#include <string>

#include "core/account.h"
#include "fcgi/api_gate.h"
#include "fcgi/request_errors.h"

namespace fcgi {
namespace {

using core::Error;
using core::ErrorCode;

// The parameters of the Bearer challenge (RFC 6750, 3).
constexpr std::string_view kApiChallenge = "realm=\"api\"";
constexpr std::string_view kText = "text/";

Error not_json() {
  return {ErrorCode::unsupported_media_type,
          "the request body must be JSON with the header `Content-Type: application/json`"};
}

Error neither_json_nor_file(const FileTypes& types) {
  return {ErrorCode::unsupported_media_type,
          "the Content-Type of the request body must be application/json, multipart/form-data or "
          "that of a file: " +
              types.names + ", or text/plain for any other text"};
}

Response unknown_coding() {
  Response response = Response::error(
      {ErrorCode::unsupported_media_type,
       "the Content-Encoding of the request body must be gzip; otherwise send it uncompressed"});
  // RFC 9110, 12.5.3.
  response.header("Accept-Encoding", "gzip");
  return response;
}

bool is_taken(const Route& route, std::string_view name) {
  constexpr std::string_view kAnyKey = "KEY";
  return std::any_of(route.query_parameters.begin(), route.query_parameters.end(),
                     [&](std::string_view known) {
                       const std::size_t key = known.find(kAnyKey);
                       if (key == std::string_view::npos) return name == known;
                       return name.starts_with(known.substr(0, key)) &&
                              name.ends_with(known.substr(key + kAnyKey.size()));
                     });
}

// Errors: those of Request::query_problem() and unknown_query_parameter(), as a misspelled filter
// would otherwise match everything.
std::optional<Error> check_query(const Request& request, const Route& route) {
  for (const auto& [name, value] : request.query_fields()) {
    if (is_taken(route, name)) continue;
    Error problem = unknown_query_parameter(name, route.query_parameters);
    if (route.takes_files) problem.message += " with a JSON body, which has the fields itself";
    return problem;
  }
  return request.query_problem();
}

bool is_upload(const RouteMatch& match) {
  return match.chosen != nullptr && match.chosen->access == Access::upload;
}

Error not_allowed_any_more() {
  return {ErrorCode::forbidden,
          "the API key or app that asked for this address was revoked or has expired"};
}

// Whether a call changes nothing.
bool only_reads(const Route& route) {
  return route.method == Method::get && route.access == Access::key;
}

}  // namespace

// From the state of the caller's rate limit; nothing without a valid key.
void ApiCalls::decide(CheckedCaller& checked, const std::optional<core::RateLimit>& counted,
                      std::string_view address) {
  checked.is_provisional = false;
  if (!counted) checked.caller.reset();
  checked.rate_limit = counted ? *counted : rate_limiter_.count(address);
  if (!checked.rate_limit.allowed) {
    checked.refusal = rate_limited(checked.rate_limit);
  } else if (!checked.caller) {
    checked.refusal = checked.invalid_credential ? checked.invalid_credential : unauthorized();
  } else if (checked.caller->account_disabled) {
    checked.refusal = core::account_disabled(*checked.caller->account_disabled);
  }
}

// That of the program that calls, or that asked for the address of an upload.
std::optional<core::BearerToken> ApiCalls::credential_of(const Request& request,
                                                         const RouteMatch& match,
                                                         CheckedCaller& checked) {
  const auto* address = is_upload(match) ? request.path_id<core::UploadToken>() : nullptr;
  if (address == nullptr) return bearer_token_of(request);
  checked.invalid_credential = not_found();
  if (!rate_limiter_.may_look_up(request.client_address())) return std::nullopt;
  const auto asker = authenticator_.asker_of(*address);
  if (asker) {
    checked.invalid_credential = not_allowed_any_more();
    return *asker;
  }
  if (asker.error().code == ErrorCode::not_found) {
    rate_limiter_.count_unknown_key(request.client_address());
  } else {
    checked.invalid_credential = asker.error();
  }
  return std::nullopt;
}

ApiCalls::CheckedCaller ApiCalls::check_caller(const Request& request, const RouteMatch& match) {
  CheckedCaller checked;
  const std::string_view address = request.client_address();
  const std::optional<core::BearerToken> token = credential_of(request, match, checked);
  // A key that was valid recently is not a guess.
  const bool is_known = token && authenticator_.knows(*token);
  if (token && (is_known || rate_limiter_.may_look_up(address))) {
    checked.caller = authenticator_.authenticate(*token);
    if (checked.caller) checked.caller->client_address = address;
    if (!checked.caller && !is_known) rate_limiter_.count_unknown_key(address);
  }

  if (!checked.caller) {
    decide(checked, std::nullopt, address);
  } else if (match.chosen != nullptr && only_reads(*match.chosen) &&
             !checked.caller->account_disabled && rate_limiter_.begin(*checked.caller)) {
    checked.is_provisional = true;
  } else {
    decide(checked, rate_limiter_.count(*checked.caller), address);
  }
  return checked;
}

ApiCalls::BodyKind ApiCalls::body_kind(const Request& request, const Route& route) const {
  if (route.access == Access::upload) return BodyKind::file;
  const std::optional<core::MediaType>& type = request.media_type();
  if (!type) return BodyKind::other;
  const bool is_file =
      route.takes_files && (type->is_multipart() || table_.file_types.contain(type->type));
  if (!type->is_json() && !is_file) return BodyKind::other;
  const bool is_text = type->is_json() || type->type.starts_with(kText);
  if (is_text && type->has_other_charset()) return BodyKind::other_charset;
  return type->is_json() ? BodyKind::json : BodyKind::file;
}

// As nginx has them: it refuses larger bodies before a worker sees them.
std::size_t ApiCalls::limit_of(const Route& route, BodyKind kind) const {
  constexpr std::size_t kSmall = std::size_t{1} << 20;
  if (kind == BodyKind::file) return body_limits_.files;
  return route.takes_files || route.takes_content ? body_limits_.json
                                                  : std::min(body_limits_.json, kSmall);
}

// Nothing if there is a body of a type that the route accepts.
std::optional<core::Result<Response>> ApiCalls::read_body(Request& request, const Route& route,
                                                          BodyKind kind,
                                                          const core::AccountId& account) const {
  if (request.coding() == Request::Coding::unknown) return unknown_coding();
  // Decompressing a large body takes as long as reading it.
  std::optional<runtime::Admission::Turn> turn;
  std::optional<Error> problem =
      request.read_body(limit_of(route, kind), [&]() -> std::optional<Error> {
        auto entered = admission_.enter(runtime::CostlyWork::body, account.to_string());
        if (!entered) return entered.error();
        turn.emplace(*std::move(entered));
        return std::nullopt;
      });
  const bool has_body = problem || !request.body().empty();
  if (has_body && kind == BodyKind::other)
    return route.takes_files ? neither_json_nor_file(table_.file_types) : not_json();
  if (has_body && kind == BodyKind::other_charset) return core::not_utf8();
  if (problem) return *std::move(problem);
  return std::nullopt;
}

core::Result<Response> ApiCalls::call(Request& request, const RouteMatch& match,
                                      const CheckedCaller& checked) {
  if (const auto status = status_from_nginx(request)) {
    if (*status == 405 && match.any == nullptr) return unknown_path(table_.routes, request.path());
    const Route* const route = match.chosen;
    Response response = Response::error(
        refused_by_nginx(*status, route != nullptr ? limit_of(*route, body_kind(request, *route))
                                                   : body_limits_.largest()));
    response.set_status(*status);
    if (*status == 405) response.header("Allow", allowed_methods(table_.routes, match));
    return response;
  }
  if (match.any == nullptr) return unknown_path(table_.routes, request.path());
  if (match.chosen == nullptr) {
    Response response = Response::error(method_not_allowed(table_.routes, match));
    response.header("Allow", allowed_methods(table_.routes, match));
    return response;
  }
  const Route& route = *match.chosen;
  if (route.serves_mcp && cross_origin_.is_foreign(request)) {
    return Error{ErrorCode::forbidden,
                 "pages of this origin may not call the service; the operator can allow it by the "
                 "setting cors_origins"};
  }
  if (route.access == Access::network) {
    if (!checked.rate_limit.allowed) return *checked.refusal;
    if (auto problem = check_query(request, route)) return *std::move(problem);
    return route.handler(request, {});
  }
  if (checked.refusal) return *checked.refusal;
  const core::Principal& caller = *checked.caller;
  if (caller.audience == core::TokenAudience::mcp && !route.serves_mcp && !is_upload(match))
    return wrong_audience();
  if (caller.scopes.first_missing(route.scopes)) return insufficient_scope(caller, route.scopes);
  const BodyKind kind = body_kind(request, route);
  // A file has its fields in the query, and the endpoint checks them.
  const bool may_be_file = route.takes_files && kind != BodyKind::json;
  if (auto problem = may_be_file ? request.query_problem() : check_query(request, route))
    return *std::move(problem);
  if (takes_body(request.method()))
    if (auto refusal = read_body(request, route, kind, caller.account)) return *std::move(refusal);
  // Without a type, there may be no body.
  if (may_be_file && kind == BodyKind::other)
    if (auto problem = check_query(request, route)) return *std::move(problem);
  core::Result<Response> result = route.handler(request, caller);
  // Private caches may store it, but must revalidate.
  if (result && result->status() < 400 && result->status() != 204)
    result->header("Cache-Control", "private, no-cache");
  return result;
}

// The methods of a path. Browsers send it as a preflight, without a key; it is not counted.
Response ApiCalls::options(const Request& request, const RouteMatch& match) const {
  const std::string methods = allowed_methods(table_.routes, match);
  Response response = Response::plain(204, {}, {});
  response.header("Allow", methods);
  cross_origin_.admit(request, response);
  cross_origin_.admit_preflight(request, methods, response);
  add_rate_limit(response, rate_limiter_.peek(request.client_address()));
  return response;
}

// The rate limit of a call that only reads may be checked while the call is processed; a call that
// is not allowed is then answered again, with the refusal.
Answer ApiCalls::answer(Request& request, const RouteMatch& match) {
  if (match.any != nullptr && request.method() == Method::options && !status_from_nginx(request))
    return {options(request, match), match.any->pattern, std::nullopt, std::nullopt};
  CheckedCaller checked;
  std::optional<Error> failure;
  try {
    checked = check_caller(request, match);
  } catch (...) {
    // The key could not be looked up, which is not the client's fault. If the call were counted,
    // valid keys would be refused for the rest of the minute after an outage.
    failure = unexpected(request, std::current_exception());
    checked.rate_limit = rate_limiter_.peek(request.client_address());
  }

  const auto answer_call = [&] {
    try {
      return call(request, match, checked);
    } catch (...) {
      return core::Result<Response>(unexpected(request, std::current_exception()));
    }
  };
  core::Result<Response> result = failure ? core::Result<Response>(*failure) : answer_call();
  if (checked.is_provisional) {
    decide(checked, rate_limiter_.finish(), request.client_address());
    if (checked.refusal) result = answer_call();
  }

  Answer answer{result ? *std::move(result) : Response::error(result.error()),
                match.any != nullptr ? match.any->pattern : std::string_view(), std::nullopt,
                std::nullopt};
  if (checked.caller) answer.account = checked.caller->account;
  if (answer.response.status() == core::http_status(ErrorCode::rate_limited)) {
    metrics_.count(checked.caller ? core::Counter::account_rate_limited
                                  : core::Counter::address_rate_limited);
  }
  if (answer.response.status() == core::http_status(ErrorCode::unauthorized))
    answer.response.header("WWW-Authenticate",
                           challenge(request, match.chosen != nullptr && match.chosen->serves_mcp
                                                  ? std::string_view(table_.mcp_challenge)
                                                  : kApiChallenge));
  add_rate_limit(answer.response, checked.rate_limit);
  cross_origin_.admit(request, answer.response);
  return answer;
}

}  // namespace fcgi
