// What is made of a content agrees: its page, its forms and the words that a search finds.
#include "templates/model.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/text/json_writer.h"
#include "core/text/text.h"
#include "core/text/words.h"
#include "generated_contents.h"
#include "templates/content.h"
#include "templates/registry.h"

namespace templates {
namespace {

using core::Template;

constexpr unsigned kGenerated = 1500;

std::vector<std::string> contents_of(Template id) {
  std::vector<std::string> contents = tests::collected_contents(id);
  if (id != Template::table) return contents;
  for (unsigned seed = 0; seed < kGenerated; ++seed) {
    tests::Generator make(seed);
    contents.push_back(make.content(1 + make.below(4)));
  }
  return contents;
}

TEST(Model, HasTheFormsThatItsTemplateDeclares) {
  for (const TemplateDefinition* const definition : all_templates()) {
    const auto tree = core::JsonTree::parse(definition->example);
    const auto read = definition->read(tree->root());
    ASSERT_TRUE(read && read->model) << definition->label;
    for (const Form form : {Form::markdown, Form::csv, Form::plain_text, Form::raw_csv,
                            Form::table_rows, Form::picture})
      EXPECT_EQ(read->model->form(form).has_value(), definition->has_form(form))
          << definition->label << static_cast<int>(form);
  }
}

// CSV has no line without fields, and names columns that have no heading.
TEST(Model, OfATableIsTheSameReadFromItsCsv) {
  std::size_t compared = 0;
  for (const std::string& content : contents_of(Template::table)) {
    const tests::Rows page = tests::page_of(content);
    const auto csv = content_as(Form::raw_csv, Template::table, content);
    if (!csv || page.empty() || page.front().empty()) continue;
    const bool has_names = std::none_of(page.front().begin(), page.front().end(),
                                        [](const std::string& name) { return name.empty(); });
    const bool has_empty_lines = std::any_of(page.begin(), page.end(), [](const auto& row) {
      return row.size() == 1 && row.front().empty();
    });
    if (!has_names || has_empty_lines) continue;
    ++compared;
    EXPECT_EQ(tests::page_of(R"({"csv":)" + tests::in_json("sep=,\n" + *csv) + "}"), page)
        << content;
  }
  EXPECT_GT(compared, kGenerated / 2);
}

TEST(Model, OfATextIsTheTextInEachForm) {
  for (const Template id : {Template::markdown, Template::code}) {
    for (const std::string& content : contents_of(id)) {
      const auto text = content_as(Form::plain_text, id, content);
      if (!text) continue;
      const std::string again = R"({"text":)" + tests::in_json(*text) + "}";
      EXPECT_EQ(content_as(Form::plain_text, id, again), text);
    }
  }
}

// The text of HTML, and the addresses of its links and images.
std::string text_of(std::string_view html) {
  std::string text;
  while (!html.empty()) {
    const std::size_t begin = std::min(html.find('<'), html.size());
    text.append(html.substr(0, begin)).append(1, ' ');
    const std::string_view tag = html.substr(begin, html.find('>', begin) - begin);
    for (const std::string_view name : {" href=\"", " src=\""})
      if (const std::size_t at = tag.find(name); at != std::string_view::npos)
        text.append(tag.substr(at + name.size())).append(1, ' ');
    html.remove_prefix(begin + tag.size());
  }
  return text;
}

bool has_only_letters(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return core::is_letter(c); });
}

// Numbers and dates are written for readers, so only words are compared.
TEST(Model, IsFoundByTheWordsOfItsPage) {
  std::size_t found = 0;
  for (const Template id : {Template::table, Template::code, Template::chart}) {
    for (const std::string& content : contents_of(id)) {
      const RenderedContent page = render_content(id, content);
      const std::string shown =
          core::in_lower_case(text_of(page.html.str()) + ' ' + page.leading_heading.str());
      const std::string searched = core::in_lower_case(searched_text(id, content));
      for (const std::string_view word : core::words_to_index(searched)) {
        if (!has_only_letters(word)) continue;
        ++found;
        EXPECT_NE(shown.find(word), std::string::npos) << word << " in " << content;
      }
    }
  }
  EXPECT_GT(found, kGenerated);
}

}  // namespace
}  // namespace templates
