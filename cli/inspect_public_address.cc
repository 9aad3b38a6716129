#include <algorithm>
#include <cmath>

#include <rapidjson/document.h>

#include "cli/https_connection.h"
#include "cli/inspections.h"
#include "core/clock.h"
#include "core/self_check.h"

namespace cli {
namespace {

constexpr const char* kAddress = "public address";
constexpr const char* kCertificate = "certificate";
constexpr const char* kProxy = "proxy";
constexpr const char* kBodyLimit = "body limit";

// An address that is nobody's (RFC 5737), which a client claims to be.
constexpr std::string_view kClaimedAddress = "192.0.2.1";

constexpr int kSecondsOfDay = 86400;
constexpr int kShortDays = 14;

constexpr const char* kHowToRenew =
    "; docs/deploy.md says how to get one by certbot (/usr/share/doc/artifact-share/deploy.md.gz)";

void inspect_certificate(const Certificate& certificate, const std::string& host,
                         Findings& findings) {
  const auto days = static_cast<std::int64_t>(std::floor(
      std::difftime(certificate.not_after, static_cast<std::time_t>(core::now().unix_seconds())) /
      kSecondsOfDay));
  const std::string lifetime = "valid for " + std::to_string(days) + " days more";
  if (days < 0) {
    findings.push_back(wrong(kCertificate, "it has expired; renew it" + std::string(kHowToRenew)));
  } else if (!certificate.fits_host) {
    findings.push_back(wrong(kCertificate, "it is not for " + host + kHowToRenew));
  } else if (certificate.is_self_signed) {
    findings.push_back(warning(
        kCertificate, "it is self-signed, so browsers will warn (" + lifetime + ")" + kHowToRenew));
  } else if (certificate.distrust) {
    findings.push_back(wrong(
        kCertificate, "this host does not trust it: " + *certificate.distrust +
                          "; the file must hold the whole chain, as certbot's fullchain.pem"));
  } else if (days < kShortDays) {
    findings.push_back(warning(kCertificate, lifetime + "; is its renewal set up?"));
  } else {
    findings.push_back(good(kCertificate, lifetime));
  }
}

// The answer's member, empty where it has none.
std::string text_member(const rapidjson::Document& json, const char* name) {
  const auto member = json.FindMember(name);
  if (member == json.MemberEnd() || !member->value.IsString()) return {};
  return {member->value.GetString(), member->value.GetStringLength()};
}

// What the call said in X-Forwarded-For, whoever forwards adds to.
void inspect_client_address(const std::string& seen, const std::string& forwarded,
                            const std::vector<std::string>& trusted_proxies, Findings& findings) {
  const std::string last = forwarded.substr(forwarded.find_last_of(", ") + 1);
  if (seen == kClaimedAddress &&
      std::ranges::find(trusted_proxies, last) != trusted_proxies.end()) {
    findings.push_back(good(kProxy, "one stands in front, at the address " + last +
                                        " from which this check calls, too; workers see clients "
                                        "as it names them"));
  } else if (seen == kClaimedAddress) {
    findings.push_back(wrong(
        kProxy,
        "clients can pretend to come from any address, and so dodge limits: nginx believes "
        "X-Forwarded-For from everybody. Name only your own proxies in trusted_proxies (and in "
        "nginx's set_real_ip_from, with real_ip_recursive on)"));
  } else if (forwarded == kClaimedAddress) {
    findings.push_back(good(kProxy, "none stands in front; workers see clients as " + seen));
  } else if (last == seen) {
    findings.push_back(good(kProxy, "one stands in front; workers see clients as " + seen));
  } else {
    findings.push_back(
        wrong(kProxy, "one stands in front, and workers take " + seen +
                          " for every client, so that all share one limit. Name the proxy in "
                          "trusted_proxies and run `artifact-admin setup` (" +
                          forwarded + " arrived)"));
  }
}

void inspect_what_arrives(const HttpsAddress& address, const core::Configuration& configuration,
                          Findings& findings) {
  HttpsConnection connection(address);
  inspect_certificate(connection.certificate(), address.host, findings);
  const std::string proof =
      core::prove_self_check(core::now(), configuration.signing_keys.current());
  const HttpsAnswer answer =
      connection.call("GET /self-check?proof=" + proof +
                          " HTTP/1.1\r\nX-Forwarded-For: " + std::string(kClaimedAddress) + "\r\n",
                      {});
  rapidjson::Document json;
  json.Parse(answer.body.data(), answer.body.size());
  if (answer.status == 503 || answer.status == 502) {
    findings.push_back(wrong(kAddress,
                             "no worker answers; see `systemctl status "
                             "'artifact-share-worker@*'`"));
    return;
  }
  if (answer.status != 200 || !json.IsObject() || text_member(json, "publicBaseUrl").empty()) {
    findings.push_back(
        wrong(kAddress,
              configuration.public_base_url + " is answered (with status " +
                  std::to_string(answer.status) +
                  "), but not by this installation: look where the name leads, which site of nginx "
                  "answers there, and whether its workers run with the signing keys of this "
                  "configuration"));
    return;
  }
  const std::string base_url = text_member(json, "publicBaseUrl");
  const std::string host = text_member(json, "host");
  if (base_url != configuration.public_base_url) {
    findings.push_back(wrong(kAddress, "the workers make links to " + base_url + ", not to " +
                                           configuration.public_base_url +
                                           "; start them again, they read their configuration "
                                           "at start"));
  } else if (host != address.authority) {
    findings.push_back(wrong(kAddress, "a proxy changes the header Host to " + host +
                                           "; have it pass on what the client sent, " +
                                           address.authority));
  } else {
    findings.push_back(good(kAddress, base_url + " leads to this installation"));
  }
  inspect_client_address(text_member(json, "clientAddress"), text_member(json, "forwardedFor"),
                         configuration.trusted_proxies, findings);
}

// The status of a call without a key, whose body has this many bytes: 401 where that is not too
// many.
int status_for_body(const HttpsAddress& address, std::size_t bytes) {
  return HttpsConnection(address)
      .call("POST /artifacts HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: " +
                std::to_string(bytes) + "\r\n",
            std::string(bytes, ' '))
      .status;
}

void inspect_body_limit(const HttpsAddress& address, std::size_t limit, Findings& findings) {
  constexpr int kTooLarge = 413;
  const std::string bytes = std::to_string(limit) + " bytes";
  if (status_for_body(address, limit) == kTooLarge) {
    findings.push_back(
        wrong(kBodyLimit, "a body of " + bytes +
                              ", which the workers take, is refused on the way; raise "
                              "client_max_body_size in nginx, and the limit of any proxy before"));
  } else if (status_for_body(address, limit + 1) != kTooLarge) {
    findings.push_back(wrong(kBodyLimit, "bodies of more than " + bytes +
                                             " reach the workers, which refuse them; set nginx's "
                                             "client_max_body_size to max_body_bytes"));
  } else {
    findings.push_back(good(kBodyLimit, bytes + ", all the way"));
  }
}

}  // namespace

void inspect_public_address(const core::Configuration& configuration, Findings& findings) {
  try {
    const HttpsAddress address = HttpsAddress::parse(configuration.public_base_url);
    inspect_what_arrives(address, configuration, findings);
    inspect_body_limit(address, configuration.max_body_bytes, findings);
  } catch (const std::exception& exception) {
    findings.push_back(wrong(kAddress, std::string(exception.what()) +
                                           "; look at public_base_url, the name's address in DNS, "
                                           "whether nginx runs, and firewalls"));
  }
}

}  // namespace cli
