// Whether work on a text takes time in proportion to the length of the text, whatever the text is
// made of. The work is measured by the CPU time of its thread, on texts of n, 2n and 4n bytes: of
// two steps, the second adds twice as much text as the first, so it adds twice the time; a loop
// within a loop makes it four times.
#pragma once

#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

// Something that a text can contain again and again.
struct Construct {
  std::string name;
  std::function<std::string(std::size_t bytes)> text;  // of about this length
};

// In units, {i} is the number of the unit, which may have an operator and a number (+, %, /), and
// {n-i} counts backwards, down to 0.
Construct many(std::string name, std::string_view unit);
Construct many(std::string name, std::string_view before, std::string_view unit,
               std::string_view after);
// Two units, each as often as the other.
Construct pairs(std::string name, std::string_view before, std::string_view unit,
                std::string_view between, std::string_view other, std::string_view after);
Construct nested(std::string name, std::string_view open, std::string_view close);
// Each part is longer than the one before.
Construct deepening(std::string name, std::function<std::string(std::size_t number)> part);

// What is done with a text.
struct Work {
  std::string name;
  std::function<void(const std::string& text)> run;
};

// A construct, and what is done with texts of it: the parameter of a test.
struct Growth {
  Construct construct;
  std::vector<Work> works;
};
void PrintTo(const Growth& growth, std::ostream* out);
// For INSTANTIATE_TEST_SUITE_P.
std::string name_of(const Growth& growth);

// Fails for each work that takes more than linear time. With a sanitizer, whose own work is in all
// times, each only has to pass.
void expect_linear_time(const Growth& growth);

}  // namespace tests
