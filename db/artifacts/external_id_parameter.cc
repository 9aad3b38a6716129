#include "db/artifacts/external_id_parameter.h"

#include "db/connection/statement_text.h"

namespace db {

std::string with_external_id(std::string_view sql, bool has_external_id) {
  std::string text(sql);
  replace(text, "{unless_taken}",
          has_external_id
              ? "on conflict (account_id, external_id) where external_id is not null do nothing"
              : "");
  return text;
}

std::optional<std::string> text_of(const std::optional<core::ExternalId>& id) {
  return id ? std::optional(id->text()) : std::nullopt;
}

core::Error external_id_taken() {
  return {core::ErrorCode::external_id_conflict, "another artifact of the account has it",
          "externalId"};
}

}  // namespace db
