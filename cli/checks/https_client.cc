#include "cli/checks/https_client.h"

#include <cstring>
#include <exception>
#include <utility>

#include <openssl/ssl.h>
#include <openssl/x509v3.h>

namespace cli {
namespace {

constexpr long kTimeLimitSeconds = 10;
constexpr std::string_view kScheme = "https://";

// Once per process, before the first use.
void initialize_library() {
  static const bool is_initialized = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  if (!is_initialized) throw CannotConnect("libcurl cannot be initialized");
}

template <typename Value>
void set(CURL* handle, CURLoption option, Value value) {
  if (curl_easy_setopt(handle, option, value) != CURLE_OK)
    throw std::logic_error("libcurl refuses option " + std::to_string(option));
}

// A part of a URL; empty if it has none.
std::string part_of(const std::string& url, CURLUPart part) {
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> parsed(curl_url(), &curl_url_cleanup);
  char* text = nullptr;
  if (curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK ||
      curl_url_get(parsed.get(), part, &text, CURLU_DEFAULT_PORT) != CURLUE_OK)
    return {};
  const std::unique_ptr<char, decltype(&curl_free)> owned(text, &curl_free);
  return text;
}

// Uses the certificate authorities that OpenSSL trusts by default.
CURLcode trust_system(CURL*, void* context, void*) {
  SSL_CTX_set_default_verify_paths(static_cast<SSL_CTX*>(context));
  return CURLE_OK;
}

std::optional<Certificate> inspect(const SSL* tls, const std::string& host) {
  const std::unique_ptr<X509, decltype(&X509_free)> shown(SSL_get1_peer_certificate(tls),
                                                          &X509_free);
  if (!shown) return std::nullopt;
  std::tm end{};
  ASN1_TIME_to_tm(X509_get0_notAfter(shown.get()), &end);
  const bool fits = X509_check_host(shown.get(), host.data(), host.size(), 0, nullptr) == 1 ||
                    X509_check_ip_asc(shown.get(), host.c_str(), 0) == 1;
  const long verdict = SSL_get_verify_result(tls);
  Certificate certificate{.not_after = timegm(&end),
                          .fits_host = fits,
                          .is_self_signed = X509_self_signed(shown.get(), 0) == 1};
  if (verdict != X509_V_OK) certificate.distrust = X509_verify_cert_error_string(verdict);
  return certificate;
}

// The argument and result of the callback below.
struct CertificateInspection {
  CURL* handle;
  const std::string& host;
  std::optional<Certificate> certificate = std::nullopt;
};

// Called after the TLS handshake, before the request is sent.
int inspect_and_stop(void* inspection, char*, char*, int, int) {
  auto& wanted = *static_cast<CertificateInspection*>(inspection);
  const curl_tlssessioninfo* session = nullptr;
  if (curl_easy_getinfo(wanted.handle, CURLINFO_TLS_SSL_PTR, &session) == CURLE_OK &&
      session->backend == CURLSSLBACKEND_OPENSSL && session->internals != nullptr)
    wanted.certificate = inspect(static_cast<const SSL*>(session->internals), wanted.host);
  return CURL_PREREQFUNC_ABORT;
}

std::size_t append_to_body(const char* bytes, std::size_t, std::size_t count, void* body) {
  static_cast<std::string*>(body)->append(bytes, count);
  return count;
}

}  // namespace

HttpsClient::HttpsClient(std::string base_url)
    : base_url_(std::move(base_url)), problem_(CURL_ERROR_SIZE, '\0') {
  initialize_library();
  host_ = part_of(base_url_, CURLUPART_HOST);
  port_ = part_of(base_url_, CURLUPART_PORT);
  if (host_.starts_with('[')) host_ = host_.substr(1, host_.size() - 2);
}

std::string HttpsClient::authority() const { return base_url_.substr(kScheme.size()); }

HttpsClient::Handle HttpsClient::new_handle() {
  Handle owned(curl_easy_init(), &curl_easy_cleanup);
  if (!owned) throw CannotConnect("libcurl cannot be used");
  CURL* const handle = owned.get();
  set(handle, CURLOPT_ERRORBUFFER, problem_.data());
  set(handle, CURLOPT_PROXY, "");
  set(handle, CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1});
  set(handle, CURLOPT_CONNECTTIMEOUT, kTimeLimitSeconds);
  set(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
  set(handle, CURLOPT_LOW_SPEED_TIME, kTimeLimitSeconds);
  // Otherwise libcurl waits for its thread that resolves the name, which has no time limit.
  set(handle, CURLOPT_QUICK_EXIT, 1L);
  set(handle, CURLOPT_SSL_VERIFYPEER, 0L);
  set(handle, CURLOPT_SSL_VERIFYHOST, 0L);
  set(handle, CURLOPT_SSL_CTX_FUNCTION, &trust_system);
  return owned;
}

void HttpsClient::perform(CURL* handle) {
  const CURLcode code = curl_easy_perform(handle);
  if (code == CURLE_OK) return;
  if (code == CURLE_COULDNT_RESOLVE_HOST) throw CannotConnect("cannot resolve " + host_);
  if (code == CURLE_COULDNT_CONNECT) {
    long number = 0;
    curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &number);
    throw CannotConnect("cannot connect to " + host_ + " port " + port_ + ": " +
                        std::strerror(static_cast<int>(number)));
  }
  const std::string place = host_ + " port " + port_ + ": ";
  const std::string words = *problem_.c_str() == '\0' ? curl_easy_strerror(code) : problem_.c_str();
  if (code == CURLE_SSL_CONNECT_ERROR)
    throw CannotConnect("TLS handshake failed with " + place + words);
  throw CannotConnect("no response from " + place + words);
}

Certificate HttpsClient::certificate() {
  const Handle handle = new_handle();
  CertificateInspection inspection{.handle = handle.get(), .host = host_};
  set(handle.get(), CURLOPT_URL, base_url_.c_str());
  set(handle.get(), CURLOPT_PREREQFUNCTION, &inspect_and_stop);
  set(handle.get(), CURLOPT_PREREQDATA, &inspection);
  try {
    perform(handle.get());
  } catch (const CannotConnect&) {
    if (!inspection.certificate) throw;
  }
  return *std::move(inspection.certificate);
}

HttpsResponse HttpsClient::send(const HttpsRequest& request) {
  const Handle handle = new_handle();
  set(handle.get(), CURLOPT_URL, (base_url_ + request.path).c_str());
  using List = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;
  // Do not wait for 100 Continue before the body.
  List headers(curl_slist_append(nullptr, "Expect:"), &curl_slist_free_all);
  for (const std::string& header : request.headers)
    headers.reset(curl_slist_append(headers.release(), header.c_str()));
  set(handle.get(), CURLOPT_HTTPHEADER, headers.get());
  if (request.body) {
    set(handle.get(), CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body->size()));
    set(handle.get(), CURLOPT_POSTFIELDS, request.body->data());
  }
  HttpsResponse response;
  set(handle.get(), CURLOPT_WRITEFUNCTION, &append_to_body);
  set(handle.get(), CURLOPT_WRITEDATA, &response.body);
  perform(handle.get());
  long status = 0;
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  response.status = static_cast<int>(status);
  return response;
}

}  // namespace cli
