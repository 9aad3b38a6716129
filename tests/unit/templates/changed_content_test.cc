#include "templates/changed_content.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace templates {
namespace {

using core::JsonTree;
using core::Template;

JsonTree tree_of(const std::string& text) { return *JsonTree::parse(std::string(text)); }

std::string in_words(const core::Error& error) {
  return std::string(core::to_string(error.code)) + ": " + error.sentence();
}

std::string edited(Template id, const std::string& content, const std::string& find,
                   const std::string& replace) {
  const std::vector<core::TextEdit> edits{{find, replace}};
  const auto result = with_edits(id, tree_of(content).root(), edits);
  return result ? *result : in_words(result.error());
}

std::string grown(Template id, const std::string& content, const Addition& addition) {
  const auto result = with_addition(id, tree_of(content).root(), addition);
  return result ? result->content : in_words(result.error());
}

// Appends rows, or the error.
std::string with_rows(const std::string& content, const std::string& rows,
                      std::optional<std::size_t> keep_last = {}, Template id = Template::table) {
  return grown(id, content, AddedRows{tree_of(rows), keep_last});
}

std::string with_points(const std::string& content, const std::string& labels,
                        const std::string& datasets, std::optional<std::size_t> keep_last = {}) {
  AddedPoints points{{}, tree_of(datasets), keep_last};
  if (!labels.empty()) points.labels = tree_of(labels);
  return grown(Template::chart, content, points);
}

TEST(EditedContent, IsTheTextThatThePageShows) {
  EXPECT_EQ(edited(Template::markdown, R"({"n":1.50,"text":"# \u00fc\n","z":0})", "ü", "\"u\""),
            R"({"n":1.50,"text":"# \"u\"\n","z":0})");
  EXPECT_EQ(edited(Template::code, R"({"code":"a","content":"a"})", "a", "b"),
            R"({"code":"b","content":"a"})");
  EXPECT_EQ(edited(Template::pdf, R"({"html":"<p>a"})", "a", "b"), R"({"html":"<p>b"})");
  EXPECT_EQ(edited(Template::html, R"({"html":"<p>a"})", "a", "b"), R"({"html":"<p>b"})");
  EXPECT_EQ(edited(Template::table, R"({"csv":"a\n1"})", "1", "2"), R"({"csv":"a\n2"})");
}

TEST(EditedContent, IsNothingElse) {
  const std::string problem = "edit_not_found: edits change texts, and this content has none; ";
  const std::string way = "change its values with set, such as ";
  EXPECT_EQ(edited(Template::chart, R"({"type":"bar"})", "bar", "line"),
            problem + way +
                R"({"set": [{"op": "replace", "path": "/data/datasets/0/data/0", "value": 3}]})");
  EXPECT_EQ(edited(Template::table, R"({"rows":[["a"]],"csv":"a"})", "a", "b"),
            problem + way + R"({"set": [{"op": "replace", "path": "/rows/0/1", "value": 3}]})");
  EXPECT_EQ(edited(Template::pdf, R"({"data":"JVBERi0=","text":"a"})", "a", "b"),
            problem + "replace it as a whole");
}

TEST(AddedText, KeepsWhatWasThere) {
  EXPECT_EQ(grown(Template::markdown, R"({"text":"\u00fc" , "n":1.0})", AddedText{"\n\"é"}),
            R"({"text":"\u00fc\n\"é" , "n":1.0})");
  EXPECT_EQ(
      with_addition(Template::code, tree_of(R"({"text":""})").root(), AddedText{"éa"})->appended,
      2U);
  EXPECT_EQ(grown(Template::pdf, R"({"data":"JVBERi0="})", AddedText{"a"}),
            "append_unsupported: append cannot add to this content, which has no text; replace it "
            "as a whole");
}

TEST(TextEdits, FindPassagesWhateverTheirLineBreaks) {
  const auto changed = [](const std::string& content, const std::string& find,
                          const std::string& replace) {
    return edited(Template::markdown, content, find, replace);
  };
  const std::string windows = R"({"text":"# Plan\r\n\r\nFirst line\r\nSecond line\r\n"})";
  EXPECT_EQ(changed(windows, "First line\nSecond line", "First line\nSecond line changed"),
            R"({"text":"# Plan\r\n\r\nFirst line\r\nSecond line changed\r\n"})");
  EXPECT_EQ(changed(windows, "First line\r\nSecond line", "1\r\n2"),
            R"({"text":"# Plan\r\n\r\n1\r\n2\r\n"})");
  EXPECT_EQ(changed(windows, "First", "Zeroth\nFirst"),
            R"({"text":"# Plan\r\n\r\nZeroth\r\nFirst line\r\nSecond line\r\n"})");
  EXPECT_EQ(changed(R"({"text":"a\nb\n"})", "a\r\nb", "c\r\nd"), R"({"text":"c\nd\n"})");
  EXPECT_EQ(changed(R"({"text":"a"})", "a", "c\r\nd"), R"({"text":"c\nd"})");
  EXPECT_EQ(changed(R"({"text":"a\r\nb\nc"})", "b\nc", "d"), R"({"text":"a\r\nd"})");
  EXPECT_EQ(changed(windows, "Second line\nThird", ""),
            "edit_not_found: /edits/0/find is not in the text; nearest is line 5, which has the "
            "first 12 of its 17 "
            "characters, and goes on with nothing where this has \"Third\"");
}

TEST(AddedText, BeginsALine) {
  EXPECT_EQ(grown(Template::markdown, R"({"text":"# Log\n\nLast words."})", AddedText{"## Next"}),
            R"({"text":"# Log\n\nLast words.\n## Next"})");
  EXPECT_EQ(grown(Template::code, R"({"text":"a\r\nb"})", AddedText{"c"}),
            R"({"text":"a\r\nb\r\nc"})");
  EXPECT_EQ(grown(Template::code, R"({"text":"a\r\n"})", AddedText{"b\nc\n"}),
            R"({"text":"a\r\nb\r\nc\r\n"})");
  for (const Template id : {Template::pdf, Template::html})
    EXPECT_EQ(grown(id, R"({"html":"<p>a"})", AddedText{"<p>b"}), R"({"html":"<p>a\n<p>b"})");
  EXPECT_EQ(grown(Template::code, R"({"text":"a\n"})", AddedText{"b"}), R"({"text":"a\nb"})");
  EXPECT_EQ(grown(Template::code, R"({"text":"a"})", AddedText{"\r\nb"}), R"({"text":"a\r\nb"})");
  EXPECT_EQ(grown(Template::code, R"({"text":""})", AddedText{"b"}), R"({"text":"b"})");
  EXPECT_EQ(
      with_addition(Template::code, tree_of(R"({"text":"a"})").root(), AddedText{"bc"})->appended,
      2U);
}

TEST(Additions, SayWhatTheTemplateTakes) {
  EXPECT_EQ(with_rows(R"({"text":""})", "[[1]]", {}, Template::markdown),
            "append_unsupported: append must have text, as this is a text, such as "
            R"({"text": "…"})");
  EXPECT_EQ(grown(Template::table, R"({"rows":[[1]]})", AddedText{"a"}),
            "append_unsupported: append must have rows, as this is a table, such as "
            R"({"rows": [["Oslo", 3]]})");
  EXPECT_EQ(grown(Template::chart, R"({"type":"bar","values":[1]})", AddedText{"a"}),
            "append_unsupported: append must have points, as this is a chart, such as "
            R"({"labels": ["June"], "datasets": [{"label": "Sales", "data": [3]}]})");
}

TEST(AddedRows, HaveTheFormOfTheOthers) {
  const std::string arrays = R"({"columns":["a","b"],"rows":[[1,2.0]]})";
  EXPECT_EQ(with_rows(arrays, "[[3,4.50],[5]]"),
            R"({"columns":["a","b"],"rows":[[1,2.0],[3,4.50],[5]]})");
  EXPECT_EQ(with_rows(arrays, R"([{"b":4,"a":3},{"b":"x"}])"),
            R"({"columns":["a","b"],"rows":[[1,2.0],[3,4],[null,"x"]]})");
  const std::string objects = R"({"rows":[{"a": 1, "b": 2}]})";
  EXPECT_EQ(with_rows(objects, R"([{"a": 3, "c": 4}])"),
            R"({"rows":[{"a": 1, "b": 2},{"a": 3, "c": 4}]})");
  EXPECT_EQ(with_rows(objects, R"([{"A": 3}])"),
            "append_unsupported: /append/rows/0 has \"A\", but the table's columns are \"a\", "
            "\"b\"");
  EXPECT_EQ(with_rows(objects, "[[3,4]]"), R"({"rows":[{"a": 1, "b": 2},{"a":3,"b":4}]})");
  EXPECT_EQ(with_rows(R"({"columns":["a"],"rows":[1]})", R"([2,[3],{"a":4}])"),
            R"({"columns":["a"],"rows":[1,2,3,4]})");
  EXPECT_EQ(with_rows(R"({"table":[[1]]})", "[[2]]"), R"({"table":[[1],[2]]})");
  EXPECT_EQ(with_rows(R"({"table":{"records":[[1]]}})", "[[2]]"),
            R"({"table":{"records":[[1],[2]]}})");
}

TEST(AddedRows, GoByTheKeysAndLabelsOfColumns) {
  const std::string content = R"({"columns":[{"key":"c","label":"City"},"n"],"rows":[["Rom",1]]})";
  EXPECT_EQ(with_rows(content, R"([{"City":"Oslo","n":2}])"),
            R"({"columns":[{"key":"c","label":"City"},"n"],"rows":[["Rom",1],["Oslo",2]]})");
  EXPECT_EQ(with_rows(content, R"([["Oslo",2],{"town":"Oslo"}])"),
            "append_unsupported: /append/rows/1 has \"town\", but the table's columns are \"c\", "
            "\"n\"");
  EXPECT_EQ(with_rows(content, "[[1,2,3]]"),
            "append_unsupported: /append/rows/0 has 3 values, but the table's columns are \"c\", "
            "\"n\"");
}

TEST(AddedRows, CanBeTheFirst) {
  EXPECT_EQ(with_rows(R"({"rows":[]})", R"([{"a":1}])"), R"({"rows":[{"a":1}]})");
  EXPECT_EQ(with_rows(R"({"columns":["a"]})", "[[1],[2]]"),
            R"({"columns":["a"],"rows":[[1],[2]]})");
  EXPECT_EQ(with_rows(R"({"columns":["a"]})", "[[1],[2]]", 1), R"({"columns":["a"],"rows":[[2]]})");
  EXPECT_EQ(with_rows("{}", "[[1]]"),
            "append_unsupported: append cannot add to this content, which its page shows as JSON; "
            "replace it as a whole");
}

TEST(AddedRows, DropTheFirstOnes) {
  const auto result = with_addition(Template::table, tree_of(R"({"rows":[[1],[2],[3]]})").root(),
                                    AddedRows{tree_of("[[4],[5]]"), 3});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->content, R"({"rows":[[3],[4],[5]]})");
  EXPECT_EQ(result->appended, 2U);
  EXPECT_EQ(result->dropped, 2U);
  EXPECT_EQ(with_rows(R"({"rows":[[1]]})", "[[2],[3]]", 1), R"({"rows":[[3]]})");
  EXPECT_EQ(with_rows(R"({"rows":[[1]]})", "[[2]]", 5), R"({"rows":[[1],[2]]})");
}

TEST(AddedRows, AreRecordsOfCsv) {
  EXPECT_EQ(with_rows(R"({"csv":"a,b\r\n1,2\r\n"})", R"([[3,"x,\"y\""],{"b":null,"a":true}])"),
            R"({"csv":"a,b\r\n1,2\r\n3,\"x,\"\"y\"\"\"\r\ntrue,\r\n"})");
  EXPECT_EQ(with_rows(R"({"csv":"a;b\n1;\u00fc"})", R"([["1,5","x;y"]])"),
            R"({"csv":"a;b\n1;\u00fc\n\"1,5\";\"x;y\""})");
  EXPECT_EQ(with_rows(R"({"csv":"a"})", R"([[1],[null]])"), R"({"csv":"a\n1\n\"\""})");
  EXPECT_EQ(with_rows(R"({"csv":""})", "[[1]]").substr(0, 18), "append_unsupported");
}

TEST(AddedRows, DropRecordsOfCsvBehindItsHeader) {
  const std::string content = R"({"csv":"a,b\n\"x\n1\",2\n\n3,4\n"})";
  EXPECT_EQ(with_rows(content, "[[5,6]]", 2), R"({"csv":"a,b\n3,4\n5,6\n"})");
  EXPECT_EQ(with_rows(content, "[[5,6],[7,8]]", 1), R"({"csv":"a,b\n7,8\n"})");
  EXPECT_EQ(with_rows(R"({"csv":"a\n1"})", "[[2]]", 1), R"({"csv":"a\n2"})");
}

