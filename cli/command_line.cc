#include "cli/command_line.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "runtime/installed.h"

namespace cli {
namespace {

constexpr const char* kProgram = "artifact-admin";
constexpr const char* kConfig = "--config";
constexpr const char* kHelp = "-h,--help";
constexpr const char* kVersion = "--version";

std::string name_of(const Command& command) {
  std::string name;
  for (const std::string& word : command.words) name += (name.empty() ? "" : " ") + word;
  return name;
}

std::string in_brackets_unless(bool is_required, const std::string& text) {
  return is_required ? text : '[' + text + ']';
}

// Text that is wrapped between its parts.
class Lines {
 public:
  // `begin` stands at `column`; later lines begin with `indent`.
  Lines(std::string begin, std::size_t column, std::size_t columns, std::string indent)
      : text_(std::move(begin)),
        column_(column + text_.size()),
        columns_(columns),
        indent_(std::move(indent)) {}

  void append(const std::string& part) {
    if (text_.empty()) {
      text_ = part;
    } else if (column_ + 1 + part.size() > columns_) {
      text_.append("\n").append(indent_).append(part);
      column_ = indent_.size();
    } else {
      text_.append(" ").append(part);
      ++column_;
    }
    column_ += part.size();
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t column_;
  std::size_t columns_;
  std::string indent_;
};

constexpr std::size_t kColumns = 100;

// "key revoke KEY_ID"
std::string synopsis(const Command& command, std::size_t column) {
  Lines lines(name_of(command), column, kColumns, "        ");
  if (command.operand)
    lines.append(in_brackets_unless(command.operand->is_required, command.operand->name));
  for (const Option& option : command.options) {
    lines.append(in_brackets_unless(
        option.is_required,
        option.value_name.empty() ? option.name : option.name + ' ' + option.value_name));
  }
  return lines.text();
}

std::string usage_line(const Command& command) {
  const std::string begin = std::string("usage: ") + kProgram + " [--config FILE] ";
  return begin + synopsis(command, begin.size()) + '\n';
}

std::string general_usage_line() {
  return std::string("usage: ") + kProgram + " [--config FILE] COMMAND [options]\n";
}

std::string general_help() {
  std::string text = general_usage_line() + '\n';
  for (const Command& command : commands()) {
    text.append("  ").append(synopsis(command, 2));
    text.append("\n      ").append(command.purpose).append("\n");
  }
  text +=
      "\n"
      "Run `artifact-admin COMMAND --help` for the options of a command, and\n"
      "`artifact-admin --version` for the version.\n"
      "FILE defaults to the installed configuration, /etc/artifact-share/artifact-share.conf.\n"
      "\n"
      "Exit status: 0 success, 1 failure or problems found, 2 usage error.\n";
  return text;
}

// The help text of a command: its usage line, and its options as the library describes them.
class CommandFormatter : public CLI::Formatter {
 public:
  explicit CommandFormatter(const Command& command) : usage_(usage_line(command)) {
    column_width(kNameColumns);
    label("Positionals", "Arguments");
  }
  std::string make_usage(const CLI::App*, std::string) const override { return usage_; }
  std::string make_option_desc(const CLI::Option* option) const override {
    Lines lines("", 0, kColumns - kNameColumns, "");
    std::istringstream words(option->get_description());
    for (std::string word; words >> word;) lines.append(word);
    return lines.text();
  }

 private:
  static constexpr std::size_t kNameColumns = 34;
  std::string usage_;
};

// An option without its value must not take the next option for it.
std::string check_value(const std::string& value) {
  return value.starts_with("--") ? "requires a value" : "";
}

std::string repeated(const std::string& option) { return option + " is given more than once"; }

CLI::Option* add_option(CLI::App& app, const Option& option) {
  CLI::Option* added = nullptr;
  if (option.value_name.empty()) {
    added = app.add_flag(option.name, option.description);
    added->disable_flag_override();
  } else {
    added = app.add_option(option.name, CLI::callback_t(), option.description);
    added->option_text(option.value_name)->check(check_value);
  }
  added->multi_option_policy(CLI::MultiOptionPolicy::Throw);
  return added->required(option.is_required);
}

// The commands, declared to the library.
class Parser {
 public:
  Parser();

  CommandLine parse(std::vector<std::string> words);

 private:
  CLI::App& add_group(const std::string& name);
  // The innermost subcommand on the command line, or the program itself.
  const CLI::App& reached() const;
  const Command* command_at(const CLI::App& app) const;
  Arguments arguments_of(const CLI::App& app) const;
  std::optional<std::string> unexpected(const CLI::App& app) const;
  std::string problem(const CLI::ParseError& error) const;
  std::string mismatch(const CLI::App& app, const CLI::ParseError& error) const;
  std::string known_subcommands(const CLI::App& group) const;

