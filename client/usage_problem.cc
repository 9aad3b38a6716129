#include "client/usage_problem.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

#include "core/text/edit_distance.h"

namespace client {
namespace {

using Names = std::vector<std::string>;

Names commands_of(const CLI::App& app) {
  Names names;
  for (const CLI::App* const command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

Names options_of(const CLI::App& command) {
  Names names;
  for (const CLI::Option* const option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// Empty if none of the names is near.
std::string suggestion(std::string_view given, const Names& names) {
  const auto distance = [&](const std::string& name) { return core::edit_distance(given, name); };
  const auto nearest = std::min_element(
      names.begin(), names.end(),
      [&](const std::string& a, const std::string& b) { return distance(a) < distance(b); });
  constexpr unsigned kMost = 2;
  if (nearest == names.end() || distance(*nearest) > kMost) return {};
  return "; did you mean " + *nearest + '?';
}

// The library's messages may have several lines and end with one or without.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::string usage_problem(const CLI::App& app, const CLI::ParseError& wrong) {
  const auto chosen = app.get_subcommands();
  const Names extras = app.remaining(true);
  if (extras.empty()) {
    return chosen.empty() && dynamic_cast<const CLI::RequiredError*>(&wrong) != nullptr
               ? "a command is required"
               : first_line(wrong.what());
  }
  const std::string& first = extras.front();
  if (chosen.empty() && !first.starts_with('-'))
    return "there is no command " + first + suggestion(first, commands_of(app));
  if (!chosen.empty() && dynamic_cast<const CLI::ExtrasError*>(&wrong) == nullptr)
    return first_line(wrong.what());
  if (!first.starts_with('-')) return "unexpected argument " + first;
  const std::string name = first.substr(0, first.find('='));
  return "there is no option " + name +
         suggestion(name, options_of(chosen.empty() ? app : *chosen.front()));
}

}  // namespace client
