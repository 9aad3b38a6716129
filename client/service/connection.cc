#include "client/service/connection.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include <unistd.h>

#include "client/command_line.h"
#include "client/service/service.h"
#include "client/terminal/terminal.h"

namespace client {
namespace {

constexpr std::chrono::seconds kConnectTimeout{15};
constexpr const char* kUserAgent = "artifact/" ARTIFACT_SHARE_VERSION;

const char* name_of(Method method) {
  switch (method) {
    case Method::get:
      return "GET";
    case Method::post:
      return "POST";
    case Method::put:
      return "PUT";
    case Method::patch:
      return "PATCH";
    case Method::remove:
      return "DELETE";
  }
  throw std::logic_error("no such method");
}

// Called once there is a connection, with TLS, before anything of the request is sent on it.
int note_sending(void* is_sent, char*, char*, int, int) {
  *static_cast<bool*>(is_sent) = true;
  return CURL_PREREQFUNC_OK;
}

int report_progress(void* progress, curl_off_t, curl_off_t, curl_off_t to_send, curl_off_t sent) {
  static_cast<UploadProgress*>(progress)->report(sent, to_send);
  return 0;
}

std::string header_of(CURL* handle, const char* name) {
  curl_header* header = nullptr;
  if (curl_easy_header(handle, name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK) return {};
  return header->value;
}

// Failures that a retry cannot change.
bool is_permanent(CURLcode code) {
  switch (code) {
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_NOT_BUILT_IN:
    case CURLE_FAILED_INIT:
    case CURLE_OUT_OF_MEMORY:
      return true;
    default:
      return false;
  }
}

// The problem of a file that libcurl rejects.
WrongUsage unusable_authorities(const std::string& file) {
  const bool is_readable = std::ifstream(file).is_open();
  return WrongUsage(
      "cannot read the certificate authorities in " + file + ": " +
      (is_readable ? "it is not a file of certificates in PEM" : std::strerror(errno)));
}

[[noreturn]] void fail() {
  throw Failure(ExitStatus::failure,
                "the response is not from an artifact sharing service: is the URL correct?");
}

// Smaller documents are sent before anybody could read the progress.
constexpr std::int64_t kLeastBytes = std::int64_t{256} * 1024;
constexpr double kMebibyte = 1024 * 1024;

}  // namespace

HttpConnection::HttpConnection(ServiceUrl service, ConnectionOptions options,
                               UploadProgress& progress)
    : service_(std::move(service)), options_(std::move(options)), progress_(progress) {}

void HttpConnection::configure(const HttpRequest& request) {
  transfer_.reset();
  is_sent_ = false;
  transfer_.set(CURLOPT_URL, (service_.text() + request.path).c_str());
  transfer_.set(CURLOPT_PROTOCOLS_STR, "https,http");
  // A proxy would see the key.
  if (!service_.is_encrypted()) transfer_.set(CURLOPT_PROXY, "");
  transfer_.set(CURLOPT_USERAGENT, kUserAgent);
  transfer_.set(CURLOPT_ACCEPT_ENCODING, "");  // all that libcurl supports
  transfer_.set(CURLOPT_CUSTOMREQUEST, name_of(request.method));
  transfer_.set(CURLOPT_PREREQFUNCTION, &note_sending);
  transfer_.set(CURLOPT_PREREQDATA, &is_sent_);
  const auto seconds = static_cast<long>(timeout_of(request).count());
  transfer_.set(CURLOPT_CONNECTTIMEOUT, static_cast<long>(connect_timeout_of(request).count()));
  transfer_.set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  transfer_.set(CURLOPT_LOW_SPEED_TIME, seconds);
  if (request.timeout) transfer_.set(CURLOPT_TIMEOUT, seconds);
  if (options_.ca_certificates) transfer_.trust_only(*options_.ca_certificates);
  std::vector<std::string> headers{"Accept: " + std::string(request.accepted)};
  headers.insert(headers.end(), request.headers.begin(), request.headers.end());
  transfer_.set_headers(headers);
  if (request.body) {
    transfer_.set_body(*request.body);
    transfer_.set(CURLOPT_NOPROGRESS, 0L);
    transfer_.set(CURLOPT_XFERINFOFUNCTION, &report_progress);
    transfer_.set(CURLOPT_XFERINFODATA, &progress_);
  }
}

std::chrono::seconds HttpConnection::timeout_of(const HttpRequest& request) const {
  return std::min(request.timeout.value_or(options_.timeout), options_.timeout);
}

std::chrono::seconds HttpConnection::connect_timeout_of(const HttpRequest& request) const {
  return std::min(timeout_of(request), kConnectTimeout);
}

HttpResponse HttpConnection::send(const HttpRequest& request) {
  configure(request);
  HttpResponse response;
  transfer_.append_response_to(response.body);
  const CURLcode code = transfer_.perform();
  progress_.end();
  if (code != CURLE_OK) fail(code, request);
  curl_off_t retry_after = 0;
  curl_easy_getinfo(transfer_.handle(), CURLINFO_RETRY_AFTER, &retry_after);
  response.status = transfer_.status();
  response.request_id = header_of(transfer_.handle(), "X-Request-Id");
  if (retry_after > 0) response.retry_after = std::chrono::seconds(retry_after);
  return response;
}

void HttpConnection::fail(CURLcode code, const HttpRequest& request) const {
  const std::string host = service_.host();
  const std::string words = transfer_.problem(code);
  const auto sent = is_sent_ ? NetworkFailure::Sent::perhaps : NetworkFailure::Sent::no;
  const std::string failure = is_sent_ ? "no response from " + host : "cannot connect to " + host;
  switch (code) {
    case CURLE_SSL_CACERT_BADFILE:
      if (options_.ca_certificates) throw unusable_authorities(*options_.ca_certificates);
      throw NetworkFailure(failure + ": " + words, false, sent);
    case CURLE_PEER_FAILED_VERIFICATION:
      throw NetworkFailure("the certificate of " + host + " is not trusted: " + words +
                               " (name a private certificate authority with --ca-cert)",
                           false, sent);
    case CURLE_COULDNT_RESOLVE_HOST:
      throw NetworkFailure("cannot resolve " + host, true, sent);
    case CURLE_COULDNT_CONNECT:
      throw NetworkFailure(failure + ": " + words, true, sent);
    case CURLE_OPERATION_TIMEDOUT: {
      const auto timeout = is_sent_ ? timeout_of(request) : connect_timeout_of(request);
      throw NetworkFailure(failure + " within " + std::to_string(timeout.count()) + " seconds",
                           true, sent);
    }
    default:
      throw NetworkFailure(failure + ": " + words, !is_permanent(code), sent);
  }
}

Answer::Answer(std::string body) : body_(std::move(body)), tree_(parse(body_)) {}

core::JsonTree Answer::parse(const std::string& body) {
  auto tree = core::JsonTree::parse(body);
  if (!tree) fail();
  return *std::move(tree);
}

std::string Answer::string(std::string_view name) const {
  const auto value = root().find(name);
  if (!value || !value->is(core::JsonType::string)) fail();
  return value->string();
}

std::string member_text(core::JsonValue object, std::string_view name) {
  const auto value = object.find(name);
  if (!value || value->is(core::JsonType::null)) return {};
  return value->is(core::JsonType::string) ? value->string() : std::string(value->text());
}

std::string readable_time(const std::string& timestamp) {
  constexpr std::size_t kDate = 10;
  constexpr std::size_t kMinutes = 16;
  if (timestamp.size() <= kMinutes || timestamp[kDate] != 'T') return timestamp;
  return timestamp.substr(0, kDate) + ' ' + timestamp.substr(kDate + 1, kMinutes - kDate - 1) +
         " UTC";
}

void print_warnings(const Answer& answer) {
  const auto warnings = answer.root().find("warnings");
  if (!warnings) return;
  for (const core::JsonValue warning : *warnings) {
    const std::string message =
        warning.is(core::JsonType::object) ? member_text(warning, "message") : warning.string();
    if (!message.empty()) print_message("warning: " + with_option_names(message));
  }
}

UploadProgress::UploadProgress() : is_terminal_(isatty(STDERR_FILENO) == 1) {}

void UploadProgress::report(std::int64_t sent, std::int64_t total) {
  if (!is_terminal_ || total < kLeastBytes) return;
  const int percent = static_cast<int>(sent * 100 / total);
  if (percent == shown_percent_) return;
  shown_percent_ = percent;
  std::fprintf(stderr, "\r\033[KUploading: %.1f of %.1f MiB (%d %%)",
               static_cast<double>(sent) / kMebibyte, static_cast<double>(total) / kMebibyte,
               percent);
}

void UploadProgress::end() {
  if (shown_percent_ >= 0) std::fputs("\r\033[K", stderr);
  shown_percent_ = -1;
}

}  // namespace client
