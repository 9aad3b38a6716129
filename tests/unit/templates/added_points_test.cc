// data(append(c, p)) = data(c) + p: points and records are added to charts in the forms of several
// libraries, or refused, and never change what was there.
#include "templates/chart/added_points.h"

#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "templates/changed_content.h"
#include "templates/content.h"

namespace templates {
namespace {

using core::JsonTree;
using core::Template;

// The data of a chart, a text for each row, the headings first.
std::vector<std::string> rows_of(const std::string& content) {
  const std::string csv = content_as(Form::csv, Template::chart, content).value_or(std::string());
  std::vector<std::string> rows;
  for (std::size_t begin = 0; begin < csv.size();) {
    const std::size_t end = csv.find("\r\n", begin);
    rows.push_back(csv.substr(begin, end - begin));
    begin = end + 2;
  }
  return rows;
}

class ChartGenerator {
 public:
  explicit ChartGenerator(unsigned seed) : random_(seed) {
    labels_ = 1 + below(4);
    series_ = 1 + below(3);
  }

  std::size_t below(std::size_t limit) { return random_() % limit; }

  std::string label(std::size_t i) const { return "L" + std::to_string(i); }
  std::string number() { return std::to_string(below(1000)); }

  std::string content() {
    switch (below(5)) {
      case 0:
        return R"({"type":"line","data":{"labels":)" + list_of_labels() + R"(,"datasets":)" +
               series("label", "data") + "}}";
      case 1:
        return R"({"type":"bar","labels":)" + list_of_labels() + R"(,"datasets":)" +
               series("label", "data") + "}";
      case 2:
        return R"({"chart":{"type":"column"},"xAxis":{"categories":)" + list_of_labels() +
               R"(},"series":)" + series("name", "data") + "}";
      case 3:
        return R"({"data":)" + traces() + R"(,"layout":{}})";
      default:
        are_records_ = true;
        return R"({"type":"bar","xKey":"m","data":)" + records(0, labels_) + "}";
    }
  }

  // One more point, or one in place of another.
  Addition addition(std::size_t place, bool has_key) {
    const auto tree = [](const std::string& text) { return *JsonTree::parse(std::string(text)); };
    if (are_records_)
      return AddedRows{tree(records(place, 1)), {}, has_key ? std::optional("m") : std::nullopt};
    std::string datasets;
    for (std::size_t i = 0; i < series_; ++i) datasets += (i == 0 ? "[[" : ",[") + number() + ']';
    return AddedPoints{
        tree("[\"" + label(place) + "\"]"), tree('[' + datasets.substr(1) + ']'), {}, has_key};
  }

  std::size_t label_count() const { return labels_; }

 private:
  std::string list_of_labels() {
    std::string list;
    for (std::size_t i = 0; i < labels_; ++i) list += (i == 0 ? "\"" : ",\"") + label(i) + '"';
    return '[' + list + ']';
  }
  std::string values() {
    std::string list;
    for (std::size_t i = 0; i < labels_; ++i)
      list += (i == 0 ? "" : ",") + (i > 0 && below(6) == 0 ? "null" : number());
    return '[' + list + ']';
  }
  std::string series(const std::string& name, const std::string& data) {
    std::string list;
    for (std::size_t i = 0; i < series_; ++i)
      list += (i == 0 ? "{\"" : ",{\"") + name + "\":\"S" + std::to_string(i) + "\",\"" + data +
              "\":" + values() + '}';
    return '[' + list + ']';
  }
  std::string traces() {
    std::string list;
    for (std::size_t i = 0; i < series_; ++i)
      list += (i == 0 ? "" : ",") + (R"({"type":"bar","name":"S)" + std::to_string(i)) +
              R"(","x":)" + list_of_labels() + R"(,"y":)" + values() + '}';
    return '[' + list + ']';
  }
  std::string records(std::size_t first, std::size_t count) {
    std::string list;
    for (std::size_t i = first; i < first + count; ++i) {
      list += (i == first ? R"({"m":")" : R"(,{"m":")") + label(i) + '"';
      for (std::size_t k = 0; k < series_; ++k)
        list += ",\"S" + std::to_string(k) + "\":" + number();
      list += '}';
    }
    return '[' + list + ']';
  }

  std::mt19937 random_;
  std::size_t labels_ = 0;
  std::size_t series_ = 0;
  bool are_records_ = false;
};

core::Result<GrownContent> grown(const std::string& content, const Addition& addition) {
  return with_addition(Template::chart, JsonTree::parse(std::string_view(content))->root(),
                       addition);
}

TEST(AddedPoints, AreInTheDataBehindAllThatWasThere) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    ChartGenerator make(seed);
    const std::string content = make.content();
    const auto after = grown(content, make.addition(make.label_count(), false));
    ASSERT_TRUE(after) << content << after.error().sentence();
    const std::vector<std::string> before = rows_of(content);
    std::vector<std::string> rows = rows_of(after->content);
    ASSERT_EQ(rows.size(), before.size() + 1) << content << after->content;
    EXPECT_TRUE(rows.back().starts_with(make.label(make.label_count()) + ',')) << after->content;
    rows.pop_back();
    EXPECT_EQ(rows, before) << content << after->content;
  }
}

