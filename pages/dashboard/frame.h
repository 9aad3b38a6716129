// The frame that the dashboard's pages have in common, and the pieces that they are made of.
#pragma once

#include <string_view>

#include "html/html.h"

namespace pages::dashboard {

enum class Section { artifacts, usage, settings };

// Who looks at the page.
struct Viewer {
  std::string_view email;
  std::string_view account_name;
  std::string_view form_token;  // what every form on the page sends along
  bool is_owner = false;
  // Why the operator has disabled the account; empty if it is not.
  std::string_view account_disabled = {};
};

struct Frame {
  std::string_view title;
  Section section = Section::artifacts;
  Viewer viewer;
  html::Html main;
};

// A page for somebody who is signed in: where they are, where they can go, and who they are.
html::Html frame(const Frame& frame);

// A page for somebody who is not: one narrow column.
html::Html narrow_frame(std::string_view title, const html::Html& main);

// The field that goes into every form.
html::Html form_token_field(std::string_view form_token);

// What went wrong with a form, or what was done, above it; nothing for an empty text.
html::Html problem(std::string_view text);
html::Html notice(std::string_view text);

// What the operator has disabled ("this link, which does not work any more"), and why.
html::Html disabled_note(std::string_view what, std::string_view reason);

// The pages of the settings, in the order in which they are listed.
enum class SettingsPage { keys, profile, members, audit_log };

// `content` as the given page of the settings, beside the list of all of them.
html::Html settings(const Viewer& viewer, SettingsPage page, const html::Html& content);

}  // namespace pages::dashboard
