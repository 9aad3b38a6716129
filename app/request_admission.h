// RequestAdmission: whether a request can be processed now. What adds to the database needs room in
// it, and large bodies take turns.
//
// One thread's, as the connection is. All that it is given outlives it.
#pragma once

#include <cstddef>

#include "core/identity/public_id.h"
#include "db/operation/database_room.h"
#include "runtime/admission.h"
#include "runtime/low_priority.h"

namespace db {
class Postgres;
}

namespace app {

class RequestAdmission {
 public:
  RequestAdmission(db::DatabaseRoom& room, db::Postgres& postgres, runtime::Admission& admission)
      : room_(room), postgres_(postgres), admission_(admission) {}

  // Whether the database has room for more.
  bool has_room() { return room_.is_left(postgres_); }

  // Runs `work` (a function that returns a core::Result) for a request with a body of so many
  // bytes; a large one in the account's turn, at a low priority. Errors: unavailable if there is no
  // turn, and those of `work`.
  template <typename Work>
  auto run(std::size_t body_bytes, const core::AccountId& account, const Work& work)
      -> decltype(work()) {
    if (body_bytes < kLargeBodyBytes) return work();
    const auto turn = admission_.enter(runtime::CostlyWork::body, account.to_string());
    if (!turn) return turn.error();
    return runtime::at_low_priority(work);
  }

 private:
  // JSON of so many bytes that consists of members alone takes some 25 ms of a core.
  static constexpr std::size_t kLargeBodyBytes = std::size_t{1} << 20;

  db::DatabaseRoom& room_;
  db::Postgres& postgres_;
  runtime::Admission& admission_;
};

}  // namespace app