TEST(AddedRows, AreRefusedForValuesByColumnAndNamedRows) {
  const auto place_in = [](const std::string& content) {
    const std::string problem = with_rows(content, "[[5,6]]");
    const std::size_t begin = problem.find("\"path\": ");
    EXPECT_TRUE(problem.starts_with("append_unsupported: ")) << problem;
    return problem.substr(begin, problem.find(',', begin) - begin);
  };
  EXPECT_EQ(place_in(R"({"a":[1,2],"b":["x","y"]})"), R"("path": "/a/-")");
  EXPECT_EQ(place_in(R"({"data":{"a":[1,2],"b":[3,4]},"columns":["b"]})"),
            R"("path": "/data/a/-")");
  EXPECT_EQ(place_in(R"({"a":{"0":1,"1":2},"b":{"0":3,"1":4}})"), R"("path": "/a/2")");
  EXPECT_EQ(place_in(R"({"a":{"r":1,"s":2},"b":{"r":3,"s":4}})"), R"("path": "/a/Oslo")");
  EXPECT_EQ(place_in(R"({"columns":["n"],"data":{"Rom":{"n":1},"Bern":{"n":3}}})"),
            R"("path": "/data/Oslo")");
}

TEST(AddedRows, AreCountedByAnIndexThatCounts) {
  EXPECT_EQ(with_rows(R"({"columns":["a"],"index":[0,1],"data":[[1],[2]]})", "[[3]]"),
            R"({"columns":["a"],"index":[0,1,2],"data":[[1],[2],[3]]})");
  EXPECT_EQ(with_rows(R"({"columns":["a"],"index":[0,1],"data":[[1],[2]]})", "[[3]]", 1),
            R"({"columns":["a"],"index":[0],"data":[[3]]})");
  EXPECT_EQ(with_rows(R"({"columns":["a"],"index":["x"],"data":[[1]]})", "[[3]]").substr(0, 18),
            "append_unsupported");
}

