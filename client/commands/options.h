// The options that commands share.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/commands/commands.h"
#include "client/documents/document.h"
#include "client/documents/images.h"
#include "client/documents/recognition.h"
#include "client/documents/request.h"
#include "client/service/address.h"
#include "client/service/hosts.h"
#include "client/service/service.h"

namespace client {

// Declaring a command: its name, its options in a struct of its own, and the function that runs
// with them.

template <typename Options>
class CommandDeclaration {
 public:
  CommandDeclaration(CLI::App& parent, Chosen& chosen, const std::string& name,
                     const std::string& purpose, std::function<void(const Options&)> run)
      : app_(*parent.add_subcommand(name, purpose)) {
    app_.group("Commands");
    app_.callback([&chosen, options = options_, run = std::move(run)] {
      chosen = [options, run] { run(*options); };
    });
  }

  CLI::App& app() { return app_; }
  // Filled in from the command line before the function runs.
  Options& options() { return *options_; }

 private:
  CLI::App& app_;
  std::shared_ptr<Options> options_ = std::make_shared<Options>();
};

// The options by which users find an artifact again: --external-id ID, a key of their own, and
// --metadata KEY=VALUE, whose values are strings.

// The artifact that a command is about, as NamedArtifact::parse() reads it.
void declare_artifact_argument(CLI::App& app, std::string& artifact);

enum class EmptyValues {
  refused,
  allowed,  // they remove what is there
};

// Throws WrongUsage for a malformed ID.
void declare_external_id_option(CLI::App& app, std::optional<std::string>& id,
                                const std::string& purpose,
                                EmptyValues empty_values = EmptyValues::refused);

// --alt and --keep-metadata, for a picture.
struct PictureOptions {
  std::string alt;
  bool keeps_metadata = false;

  void apply_to(Document& document) const {
    document.alt = alt;
    document.keeps_metadata = keeps_metadata;
  }
};
void declare_picture_options(CLI::App& app, PictureOptions& options);

// As given: KEY=VALUE.
using MetadataEntries = std::vector<std::string>;

// Can be repeated.
void declare_metadata_option(CLI::App& app, MetadataEntries& entries, const std::string& purpose,
                             EmptyValues empty_values);

std::pair<std::string, std::string> key_and_value(std::string_view entry);

// A JSON object of the pairs, in which a key without a value is null. Of equal keys, the last
// counts.
std::string metadata_change(const MetadataEntries& entries);
// The same for a new artifact: keys without a value are left out, as there is nothing to remove.
std::string new_metadata(const MetadataEntries& entries);

// Options whose values are one of a few words, or whole numbers. Messages begin with the name of
// the option, as those of the API begin with the name of the field.

// Any other value is rejected.
CLI::Validator one_of(std::vector<std::string> words);
CLI::Validator from_to(std::uint64_t least, std::uint64_t most);

// The names of pairs.
template <typename Value, std::size_t count>
CLI::Validator one_of(const std::array<std::pair<std::string_view, Value>, count>& choices) {
  std::vector<std::string> words;
  words.reserve(count);
  for (const auto& [name, value] : choices) words.emplace_back(name);
  return one_of(std::move(words));
}

// The number of a version of an artifact.
CLI::Validator version_number();

// --note TEXT: what the history says about a change. Returns the declared option.
CLI::Option* declare_note_option(CLI::App& app, std::optional<std::string>& note);

// Confirming what cannot be undone.

// Asks "Delete it? This cannot be undone.", with "Delete it" as `what`. Throws Failure with
// `otherwise` for any answer but yes, and WrongUsage with `elsewhere` where there is no terminal.
void ask_before(const std::string& what, const std::string& otherwise,
                const std::string& elsewhere);

// The options for the connection to the service.

struct ServiceOptions {
  std::optional<std::string> host = std::nullopt;
  std::optional<std::string> ca_certificates = std::nullopt;
  unsigned timeout_seconds = 60;
  unsigned retries = 4;

  // With ARTIFACT_SHARE_CA_CERT if --ca-cert is not given.
  CallOptions call_options() const;
};

// --host, and those of declare_connection_options().
void declare_service_options(CLI::App& app, ServiceOptions& options);
// --ca-cert, --timeout and --retries.
void declare_connection_options(CLI::App& app, ServiceOptions& options);

// The service to use (client/service/hosts.h): that of the link, if the artifact is named by one.
ServiceClient connect(const ServiceOptions& options);
ServiceClient connect(const ServiceOptions& options, const NamedArtifact& artifact);

// The options of a share link, and its fields in a request.

struct LinkChoices {
  std::optional<std::string> expires = std::nullopt;
  bool asks_for_password = false;
  bool generates_password = false;
  // As they were given, by their names in the API.
  std::map<std::string_view, std::string> options = {};

  // Prompted for or generated; nothing if no password is wanted. `input_is_document`: standard
  // input cannot be read for passwords.
  std::optional<std::string> password(bool input_is_document) const;
  std::vector<ArtifactRequest::Field> fields(const std::optional<std::string>& password) const;
};

void declare_link_choices(CLI::App& app, LinkChoices& choices);

// What `artifact link --without` takes away: "password", "max-views".
std::vector<std::string> removable_choices();
// The field of a change that takes it away.
ArtifactRequest::Field removal_of(const std::string& choice);

// The options of a new artifact and its share link, and the request made from them.

struct SharingOptions {
  std::optional<std::string> shown_by = std::nullopt;  // --template
  std::optional<std::string> title = std::nullopt;
  std::optional<std::string> description = std::nullopt;
  MetadataEntries metadata;
  std::optional<std::string> note = std::nullopt;  // declared by itself
  LinkChoices link;

  // --template.
  std::optional<core::Template> wanted_template() const;
  // The format to send the document in: that of --template, or else the recognised one.
  Format format_of(const Document& document) const;
  // The body of POST /artifacts/share.
  RequestBody request(const Document& document, Format format,
                      const std::optional<std::string>& password) const;
  // The body of PUT /artifacts/ext:…, with `share`.
  RequestBody upsert(const Document& document, Format format,
                     const std::optional<std::string>& password, const Report& report) const;

 private:
  ArtifactRequest artifact_fields(const Document& document, Format format) const;
  // With the name of the file, which lists show if the artifact has no title.
  MetadataEntries all_metadata(const Document& document) const;
};

// The declared options.
std::vector<CLI::Option*> declare_sharing_options(CLI::App& app, SharingOptions& options);

// Options whose values are times.

// A date alone is its midnight in UTC. Any other text is returned as it is.
std::string with_midnight(const std::string& text);

}  // namespace client
