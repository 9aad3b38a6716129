// How users name an artifact, and what they give it to find it by: --external-id ID, a key of their
// own, and --metadata KEY=VALUE, values that are all strings.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace client {

// The artifact that a command is about: its ID or a link to it (ArtifactReference::parse()).
void declare_artifact_argument(CLI::App& app, std::string& artifact);

// A malformed ID is a wrong command line.
void declare_external_id_option(CLI::App& app, std::optional<std::string>& id,
                                const std::string& purpose);

// As they are given, KEY=VALUE.
using MetadataEntries = std::vector<std::string>;

enum class EmptyValues {
  refused,
  allowed,  // they remove the key
};

// Can be repeated.
void declare_metadata_option(CLI::App& app, MetadataEntries& entries, const std::string& purpose,
                             EmptyValues empty_values);

std::pair<std::string, std::string> key_and_value(std::string_view entry);

// A JSON object of them, in which a key without a value is null. Of equal keys, the last counts.
std::string metadata_change(const MetadataEntries& entries);
// Likewise of a new artifact, which has nothing to remove: keys without a value are left out.
std::string new_metadata(const MetadataEntries& entries);

}  // namespace client