TEST(AddedPoints, GoToTheDatasetOfTheirLabel) {
  const std::string content = R"({"type":"bar","data":{"labels":["May"],"datasets":[)"
                              R"({"label":"A","data":[1.0]},{"label":"B","data":[2]}]}})";
  EXPECT_EQ(with_points(content, R"(["June"])",
                        R"([{"label":"B","data":[4]},{"label":"A","data":[3.50]}])"),
            R"({"type":"bar","data":{"labels":["May","June"],"datasets":[)"
            R"({"label":"A","data":[1.0,3.50]},{"label":"B","data":[2,4]}]}})");
  EXPECT_EQ(with_points(content, R"(["June"])", "[[3],[null]]", 1),
            R"({"type":"bar","data":{"labels":["June"],"datasets":[)"
            R"({"label":"A","data":[3]},{"label":"B","data":[null]}]}})");
  EXPECT_EQ(with_points(content, R"(["June"])", R"([{"label":"C","data":[3]}])"),
            "append_unsupported: /append/datasets/0 has the label \"C\", but the chart has \"A\", "
            "\"B\"; set adds one, with add and the path of its place");
  EXPECT_EQ(with_points(content, R"(["June"])", R"([{"label":"A","data":[3]}])"),
            "append_unsupported: /append/datasets must have 1 value for the dataset \"B\", as "
            "there is 1 label; null is a gap");
  EXPECT_EQ(with_points(content, "", "[[3],[4]]"),
            "append_unsupported: /append/labels must have a label for each new point, as the chart "
            "has labels");
}