// Points with labels, added to a chart: the content, or the code of the error and its field.
std::string with_points(const std::string& content, const std::string& labels,
                        const std::string& datasets, bool has_key,
                        std::optional<std::size_t> keep_last = {}) {
  const auto tree = [](const std::string& text) { return *JsonTree::parse(std::string(text)); };
  const auto after = grown(content, AddedPoints{tree(labels), tree(datasets), keep_last, has_key});
  if (!after) return std::string(core::to_string(after.error().code)) + ' ' + after.error().field;
  return after->content;
}

TEST(AddedPoints, GoAlongTheAxisOfHorizontalTraces) {
  const std::string before =
      R"({"data":[{"type":"bar","orientation":"h","y":["a","b"],"x":[1,2]}]})";
  EXPECT_EQ(with_points(before, R"(["c"])", "[[8]]", false),
            R"({"data":[{"type":"bar","orientation":"h","y":["a","b","c"],"x":[1,2,8]}]})");
  EXPECT_EQ(with_points(before, R"(["b"])", "[[8]]", true),
            R"({"data":[{"type":"bar","orientation":"h","y":["a","b"],"x":[1,8]}]})");
  EXPECT_EQ(with_points(before, R"(["2"])", "[[7]]", true),
            R"({"data":[{"type":"bar","orientation":"h","y":["a","b","2"],"x":[1,2,7]}]})");
}

TEST(PointsWithAKey, AreRefusedWherePointsHaveAnXOfTheirOwn) {
  for (
      const std::string content :
      {R"({"type":"line","data":{"labels":["a","b"],"datasets":[{"data":[{"x":"b","y":1},{"x":"a","y":2}]}]}})",
       R"({"type":"line","data":{"labels":["a","b"],"datasets":[{"data":[["b",1],["a",2]]}]}})",
       R"({"xAxis":{"data":["a","b"]},"series":[{"type":"line","data":[["b",1],["a",2]]}]})"})
    EXPECT_EQ(with_points(content, R"(["a"])", "[[9]]", true), "append_unsupported /append/key")
        << content;
}

TEST(PointsWithAKey, AreAddedAtTheEndWhereThePointThatTheyReplaceIsDropped) {
  const std::string once = with_points(R"({"type":"bar","labels":["a","b","c"],"values":[1,2,3]})",
                                       R"(["a"])", "[[9]]", true, 2);
  EXPECT_EQ(once, R"({"type":"bar","labels":["c","a"],"values":[3,9]})");
  EXPECT_EQ(with_points(once, R"(["a"])", "[[9]]", true, 2), once);
}

TEST(PointsWithAKey, ChangeOneRowAndNothingMoreTheSecondTime) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    ChartGenerator make(seed);
    const std::string content = make.content();
    const std::size_t place = make.below(make.label_count() + 1);
    const Addition addition = make.addition(place, true);
    const auto once = grown(content, addition);
    ASSERT_TRUE(once) << content << once.error().sentence();
    EXPECT_EQ(once->replaced, place < make.label_count() ? 1U : 0U) << content;
    const std::vector<std::string> before = rows_of(content);
    const std::vector<std::string> rows = rows_of(once->content);
    ASSERT_EQ(rows.size(), before.size() + once->appended) << content << once->content;
    for (std::size_t i = 0; i < before.size(); ++i)
      if (i != place + 1) {
        EXPECT_EQ(rows[i], before[i]) << content << once->content;
      }
    const auto again = grown(once->content, addition);
    ASSERT_TRUE(again) << once->content;
    EXPECT_EQ(again->content, once->content);
  }
}

}  // namespace
}  // namespace templates
