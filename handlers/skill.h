// The skill for agents: when and how to use the service, in the format Agent Skills.
//
// It is docs/skills/artifact-share/SKILL.md, compiled in by the build, with the address of this
// installation instead of the documents'. Safe to call from several threads.
#pragma once

#include <string>
#include <string_view>

namespace handlers {

struct Skill {
  std::string_view name;
  std::string description;
  std::string text;  // the whole file
};

// `base_url` is https://HOST or https://HOST:PORT.
Skill skill(std::string_view base_url);

}  // namespace handlers