TEST(AddedPoints, GoIntoEveryFormat) {
  EXPECT_EQ(with_points(R"({"type":"bar","labels":["a"],"values":[1]})", R"(["b"])", "[[2]]"),
            R"({"type":"bar","labels":["a","b"],"values":[1,2]})");
  EXPECT_EQ(with_points(R"({"type":"line","series":[{"name":"S","data":[1]}],)"
                        R"("xAxis":{"categories":["a"]}})",
                        R"(["b"])", R"([{"name":"S","data":[2]}])"),
            R"({"type":"line","series":[{"name":"S","data":[1,2]}],)"
            R"("xAxis":{"categories":["a","b"]}})");
  EXPECT_EQ(
      with_points(R"({"data":[{"type":"bar","x":["a","b"],"y":[1,2]}]})", R"(["c"])", "[[3]]", 2),
      R"({"data":[{"type":"bar","x":["b","c"],"y":[2,3]}]})");
  EXPECT_EQ(
      with_points(R"({"config":{"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1]}]}}})",
                  R"(["b"])", R"([{"label":"any","data":[2]}])"),
      R"({"config":{"type":"bar","data":{"labels":["a","b"],"datasets":[{"data":[1,2]}]}}})");
}

TEST(AddedPoints, MayHaveAnXAndAY) {
  const std::string content =
      R"({"type":"scatter","data":{"datasets":[{"data":[{"x":1,"y":2}]},{"data":[{"x":3,"y":4}]}]}})";
  EXPECT_EQ(
      with_points(content, "", R"([[{"x":5,"y":6}]])", 1),
      R"({"type":"scatter","data":{"datasets":[{"data":[{"x":5,"y":6}]},{"data":[{"x":3,"y":4}]}]}})");
  EXPECT_EQ(with_points(content, R"(["a"])", "[[1],[2]]").substr(0, 18), "append_unsupported");
}

