// What pages of content say of their own, in the reader's language.
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "../texts.h"
#include "core/cpu_limit.h"
#include "core/text/json_writer.h"
#include "html/message.h"
#include "templates/content.h"
#include "templates/differences/difference.h"
#include "templates/differences/difference_forms.h"

namespace templates {
namespace {

using core::RemoteImages;
using core::Template;
using html::Language;
using tests::has;
using tests::repeated;

struct Text {
  std::string_view english;
  std::string_view german;
};

std::string all_of(const RenderedContent& content) {
  return content.table_of_contents.str() + content.html.str() + content.summary;
}

// Each text is there in the language that was asked for, and only in that one.
void expect_texts(Template id, const std::string& content, const std::vector<Text>& texts,
                  RemoteImages images = RemoteImages::on) {
  const std::string english = all_of(render_content(id, content, {images, Language::english}));
  const std::string german = all_of(render_content(id, content, {images, Language::german}));
  for (const Text& text : texts) {
    EXPECT_TRUE(has(english, text.english)) << text.english;
    EXPECT_FALSE(has(english, text.german)) << text.german;
    EXPECT_TRUE(has(german, text.german)) << text.german << "\n" << german;
    EXPECT_FALSE(has(german, text.english)) << text.english;
  }
}

std::string document(const std::string& text) {
  core::JsonWriter json;
  json.begin_object().member("text", text).end_object();
  return json.text();
}

TEST(Languages, AreThoseOfTheTextsOfADocument) {
  const std::string section = "\n\n## Part\n\n" + repeated("words ", 300);
  expect_texts(Template::markdown, document("# T" + section + section + section + section),
               {{"aria-label=\"Contents\"", "aria-label=\"Inhalt\""},
                {"<summary>Contents<", "<summary>Inhalt<"}});
  expect_texts(Template::markdown,
               document("a[^x] [^x] [b](c.md)\n\n- [ ] d\n- [x] e\n\n```math\nf\n```\n\n"
                        "```geojson\n{}\n```\n\n|g|\n|-|\n|h|\n\n<table><tr><td>i</table>\n\n"
                        "![](http://k.example/l.png)\n\n[^x]: j\n"),
               {{">Footnotes<", ">Fußnoten<"},
                {"\"Back to reference 1\"", "\"Zurück zu Verweis 1\""},
                {"\"Back to reference 1-2\"", "\"Zurück zu Verweis 1-2\""},
                {"\"c.md is not part of this page\"", "\"c.md gehört nicht zu dieser Seite\""},
                {"\"To do\"", "\"Zu erledigen\""},
                {"\"Done\"", "\"Erledigt\""},
                {"\"Formula\"", "\"Formel\""},
                {">Maps and solids", ">Karten und 3D-Modelle"},
                {"\"Table\"", "\"Tabelle\""},
                {">Image<", ">Bild<"}});
  expect_texts(Template::markdown,
               document("> [!NOTE]\n> a\n\n> [!TIP]\n> a\n\n> [!IMPORTANT]\n> a"
                        "\n\n> [!WARNING]\n> a\n\n> [!CAUTION]\n> a\n"),
               {{">Note<", ">Hinweis<"},
                {">Tip<", ">Tipp<"},
                {">Important<", ">Wichtig<"},
                {">Warning<", ">Warnung<"},
                {">Caution<", ">Vorsicht<"}});
  expect_texts(Template::markdown, document("![a](https://b.example/c.png)"),
               {{">Show image from b.example<", ">Bild von b.example anzeigen<"}},
               RemoteImages::click);
  expect_texts(Template::markdown, document(" "),
               {{">This document is empty.<", ">Dieses Dokument ist leer.<"}});
}

TEST(Languages, AreThoseOfTheTextsOfATable) {
  expect_texts(Template::table, R"({"columns":["a","b"],"rows":[[true,1],[false,2]]})",
               {{"\"Table\"", "\"Tabelle\""},
                {"\"Table with 2 columns and 2 rows\"", "\"Tabelle mit 2 Spalten und 2 Zeilen\""},
                {">2 rows · 2 columns<", ">2 Zeilen · 2 Spalten<"},
                {"aria-label=\"Yes\"", "aria-label=\"Ja\""},
                {"aria-label=\"No\"", "aria-label=\"Nein\""}});
  expect_texts(Template::table, R"({"columns":["a"],"rows":[[)" + repeated("9", 3) + R"(]]})",
               {{">1 row · 1 column<", ">1 Zeile · 1 Spalte<"}});
  expect_texts(Template::table, R"({"columns":["a"],"rows":[]})",
               {{">This table has no rows.<", ">Diese Tabelle hat keine Zeilen.<"}});
  std::string rows = "[0]";
  for (int i = 1; i < 300; ++i) rows += ",[" + std::to_string(i) + "]";
  expect_texts(
      Template::table, R"({"columns":["a"],"rows":[)" + rows + "]}",
      {{"The first 40 of 300 rows are shown.", "Die ersten 40 von 300 Zeilen werden angezeigt."}});
}

TEST(Languages, AreThoseOfTheTextsOfCode) {
  expect_texts(Template::code, R"({"text":"x\ny\u202e","language":"python"})",
               {{"2 lines of python", "2 Zeilen python"},
                {"2 lines<", "2 Zeilen<"},
                {">This file has invisible", ">Diese Datei enthält unsichtbare"}});
  expect_texts(Template::code, R"({"text":"x"})", {{"1 line of code", "1 Zeile Code"}});
}

TEST(Languages, AreThoseOfTheTextsOfAChart) {
  expect_texts(
      Template::chart,
      R"({"type":"bar","data":{"labels":["p","q"],"datasets":[{"label":"a","data":[1,2]},)"
      R"({"label":"b","data":[1,2]},{"label":"c","data":[1,2]},{"label":"d","data":[1,2]},)"
      R"({"label":"e","data":[1,2],"yAxisID":"y1"}]},)"
      R"("options":{"scales":{"y":{},"y1":{"position":"right"}}}})",
      {{"Bar chart: a", "Balkendiagramm: a"},
       {" and 1 more (p to q)", " und 1 weitere (p bis q)"},
       {"(left axis)", "(linke Achse)"},
       {"e (right axis)", "e (rechte Achse)"},
       {">Label<", ">Beschriftung<"},
       {">Show data<", ">Daten anzeigen<"},
       {"\"Data\"", "\"Daten\""},
       {">This chart is drawn with JavaScript. Its data",
        ">Dieses Diagramm wird mit JavaScript gezeichnet. Seine Daten"}});
  expect_texts(Template::chart,
               R"({"type":"bubble","data":{"datasets":[{"label":"a","data":[{"x":1,"y":2,"r":3}]},)"
               R"({"label":"b","data":[{"x":1,"y":2,"r":3}]}]}})",
               {{">Dataset<", ">Datenreihe<"}, {">Size<", ">Größe<"}});
  expect_texts(Template::chart, R"({"type":"gantt","labels":["a"],"values":[1]})",
               {{">Charts of type “gantt” are not supported.",
                 ">Diagramme vom Typ „gantt“ werden nicht unterstützt."}});
  expect_texts(Template::chart,
               R"({"$schema":"https://vega.github.io/schema/vega-lite/v5.json","mark":"bar"})",
               {{">Show specification<", ">Spezifikation anzeigen<"},
                {"Its specification", "Seine Spezifikation"}});
}

TEST(Languages, AreThoseOfTheViewerOfAPdf) {
  expect_texts(Template::pdf, R"({"url":"https://a.example/b.pdf"})",
               {{"This document is hosted at <strong>", "Dieses Dokument liegt auf <strong>"},
                {">Nothing is loaded", ">Von dort wird nichts geladen"},
                {">Show here<", ">Hier anzeigen<"},
                {">Open document<", ">Dokument öffnen<"},
                {"\"Pages\"", "\"Seiten\""},
                {"\"Page\"", "\"Seite\""},
                {">of <", ">von <"},
                {"title=\"Previous page\"", "title=\"Vorherige Seite\""},
                {"aria-label=\"Next page\"", "aria-label=\"Nächste Seite\""},
                {"\"Zoom in\"", "\"Vergrößern\""},
                {"\"Zoom out\"", "\"Verkleinern\""},
                {">Automatic<", ">Automatisch<"},
                {">Fit width<", ">Seitenbreite<"},
                {">Fit page<", ">Ganze Seite<"},
                {"\"More\"", "\"Mehr\""},
                {"\"Rotate\"", "\"Drehen\""},
                {"title=\"Search\"", "title=\"Suchen\""},
                {"placeholder=\"Search document\"", "placeholder=\"Dokument durchsuchen\""},
                {"\"Previous match\"", "\"Vorheriger Treffer\""},
                {"\"Next match\"", "\"Nächster Treffer\""},
                {"\"Close search\"", "\"Suche schließen\""},
                {"\"Document pages\"", "\"Seiten des Dokuments\""},
                {"\"Loading\"", "\"Wird geladen\""},
                {">Document password<", ">Passwort des Dokuments<"},
                {"data-early=\"To print", "data-early=\"Um dieses Dokument zu drucken"},
                {"data-refused=\"This document can", "data-refused=\"Dieses Dokument kann"}});
}

TEST(Languages, AreThoseOfNotesOnWhatIsNotRendered) {
  expect_texts(Template::chart, R"({"x":null})",
               {{">This artifact cannot be rendered.", ">Dieser Inhalt kann nicht dargestellt"}});
  expect_texts(Template::markdown, document(repeated(">", 1000)),
               {{">This document is too large", ">Dieses Dokument ist zu groß"}});
  const std::string text = document("# T");
  const core::CpuLimit limit(std::chrono::nanoseconds(0));
  const RenderedContent shown =
      render_content(Template::markdown, text, {.language = Language::german});
  EXPECT_TRUE(has(shown.html.str(), "Die Darstellung dieses Inhalts dauert zu lange."));
}

TEST(Languages, AreThoseOfWhatAVersionHasChanged) {
  const auto version = [](const std::string& content) {
    return Compared{
        .title = {}, .description = {}, .content = *core::JsonTree::parse(std::string(content))};
  };
  EXPECT_EQ(
      to_markdown(difference(Template::table, version(R"({"columns":["a"],"rows":[["x"],["y"]]})"),
                             version(R"({"columns":["a"],"rows":[["x"],["z"],["y"]]})")),
                  Language::german),
      "- 1 Zeile hinzugefügt\n\n"
      "```diff\n@@ -1,3 +1,4 @@\n a\n x\n+z\n y\n```\n");
  EXPECT_EQ(to_markdown(difference(Template::markdown, version(R"({"text":"a\n"})"),
                                   version(R"({"text":"b\n"})")),
                        Language::french),
            "- 1 ligne ajoutée, 1 supprimée\n\n```diff\n@@ -1 +1 @@\n-a\n+b\n```\n");
  Compared renamed = version(R"({"text":"a\n"})");
  renamed.title = "Plan";
  EXPECT_EQ(to_markdown(difference(Template::markdown, version(R"({"text":"a\n"})"), renamed),
                        Language::french),
            "- Titre\u202f: (rien) → `Plan`\n");
}

}  // namespace
}  // namespace templates
