#include <gtest/gtest.h>

#include "../texts.h"
#include "html/amount.h"
#include "html/iso_date.h"
#include "templates/content.h"

namespace templates {
namespace {

using tests::count;
using tests::has;

RenderedContent rendered(const std::string& content) {
  return render_content(core::Template::table, content);
}

std::string page_of(const std::string& content) { return rendered(content).html.str(); }

// The page of a table of one column with this cell.
std::string page_with(const std::string& cell, const std::string& format = "") {
  const std::string column =
      format.empty() ? R"("C")" : R"({"key":"C","format":")" + format + R"("})";
  return page_of(R"({"columns":[)" + column + R"(],"rows":[[)" + cell + "]]}");
}

// Its <td>.
std::string cell_of(const std::string& cell, const std::string& format = "") {
  const std::string page = page_with(cell, format);
  const std::size_t begin = page.find("<td");
  return page.substr(begin, page.find("</tr>", begin) - begin);
}

// What is between the tags in it.
std::string shown(const std::string& cell, const std::string& format = "") {
  std::string text;
  bool in_tag = false;
  for (const char c : cell_of(cell, format)) {
    if (c == '<') in_tag = true;
    if (!in_tag) text += c;
    if (c == '>') in_tag = false;
  }
  return text;
}

std::string content_with_rows(std::size_t rows, std::string_view row) {
  std::string content = R"({"columns":["A"],"rows":[)";
  for (std::size_t i = 0; i < rows; ++i) content.append(i == 0 ? "" : ",").append(row);
  return content + "]}";
}

TEST(TablePage, HasAHeaderAndEveryRow) {
  const std::string page = page_of(R"({"columns":["Name","Age"],"rows":[["Ada",36],["Bob",7]]})");
  EXPECT_TRUE(has(page, "<th scope=\"col\">Name</th>"));
  EXPECT_TRUE(has(page, "<tr><td>Ada</td><td class=\"align-right\">36</td></tr>"));
  EXPECT_TRUE(has(page, "aria-label=\"Table with 2 columns and 2 rows\""));
  EXPECT_TRUE(has(page, ">2 rows · 2 columns</p>"));
}

TEST(TablePage, EscapesLabelsAndCells) {
  const std::string page = page_of(
      R"({"columns":[{"key":"a","label":"<b>\"'&"}],"rows":[{"a":"</td><script>alert(1)</script>"}]})");
  EXPECT_TRUE(has(page, "&lt;b&gt;&quot;&#39;&amp;"));
  EXPECT_TRUE(has(page, "&lt;/td&gt;&lt;script&gt;"));
  EXPECT_FALSE(has(page, "<script>"));
  EXPECT_FALSE(has(cell_of(R"({"a":"<img src=x>"})"), "<img"));
  EXPECT_FALSE(has(cell_of(R"("2026-01-15\"><img src=x>")", "date"), "<img"));
  EXPECT_FALSE(has(cell_of(R"("https://e.example/\"><img src=x>")", "link"), "<img"));
}

TEST(TablePage, WritesCarriageReturnsAsReferences) {
  const std::string page = page_of(R"({"columns":["a\r\nb"],"rows":[["c\r\nd"]]})");
  EXPECT_TRUE(has(page, ">a&#13;\nb</th>"));
  EXPECT_TRUE(has(page, ">c&#13;\nd</td>"));
  EXPECT_TRUE(has(cell_of(R"({"url":"https://e.example/","text":"c\rd"})"), ">c&#13;d</a>"));
  EXPECT_TRUE(has(cell_of(R"(" https://e.example/\r\n")", "link"),
                  "data-value=\" https://e.example/&#13;\n\""));
  EXPECT_FALSE(has(page, "\r"));
}

TEST(TablePage, GroupsNumbersWithTheDigitsAsGiven) {
  EXPECT_EQ(shown("1234567.50", "number"), "1,234,567.50");
  EXPECT_EQ(shown("-1234", "number"), "−1,234");
  EXPECT_EQ(shown("123", "number"), "123");
  EXPECT_EQ(shown("12345678901234567890123", "number"), "12,345,678,901,234,567,890,123");
  EXPECT_EQ(shown("1.5e3", "number"), "1,500");
  EXPECT_EQ(shown("15e-4", "number"), "0.0015");
  EXPECT_EQ(shown("1e300", "number"), "1e300");
  EXPECT_EQ(shown("\"n/a\"", "number"), "n/a");
}

// The numbers of a table of one column, as shown.
std::string column_of(const std::string& label, const std::string& values) {
  const std::string page = page_of(R"({"columns":[")" + label + R"("],"data":[)" + values + "]}");
  std::string text;
  bool in_tag = false;
  for (const char c :
       page.substr(page.find("<tbody>"), page.find("</tbody>") - page.find("<tbody>"))) {
    if (c == '<') in_tag = true;
    if (!in_tag && c != '\n') text += c;
    if (c == '>') {
      in_tag = false;
      if (!text.empty() && text.back() != ' ') text += ' ';
    }
  }
  return text;
}

TEST(TablePage, GroupsTheDigitsOfAmountsWithoutAFormat) {
  EXPECT_EQ(column_of("Tons", "[12000],[500],[1234567.25]"), "12,000 500 1,234,567.25 ");
  EXPECT_EQ(column_of("Tons", R"(["1,200"],[34567])"), "1,200 34,567 ");
  EXPECT_EQ(column_of("Cost", R"(["$1200"],["€34567"])"), "$1,200 €34,567 ");
  EXPECT_EQ(column_of("Tons", "[12000],[\"unknown\"]"), "12000 unknown ");
}

TEST(TablePage, ShowsWholeNumbersWithoutSeparatorsAsSent) {
  EXPECT_EQ(shown("1234567"), "1234567");
  for (const std::string label : {"customerid", "accountnumber", "postalcode", "Cust#",
                                  "Kundennummer", "N° client", "客户编号", "Tons", "ID"})
    EXPECT_EQ(column_of(label, "[12345],[998877],[-7]"), "12345 998877 −7 ") << label;
  EXPECT_EQ(column_of("account", R"(["12345"],["998877"],["n/a"])"), "12345 998877 n/a ");
  EXPECT_EQ(column_of("customer_id", "[12345.0],[998877.0],[null]"), "12345.0 998877.0 ");
  EXPECT_EQ(column_of("Created", "[1704067200000],[1704153600000]"),
            "1704067200000 1704153600000 ");
  EXPECT_EQ(shown("1704067200000", "date"), "1704067200000");
  EXPECT_EQ(shown("1234567", "number"), "1,234,567");
}

TEST(TablePage, ShowsAmountsInTheNotationOfTheirColumn) {
  EXPECT_EQ(column_of("Umsatz", R"(["1.234,50 €"],["-21.419,06 $"])"), "1.234,50 € −21.419,06 $ ");
  EXPECT_EQ(shown(R"("1234567,5")", "number"), "1.234.567,5");
  EXPECT_EQ(shown(R"("0,125")", "percent"), "12,5%");
  EXPECT_EQ(shown(R"("1 234,5")", "currency"), "1\u00a0234,50");
  EXPECT_EQ(shown(R"("₹1,23,456.5")", "currency"), "1,23,456.50");
  EXPECT_EQ(cell_of(R"("1.234,50")"), "<td class=\"align-right\">1.234,50</td>");
  EXPECT_TRUE(has(page_with(R"("1.234,50")"),
                  "data-type=\"number\" data-quantity=\"number\" data-notation=\"comma\""));
  EXPECT_TRUE(has(page_with(R"("31.12.2023")"), "data-type=\"date\" data-notation=\"day-first\""));
  EXPECT_FALSE(has(page_with("1234.5"), "data-notation"));
}

TEST(TablePage, ShowsNumbersWithoutWhatBinaryArithmeticAdds) {
  EXPECT_EQ(cell_of("112.05000000000001"),
            "<td class=\"align-right\" data-value=\"112.05000000000001\">112.05</td>");
  EXPECT_EQ(shown("0.30000000000000004"), "0.3");
  EXPECT_EQ(shown("29.999999999999996"), "30");
  EXPECT_EQ(shown("-1234567.8900000001"), "−1,234,567.89");
  EXPECT_EQ(shown("1.1205000000000001e-3"), "0.0011205");
  EXPECT_EQ(shown("0.00001234500000000001"), "0.000012345");
}

TEST(TablePage, ShowsAllDigitsOfNumbersThatHaveMany) {
  for (const char* number : {"0.3333333333333333", "3.141592653589793", "0.1234567890123456",
                             "0.1000000000000", "1.00000000000001"})
    EXPECT_EQ(shown(number), number);
  EXPECT_EQ(shown("123456789012345678901", "number"), "123,456,789,012,345,678,901");
  EXPECT_EQ(shown("100000000000000.02"), "100,000,000,000,000.02");
}

TEST(TablePage, MakesAColumnAsWideAsTheNumbersThatItShows) {
  std::string rows = R"([0.30000000000000004],[1234567.25])";
  for (int i = 0; i < 300; ++i) rows += ",[1.5]";
  const std::string page = page_of(R"({"columns":["A"],"rows":[)" + rows + "]}");
  EXPECT_TRUE(has(page, "aria-hidden=\"true\"><td>1,234,567.25</td>"));
}

TEST(TablePage, KeepsTheNotationOfNegativeNumbers) {
  EXPECT_EQ(column_of("Change", R"json(["−1234"],["(1234.5)"],["-1234"],[7])json"),
            "−1,234 (1,234.5) −1,234 7 ");
  EXPECT_EQ(shown("\"(1234)\"", "currency"), "(1,234.00)");
  EXPECT_EQ(column_of("Note", R"json(["(1234)"],["(1235)"])json"), "(1234) (1235) ");
}

TEST(TablePage, CellsWithoutAValueDoNotMakeAColumnText) {
  for (const std::string none : {"N/A", "n/a", "NA", "-", "–", "—", " ", "NaN"}) {
    const std::string rows = "[[\"" + none + "\"],[12000],[null],[\"\"]]";
    const std::string page = page_of(R"({"columns":["Tons"],"rows":)" + rows + "}");
    EXPECT_TRUE(has(page, "data-type=\"number\" data-quantity=\"number\"")) << none;
    EXPECT_TRUE(has(page, ">12000</td>")) << none;
  }
  EXPECT_FALSE(has(page_of(R"({"columns":["Tons"],"rows":[["-"],["n/a"]]})"), "data-type"));
  EXPECT_FALSE(has(page_of(R"({"columns":["Tons"],"rows":[["none"],[5]]})"), "data-type"));
}

TEST(TablePage, RecognisesDatesWithoutAFormat) {
  const auto are_dates = [](const std::string& rows) {
    return has(page_of(R"({"columns":["C"],"data":[)" + rows + "]}"), "data-type=\"date\"");
  };
  EXPECT_TRUE(are_dates(R"(["2026-01-15"],["N/A"],[null],["2026-01-15T10:00Z"])"));
  for (const std::string date : {"5 Jan 2026", "05-Jan-2026", "5 january 2026", "Jan 5, 2026",
                                 "Sept. 30 2025", "September 30, 2025", "29 Feb 2024"})
    EXPECT_TRUE(are_dates("[\"2026-01-15\"],[\"" + date + "\"]")) << date;
  for (const std::string text :
       {"5 Jan", "Jan 2026", "5 Jan 26", "31 Feb 2026", "5 Janu 2026", "Item 5, 2026",
        "5 Jan 2026 to 7 Jan 2026", "2026", "Jan 123, 2026", " "})
    EXPECT_FALSE(are_dates("[\"" + text + "\"]")) << text;
  EXPECT_FALSE(has(page_with(R"("2026-01-15")", "text"), "data-type"));
}

TEST(TablePage, MarksTheColumnsThatCanBeAddedUp) {
  EXPECT_TRUE(
      has(page_of(R"({"columns":["Tons"],"rows":[[1],[500]]})"), "data-quantity=\"number\""));
  for (const std::string values :
       {"[1998],[2026]", "[10000],[10001],[10002]", "[10020030],[93021004],[55001200]",
        "[1704067200000],[1704153600000],[1704240000000]"})
    EXPECT_FALSE(has(page_of(R"({"columns":["A"],"rows":[)" + values + "]}"), "data-quantity"))
        << values;
  EXPECT_TRUE(has(page_of(R"({"columns":[{"key":"C","currency":"eur"}],"rows":[[1]]})"),
                  "data-quantity=\"EUR\""));
}

TEST(TablePage, HasNumbersInAColumnWhereSomeCellsSayThatThereIsNone) {
  const std::string number = "data-type=\"number\"";
  EXPECT_TRUE(has(page_of(R"({"rows":[["N/A"],[1],[" – "],["-"],["\u2014"],[500]]})"), number));
  EXPECT_TRUE(has(page_of(R"({"csv":"Tons\nn/a\n1\n500\n—"})"), number));
  EXPECT_FALSE(has(page_of(R"({"rows":[["N/A"],["-"]]})"), number));
  EXPECT_FALSE(has(page_of(R"({"rows":[["N/A"],[1],["none"]]})"), number));
}

TEST(TablePage, ShowsPercentages) {
  EXPECT_EQ(shown("0.123", "percent"), "12.3%");
  EXPECT_EQ(shown("1", "percent"), "100%");
  EXPECT_EQ(shown("-0.07", "percent"), "−7%");
  EXPECT_EQ(shown("12.5", "percent"), "1,250%");
  EXPECT_EQ(shown("0.3333333333333333", "percent"), "33.33%");
  EXPECT_EQ(shown("0.99999", "percent"), "100%");
  EXPECT_EQ(shown("0.00001", "percent"), "0.001%");
  EXPECT_EQ(shown("0", "percent"), "0%");
  EXPECT_EQ(shown("\"45 %\"", "percent"), "45 %");
}

// The cells of a table of one column, as shown, behind what its heading says.
std::string with_heading(const std::string& column, const std::string& rows) {
  const std::string page = page_of(R"({"columns":[)" + column + R"(],"rows":[)" + rows + "]}");
  std::string text;
  bool in_tag = false;
  for (const char c : page.substr(page.find("<th "), page.find("</tbody>") - page.find("<th "))) {
    if (c == '<') in_tag = true;
    if (!in_tag && c != '\n') text += c;
    if (c == '>' && !text.empty() && text.back() != '|') text += '|';
    if (c == '>') in_tag = false;
  }
  return text;
}

TEST(TablePage, ShowsCurrenciesWithTwoDecimalsAndTheirOwnSign) {
  const auto beside_another = [](const std::string& value) {
    const std::string cells =
        with_heading(R"({"key":"C","format":"currency"})", '[' + value + R"(],["£1"])");
    return cells.substr(2, cells.find('|', 2) - 2);
  };
  EXPECT_EQ(beside_another("1234.5"), "1,234.50");
  EXPECT_EQ(beside_another("0.005"), "0.01");
  EXPECT_EQ(beside_another("999.999"), "1,000.00");
  EXPECT_EQ(beside_another("\"$1234.5\""), "$1,234.50");
  EXPECT_EQ(beside_another("\"-$1,234\""), "−$1,234.00");
  EXPECT_EQ(beside_another("\"1234 €\""), "1,234.00 €");
  EXPECT_EQ(beside_another("\"US$ 5\""), "US$ 5.00");
  EXPECT_EQ(beside_another("\"free\""), "free");
}

TEST(TablePage, SaysTheCurrencyOfAllAmountsOnceInTheHeading) {
  const std::string euros = R"({"key":"C","currency":"EUR"})";
  EXPECT_EQ(with_heading(euros, "[1234.5],[-5],[\"n/a\"],[null]"), "C| EUR|1,234.50|−5.00|n/a|");
  EXPECT_EQ(with_heading(euros, "[1234],[-5.0],[null]"), "C| EUR|1,234|−5|");
  EXPECT_EQ(with_heading(euros, R"([1234.5],["$5"])"), "C|1,234.50\u00a0EUR|$5.00|");
  EXPECT_EQ(with_heading(euros, R"([1234.5],["free"])"), "C|1,234.50\u00a0EUR|free|");
  EXPECT_EQ(with_heading(R"("C")", R"(["$1200"],["-$5"])"), "C| $|1,200|−5|");
  EXPECT_EQ(with_heading(R"("C")", R"(["1.234,5 €"],["7 €"])"), "C| €|1.234,50|7,00|");
  EXPECT_EQ(with_heading(R"("C")", R"json(["US$ 5"],["(US$ 7)"])json"), "C| US$|5|(7)|");
  EXPECT_EQ(with_heading(R"("C")", R"(["$5"],[7])"), "C|$5|7|");
  EXPECT_EQ(with_heading(R"({"key":"C","currency":"JPY"})", "[1234.5]"), "C| JPY|1,235|");
}

TEST(TablePage, GivesMoneyAndPercentagesOfAColumnTheSameDecimals) {
  const std::string share = R"({"key":"C","format":"percent"})";
  EXPECT_EQ(with_heading(share, "[0.1],[0.125],[1]"), "C|10.0%|12.5%|100.0%|");
  EXPECT_EQ(with_heading(share, "[0.1],[1]"), "C|10%|100%|");
  EXPECT_EQ(with_heading(share, "[0.1],[0.00001]"), "C|10.00%|0.001%|");
  EXPECT_EQ(with_heading(share, R"([0.1],["12.5 %"])"), "C|10%|12.5 %|");
  EXPECT_EQ(with_heading(R"("C")", R"(["12%"],["14.25%"])"), "C|12.00%|14.25%|");
  EXPECT_EQ(with_heading(R"("C")", R"(["$12.5"],["$3"])"), "C| $|12.50|3.00|");
  EXPECT_EQ(with_heading(R"("C")", R"(["$0.0025"],["$3"])"), "C| $|0.0025|3.0000|");
  EXPECT_EQ(with_heading(R"("C")", R"(["$0.3333333333333333"],["$3"])"),
            "C| $|0.3333333333333333|3|");
  EXPECT_EQ(with_heading(R"("C")", "[12.5],[3]"), "C|12.5|3|");
}

TEST(TablePage, LeavesTheValuesOfAmountsAsTheyWereSent) {
  const std::string page =
      page_of(R"({"columns":[{"key":"C","currency":"EUR"}],"rows":[[-5],["1,234.5"]]})");
  EXPECT_TRUE(has(page, "data-value=\"-5\">−5.00</td>"));
  EXPECT_TRUE(has(page, "data-value=\"1,234.5\">1,234.50</td>"));
}

TEST(TablePage, SaysOnceThatAllTimesAreInUtc) {
  EXPECT_EQ(
      with_heading(R"("C")", R"(["2026-01-15T14:30:00Z"],["N/A"],["2026-01-16 08:00+00:00"])"),
      "C| UTC|15 Jan 2026, 14:30|N/A|16 Jan 2026, 08:00|");
  EXPECT_EQ(with_heading(R"("C")", R"(["2026-01-15T14:30Z"],["2026-01-16T08:00+02:00"])"),
            "C|15 Jan 2026, 14:30 UTC|16 Jan 2026, 08:00 +02:00|");
  EXPECT_TRUE(has(page_with(R"("2026-01-15T14:30Z")"), "data-type=\"date\" data-times>"));
  EXPECT_TRUE(has(page_with(R"("2026-01-15T14:30Z")"), "<time datetime=\"2026-01-15T14:30Z\">"));
}

TEST(TablePage, WritesDaysInTheLanguageOfThePage) {
  const std::string content =
      R"({"columns":["C"],"rows":[["2026-09-05T14:30+02:00"],["2026-03-15"]]})";
  const auto page = [&](html::Language language) {
    return render_content(core::Template::table, content, {.language = language}).html.str();
  };
  EXPECT_TRUE(has(page(html::Language::german), ">5. Sept. 2026, 14:30 +02:00</time>"));
  EXPECT_TRUE(has(page(html::Language::french), ">15 mars 2026</time>"));
  EXPECT_TRUE(has(page(html::Language::spanish), ">5 sept 2026, 14:30 +02:00</time>"));
}

TEST(TablePage, LeavesTimesThatMayBeOfAnyZoneAsTheyAre) {
  EXPECT_EQ(with_heading(R"("C")", R"(["2026-01-15T14:30Z"],["2026-01-16T08:00"])"),
            "C|15 Jan 2026, 14:30 UTC|16 Jan 2026, 08:00|");
  EXPECT_EQ(with_heading(R"("C")", R"(["2026-01-15"],["N/A"],["2026-01-16"])"),
            "C|15 Jan 2026|N/A|16 Jan 2026|");
  EXPECT_EQ(with_heading(R"("C")", R"(["2026-01-15"],["2026-02"])"), "C|2026-01-15|2026-02|");
  EXPECT_FALSE(has(page_with(R"("2026-01-15T14:30")", "date"), "data-times"));
  EXPECT_FALSE(has(page_with(R"("2026-01-15")"), "data-times"));
}

TEST(TablePage, LetsLongTextsBeCut) {
  const std::string text(41, 'x');
  EXPECT_EQ(cell_of('"' + text + '"'), "<td><div>" + text + "</div></td>");
  EXPECT_EQ(cell_of(R"("a\nb\nc")"), "<td><div>a\nb\nc</div></td>");
  EXPECT_FALSE(has(cell_of(R"("a\nb")"), "<div>"));
}

TEST(TablePage, GivesTheRowsOfALargeTableTwoLinesIfManyNeedThem) {
  const auto classes_of = [](std::size_t long_rows) {
    std::string content = R"({"columns":["A"],"rows":[)";
    for (std::size_t i = 0; i < 300; ++i)
      content.append(i == 0 ? "[\"" : ",[\"").append(i < long_rows ? 60 : 1, 'x').append("\"]");
    return page_of(content + "]}");
  };
  EXPECT_TRUE(has(classes_of(30), "class=\"is-windowed has-long-texts\""));
  EXPECT_TRUE(has(classes_of(29), "class=\"is-windowed\""));
}

TEST(TablePage, ShowsTheCodeOfACurrencyBesideOthers) {
  const auto amount = [](const std::string& code, const std::string& value) {
    const std::string page = page_of(R"({"columns":[{"key":"C","format":"currency","currency":")" +
                                     code + R"("}],"rows":[[)" + value + "],[\"free\"]]}");
    const std::size_t begin = page.find('>', page.find("<td")) + 1;
    return page.substr(begin, page.find("</td>") - begin);
  };
  EXPECT_EQ(amount("EUR", "1234.5"), "1,234.50\u00a0EUR");
  EXPECT_EQ(amount("eur", "-5"), "−5.00\u00a0EUR");
  EXPECT_EQ(amount("JPY", "1234.5"), "1,235\u00a0JPY");
  EXPECT_EQ(amount("KWD", "1.5"), "1.500\u00a0KWD");
  EXPECT_EQ(amount("EUR", "\"$5\""), "$5.00");
  EXPECT_EQ(amount("<b>", "5"), "5.00");
}

TEST(TablePage, ShowsDates) {
  EXPECT_EQ(cell_of("\"2026-01-15\"", "date"),
            "<td><time datetime=\"2026-01-15\">15 Jan 2026</time></td>");
  EXPECT_EQ(shown("\"2026-01-15T14:30:00.000Z\"", "date"), "15 Jan 2026, 14:30");
  EXPECT_EQ(shown("\"2026-01-15 09:05:07+02:00\"", "date"), "15 Jan 2026, 09:05:07 +02:00");
  EXPECT_EQ(shown("\"2024-02-29\"", "date"), "29 Feb 2024");
  for (const std::string text : {"2026-02-29", "2026-13-01", "2026-1-5", "15/01/2026",
                                 "2026-01-15x", "2026-01-15T25:00", "soon"})
    EXPECT_EQ(cell_of('"' + text + '"', "date"), "<td>" + text + "</td>");
}

TEST(TablePage, LinksOnlyToTheWebAndToMail) {
  EXPECT_EQ(cell_of("\"https://example.org/\"", "link"),
            "<td><a href=\"https://example.org/\" rel=\"noopener noreferrer nofollow ugc\">"
            "example.org</a></td>");
  EXPECT_TRUE(has(cell_of("\"ada@example.org\"", "link"), "href=\"mailto:ada@example.org\""));
  EXPECT_TRUE(has(cell_of("\"www.example.org\"", "link"), "href=\"http://www.example.org\""));
  for (const std::string url :
       {"javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)",
        "java\\tscript:alert(1)", "\\u0001javascript:alert(1)", "data:text/html,x", "vbscript:x",
        "//evil.example", "/\\\\evil.example", "https:evil.example",
        "javascript://https://e.example/%0aalert(1)", "file:///etc/passwd", "page", ""})
    EXPECT_FALSE(has(cell_of('"' + url + '"', "link"), "<a")) << url;
}

TEST(TablePage, ShortensLongAddressesButNeverTheirHost) {
  const std::string path = "/a/very/long/path/to/a/page/that/nobody/wants/to/read.html";
  EXPECT_EQ(shown("\"https://example.org" + path + "\""),
            "example.org/a/very/long/path/to/a/…/to/read.html");
  const std::string host = "a-very-long-name-of-a-host-that-goes-on-and-on.example.org";
  EXPECT_EQ(shown("\"https://" + host + path + "\""), host + path);
  EXPECT_TRUE(has(shown("\"https://bank.example" + path + "@evil.example/\"", "link"), "…"));
  EXPECT_EQ(shown("\"https://bank.example-" + std::string(60, 'x') + "@evil.example/\"", "link"),
            "bank.example-" + std::string(60, 'x') + "@evil.example");
}

TEST(TablePage, LinksAddressesInText) {
  const std::string cell = cell_of(R"("see https://example.org/a, or not")");
  EXPECT_TRUE(has(cell, "<td>see <a href=\"https://example.org/a\""));
  EXPECT_TRUE(has(cell, ">https://example.org/a</a>, or not</td>"));
  EXPECT_FALSE(has(cell_of("\"javascript:alert(1)\""), "<a"));
}

TEST(TablePage, ShowsBooleansNullsAndNestedValues) {
  EXPECT_EQ(cell_of("true"),
            "<td class=\"yes\"><span role=\"img\" aria-label=\"Yes\">✓</span></td>");
  EXPECT_EQ(cell_of("false"),
            "<td class=\"no\"><span role=\"img\" aria-label=\"No\">✗</span></td>");
  for (const std::string nothing : {"null", "\"\"", ""})
    EXPECT_EQ(cell_of(nothing), "<td class=\"empty\"></td>");
  EXPECT_EQ(cell_of(R"({ "a" : [ 1, "b \" c" ] })"),
            "<td><code>{&quot;a&quot;:[1,&quot;b \\&quot; c&quot;]}</code></td>");
}

TEST(TablePage, HasDataValueOnlyIfItDiffersFromTheText) {
  EXPECT_TRUE(has(cell_of("1234", "number"), "data-value=\"1234\""));
  EXPECT_FALSE(has(cell_of("123", "number"), "data-value"));
  EXPECT_FALSE(has(cell_of("\"https://example.org/\""), "data-value"));
  EXPECT_FALSE(has(cell_of("\"2026-01-15\"", "date"), "data-value"));
  EXPECT_TRUE(has(cell_of("\"ada@example.org\"", "link"), "data-value=\"ada@example.org\""));
}

TEST(TablePage, AlignsNumbersRightUnlessToldOtherwise) {
  EXPECT_TRUE(has(page_of(R"({"columns":["A"],"rows":[[1],[null],["2.5"],["$3"],[""]]})"),
                  "<th scope=\"col\" class=\"align-right\" data-type=\"number\" "
                  "data-quantity=\"number\">A</th>"));
  EXPECT_FALSE(has(page_of(R"({"columns":["A"],"rows":[[1],["x"]]})"), "align-right"));
  EXPECT_FALSE(has(page_of(R"({"columns":["A"],"rows":[[null],[""]]})"), "align-right"));
  EXPECT_FALSE(has(page_of(R"({"columns":["A"],"rows":[["007"]]})"), "align-right"));
  const std::string told = page_of(R"({"columns":[{"key":"A","align":"center"}],"rows":[[1]]})");
  EXPECT_TRUE(has(told, "<td class=\"align-center\">1</td>"));
  EXPECT_TRUE(has(page_of(R"({"csv":"A\n1\n2\n"})"), "<td class=\"align-right\">1</td>"));
}

TEST(TablePage, SetsTheDirectionOfOtherScripts) {
  EXPECT_EQ(cell_of("\"שלום\""), "<td dir=\"auto\">שלום</td>");
  EXPECT_EQ(cell_of("\"hello\""), "<td>hello</td>");
}

TEST(TablePage, SummarisesItsSizeAndColumns) {
  EXPECT_EQ(rendered(R"({"columns":["Name","Age"],"rows":[["Ada",36]]})").summary,
            "Table with 2 columns and 1 row: Name, Age");
  std::string columns;
  for (int i = 0; i < 300; ++i) columns.append(i == 0 ? "" : ",").append(R"("Column")");
  const std::string summary = rendered(R"({"columns":[)" + columns + R"(],"rows":[]})").summary;
  EXPECT_LT(summary.size(), 220U);
  EXPECT_TRUE(summary.ends_with(", …"));
}

// The rows for the page's script.
std::string rows_of(const std::string& content) {
  return content_as(Form::table_rows, core::Template::table, content).value_or("nothing");
}

TEST(TablePage, HasASmallTableAsAWholeAndTheFirstRowsOfALargeOne) {
  EXPECT_EQ(count(page_of(content_with_rows(200, "[1]")), "<tr><td"), 200U);
  EXPECT_FALSE(rendered(content_with_rows(200, "[1]")).has_more_rows);
  const RenderedContent large = rendered(content_with_rows(3402, R"(["</script><!--"])"));
  EXPECT_TRUE(large.has_more_rows);
  EXPECT_EQ(count(large.html.str(), "<tr><td>"), 40U);
  EXPECT_TRUE(
      has(large.html.str(), "<p class=\"first-rows\">The first 40 of 3,402 rows are shown.</p>"));
  EXPECT_TRUE(has(large.html.str(), ">3,402 rows · 1 column</p>"));
  const std::string wide = "[\"" + std::string(10'000, 'x') + "\"]";
  EXPECT_LT(page_of(content_with_rows(150, wide)).size(), 100'000U);
}

TEST(TablePage, HasTheWidestCellsOfALargeTable) {
  std::string content = content_with_rows(500, "[\"x\"]");
  content.resize(content.size() - 2);
  content += ",[\"" + std::string(50, 'w') + "\"],[\"" + std::string(300, 'v') + "\"]]}";
  const std::string page = page_of(content);
  EXPECT_TRUE(has(page, "<tr class=\"widest\" aria-hidden=\"true\"><td>" + std::string(60, 'v') +
                            "</td></tr>"));
}

TEST(TablePage, HasEveryKindOfCellAsData) {
  EXPECT_EQ(
      rows_of(
          R"({"columns":["a","b","c","d","e",{"key":"f","format":"number"},{"key":"g","format":"date"},
                     {"key":"h","format":"image"},"i"],
          "rows":[[null,true,"https://example.org/","x https://e.example y",{"k":1},1234,"2026-01-15",
                   "https://i.example/a.png",{"url":"https://e.example/","text":"Site"}]]})"),
      R"(["a","b","c","d","e","f","g","h","i"])"
      "\n"
      R"([null,true,{"link":"https://example.org/","text":"example.org"},)"
      R"({"parts":["x ","https://e.example"," y"]},{"json":"{\"k\":1}"},)"
      R"(1234,{"date":"2026-01-15","text":"15 Jan 2026"},)"
      R"({"image":"https://i.example/a.png","text":""},{"link":"https://e.example/","text":"Site"}])"
      "\n"
      R"({"isComplete":true,"hasCutCells":false})"
      "\n");
}

TEST(TablePage, SendsNumbersThatTheScriptCannotGroupAsTheyAreShown) {
  const std::string rows = rows_of(
      R"({"columns":[{"key":"n","format":"number"}],
          "rows":[[-1234],[999],["1,234"],[1234.50],[12345678901234567]]})");
  EXPECT_TRUE(has(rows,
                  "\n[-1234]\n[\"999\"]\n[\"1,234\"]\n[[\"1,234.50\",\"1234.50\"]]\n"
                  "[[\"12,345,678,901,234,567\",\"12345678901234567\"]]\n"));
}

TEST(TablePage, IsLimitedAndSaysSo) {
  const std::string wide = "[\"" + std::string(1000, '<') + "\"]";
  const std::string rows = rows_of(content_with_rows(30'000, wide));
  EXPECT_LT(rows.size(), std::size_t{21} << 20);
  EXPECT_TRUE(has(rows, R"({"isComplete":false,"hasCutCells":false})"));
  const std::string high = rows_of(content_with_rows(500'000, "[]"));
  EXPECT_EQ(count(high, "\n[null]"), 400'000U);
  EXPECT_TRUE(has(high, R"("isComplete":false)"));
}

TEST(TablePage, ShowsLinksWithATextAndImages) {
  EXPECT_EQ(cell_of(R"({"url":"https://example.org/a","text":"Site"})"),
            "<td><a href=\"https://example.org/a\" "
            "rel=\"noopener noreferrer nofollow ugc\">Site</a></td>");
  EXPECT_FALSE(has(cell_of(R"({"url":"javascript:alert","text":"Site"})"), "<a"));
  const std::string image =
      R"({"columns":["C"],"rows":[[{"src":"https://i.example/a.png","alt":"A"}]]})";
  const auto page = [&](core::RemoteImages images) {
    return render_content(core::Template::table, image, {images});
  };
  EXPECT_TRUE(has(page(core::RemoteImages::on).html.str(),
                  "<img src=\"https://i.example/a.png\" alt=\"A\" loading=\"lazy\" "
                  "referrerpolicy=\"no-referrer\">"));
  EXPECT_TRUE(page(core::RemoteImages::on).has_remote_images);
  EXPECT_TRUE(has(page(core::RemoteImages::click).html.str(), "class=\"remote-image\""));
  EXPECT_FALSE(has(page(core::RemoteImages::off).html.str(), "remote-image\""));
  EXPECT_FALSE(page(core::RemoteImages::off).has_remote_images);
  EXPECT_FALSE(has(cell_of(R"({"src":"http://i.example/a.png"})"), "<img"));
  EXPECT_FALSE(
      rendered(R"({"columns":["C"],"rows":[["https://i.example/a.png"]]})").has_remote_images);
}

TEST(TablePage, CutsVeryLongCellsAtAWholeCharacter) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "é";
  const std::string page = page_with('"' + text + '"');
  EXPECT_LT(page.size(), 34'000U);
  EXPECT_TRUE(has(page, "é…</div></td>"));
  EXPECT_TRUE(has(page, "Very long cells are truncated"));
}

TEST(TablePage, ShowsATableWithoutRows) {
  const std::string page = page_of(R"({"columns":["A","B"],"rows":[]})");
  EXPECT_TRUE(has(page, "<th scope=\"col\">B</th>"));
  EXPECT_TRUE(has(page, ">0 rows · 2 columns</p>"));
  EXPECT_TRUE(has(page, "This table has no rows."));
  EXPECT_FALSE(has(page, "table-tools"));
  EXPECT_FALSE(rendered(R"({"columns":["A"],"rows":[]})").has_rows);
}

TEST(Amount, IsANumberWithASignBesideIt) {
  for (const std::string text : {"0", "-1", "1.5", "1,234", "$5", "-$5", "$-5", "5 €", "12%",
                                 "R$ 1", "−5", "$−5", "(1,234)", "($5)", "(5%)", "12-", "5- €"})
    EXPECT_TRUE(html::Amount::parse(text)) << text;
  for (const std::string text : {"",           "-",     "$",  "%",   "1.",  ".",    "01",    "1,23",
                                 "1,2345",     "1.2.3", "A1", "1 2", "--1", "-$-1", "12 km", "1e",
                                 "2026-01-15", "(-5)",  "(5", "5)",  "()",  "-(5)", "((5))"})
    EXPECT_FALSE(html::Amount::parse(text)) << text;
}

}  // namespace
}  // namespace templates
