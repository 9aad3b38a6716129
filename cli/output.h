// output_of(): runs a program of the host and returns its output.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/share_link.h"
#include "core/text/json_writer.h"
#include "db/account_store.h"

namespace cli {

// The standard output of a shell command and its exit status; -1 if it cannot be started. The
// command must be a constant, never composed of input.
std::pair<std::string, int> output_of(const char* command);

// The standard output of a command, whose errors appear only once it is flushed.

class CannotWrite : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Writes what has been printed. Throws CannotWrite if that, or anything printed before, cannot be
// written, as on a full disk.
void flush_output();

// Says on standard error why the command fails; in the journal, with the severity of an error.
void print_failure(const std::string& message);

// An account as commands print it.

// `limits`: those of the plans.
void write_account(core::JsonWriter& json, const db::StoredAccount& account,
                   const core::PlanStorageLimits& limits);
// One line for people.
void print_account(const db::StoredAccount& account, const core::PlanStorageLimits& limits);

// "1 request", "2 requests"
std::string counted(std::int64_t number, std::string_view what);

// "1000 bytes, unlimited artifacts"
std::string storage_text(const core::StorageLimits& limits);

// "latest version", "version 3, with history"
std::string shown_text(const core::LinkOptions& options);

// Throws std::runtime_error if there is no such account.
db::StoredAccount existing_account(db::AccountStore& accounts, const core::AccountId& id);
void require_account(db::Postgres& postgres, const core::AccountId& id);

}  // namespace cli