TEST(AddedPoints, AreRefusedWhereLabelsAndValuesDiffer) {
  EXPECT_EQ(with_points(R"({"type":"bar","labels":["a","b"],"values":[1]})", R"(["c"])", "[[3]]"),
            "append_unsupported: /append/datasets cannot be added: the dataset in place 0 of the "
            "chart has 1 value for 2 labels; make them as many with set first");
}

TEST(AddedRecords, GoToTheRecordsOfAChart) {
  const std::string content = R"({"type":"bar","data":[{"m":"May","n":1}]})";
  EXPECT_EQ(with_rows(content, R"([{"m":"June","n":2.0}])", {}, Template::chart),
            R"({"type":"bar","data":[{"m":"May","n":1},{"m":"June","n":2.0}]})");
  EXPECT_EQ(with_rows(R"({"mark":"bar","encoding":{},"data":{"values":[{"a":1}]}})", R"([{"a":2}])",
                      1, Template::chart),
            R"({"mark":"bar","encoding":{},"data":{"values":[{"a":2}]}})");
  EXPECT_EQ(with_rows(content, "[[1]]", {}, Template::chart).substr(0, 18), "append_unsupported");
  EXPECT_EQ(with_points(content, R"(["June"])", "[[2]]").substr(0, 18), "append_unsupported");
  EXPECT_EQ(with_rows(R"({"type":"bar","labels":["a"],"values":[1]})", R"([{"a":1}])", {},
                      Template::chart)
                .substr(0, 18),
            "append_unsupported");
}

