#include "content_works.h"

#include <utility>

#include "core/security/secret_scanner.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "core/text/words.h"
#include "handlers/mcp/arguments.h"
#include "html/readable.h"
#include "pages/share_page.h"
#include "templates/content.h"
#include "templates/pdf/pdf_content.h"
#include "templates/registry.h"

namespace tests {
namespace {

using core::RemoteImages;
using core::Template;
using templates::Form;

std::string in_json(std::string_view member, std::string_view text) {
  core::JsonWriter json;
  json.begin_object().member(member, text).end_object();
  return json.text();
}

void show(Template id, const std::string& content, RemoteImages remote_images) {
  pages::SharedArtifact artifact;
  artifact.content_template = id;
  pages::share_page({}, artifact, templates::render_content(id, content, {remote_images})).str();
}

void make_document_of_pdf(const std::string& content) {
  const auto tree = core::JsonTree::parse(content);
  if (!tree) return;
  const auto pdf = templates::read_pdf(tree->root());
  if (!pdf || !*pdf) return;
  templates::pdf_document(**pdf, "");
  templates::decode_pdf(**pdf);
}

void read_arguments(const std::string& arguments) {
  const auto tree = core::JsonTree::parse_object(arguments);
  if (!tree) return;
  core::FieldReader reader(*tree);
  static_cast<void>(handlers::mcp::read_content_argument(reader));
}

}  // namespace

std::vector<Work> works_on(Template id) {
  const templates::TemplateDefinition& definition = templates::definition_of(id);
  const std::string name(core::to_string(id));
  std::vector<Work> works{
      {"read as JSON",
       [](const std::string& content) {
         static_cast<void>(core::JsonTree::parse_object(content));
         html::readable_json(content);
       }},
      {"checked",
       [id](const std::string& content) {
         static_cast<void>(templates::check_content(id, content));
       }},
      {"searched for secrets",
       [](const std::string& content) {
         const auto found = core::find_secrets(content);
         if (const auto tree = core::JsonTree::parse(content))
           core::locate_in_json(*tree, found, "/content");
       }},
      {"shown", [id](const std::string& content) { show(id, content, RemoteImages::on); }},
      {"indexed",
       [id](const std::string& content) {
         core::words_to_index(templates::searched_text(id, content));
       }},
      {"given to a tool",
       [name](const std::string& content) {
         read_arguments("{\"" + name + "\":" + content + "}");
         read_arguments(in_json(name, content));
       }},
  };
  if (definition.has_remote_images) {
    works.push_back({"shown without remote images",
                     [id](const std::string& content) { show(id, content, RemoteImages::off); }});
  }
  if (id == Template::pdf) works.push_back({"made a PDF", make_document_of_pdf});
  for (const Form form : {Form::markdown, Form::csv, Form::plain_text, Form::raw_csv,
                          Form::table_rows, Form::picture}) {
    if (!definition.has_form(form)) continue;
    works.push_back(
        {"sent as " + std::string(templates::media_type_of(form)),
         [id, form](const std::string& content) { templates::content_as(form, id, content); }});
  }
  for (Work& work : works) work.name = name + ' ' + work.name;
  return works;
}

std::vector<Work> works_on(Template id, std::string_view member) {
  std::vector<Work> works = works_on(id);
  for (Work& work : works) {
    work.name += " by " + std::string(member);
    work.run = [run = std::move(work.run), member](const std::string& text) {
      run(in_json(member, text));
    };
  }
  if (templates::definition_of(id).text_member == member) {
    const std::string_view name = core::to_string(id);
    works.push_back({std::string(name) + " given to a tool as text",
                     [name](const std::string& text) { read_arguments(in_json(name, text)); }});
  }
  return works;
}

}  // namespace tests
