#include "pages/dashboard/settings/publishing_page.h"

#include "pages/forms.h"
namespace pages::dashboard {

html::Html publishing_page(const Viewer& viewer, const PublishingForm& form) {
  return settings_frame(
      viewer, SettingsPage::publishing,
      html::format(
          "{}"
          "<h1>Publishing</h1>\n"
          "<form method=\"post\" action=\"/dashboard/settings/publishing\" class=\"fields\">\n"
          "{}"
          "<fieldset>\n<legend>Secrets</legend>\n"
          "<label class=\"choice\"><input type=\"checkbox\" name=\"refuseSecrets\"{}> <span>Block "
          "publishing of detected secrets <span class=\"hint\">Content that appears to contain "
          "private keys, access tokens or passwords is rejected, whoever publishes it. Otherwise "
          "it is published, and the response has a warning.</span></span></label>\n"
          "</fieldset>\n"
          "<div class=\"actions\"><button>Save</button></div>\n"
          "</form>\n",
          done_note(form.done), form_token_field(viewer.form_token),
          form.refuses_secrets ? html::Html(" checked") : html::Html()));
}

}  // namespace pages::dashboard
