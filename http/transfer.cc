#include "http/transfer.h"

#include <cstring>
#include <new>
#include <stdexcept>

namespace http {
namespace {

// Once per process, before the first use.
void initialize_library() {
  static const bool is_initialized = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  if (!is_initialized) throw std::runtime_error("libcurl cannot be initialized");
}

// An exception must not cross libcurl: without memory, the transfer fails.
std::size_t append(const char* bytes, std::size_t, std::size_t count, void* body) noexcept {
  try {
    static_cast<std::string*>(body)->append(bytes, count);
    return count;
  } catch (const std::bad_alloc&) {
    return 0;
  }
}

}  // namespace

Transfer::Transfer()
    : problem_(CURL_ERROR_SIZE, '\0'),
      headers_(nullptr, &curl_slist_free_all),
      handle_(nullptr, &curl_easy_cleanup) {
  initialize_library();
  handle_.reset(curl_easy_init());
  if (!handle_) throw std::runtime_error("libcurl cannot be used");
  reset();
}

void Transfer::reset() {
  curl_easy_reset(handle());
  headers_.reset();
  problem_.front() = '\0';
  set(CURLOPT_ERRORBUFFER, problem_.data());
  // Otherwise libcurl waits for its thread that resolves the name, which has no time limit.
  set(CURLOPT_QUICK_EXIT, 1L);
}

void Transfer::refuse(CURLoption option) {
  throw std::logic_error("libcurl refuses option " + std::to_string(option));
}

void Transfer::set_headers(const std::vector<std::string>& headers) {
  headers_.reset();
  for (const std::string& header : headers) {
    curl_slist* const longer = curl_slist_append(headers_.get(), header.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    if (!headers_) headers_.reset(longer);
  }
  set(CURLOPT_HTTPHEADER, headers_.get());
}

void Transfer::set_body(std::string_view body) {
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  set(CURLOPT_POSTFIELDS, body.data());
}

void Transfer::trust_only(const std::string& ca_file) {
  set(CURLOPT_CAINFO, ca_file.c_str());
  // The system's, which Debian's libcurl would trust besides.
  set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
}

void Transfer::append_response_to(std::string& body) {
  set(CURLOPT_WRITEFUNCTION, &append);
  set(CURLOPT_WRITEDATA, &body);
}

std::string Transfer::problem(CURLcode code) const {
  if (code == CURLE_COULDNT_CONNECT) {
    long number = 0;
    curl_easy_getinfo(handle(), CURLINFO_OS_ERRNO, &number);
    if (number != 0) return std::strerror(static_cast<int>(number));
  }
  return problem_.front() == '\0' ? curl_easy_strerror(code) : problem_.c_str();
}

int Transfer::status() const {
  long status = 0;
  curl_easy_getinfo(handle(), CURLINFO_RESPONSE_CODE, &status);
  return static_cast<int>(status);
}

std::optional<Url> Url::parse(const std::string& text, unsigned flags) {
  Handle handle(curl_url(), &curl_url_cleanup);
  if (!handle || curl_url_set(handle.get(), CURLUPART_URL, text.c_str(), flags) != CURLUE_OK)
    return std::nullopt;
  return Url(std::move(handle));
}

std::optional<std::string> Url::part(CURLUPart part, unsigned flags) const {
  char* text = nullptr;
  if (curl_url_get(handle_.get(), part, &text, flags) != CURLUE_OK) return std::nullopt;
  const std::unique_ptr<char, decltype(&curl_free)> owned(text, &curl_free);
  return std::string(text);
}

}  // namespace http
