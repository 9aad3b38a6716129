// artifact-admin account set-sender

#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

#include "cli/commands.h"
#include "cli/connections.h"
#include "cli/options.h"
#include "cli/output.h"
#include "core/principal.h"
#include "core/sender.h"
#include "db/sender_store.h"

namespace cli {
namespace {

// Absent if the option is not given.
std::optional<bool> yes_or_no(const Arguments& arguments, const std::string& option) {
  const auto word = arguments.value(option);
  if (!word) return std::nullopt;
  if (*word != "yes" && *word != "no") throw WrongUsage(option + " must be yes or no");
  return *word == "yes";
}

core::SenderLogo logo_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  auto logo = core::read_sender_logo(bytes);
  if (!logo) throw std::runtime_error(path + ' ' + logo.error().message);
  return *std::move(logo);
}

core::SenderChange change_in(const Arguments& arguments) {
  core::SenderChange change{.is_allowed = yes_or_no(arguments, "--allowed"),
                            .is_shown = yes_or_no(arguments, "--shown")};
  if (const auto text = arguments.value("--name")) {
    change.name.emplace();
    if (!text->empty()) {
      *change.name = core::SenderName::parse(*text);
      if (!*change.name)
        throw WrongUsage("--name " + core::why_not_one_line(*text, core::SenderName::kMaximum));
    }
  }
  if (const auto path = arguments.value("--logo")) {
    change.logo.emplace();
    if (!path->empty()) *change.logo = logo_in(*path);
  }
  if (core::in_words(change).empty())
    throw WrongUsage("--allowed, --shown, --name or --logo is required");
  return change;
}

}  // namespace

void set_sender(const Arguments& arguments) {
  const core::AccountId id = account_of(arguments);
  core::SenderChange change = change_in(arguments);
  Connections connections(arguments);
  require_account(connections.postgres, id);
  db::SenderStore senders(connections.postgres);
  const core::SenderSettings known = senders.find(id);
  const bool will_have_name = change.name ? change.name->has_value() : known.name.has_value();
  if (change.is_allowed == true && !will_have_name)
    throw WrongUsage("--allowed yes is for a name: the account has none yet, so give --name too");
  change = core::without_known(std::move(change), known);
  // The operator allows the name that they give, where one was allowed before.
  if (change.name && *change.name && known.is_allowed && !change.is_allowed)
    change.is_allowed = true;
  if (!core::in_words(change).empty()) senders.change(core::Principal::operator_of(id), id, change);
  const core::SenderSettings sender = senders.find(id);
  std::printf("%s %s show viewers its name; %s, %s, %s\n", id.to_string().c_str(),
              sender.is_allowed ? "may" : "may not",
              sender.name ? ("\"" + *sender.name + '"').c_str() : "no name",
              sender.logo_digest.empty() ? "no logo" : "a logo",
              sender.is_shown ? "shown by default" : "not shown by default");
}

}  // namespace cli
