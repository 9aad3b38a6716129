// The frame of all pages of the dashboard.
#pragma once

#include <string>
#include <string_view>

#include "core/installation.h"
#include "html/html.h"

namespace pages {

enum class Section { artifacts, links, usage, settings };

// Who is signed in, and where.
struct SignedInUser {
  const core::Installation& installation;
  std::string_view email;
  std::string_view account_name;
  std::string form_token;  // anti-CSRF token of every form on the page
  bool is_owner = false;
  // Why the operator has disabled the account; empty if it is not disabled.
  std::string_view account_disabled = {};
};

// A page for a signed-in user, with navigation and user menu. `head` is added to its <head>, after
// what all pages have.
html::Html frame(std::string_view title, Section section, const SignedInUser& viewer,
                 const html::Html& main, const html::Html& head = {});

// A page for a visitor: one narrow column.
html::Html narrow_frame(const core::Installation& installation, std::string_view title,
                        const html::Html& main, const html::Html& head = {});

// The pages of the settings, in the order of the menu.
enum class SettingsPage { keys, profile, members, publishing, audit_log };

// `content` as a page of the settings, beside their menu.
html::Html settings_frame(const SignedInUser& viewer, SettingsPage page, const html::Html& content);

// A note that the operator has disabled something ("this link, which no longer works"), and why.
html::Html disabled_note(std::string_view what, std::string_view reason);

}  // namespace pages
