#include "client/service/service.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <utility>

#include "client/service/connection.h"
#include "client/sign_in/authorization_server.h"
#include "client/terminal/terminal.h"
#include "core/link_fields.h"
#include "core/security/cryptography.h"
#include "core/security/tokens.h"
#include "core/text/form.h"
#include "core/text/json.h"
#include "core/text/text.h"

namespace client {
namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr std::chrono::seconds kLongestBackoff{30};
// The command fails instead if Retry-After is longer.
constexpr std::chrono::seconds kLongestPause{300};

// Up to half a second, so that many clients do not retry at the same moment.
Milliseconds random_delay() {
  std::array<std::uint8_t, 2> bytes{};
  core::fill_random(bytes);
  return Milliseconds((bytes[0] * 256 + bytes[1]) % 500);
}

Milliseconds backoff(unsigned attempt) {
  const std::chrono::seconds doubled(std::int64_t{1} << std::min(attempt, 5U));
  return std::min(doubled, kLongestBackoff) + random_delay();
}

// How long to wait before the next attempt; nothing if Retry-After is too long.
std::optional<Milliseconds> pause_before_next(std::optional<std::chrono::seconds> retry_after,
                                              unsigned attempt) {
  if (!retry_after) return backoff(attempt);
  if (*retry_after > kLongestPause) return std::nullopt;
  return *retry_after + random_delay();
}

// How long to wait before the call is repeated; nothing if it must not be.
std::optional<Milliseconds> pause_after(const HttpResponse& response, unsigned attempt) {
  const bool may_pass = response.status == 429 || response.status == 502 ||
                        response.status == 503 || response.status == 504 ||
                        (response.status == 409 && response.retry_after);
  return may_pass ? pause_before_next(response.retry_after, attempt) : std::nullopt;
}

struct ServiceError {
  std::string code;
  std::string message;
};

// The error object of the API; nothing if the body is something else, such as a proxy's page.
std::optional<ServiceError> read_error(const std::string& body) {
  const auto tree = core::JsonTree::parse(body);
  if (!tree) return std::nullopt;
  const auto error = tree->root().find("error");
  if (!error) return std::nullopt;
  const auto code = error->find("code");
  const auto message = error->find("message");
  if (!code || !message) return std::nullopt;
  // The errors of parameters have no field.
  const bool begins_with_field = error->find("field") || code->string() == "invalid_request";
  std::string text = with_option_names(message->string(), begins_with_field);
  // The first is the error itself.
  if (const auto errors = error->find("errors"); errors && errors->is(core::JsonType::array)) {
    bool is_first = true;
    for (const core::JsonValue other : *errors) {
      if (!std::exchange(is_first, false))
        text += "; " + with_option_names(member_text(other, "message"));
    }
  }
  return ServiceError{code->string(), std::move(text)};
}

ExitStatus status_of(int http_status, std::string_view code) {
  if (code == "quota_exceeded") return ExitStatus::limited;
  // The key has the scope, but its limits do not allow these options.
  if (code == "expiry_not_allowed" || code == "password_required") return ExitStatus::rejected;
  switch (http_status) {
    case 401:
    case 403:
    case 407:
      return ExitStatus::not_permitted;
    case 404:
    case 410:
      return ExitStatus::not_found;
    case 429:
      return ExitStatus::limited;
    case 502:
    case 503:
    case 504:
      return ExitStatus::unreachable;
    default:
      return http_status >= 400 && http_status < 500 ? ExitStatus::rejected : ExitStatus::failure;
  }
}

Refusal refusal(const HttpResponse& response, const ServiceUrl& service,
                bool may_have_taken_effect) {
  const auto error = read_error(response.body);
  const std::string code = error ? error->code : std::string();
  std::string message =
      error ? error->message
            : service.host() + " answered with HTTP status " + std::to_string(response.status);
  std::string details = code;
  if (!response.request_id.empty())
    details += (details.empty() ? "request " : ", request ") + response.request_id;
  if (!details.empty()) message += " (" + details + ')';
  std::replace(message.begin(), message.end(), '\n', ' ');
  return {status_of(response.status, code), message, code, may_have_taken_effect};
}

// Waits, and says on standard error why.
void wait(Milliseconds pause, const std::string& reason, unsigned attempt, unsigned retries) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(pause).count();
  print_message(reason + "; retrying in " + std::to_string(seconds) + " s (" +
                std::to_string(attempt + 1) + " of " + std::to_string(retries) + ')');
  std::this_thread::sleep_for(pause);
}

