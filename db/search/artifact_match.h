// The conditions of a filter on a row of `artifacts`, in SQL.
#pragma once

#include <string>
#include <string_view>

#include "core/artifact/artifact_list.h"

namespace db {

// What a row named `artifact` is called: its title, or else the first heading of its document.
inline constexpr std::string_view kDisplayTitle =
    "coalesce(artifact.title, artifact.first_heading)";

// Whether such a row meets the conditions other than template and status: $10 text in
// {title}, which is kDisplayTitle, $11 wanted_metadata(), $12 and $13 the bounds of its creation,
// $14 and $15 those of its last update, each null if there is none. Metadata is parsed once for all
// wanted keys, which are unique in it.
inline constexpr std::string_view kMatches = R"(
       ($10 = '' or position(lower($10) in lower({title})) > 0)
   and ($11 = '{}' or (
         select count(*)
           from json_each_text(artifact.metadata::json) as own
           join json_each_text($11::json) as wanted using (key)
          where own.value = wanted.value) = (select count(*) from json_each_text($11::json)))
   and artifact.created_at > coalesce($12, '-infinity')
   and artifact.created_at < coalesce($13, 'infinity')
   and artifact.updated_at > coalesce($14, '-infinity')
   and artifact.updated_at < coalesce($15, 'infinity'))";

// Whether the row, of which the id is needed as well, has the text of a filter: $17 is the text,
// $18 text_query() of it. Not part of kMatches, as bulk changes must not depend on an index that is
// filled later.
inline constexpr std::string_view kHasText = R"(
       ($17 = '' or position(lower($17) in lower({title})) > 0
        or exists (select from artifact_texts
                    where artifact_id = artifact.id and words @@ lower($18)::tsquery)))";

// Whether it has the template and status of a RunFilter, $3 and $4.
inline constexpr std::string_view kIsOfRuns = R"(
       artifact.template = any(string_to_array($3, ' '))
   and (artifact.deleted_at is not null) = ($4 = 'deleted')
   and ($4 <> 'active' or artifact.expires_at is null or artifact.expires_at > now())
   and ($4 <> 'expired' or artifact.expires_at <= now()))";

// `sql` with {matches}, {has text} and {is of runs} replaced by these.
std::string with_conditions(std::string_view sql);

// A filter's metadata as a JSON object of strings.
std::string wanted_metadata(const core::ListFilter& filter);

}  // namespace db
