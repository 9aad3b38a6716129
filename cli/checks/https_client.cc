#include "cli/checks/https_client.h"

#include <memory>
#include <utility>

#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "http/transfer.h"

namespace cli {
namespace {

constexpr long kTimeLimitSeconds = 10;
constexpr std::string_view kScheme = "https://";

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

// Sends a request even if the certificate is invalid.
void configure(http::Transfer& transfer, const std::string& url) {
  transfer.set(CURLOPT_URL, url.c_str());
  transfer.set(CURLOPT_PROXY, "");
  transfer.set(CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1});
  transfer.set(CURLOPT_CONNECTTIMEOUT, kTimeLimitSeconds);
  transfer.set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  transfer.set(CURLOPT_LOW_SPEED_TIME, kTimeLimitSeconds);
  transfer.set(CURLOPT_SSL_VERIFYPEER, 0L);
  transfer.set(CURLOPT_SSL_VERIFYHOST, 0L);
  transfer.set(CURLOPT_SSL_CTX_FUNCTION, &trust_system);
}

}  // namespace

HttpsClient::HttpsClient(std::string base_url) : base_url_(std::move(base_url)) {
  if (const auto url = http::Url::parse(base_url_)) {
    host_ = url->part(CURLUPART_HOST).value_or("");
    port_ = url->part(CURLUPART_PORT, CURLU_DEFAULT_PORT).value_or("");
  }
  if (host_.starts_with('[')) host_ = host_.substr(1, host_.size() - 2);
}

std::string HttpsClient::authority() const { return base_url_.substr(kScheme.size()); }

void HttpsClient::perform(http::Transfer& transfer) const {
  const CURLcode code = transfer.perform();
  if (code == CURLE_OK) return;
  if (code == CURLE_COULDNT_RESOLVE_HOST) throw CannotConnect("cannot resolve " + host_);
  const std::string place = host_ + " port " + port_ + ": " + transfer.problem(code);
  if (code == CURLE_COULDNT_CONNECT) throw CannotConnect("cannot connect to " + place);
  if (code == CURLE_SSL_CONNECT_ERROR) throw CannotConnect("TLS handshake failed with " + place);
  throw CannotConnect("no response from " + place);
}

Certificate HttpsClient::certificate() {
  http::Transfer transfer;
  configure(transfer, base_url_);
  CertificateInspection inspection{.handle = transfer.handle(), .host = host_};
  transfer.set(CURLOPT_PREREQFUNCTION, &inspect_and_stop);
  transfer.set(CURLOPT_PREREQDATA, &inspection);
  try {
    perform(transfer);
  } catch (const CannotConnect&) {
    if (!inspection.certificate) throw;
  }
  return *std::move(inspection.certificate);
}

HttpsResponse HttpsClient::send(const HttpsRequest& request) {
  http::Transfer transfer;
  configure(transfer, base_url_ + request.path);
  // Do not wait for 100 Continue before the body.
  std::vector<std::string> headers{"Expect:"};
  headers.insert(headers.end(), request.headers.begin(), request.headers.end());
  transfer.set_headers(headers);
  if (request.body) transfer.set_body(*request.body);
  HttpsResponse response;
  transfer.append_response_to(response.body);
  perform(transfer);
  response.status = transfer.status();
  return response;
}

}  // namespace cli