ConnectionOptions connection_options(const Host& host, const CallOptions& options) {
  ConnectionOptions connection = options.connection;
  if (!connection.ca_certificates) connection.ca_certificates = host.ca_certificates;
  return connection;
}

constexpr std::size_t kLargestPage = 100;

std::string query_of(const ListFilters& filters, std::size_t limit, const std::string& cursor) {
  std::string query = core::write_form({{"limit", std::to_string(limit)}, {"cursor", cursor}});
  for (const auto& [name, value] : filters)
    if (!value.empty()) query += '&' + core::write_form({{name, value}});
  return query;
}

using Name = std::pair<std::string_view, std::string_view>;

// Names that are no English words; replaced anywhere in a message.
constexpr std::array<Name, 8> kNames{{
    {"baseVersion", "--base-version"},
    {"extendArtifact", "--extend-artifact"},
    {"keepLast", "--keep-last"},
    {"expiresIn", "--expires"},
    {"externalId", "--external-id"},
    {"createdAfter", "--created-after"},
    {"createdBefore", "--created-before"},
    {"updatedAfter", "--updated-after"},
}};

// The other names; replaced only where a message begins with its field.
constexpr std::array<Name, 9> kFirstNames{{
    {"note", "--note"},
    {"title", "--title"},
    {"description", "--description"},
    {"password", "--password"},
    {"template", "--template"},
    {"metadata", "--metadata"},
    {"status", "--status"},
    {"text", "--text"},
    {"limit", "--limit"},
}};

bool is_part_of_word(char c) { return core::is_letter_or_digit(c) || c == '_'; }

std::string_view word_at_start(std::string_view text) {
  const auto end =
      std::find_if(text.begin(), text.end(), [](char c) { return !is_part_of_word(c); });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

template <std::size_t count>
std::string_view option_for(const std::array<Name, count>& names, std::string_view word) {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](const Name& name) { return name.first == word; });
  return found == names.end() ? word : found->second;
}

bool is_english(std::string_view name) {
  return std::none_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// The option for a name that may be anywhere in a message.
std::string_view option_anywhere(std::string_view word) {
  std::string_view option = option_for(kNames, word);
  core::for_each_link_field([&](const auto& field) {
    if (field.name == word && !field.option.empty() && !is_english(word)) option = field.option;
  });
  return option;
}

// The option for the field that a message begins with.
std::string_view option_at_start(std::string_view word) {
  std::string_view option = option_for(kFirstNames, option_anywhere(word));
  core::for_each_link_field([&](const auto& field) {
    if (field.name == word && !field.option.empty()) option = field.option;
  });
  return option;
}

}  // namespace

ServiceClient::ServiceClient(Host host, const CallOptions& options)
    : host_(std::move(host)),
      connection_(host_.service, connection_options(host_, options), progress_),
      retries_(options.retries) {}

std::string ServiceClient::get(const std::string& path, const std::vector<std::string>& headers) {
  return call(Method::get, path, nullptr, headers);
}
std::string ServiceClient::post(const std::string& path, const RequestBody& body) {
  return call(Method::post, path, &body);
}
std::string ServiceClient::put(const std::string& path, const RequestBody& body,
                               Replaces replaces) {
  std::vector<std::string> headers;
  if (replaces == Replaces::existing) headers.emplace_back("If-Match: *");
  return call(Method::put, path, &body, headers);
}
std::string ServiceClient::patch(const std::string& path, const RequestBody& body) {
  return call(Method::patch, path, &body);
}
std::string ServiceClient::remove(const std::string& path) {
  return call(Method::remove, path, nullptr);
}