// Adds points by their labels.
std::string with_labels(const std::string& content, const std::string& labels,
                        const std::string& datasets, std::optional<std::size_t> keep_last = {}) {
  return grown(Template::chart, content,
               AddedPoints{tree_of(labels), tree_of(datasets), keep_last, true});
}

TEST(PointsWithAKey, ReplaceThoseWithTheirLabelsOrAreAdded) {
  const std::string chart =
      R"({"type":"bar","data":{"labels":["May","June"],"datasets":[{"data":[1,2]},{"data":[3,4]}]}})";
  EXPECT_EQ(
      with_labels(chart, R"(["June","July"])", "[[5,6],[7,8]]"),
      R"({"type":"bar","data":{"labels":["May","June","July"],"datasets":[{"data":[1,5,6]},{"data":[3,7,8]}]}})");
  EXPECT_EQ(
      with_labels(chart, R"(["May","July"])", "[[5,6],[7,8]]", 2),
      R"({"type":"bar","data":{"labels":["May","July"],"datasets":[{"data":[5,6]},{"data":[7,8]}]}})");
  const std::string figure = R"({"data":[{"type":"bar","x":["a","b"],"y":[1,2]}],"layout":{}})";
  EXPECT_EQ(with_labels(figure, R"(["a","c"])", "[[7,8]]"),
            R"({"data":[{"type":"bar","x":["a","b","c"],"y":[7,2,8]}],"layout":{}})");
}

TEST(PointsWithAKey, AreRefusedWhereTheLabelDoesNotTellOne) {
  const auto code_of = [](const std::string& problem) {
    return problem.substr(0, problem.find(' ', problem.find(' ') + 1));
  };
  const std::string twice =
      R"({"type":"bar","data":{"labels":["a","a"],"datasets":[{"data":[1,2]}]}})";
  EXPECT_EQ(code_of(with_labels(twice, R"(["a"])", "[[5]]")), "edit_ambiguous: /append/labels/0");
  EXPECT_EQ(code_of(with_labels(twice, R"(["b","b"])", "[[5,6]]")),
            "invalid_request: /append/labels/1");
  EXPECT_EQ(code_of(with_labels(twice, "[null]", "[[5]]")), "invalid_request: /append/labels/0");
}

TEST(RecordsWithAKey, ReplaceThoseWithItOrAreAdded) {
  const auto changed = [](const std::string& data, const std::string& rows,
                          std::optional<std::size_t> keep_last = {}) {
    return grown(Template::chart, R"({"type":"bar","data":)" + data + "}",
                 AddedRows{tree_of(rows), keep_last, "m"});
  };
  const std::string data = R"([{"m":"May","v":1}, {"m":"June","v":2}])";
  EXPECT_EQ(changed(data, R"([{"m":"June","v":3},{"m":"July","v":4}])"),
            R"({"type":"bar","data":[{"m":"May","v":1}, {"m":"June","v":3}, {"m":"July","v":4}]})");
  EXPECT_EQ(changed(data, R"([{"m":"May","v":3},{"m":"July","v":4}])", 2),
            R"({"type":"bar","data":[{"m":"May","v":3}, {"m":"July","v":4}]})");
  EXPECT_TRUE(changed(R"([{"m":"May","v":1},{"m":"May","v":2}])", R"([{"m":"May","v":3}])")
                  .starts_with("edit_ambiguous: /append/rows/0 "));
  EXPECT_TRUE(changed(data, R"([{"v":3}])").starts_with("invalid_request: /append/rows/0 "));
}

}  // namespace
}  // namespace templates
