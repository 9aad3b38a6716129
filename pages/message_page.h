// Pages without content. They say what happened and what the viewer can do, and disclose nothing
// else, but that the page of a link that has ended names its sender, if there is one.
#pragma once

#include <optional>
#include <string_view>

#include "core/installation.h"
#include "core/sender.h"
#include "html/html.h"
#include "pages/document.h"

namespace pages {

enum class Message {
  not_found,
  gone,
  version_erased,
  disabled,
  too_many_requests,
  forbidden,
  foreign_form,
  method_not_allowed,
  bad_request,
  payload_too_large,
  unavailable,
  being_prepared,
  cannot_be_laid_out,
  internal_error,
};

html::Html message_page(const core::Installation& installation, Message message,
                        Presentation presentation = Presentation::whole_page,
                        html::Language language = html::Language::english,
                        const std::optional<core::Sender>& sender = std::nullopt);

// That a version of an artifact was erased whose link, at `path`, shows another one.
html::Html erased_version_page(const core::Installation& installation, std::string_view path,
                               Presentation presentation = Presentation::whole_page,
                               html::Language language = html::Language::english,
                               const std::optional<core::Sender>& sender = std::nullopt);

}  // namespace pages