void ServiceClient::renew() try {
  host_.credential = renew_tokens(host_, *host_.tokens(), connection_);
} catch (const NetworkFailure& failure) {
  // The request itself has not been sent yet, or was rejected.
  throw NetworkFailure(failure.what(), failure.is_temporary(), NetworkFailure::Sent::no,
                       failure.retry_after());
}

std::string ServiceClient::call(Method method, const std::string& path, const RequestBody* body,
                                const std::vector<std::string>& headers) {
  HttpRequest request{.method = method, .path = path, .headers = {authorization()}};
  request.headers.insert(request.headers.end(), headers.begin(), headers.end());
  if (body != nullptr) {
    request.body = body->bytes;
    // Without a body, libcurl must not send a media type of its own.
    request.headers.push_back(body->bytes.empty() ? "Content-Type:"
                                                  : "Content-Type: " + body->media_type);
  }
  if (method == Method::post || method == Method::put || method == Method::patch)
    request.headers.push_back("Idempotency-Key: " + core::SecretToken::generate().text());
  bool may_have_taken_effect = false;
  bool is_renewed = false;
  for (unsigned attempt = 0;; ++attempt) {
    try {
      if (host_.tokens() != nullptr && needs_renewal(*host_.tokens())) renew();
      request.headers.front() = authorization();
      HttpResponse response = connection_.send(request);
      // The clock of this machine may be wrong.
      const bool is_of_token = response.status == 401 && path.starts_with("/api/");
      if (is_of_token && host_.tokens() != nullptr && !is_renewed) {
        renew();
        is_renewed = true;
        request.headers.front() = authorization();
        response = connection_.send(request);
      }
      if (response.status >= 200 && response.status < 300) return std::move(response.body);
      Refusal refused = refusal(response, connection_.service(), may_have_taken_effect);
      const auto pause = pause_after(response, attempt);
      if (!pause || attempt == retries_) throw Refusal(refused);
      wait(*pause, refused.what(), attempt, retries_);
      if (response.status >= 500) may_have_taken_effect = true;
    } catch (const NetworkFailure& failure) {
      const auto pause = pause_before_next(failure.retry_after(), attempt);
      if (!failure.is_temporary() || !pause || attempt == retries_)
        throw Failure(ExitStatus::unreachable, failure.what());
      if (failure.sent() == NetworkFailure::Sent::perhaps) may_have_taken_effect = true;
      wait(*pause, failure.what(), attempt, retries_);
    }
  }
}

bool read_list(ServiceClient& service, const std::string& path, const ListFilters& filters,
               std::size_t most, const std::function<bool(core::JsonValue)>& each) {
  std::string cursor;
  for (;;) {
    const std::size_t limit = std::min(most, kLargestPage);
    const Answer page(service.get(path + '?' + query_of(filters, limit, cursor)));
    const auto data = page.root().find("data");
    const auto pagination = page.root().find("pagination");
    if (!data || !pagination) return false;
    for (const core::JsonValue item : *data)
      if (!each(item)) return true;
    most -= std::min(most, data->size());
    cursor = member_text(*pagination, "nextCursor");
    if (cursor.empty()) return false;
    if (most == 0) return true;
  }
}

std::string with_option_names(std::string_view message, bool begins_with_field) {
  // The options of a link are fields of an object if its artifact is sent in the same request.
  constexpr std::string_view kLink = "/share/";
  if (message.starts_with(kLink)) message.remove_prefix(kLink.size());
  const std::string_view first = word_at_start(message);
  std::string text(begins_with_field ? option_at_start(first) : option_anywhere(first));
  message.remove_prefix(first.size());
  while (!message.empty()) {
    const char before = message.front();
    text += before;
    message.remove_prefix(1);
    const std::string_view word = word_at_start(message);
    const bool is_quoted = before == '"' || before == '\'' || before == '`';
    const bool is_in_path = before == '/' || before == '.' || before == '-';
    text += is_quoted || is_in_path ? word : option_anywhere(word);
    message.remove_prefix(word.size());
  }
  return text;
}

}  // namespace client