  CLI::App app_{"", kProgram};
  const Option config_{kConfig, "FILE", "the configuration file, by default the installed one"};
  std::vector<std::pair<const CLI::App*, const Command*>> commands_;
};

Parser::Parser() {
  app_.set_help_flag(kHelp, "print this help");
  app_.set_version_flag(kVersion, std::string(kProgram) + ' ' + runtime::version_and_build());
  app_.require_subcommand(1);
  add_option(app_, config_);
  for (const Command& command : commands()) {
    CLI::App& parent = command.words.size() == 1 ? app_ : add_group(command.words.front());
    CLI::App* const added = parent.add_subcommand(command.words.back(), command.purpose);
    added->formatter(std::make_shared<CommandFormatter>(command));
    if (command.operand) {
      const Operand& operand = *command.operand;
      added->add_option(operand.name, CLI::callback_t(), operand.description)
          ->option_text(" ")
          ->required(operand.is_required);
    }
    for (const Option& option : command.options) add_option(*added, option);
    add_option(*added, config_);
    commands_.emplace_back(added, &command);
  }
}

CLI::App& Parser::add_group(const std::string& name) {
  const auto found =
      app_.get_subcommands([&](const CLI::App* one) { return one->check_name(name); });
  if (!found.empty()) return *found.front();
  CLI::App* const added = app_.add_subcommand(name);
  added->require_subcommand(1);
  return *added;
}

const CLI::App& Parser::reached() const {
  const CLI::App* app = &app_;
  while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
  return *app;
}

const Command* Parser::command_at(const CLI::App& app) const {
  for (const auto& [known, command] : commands_)
    if (known == &app) return command;
  return nullptr;
}

Arguments Parser::arguments_of(const CLI::App& app) const {
  Arguments::Options options;
  std::optional<std::string> operand;
  for (const CLI::App* from : {&app_, &app}) {
    for (const CLI::Option* option : from->get_options()) {
      if (option->count() == 0) continue;
      const bool is_flag = option->get_items_expected_max() == 0;
      std::string value = is_flag ? std::string() : option->results().front();
      if (option->get_positional()) {
        operand = std::move(value);
      } else {
        options.emplace(option->get_name(), std::move(value));
      }
    }
  }
  return Arguments(std::move(options), std::move(operand));
}

std::string Parser::known_subcommands(const CLI::App& group) const {
  std::string names;
  for (const CLI::App* one : group.get_subcommands([](const CLI::App*) { return true; }))
    names += (names.empty() ? "" : ", ") + one->get_name();
  return names;
}

// The error for the first argument that is not declared.
std::optional<std::string> Parser::unexpected(const CLI::App& app) const {
  std::vector<std::string> rest = app.remaining();
  std::erase(rest, "--");
  if (rest.empty()) return std::nullopt;
  const std::string& word = rest.front();
  const bool is_option = word.starts_with('-');
  if (command_at(app) != nullptr)
    return is_option ? "unknown option " + word : "unexpected argument \"" + word + '"';
  if (is_option) return "the command must come before " + word;
  if (&app == &app_) return "unknown command " + word;
  return std::nullopt;
}

std::string Parser::problem(const CLI::ParseError& error) const {
  // These first: an option that seems to be missing may be misspelled.
  for (const CLI::App* app = &app_;; app = app->get_subcommands().front()) {
    if (auto found = unexpected(*app)) return *std::move(found);
    if (app->get_subcommands().empty()) break;
  }
  const CLI::App& app = reached();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr ||
      dynamic_cast<const CLI::ValidationError*>(&error) != nullptr)
    return mismatch(app, error);
  if (&app == &app_) return "no command given";
  if (command_at(app) == nullptr)
    return '`' + app.get_name() + "` requires a subcommand: " + known_subcommands(app);
  return error.what();
}

// An option with too many values or too few. The message of the library begins with its name.
std::string Parser::mismatch(const CLI::App& app, const CLI::ParseError& error) const {
  for (const CLI::App* from : {&app_, &app}) {
    for (const CLI::Option* option : from->get_options())
      if (option->count() > 1) return repeated(option->get_name());
  }
  const std::string text = error.what();
  const std::string name = text.substr(0, text.find_first_of(": "));
  return name.starts_with("--") ? name + " requires a value"
                                : "--" + name + " does not take a value";
}

CommandLine Parser::parse(std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());
  try {
    app_.parse(words);
    const CLI::App& app = reached();
    const Command& command = *command_at(app);
    if (app_.get_option(kConfig)->count() + app.get_option(kConfig)->count() > 1)
      return UsageError{usage_error(command, repeated(kConfig))};
    return Call{&command, arguments_of(app)};
  } catch (const CLI::CallForHelp&) {
    const CLI::App& app = reached();
    return Help{command_at(app) == nullptr ? general_help() : app.help()};
  } catch (const CLI::CallForVersion& version) {
    return Help{version.what() + std::string(1, '\n')};
  } catch (const CLI::ParseError& error) {
    const Command* const command = command_at(reached());
    if (command != nullptr) return UsageError{usage_error(*command, problem(error))};
    return UsageError{std::string(kProgram) + ": " + problem(error) + "\n\n" +
                      general_usage_line() +
                      "Run `artifact-admin --help` for a list of commands.\n"};
  }
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& words) {
  return Parser().parse(words);
}

std::string usage_error(const Command& command, const std::string& problem) {
  return std::string(kProgram) + ": " + problem + "\n\n" + usage_line(command) + "Run `" +
         kProgram + ' ' + name_of(command) + " --help` for details.\n";
}

}  // namespace cli
