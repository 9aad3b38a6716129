// Transfer: HTTP requests through libcurl, one after the other.
//
// Owns libcurl's handle and what the handle refers to. The connection is kept for the next request.
// What a request may do, such as the protocols, proxies and time limits, is set by its user. One
// thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <curl/curl.h>

namespace http {

class Transfer {
 public:
  // Throws std::runtime_error if libcurl cannot be used.
  Transfer();

  // Forgets the options of the last request.
  void reset();

  // Throws std::logic_error if libcurl refuses the option.
  template <typename Value>
  void set(CURLoption option, Value value) {
    if (curl_easy_setopt(handle(), option, value) != CURLE_OK) refuse(option);
  }
  // "Name: value" each; "Name:" omits a header that libcurl would send.
  void set_headers(const std::vector<std::string>& headers);
  // Makes it a POST, unless another method is set. The body must outlive the request.
  void set_body(std::string_view body);
  // Trusts the certificate authorities in this file (PEM) instead of the system's.
  void trust_only(const std::string& ca_file);
  // Appends the body of the response to a text, which must outlive the request.
  void append_response_to(std::string& body);

  CURLcode perform() { return curl_easy_perform(handle()); }
  // Why the request failed, in the words of the system or of libcurl.
  std::string problem(CURLcode code) const;
  // The status of the response.
  int status() const;
  CURL* handle() const { return handle_.get(); }

 private:
  [[noreturn]] static void refuse(CURLoption option);

  std::string problem_;  // libcurl's buffer for messages
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers_;
  std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> handle_;
};

// Url: the parts of a URL, as libcurl reads them. A URL is opened by the same library, so both
// agree on its host.
class Url {
 public:
  // `flags` are CURLU_…. Nothing if it is no URL.
  static std::optional<Url> parse(const std::string& text, unsigned flags = 0);

  // Nothing if it has no such part.
  std::optional<std::string> part(CURLUPart part, unsigned flags = 0) const;

 private:
  using Handle = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;
  explicit Url(Handle handle) : handle_(std::move(handle)) {}

  Handle handle_;
};

}  // namespace http
