// --metadata KEY=VALUE: entries of an artifact's metadata, all of them strings.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace client {

// As they are given, KEY=VALUE.
using MetadataEntries = std::vector<std::string>;

enum class EmptyValues {
  refused,
  allowed,  // they remove the key
};

// Can be repeated.
CLI::Option* declare_metadata_option(CLI::App& app, MetadataEntries& entries,
                                     const std::string& purpose, EmptyValues empty_values);

std::pair<std::string, std::string> key_and_value(std::string_view entry);

// A JSON object of them, in which a key without a value is null. Of equal keys, the last counts.
std::string metadata_change(const MetadataEntries& entries);
// Likewise of a new artifact, which has nothing to remove: keys without a value are left out.
std::string new_metadata(const MetadataEntries& entries);

}  // namespace client
