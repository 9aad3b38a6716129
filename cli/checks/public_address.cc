#include <algorithm>
#include <cmath>

#include "cli/checks/check.h"
#include "cli/checks/https_client.h"
#include "core/client_network.h"
#include "core/security/signing_keys.h"
#include "core/text/json.h"
#include "core/time.h"

namespace cli {
namespace {

constexpr const char* kAddress = "public address";
constexpr const char* kContentHost = "content host";
constexpr const char* kCertificate = "certificate";
constexpr const char* kProxy = "proxy";
constexpr const char* kBodyLimit = "body limit";

// An address reserved for documentation (RFC 5737), which the request claims to come from.
constexpr std::string_view kClaimedAddress = "192.0.2.1";

constexpr int kSecondsOfDay = 86400;
constexpr int kWarningDays = 14;

constexpr const char* kHowToRenew =
    "; see docs/install.md on how to get one with certbot "
    "(/usr/share/doc/artifact-share/install.md.gz)";

void inspect_certificate(const Certificate& certificate, const std::string& host,
                         Findings& findings) {
  const auto days = static_cast<std::int64_t>(std::floor(
      std::difftime(certificate.not_after, static_cast<std::time_t>(core::now().unix_seconds())) /
      kSecondsOfDay));
  const std::string lifetime = "valid for " + std::to_string(days) + " more days";
  if (days < 0) {
    findings.push_back(wrong(kCertificate, "expired; renew it" + std::string(kHowToRenew)));
  } else if (!certificate.fits_host) {
    findings.push_back(wrong(kCertificate, "not valid for " + host + kHowToRenew));
  } else if (certificate.is_self_signed) {
    findings.push_back(warning(
        kCertificate, "self-signed, so browsers show a warning (" + lifetime + ")" + kHowToRenew));
  } else if (certificate.distrust) {
    findings.push_back(wrong(
        kCertificate,
        "not trusted by this host: " + *certificate.distrust +
            "; the file must contain the whole chain, like certbot's fullchain.pem. The "
            "certificate of a private authority belongs in /usr/local/share/ca-certificates/ with "
            "a name that ends in .crt; then run `update-ca-certificates`"));
  } else if (days < kWarningDays) {
    findings.push_back(warning(kCertificate, lifetime + "; make sure that renewal is set up"));
  } else {
    findings.push_back(good(kCertificate, lifetime));
  }
}

// A string member of the response; empty if there is none.
std::string text_member(const core::JsonTree& json, std::string_view name) {
  const auto member = json.root().find(name);
  return member ? member->string() : std::string();
}

// The request has X-Forwarded-For, to which each proxy appends the address that it sees. One that
// passes TLS through appends nothing.
void inspect_client_address(const std::string& seen, const std::string& forwarded,
                            const core::Configuration& configuration, Findings& findings) {
  const auto is_trusted = [&](const std::string& address) {
    return std::ranges::any_of(configuration.trusted_proxies, [&](const std::string& network) {
      return core::is_in_network(address, network);
    });
  };
  const std::string last = forwarded.substr(forwarded.find_last_of(", ") + 1);
  if (seen == kClaimedAddress && is_trusted(last)) {
    findings.push_back(
        good(kProxy, "a trusted proxy is in front of nginx, at " + last +
                         ", which is also the address of this check; workers see clients as it "
                         "reports them"));
  } else if (seen == kClaimedAddress) {
    findings.push_back(wrong(kProxy,
                             "clients can forge their IP address and evade rate limits, because "
                             "nginx trusts X-Forwarded-For from any client. List only your own "
                             "proxies in trusted_proxies (and in nginx's set_real_ip_from, with "
                             "real_ip_recursive on)"));
  } else if (configuration.proxy_protocol_port != 0 && is_trusted(seen)) {
    findings.push_back(wrong(
        kProxy, "workers see the proxy, " + seen +
                    ", as the IP address of every client, so all clients share one rate limit. "
                    "Let it send the PROXY protocol to port " +
                    std::to_string(configuration.proxy_protocol_port) + " (proxy_protocol_port)"));
  } else if (configuration.proxy_protocol_port != 0 && forwarded == kClaimedAddress) {
    findings.push_back(good(kProxy,
                            "the PROXY protocol is accepted from trusted proxies; workers "
                            "see clients as " +
                                seen));
  } else if (forwarded == kClaimedAddress) {
    findings.push_back(good(kProxy, "no proxy in front of nginx; workers see clients as " + seen));
  } else if (last == seen) {
    findings.push_back(
        good(kProxy, "a proxy is in front of nginx; workers see clients as " + seen));
  } else {
    findings.push_back(wrong(
        kProxy, "a proxy is in front of nginx, and workers see " + seen +
                    " as the IP address of every client, so all clients share one rate limit. Add "
                    "the proxy to trusted_proxies and run `artifact-admin setup` (" +
                    forwarded + " arrived)"));
  }
}

// Returns whether this installation responds, so that further requests make sense.
bool inspect_self_check(HttpsClient& client, const core::Configuration& configuration,
                        Findings& findings) {
  inspect_certificate(client.certificate(), client.host(), findings);
  const std::string proof =
      core::prove_self_check(core::now(), configuration.signing_keys.current());
  const HttpsResponse response =
      client.send({.path = "/self-check?proof=" + proof,
                   .headers = {"X-Forwarded-For: " + std::string(kClaimedAddress)}});
  const auto json = core::JsonTree::parse(response.body);
  if (response.status == 503 || response.status == 502) {
    findings.push_back(wrong(kAddress,
                             "no worker responds; see `systemctl status "
                             "'artifact-share-worker@*'`"));
    return false;
  }
  if (response.status != 200 || !json || text_member(*json, "publicBaseUrl").empty()) {
    findings.push_back(wrong(
        kAddress,
        configuration.public_base_url + " responds (with status " +
            std::to_string(response.status) +
            "), but it is not this installation: check where the name resolves to, which nginx "
            "site responds there, and whether its workers use the signing keys of this "
            "configuration"));
    return false;
  }
  const std::string base_url = text_member(*json, "publicBaseUrl");
  const std::string host = text_member(*json, "host");
  if (base_url != configuration.public_base_url) {
    findings.push_back(wrong(kAddress, "the workers create share links to " + base_url +
                                           ", not to " + configuration.public_base_url +
                                           "; to load the current configuration, run "
                                           "`systemctl reload artifact-share`"));
  } else if (host != client.authority()) {
    findings.push_back(wrong(kAddress, "a proxy changes the Host header to " + host +
                                           "; configure it to preserve the original header, " +
                                           client.authority()));
  } else {
    findings.push_back(good(kAddress, base_url + " reaches this installation"));
  }
  inspect_client_address(text_member(*json, "clientAddress"), text_member(*json, "forwardedFor"),
                         configuration, findings);
  return true;
}

void inspect_content_host(const core::Configuration& configuration, Findings& findings) {
  if (configuration.content_base_url == configuration.public_base_url) return;
  const std::string& url = configuration.content_base_url;
  try {
    HttpsClient client(url);
    inspect_certificate(client.certificate(), client.host(), findings);
    const HttpsResponse response = client.send(
        {.path = "/self-check?proof=" +
                 core::prove_self_check(core::now(), configuration.signing_keys.current())});
    const auto json = core::JsonTree::parse(response.body);
    const bool is_ours =
        response.status == 200 && json && !text_member(*json, "publicBaseUrl").empty();
    findings.push_back(is_ours ? good(kContentHost, url + " reaches this installation")
                               : wrong(kContentHost, url + " responds with status " +
                                                         std::to_string(response.status) +
                                                         ", but it is not this installation; run "
                                                         "`artifact-admin setup`, and check where "
                                                         "the name resolves to"));
  } catch (const CannotConnect& problem) {
    findings.push_back(
        wrong(kContentHost, std::string(problem.what()) + "; check content_host and DNS"));
  }
}

// Whether a request without an API key and with a body of this size is rejected for its size: by
// 413, or by closing the connection while the body is sent, as some proxies do. It has another
// status otherwise.
bool rejects_body(HttpsClient& client, const char* path, std::size_t bytes) {
  constexpr int kTooLarge = 413;
  try {
    const HttpsResponse response = client.send({.path = path,
                                                .headers = {"Content-Type: application/json"},
                                                .body = std::string(bytes, ' ')});
    return response.status == kTooLarge;
  } catch (const CannotConnect&) {
    return true;
  }
}

void inspect_body_limit(HttpsClient& client, std::size_t limit, Findings& findings) {
  const std::string bytes = std::to_string(limit) + " bytes";
  if (rejects_body(client, "/artifacts", limit)) {
    findings.push_back(wrong(
        kBodyLimit, "a body of " + bytes +
                        ", which the workers accept, is rejected before it reaches them; raise "
                        "client_max_body_size in nginx and the limit of any proxy in front"));
    // nginx does not log what it rejects at this path.
  } else if (!rejects_body(client, "/self-check", limit + 1)) {
    findings.push_back(wrong(kBodyLimit, "bodies of more than " + bytes +
                                             " reach the workers, which reject them; set "
                                             "client_max_body_size in nginx to the larger of "
                                             "max_body_bytes and max_file_bytes"));
  } else {
    findings.push_back(good(kBodyLimit, bytes + ", end to end"));
  }
}

}  // namespace

void inspect_public_address(const core::Configuration& configuration, Findings& findings) {
  try {
    HttpsClient client(configuration.public_base_url);
    inspect_content_host(configuration, findings);
    if (inspect_self_check(client, configuration, findings))
      inspect_body_limit(client, configuration.largest_body_bytes(), findings);
  } catch (const std::exception& exception) {
    findings.push_back(wrong(
        kAddress, std::string(exception.what()) +
                      "; check public_base_url, DNS, whether nginx is running, and firewalls"));
  }
}

}  // namespace cli
