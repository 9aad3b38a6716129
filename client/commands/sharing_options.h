// The options of a new artifact and its share link, and the request that they make.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/documents/document.h"
#include "client/documents/recognition.h"
#include "client/service/request_body.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace client {

struct SharingOptions {
  std::optional<std::string> shown_by = std::nullopt;  // --template
  std::optional<std::string> title = std::nullopt;
  std::optional<std::string> description = std::nullopt;
  std::optional<std::string> expires = std::nullopt;
  bool asks_for_password = false;
  bool generates_password = false;
  std::optional<std::uint32_t> maximum_views = std::nullopt;
  bool allows_download = false;

  // What the document is sent as: what it is recognised as, unless --template says otherwise.
  Format format_of(const Document& document) const;
  // Asked for or generated; nothing if neither is wanted. `input_is_document`: standard input is
  // not there for passwords.
  std::optional<std::string> password(bool input_is_document) const;
  // The body of POST /artifacts/share.
  RequestBody request(const Document& document, Format format,
                      const std::optional<std::string>& password) const;
};

// Those that are declared.
std::vector<CLI::Option*> declare_sharing_options(CLI::App& app, SharingOptions& options);

}  // namespace client
