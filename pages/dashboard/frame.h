// The frame of all dashboard pages, and their shared elements.
#pragma once

#include <string>
#include <string_view>

#include "html/html.h"

namespace pages::dashboard {

enum class Section { artifacts, usage, settings };

// Who is signed in.
struct Viewer {
  std::string_view email;
  std::string_view account_name;
  std::string_view form_token;  // anti-CSRF token of every form on the page
  bool is_owner = false;
  // Why the operator has disabled the account; empty if it is not disabled.
  std::string_view account_disabled = {};
};

struct Frame {
  std::string_view title;
  Section section = Section::artifacts;
  Viewer viewer;
  html::Html main;
};

// A page for a signed-in user, with navigation and user menu.
html::Html frame(const Frame& frame);

// A page for a visitor: one narrow column. `head` is more for its <head>.
html::Html narrow_frame(std::string_view title, const html::Html& main,
                        const html::Html& head = {});

// The hidden field of every form.
html::Html form_token_field(std::string_view form_token);

// The error in a form, or the result of an action, above the form; empty for an empty text.
html::Html problem(std::string_view text);
html::Html notice(std::string_view text);

// A note that the operator has disabled something ("this link, which no longer works"), and why.
html::Html disabled_note(std::string_view what, std::string_view reason);

// The pages of the settings, in the order of the menu.
enum class SettingsPage { keys, apps, profile, members, publishing, audit_log };

// `content` as a page of the settings, beside their menu.
html::Html settings(const Viewer& viewer, SettingsPage page, const html::Html& content);

// Form fields with a list of options.

// One option of a <select>.
html::Html choice(std::string_view value, std::string_view text, bool is_chosen);

// A field for a lifetime: `first`, then one hour to ten years, in the syntax of core::Duration.
html::Html expiry_choice(const html::Html& first, std::string_view chosen);

// Dashboard pages for actions that are not possible.

// `message` is the error's message, which says what to do instead.
html::Html message_page(int status, std::string_view message);

// An error's message as a sentence.

// The message with a capital letter and a full stop.
std::string sentence(std::string_view message);

}  // namespace pages::dashboard
