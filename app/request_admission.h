// RequestAdmission: whether a request can be processed now. Writes need free space in the database,
// and what costs much takes turns.
//
// Not thread-safe, like its connection. Everything it refers to must outlive it.

#pragma once

#include <cstddef>

#include "core/ids.h"
#include "db/artifact_store.h"
#include "db/operation/database_state.h"
#include "runtime/admission.h"

namespace app {

class RequestAdmission {
 public:
  RequestAdmission(db::DatabaseSpace& space, db::Postgres& postgres, runtime::Admission& admission)
      : space_(space), postgres_(postgres), admission_(admission) {}

  // Whether the database has space for more.
  bool has_space() { return space_.is_left(postgres_); }

  // Runs `work` (a function that returns a core::Result), which costs about as much CPU time as
  // reading a body of `cost` bytes. What costs much waits for the account's turn and runs at a low
  // priority; within `work`, the turn is the same. Must not be called in a transaction. Errors:
  // unavailable if there is no turn; those of `work`.
  template <typename Work>
  auto run(std::size_t cost, const core::AccountId& account, const Work& work) -> decltype(work()) {
    if (cost < kLargeBodyBytes || has_turn_) return work();
    const auto turn = admission_.enter(runtime::CostlyWork::body, account.to_string());
    if (!turn) return turn.error();
    struct Turn {
      bool& is_held;
      explicit Turn(bool& held) : is_held(held) { is_held = true; }
      Turn(const Turn&) = delete;
      Turn& operator=(const Turn&) = delete;
      ~Turn() { is_held = false; }
    } const held(has_turn_);
    auto result = runtime::at_low_priority(work);
    runtime::return_free_memory();
    return result;
  }

  // Runs `work` with the artifact that `find` gives (a function of db::ArtifactStore::Content that
  // returns a core::Result). Reading large content, and what is done with it, takes a turn.
  template <typename Find, typename Work>
  auto run_with_content(const Find& find, const core::AccountId& account, const Work& work)
      -> decltype(work(*find(db::ArtifactStore::Content::with))) {
    using Content = db::ArtifactStore::Content;
    const auto found = find(Content::if_small);
    if (!found) return found.error();
    if (!found->content.empty()) return work(*found);
    using Answer = decltype(work(*found));
    return run(static_cast<std::size_t>(found->content_bytes), account, [&]() -> Answer {
      const auto whole = find(Content::with);
      if (!whole) return whole.error();
      return work(*whole);
    });
  }

 private:
  // Parsing JSON of this size that consists only of members takes about 25 ms of CPU.
  static constexpr std::size_t kLargeBodyBytes = std::size_t{1} << 20;

  db::DatabaseSpace& space_;
  db::Postgres& postgres_;
  runtime::Admission& admission_;
  bool has_turn_ = false;
};

}  // namespace app
