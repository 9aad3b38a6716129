// The settings of the service.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/account.h"
#include "core/artifact.h"
#include "core/client_network.h"
#include "core/error.h"
#include "core/installation.h"
#include "core/oauth_client.h"
#include "core/redis_address.h"
#include "core/security/signing_keys.h"
#include "core/settings.h"

namespace core {

// LogLevel: the severity of a log line, in ascending order. A log has the lines of its level and of
// all higher ones.

enum class LogLevel : std::uint8_t { info, warning, error };

// Configuration: the settings of the service, validated once at start.
//
// They come from one file of `name = value` lines (`#` begins a comment line) and from environment
// variables ARTIFACT_SHARE_<NAME> in capitals, which take precedence. An unknown name is an error
// in both. Secrets are in files that settings name. docs/configuration.md describes every setting.
// Immutable after start, so shared between threads without a lock.

// Whether apps may describe themselves by a document at the URL that is their OAuth client id.
enum class ClientDocuments { off, on, local };

// What one client network may do. nginx limits the rest (nginx/settings), and views as well.
struct NetworkLimits {
  unsigned views_per_minute = 1200;
  unsigned wrong_passwords = 100;  // in 15 minutes
  unsigned sign_ups = 10;          // in 24 hours
};

// All but the signing keys, which have no default.
struct Settings {
  std::string public_base_url;  // https://share.example.org, no slash at the end
  std::string database_url;     // a libpq connection string
  RedisAddress redis;           // redis_url, redis_password_file and redis_ca_file
  std::string signing_keys_file;
  std::string redis_password_file = {};  // empty if there is none
  std::size_t max_body_bytes = std::size_t{10} * 1024 * 1024;
  std::size_t max_file_bytes = std::size_t{32} * 1024 * 1024;
  std::string frame_ancestors = "'none'";
  std::vector<std::string> cors_origins = {};
  std::vector<std::string> security_contacts = {};  // URLs; empty: no security.txt
  unsigned threads = 5;
  unsigned database_timeout_milliseconds = 1800;
  unsigned redis_timeout_milliseconds = 250;
  unsigned drain_seconds = 30;
  PlanStorageLimits storage_limits = {};
  std::int64_t max_links_per_artifact = 1000;
  PlanNeverExpiringLinks never_expiring_links = {};
  std::int64_t max_database_bytes = kUnlimited;
  std::string database_folder = "/var/lib/postgresql";
  std::int64_t min_free_disk_bytes = std::int64_t{1} << 30;
  unsigned keep_expired_days = 90;
  unsigned audit_days = 365;
  unsigned removal_grace_days = 7;
  unsigned largest_clock_step_hours = 72;
  NetworkPrefixes client_networks = {};
  LoggedAddresses log_client_addresses = LoggedAddresses::network;
  NetworkLimits network_limits = {};
  std::vector<std::string> trusted_proxies = {};  // addresses and networks
  unsigned proxy_protocol_port = 0;               // 0: none
  ClientDocuments client_documents = ClientDocuments::on;
  std::string client_documents_ca_file = {};  // empty: the system's authorities
  RedirectSchemes oauth_redirect_schemes = {"claude",          "cursor", "raycast", "vscode",
                                            "vscode-insiders", "warp",   "windsurf"};
  unsigned session_idle_minutes = 1440;
  unsigned session_days = 14;
  Installation installation = {};
  bool sign_up = false;
  RemoteImages remote_images = RemoteImages::on;
  WebPages html = WebPages::on;
  // https://content.example.org, from which documents of web pages come: public_base_url without
  // content_host.
  std::string content_base_url = {};
  unsigned render_milliseconds = 4000;
  std::size_t render_cache_bytes = std::size_t{64} * 1024 * 1024;
  std::string pdf_command = "/usr/lib/artifact-share/make_pdf.py";
  std::string card_command = "/usr/lib/artifact-share/draw_card.py";
  unsigned pdf_processes = 2;
  unsigned pdf_seconds = 20;
  std::size_t pdf_cache_bytes = std::size_t{64} * 1024 * 1024;
  std::string pdf_cache_folder = "/var/cache/artifact-share/pdfs";
  std::uint64_t pdf_cache_disk_bytes = std::uint64_t{1} << 30;
  std::string metrics_folder = "/run/artifact-share/metrics";
  LogLevel log_level = LogLevel::info;
  unsigned log_sample = 1;
  std::string backup_folder = "/var/backups/artifact-share";

  // The largest request body of any kind, which is what nginx has to let through.
  std::size_t largest_body_bytes() const { return std::max(max_body_bytes, max_file_bytes); }
};

struct Configuration : Settings {
  SigningKeys signing_keys;  // of signing_keys_file
  // A fingerprint of what the file sets and of the secrets, without the environment: it tells
  // whether another process has loaded the same. It reveals no secret to anyone without the keys.
  std::string digest = {};
  // All settings, also those of nginx.
  std::vector<SettingValue> values = {};
};

// The files that parse_configuration() needs besides its own; core does no I/O itself.
struct ConfigurationSources {
  // Every environment variable, so that one with a misspelled name is found.
  std::map<std::string, std::string> environment;
  // The text of a file; nothing if it cannot be read.
  std::function<std::optional<std::string>(const std::string& path)> read_file;
};

// The error's message is for the operator: it names the line or the setting, and what is expected.
Result<Configuration> parse_configuration(std::string_view text,
                                          const ConfigurationSources& sources);

// Addresses of sites as the configuration has them.

// https://HOST or https://HOST:PORT.
bool is_base_url(std::string_view url);

// An origin with http or https, or *.
bool is_origin(std::string_view text);

// An origin in lower case and without the default port.
std::string as_sent_by_browsers(std::string_view origin);

// An address for a line of security.txt (RFC 9116, 2.5.3), by https, mail or telephone.
bool is_contact(std::string_view text);

// A list for a directive of Content-Security-Policy. The value becomes part of a header and must
// not add another directive.
bool is_source_list(std::string_view text);

}  // namespace core
