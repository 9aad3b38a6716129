#include "templates/addition.h"

namespace templates {

core::Result<Replacements> match_keys(std::string_view key, std::string_view list,
                                      const std::vector<std::string>& sent,
                                      std::optional<std::size_t> keep_last,
                                      const std::function<std::optional<std::string>()>& next) {
  const std::string value = "a value for the key " + std::string(key);
  const auto problem = [&](core::ErrorCode code, std::size_t place, const std::string& what) {
    return core::Error{code, what, std::string(list) + '/' + std::to_string(place)};
  };
  if (keep_last && sent.size() > *keep_last) {
    return core::Error{
        core::ErrorCode::invalid_request,
        "must be at least " + std::to_string(sent.size()) + ", as many as are sent with a key",
        "/append/keepLast"};
  }
  std::map<std::string_view, std::size_t> places;  // ordered, as anyone can choose the keys
  for (std::size_t i = 0; i < sent.size(); ++i) {
    if (sent[i].empty()) return problem(core::ErrorCode::invalid_request, i, "must have " + value);
    if (!places.emplace(sent[i], i).second)
      return problem(core::ErrorCode::invalid_request, i,
                     "has " + value + " that another one has, too");
  }
  Replacements replaced;
  std::vector<bool> is_found(sent.size());
  std::size_t place = 0;
  for (auto one = next(); one; one = next(), ++place) {
    const auto found = places.find(*one);
    if (found == places.end()) continue;
    const std::size_t by = found->second;
    if (is_found[by])
      return problem(core::ErrorCode::edit_ambiguous, by,
                     "has " + value + " that several have; change the one that is meant with set");
    is_found[by] = true;
    replaced.emplace(place, by);
  }
  const auto dropped = [&] { return beyond(keep_last, place + sent.size() - replaced.size()); };
  while (!replaced.empty() && replaced.begin()->first < dropped()) replaced.erase(replaced.begin());
  return replaced;
}

}  // namespace templates
