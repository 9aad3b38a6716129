#include "client/service/http_connection.h"

#include <algorithm>
#include <cstring>

#include "client/terminal/upload_progress.h"

namespace client {
namespace {

constexpr std::chrono::seconds kConnectTimeout{15};
constexpr const char* kUserAgent = "artifact/" ARTIFACT_SHARE_VERSION;

// Once per process, before the first use.
void initialize_library() {
  static const bool is_initialized = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  if (!is_initialized) throw std::runtime_error("libcurl cannot be initialized");
}

template <typename Value>
void set(CURL* handle, CURLoption option, Value value) {
  if (curl_easy_setopt(handle, option, value) != CURLE_OK)
    throw std::logic_error("libcurl refuses option " + std::to_string(option));
}

const char* name_of(Method method) {
  switch (method) {
    case Method::get:
      return "GET";
    case Method::post:
      return "POST";
    case Method::put:
      return "PUT";
    case Method::remove:
      return "DELETE";
  }
  throw std::logic_error("no such method");
}

std::size_t append_to_body(const char* bytes, std::size_t, std::size_t count, void* body) {
  static_cast<std::string*>(body)->append(bytes, count);
  return count;
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

// What will not be different at the next attempt.
bool is_lasting(CURLcode code) {
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

}  // namespace

HttpConnection::HttpConnection(ServiceUrl service, ConnectionOptions options,
                               UploadProgress& progress)
    : service_(std::move(service)),
      options_(std::move(options)),
      progress_(progress),
      problem_(CURL_ERROR_SIZE, '\0'),
      handle_(nullptr, &curl_easy_cleanup) {
  initialize_library();
  handle_.reset(curl_easy_init());
  if (!handle_) throw std::runtime_error("libcurl cannot be used");
}

void HttpConnection::configure(const HttpRequest& request) {
  CURL* const handle = handle_.get();
  curl_easy_reset(handle);
  problem_.front() = '\0';
  is_sent_ = false;
  set(handle, CURLOPT_ERRORBUFFER, problem_.data());
  set(handle, CURLOPT_URL, (service_.text() + request.path).c_str());
  set(handle, CURLOPT_PROTOCOLS_STR, "https,http");
  // A proxy would see the key.
  if (!service_.is_encrypted()) set(handle, CURLOPT_PROXY, "");
  set(handle, CURLOPT_USERAGENT, kUserAgent);
  set(handle, CURLOPT_ACCEPT_ENCODING, "");  // all that the library supports
  set(handle, CURLOPT_CUSTOMREQUEST, name_of(request.method));
  set(handle, CURLOPT_PREREQFUNCTION, &note_sending);
  set(handle, CURLOPT_PREREQDATA, &is_sent_);
  const auto seconds = static_cast<long>(timeout_of(request).count());
  set(handle, CURLOPT_CONNECTTIMEOUT, static_cast<long>(connect_timeout_of(request).count()));
  set(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
  set(handle, CURLOPT_LOW_SPEED_TIME, seconds);
  // Otherwise libcurl waits for its thread that resolves the name, which has no time limit.
  set(handle, CURLOPT_QUICK_EXIT, 1L);
  if (options_.ca_certificates) {
    set(handle, CURLOPT_CAINFO, options_.ca_certificates->c_str());
    // The system's, which Debian's libcurl would trust besides.
    set(handle, CURLOPT_CAPATH, static_cast<const char*>(nullptr));
  }
  if (request.body) {
    set(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body->size()));
    set(handle, CURLOPT_POSTFIELDS, request.body->data());
    set(handle, CURLOPT_NOPROGRESS, 0L);
    set(handle, CURLOPT_XFERINFOFUNCTION, &report_progress);
    set(handle, CURLOPT_XFERINFODATA, &progress_);
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
  CURL* const handle = handle_.get();
  using List = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;
  List headers(curl_slist_append(nullptr, "Accept: application/json"), &curl_slist_free_all);
  for (const std::string& header : request.headers)
    headers.reset(curl_slist_append(headers.release(), header.c_str()));
  set(handle, CURLOPT_HTTPHEADER, headers.get());
  HttpResponse response;
  set(handle, CURLOPT_WRITEFUNCTION, &append_to_body);
  set(handle, CURLOPT_WRITEDATA, &response.body);
  const CURLcode code = curl_easy_perform(handle);
  progress_.end();
  if (code != CURLE_OK) fail(code, request);
  long status = 0;
  curl_off_t retry_after = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &retry_after);
  response.status = static_cast<int>(status);
  response.request_id = header_of(handle, "X-Request-Id");
  if (retry_after > 0) response.retry_after = std::chrono::seconds(retry_after);
  return response;
}

void HttpConnection::fail(CURLcode code, const HttpRequest& request) const {
  const std::string host = service_.host();
  const std::string words = *problem_.c_str() == '\0' ? curl_easy_strerror(code) : problem_.c_str();
  const auto sent = is_sent_ ? NetworkFailure::Sent::perhaps : NetworkFailure::Sent::no;
  const std::string failure = is_sent_ ? "no response from " + host : "cannot connect to " + host;
  switch (code) {
    case CURLE_PEER_FAILED_VERIFICATION:
      throw NetworkFailure("the certificate of " + host + " is not trusted: " + words +
                               " (name a private certificate authority with --ca-cert)",
                           false, sent);
    case CURLE_COULDNT_RESOLVE_HOST:
      throw NetworkFailure("cannot resolve " + host, true, sent);
    case CURLE_COULDNT_CONNECT: {
      long number = 0;
      curl_easy_getinfo(handle_.get(), CURLINFO_OS_ERRNO, &number);
      throw NetworkFailure(
          failure + ": " +
              (number == 0 ? words : std::string(std::strerror(static_cast<int>(number)))),
          true, sent);
    }
    case CURLE_OPERATION_TIMEDOUT: {
      const auto timeout = is_sent_ ? timeout_of(request) : connect_timeout_of(request);
      throw NetworkFailure(failure + " within " + std::to_string(timeout.count()) + " seconds",
                           true, sent);
    }
    default:
      throw NetworkFailure(failure + ": " + words, !is_lasting(code), sent);
  }
}

}  // namespace client
