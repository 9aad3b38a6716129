#include "templates/differences/grid.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/sequences.h"
#include "core/text/text.h"

namespace templates {

void Grid::add(std::size_t column, std::string_view text) {
  if (text.empty() || !is_complete_) return;
  if (cells_.size() == kMaximumCells) {
    is_complete_ = false;
    cells_ = {};
    row_ends_ = {};
    copies_ = {};
    return;
  }
  cells_.push_back({static_cast<std::uint32_t>(column), text});
}

void Grid::add_copy(std::size_t column, std::string text) {
  if (is_complete_) add(column, copies_.emplace_back(std::move(text)));
}

void Grid::end_row() {
  ++row_count_;
  if (row_count_ > kMaximumRows) is_complete_ = false;
  if (is_complete_) row_ends_.push_back(cells_.size());
}

namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

// A cell in a column that both versions have; `column` counts these. The same number, the same
// text.
struct NumberedCell {
  std::uint32_t column = 0;
  std::uint32_t number = 0;
  bool operator==(const NumberedCell&) const = default;
};

// The cells of one version in the columns that both have, in the order of the columns.
struct NumberedRows {
  std::vector<NumberedCell> cells;
  std::vector<std::size_t> ends;

  std::size_t count() const { return ends.size(); }
  std::span<const NumberedCell> row(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(cells).subspan(begin, ends[i] - begin);
  }
};

// A row of both versions, by its places.
struct RowPair {
  std::size_t from = 0;
  std::size_t to = 0;
};

class GridComparison {
 public:
  GridComparison(const Grid& from, const Grid& to, const GridDifferenceLimits& limits)
      : from_(from), to_(to), limits_(limits) {
    difference_.from_rows = from.row_count();
    difference_.to_rows = to.row_count();
    partner_of_from_.assign(from.columns().size(), kNowhere);
    partner_of_to_.assign(to.columns().size(), kNowhere);
  }

  GridDifference compare(KeyColumn key) {
    pair_columns([](const Grid::Column& column) { return column.heading; });
    pair_columns([](const Grid::Column& column) { return column.key; });
    difference_.is_compared = from_.is_complete() && to_.is_complete();
    if (difference_.is_compared) {
      number_cells();
      pair_columns_by_values();
    }
    note_columns();
    note_moved_columns(key);
    if (!difference_.is_compared) return std::move(difference_);
    number_shared_columns();
    key_ = find_key(key);
    if (key_) difference_.key_column = to_.columns()[shared_to_[*key_]].heading;
    note_rows(key_ ? pairs_by_key() : pairs_by_place());
    return std::move(difference_);
  }

 private:
  using Kind = RowDifference::Kind;

  void pair(std::size_t from, std::size_t to) {
    partner_of_from_[from] = to;
    partner_of_to_[to] = from;
  }

  // By a name of theirs that is not empty; of several with the same, in their order.
  template <typename Name>
  void pair_columns(const Name& name_of) {
    std::map<std::string, std::vector<std::size_t>> places;
    for (std::size_t i = from_.columns().size(); i-- > 0;)
      if (partner_of_from_[i] == kNowhere) places[name_of(from_.columns()[i])].push_back(i);
    for (std::size_t i = 0; i < to_.columns().size(); ++i) {
      if (partner_of_to_[i] != kNowhere) continue;
      const std::string name = name_of(to_.columns()[i]);
      const auto found = places.find(name);
      if (name.empty() || found == places.end() || found->second.empty()) continue;
      pair(found->second.back(), i);
      found->second.pop_back();
    }
  }

  void number_cells() {
    const auto texts_of = [](const Grid& grid) {
      std::vector<std::string_view> texts;
      texts.reserve(grid.cells().size());
      for (const Grid::Cell& cell : grid.cells()) texts.push_back(cell.text);
      return texts;
    };
    numbers_ = core::number_texts(texts_of(from_), texts_of(to_));
    core::CpuLimit::check();
  }

  // A column whose heading alone changed has most of its values as before. Only columns that have
  // no partner are compared, in their order, as few of them change at once.
  void pair_columns_by_values() {
    std::vector<std::size_t> from_open;
    std::vector<std::size_t> to_open;
    for (std::size_t i = 0; i < partner_of_from_.size(); ++i)
      if (partner_of_from_[i] == kNowhere) from_open.push_back(i);
    for (std::size_t i = 0; i < partner_of_to_.size(); ++i)
      if (partner_of_to_[i] == kNowhere) to_open.push_back(i);
    if (from_open.empty() || to_open.empty()) return;
    const auto from_values = values_of(from_, numbers_.from, from_open);
    const auto to_values = values_of(to_, numbers_.to, to_open);
    std::size_t next = 0;
    for (std::size_t i = 0; i < from_open.size(); ++i) {
      for (std::size_t k = next; k < to_open.size() && k < next + kNearColumns; ++k) {
        if (!are_mostly_equal(from_values[i], to_values[k])) continue;
        pair(from_open[i], to_open[k]);
        next = k + 1;
        break;
      }
    }
  }
  static constexpr std::size_t kNearColumns = 3;

  using Values = std::vector<std::uint32_t>;

  static std::vector<Values> values_of(const Grid& grid, const std::vector<std::uint32_t>& numbers,
                                       const std::vector<std::size_t>& columns) {
    std::vector<std::size_t> places(grid.columns().size(), kNowhere);
    for (std::size_t i = 0; i < columns.size(); ++i) places[columns[i]] = i;
    std::vector<Values> values(columns.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::size_t place = places[grid.cells()[i].column];
      if (place != kNowhere) values[place].push_back(numbers[i]);
    }
    for (Values& one : values) std::sort(one.begin(), one.end());
    return values;
  }

  static bool are_mostly_equal(const Values& a, const Values& b) {
    Values common;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
    return 2 * common.size() > std::max(a.size(), b.size());
  }

  void note_columns() {
    for (std::size_t i = 0; i < partner_of_from_.size(); ++i)
      if (partner_of_from_[i] == kNowhere)
        difference_.removed_columns.push_back(shown(from_.columns()[i].heading));
    for (std::size_t i = 0; i < partner_of_to_.size(); ++i) {
      const std::string& heading = to_.columns()[i].heading;
      if (partner_of_to_[i] == kNowhere) {
        difference_.added_columns.push_back(shown(heading));
        continue;
      }
      const std::string& before = from_.columns()[partner_of_to_[i]].heading;
      if (before != heading) difference_.renamed_columns.push_back({shown(before), shown(heading)});
      shared_to_.push_back(i);
    }
  }

  // The labels of a chart are always first.
  void note_moved_columns(KeyColumn key) {
    std::vector<std::size_t> from_order;
    MovedColumns moved;
    for (const std::size_t i : shared_to_) {
      if (key == KeyColumn::first && i == 0) continue;
      from_order.push_back(partner_of_to_[i]);
      moved.to.push_back(shown(to_.columns()[i].heading));
    }
    if (std::is_sorted(from_order.begin(), from_order.end())) return;
    std::sort(from_order.begin(), from_order.end());
    for (const std::size_t i : from_order) moved.from.push_back(shown(from_.columns()[i].heading));
    difference_.moved_columns = std::move(moved);
  }

  void number_shared_columns() {
    std::vector<std::size_t> from_places(from_.columns().size(), kNowhere);
    std::vector<std::size_t> to_places(to_.columns().size(), kNowhere);
    for (std::size_t i = 0; i < shared_to_.size(); ++i) {
      to_places[shared_to_[i]] = i;
      from_places[partner_of_to_[shared_to_[i]]] = i;
    }
    from_rows_ = rows_of(from_, numbers_.from, from_places);
    to_rows_ = rows_of(to_, numbers_.to, to_places);
  }

  static NumberedRows rows_of(const Grid& grid, const std::vector<std::uint32_t>& numbers,
                              const std::vector<std::size_t>& places) {
    NumberedRows rows;
    rows.cells.reserve(numbers.size());
    rows.ends.reserve(grid.row_count());
    for (std::size_t row = 0; row < grid.row_count(); ++row) {
      const auto begin = static_cast<std::ptrdiff_t>(rows.cells.size());
      for (std::size_t i = grid.begin_of_row(row); i < grid.end_of_row(row); ++i) {
        const std::size_t place = places[grid.cells()[i].column];
        if (place != kNowhere)
          rows.cells.push_back({static_cast<std::uint32_t>(place), numbers[i]});
      }
      std::sort(rows.cells.begin() + begin, rows.cells.end(),
                [](const NumberedCell& a, const NumberedCell& b) { return a.column < b.column; });
      rows.ends.push_back(rows.cells.size());
    }
    return rows;
  }

  // For each column the numbers of its cells, by row, if every row has one and no two the same;
  // otherwise empty.
  std::vector<Values> keys_in(const NumberedRows& rows) const {
    std::vector<Values> columns(shared_to_.size());
    for (const NumberedCell& cell : rows.cells) columns[cell.column].push_back(cell.number);
    std::vector<std::uint32_t> seen_in(numbers_.count, 0);  // the column, from 1
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto column = static_cast<std::uint32_t>(i + 1);
      const auto is_new = [&](std::uint32_t number) {
        return std::exchange(seen_in[number], column) != column;
      };
      if (columns[i].size() != rows.count() ||
          !std::all_of(columns[i].begin(), columns[i].end(), is_new))
        columns[i].clear();
    }
    return columns;
  }

  std::optional<std::size_t> find_key(KeyColumn which) {
    const auto from_keys = keys_in(from_rows_);
    auto to_keys = keys_in(to_rows_);
    std::vector<std::uint32_t> seen_in(numbers_.count, 0);
    std::optional<std::size_t> best;
    std::size_t most = 0;
    for (std::size_t i = 0; i < from_keys.size(); ++i) {
      if (which == KeyColumn::first && shared_to_[i] != 0) break;
      const auto column = static_cast<std::uint32_t>(i + 1);
      for (const std::uint32_t number : from_keys[i]) seen_in[number] = column;
      const auto common = static_cast<std::size_t>(
          std::count_if(to_keys[i].begin(), to_keys[i].end(),
                        [&](std::uint32_t number) { return seen_in[number] == column; }));
      if (common <= most) continue;
      most = common;
      best = i;
    }
    if (best) {
      from_keys_ = from_keys[*best];
      to_keys_ = std::move(to_keys[*best]);
    }
    return best;
  }

  // In the order of `from`.
  std::vector<RowPair> pairs_by_key() const {
    std::vector<std::size_t> to_places(numbers_.count, kNowhere);
    for (std::size_t i = 0; i < to_keys_.size(); ++i) to_places[to_keys_[i]] = i;
    std::vector<RowPair> pairs;
    for (std::size_t i = 0; i < from_keys_.size(); ++i)
      if (to_places[from_keys_[i]] != kNowhere) pairs.push_back({i, to_places[from_keys_[i]]});
    return pairs;
  }

  std::vector<RowPair> pairs_by_place() const {
    const auto texts_of = [](const NumberedRows& rows) {
      std::vector<std::string_view> texts;
      texts.reserve(rows.count());
      for (std::size_t i = 0; i < rows.count(); ++i) {
        const auto bytes = std::as_bytes(rows.row(i));
        texts.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      }
      return texts;
    };
    std::vector<RowPair> pairs;
    std::size_t from = 0;
    std::size_t to = 0;
    const auto pair_until = [&](std::size_t from_end, std::size_t to_end) {
      for (; from < from_end && to < to_end; ++from, ++to)
        if (have_cell_in_common(from, to)) pairs.push_back({from, to});
    };
    for (const core::Match& match :
         core::match_sequences(core::number_texts(texts_of(from_rows_), texts_of(to_rows_)))) {
      pair_until(match.from, match.to);
      for (std::size_t i = 0; i < match.length; ++i)
        pairs.push_back({match.from + i, match.to + i});
      from = match.from + match.length;
      to = match.to + match.length;
    }
    pair_until(from_rows_.count(), to_rows_.count());
    return pairs;
  }

  // With only one column, a row has another value at its place.
  bool have_cell_in_common(std::size_t from, std::size_t to) const {
    if (shared_to_.size() <= 1) return true;
    std::size_t common = 0;
    for_both(from, to, [&](std::uint32_t, const NumberedCell* before, const NumberedCell* after) {
      if (before != nullptr && after != nullptr && *before == *after) ++common;
    });
    return common > 0;
  }

  // Calls `use` for each column in which one of the rows has a cell.
  template <typename Use>
  void for_both(std::size_t from, std::size_t to, const Use& use) const {
    const auto before = from_rows_.row(from);
    const auto after = to_rows_.row(to);
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < before.size() || k < after.size()) {
      const bool has_before =
          i < before.size() && (k == after.size() || before[i].column <= after[k].column);
      const bool has_after =
          k < after.size() && (i == before.size() || after[k].column <= before[i].column);
      use(has_before ? before[i].column : after[k].column, has_before ? &before[i] : nullptr,
          has_after ? &after[k] : nullptr);
      i += has_before ? 1 : 0;
      k += has_after ? 1 : 0;
    }
  }

  // `pairs` are in the order of `from`.
  void note_rows(const std::vector<RowPair>& pairs) {
    std::vector<std::size_t> to_places;
    std::vector<std::size_t> partner_of_to(to_rows_.count(), kNowhere);
    std::vector<bool> has_partner(from_rows_.count());
    for (const RowPair& one : pairs) {
      to_places.push_back(one.to);
      partner_of_to[one.to] = one.from;
      has_partner[one.from] = true;
    }
    std::vector<bool> is_in_order(from_rows_.count());
    for (const std::size_t index : core::longest_ascent(to_places))
      is_in_order[pairs[index].from] = true;
    // What was removed is told before the next row that has kept its place.
    std::size_t next_from = 0;
    const auto note_removed_until = [&](std::size_t end) {
      for (; next_from < end; ++next_from)
        if (!has_partner[next_from]) note_one_sided(Kind::removed, next_from);
    };
    for (std::size_t to = 0; to < to_rows_.count(); ++to) {
      const std::size_t partner = partner_of_to[to];
      if (partner == kNowhere) {
        note_one_sided(Kind::added, to);
        continue;
      }
      if (is_in_order[partner]) note_removed_until(partner);
      note_pair(partner, to, !is_in_order[partner]);
    }
    note_removed_until(from_rows_.count());
  }

  void note_one_sided(Kind kind, std::size_t row) {
    const bool is_added = kind == Kind::added;
    ++(is_added ? difference_.added : difference_.removed);
    if (!has_space()) return;
    const Grid& grid = is_added ? to_ : from_;
    RowDifference& noted = difference_.rows.emplace_back();
    noted.kind = kind;
    (is_added ? noted.to_row : noted.from_row) = row + 1;
    noted.key = key_of(grid, row);
    for (std::size_t i = grid.begin_of_row(row); i < grid.end_of_row(row); ++i) {
      if (!has_space_in(noted)) continue;
      const Grid::Cell& cell = grid.cells()[i];
      CellDifference one{.column = shown(grid.columns()[cell.column].heading)};
      (is_added ? one.to : one.from) = shown(cell.text);
      add(std::move(one), noted);
    }
  }

  void note_pair(std::size_t from, std::size_t to, bool is_moved) {
    const auto before = from_rows_.row(from);
    const auto after = to_rows_.row(to);
    const bool is_equal = std::equal(before.begin(), before.end(), after.begin(), after.end());
    if (is_equal && !is_moved) return;
    ++(is_equal ? difference_.moved : difference_.changed);
    RowDifference noted{.kind = is_equal ? Kind::moved : Kind::changed,
                        .from_row = from + 1,
                        .to_row = to + 1,
                        .key = key_of(to_, to),
                        .is_moved = is_moved};
    const bool is_shown = has_space();
    for_both(from, to, [&](std::uint32_t column, const NumberedCell* old, const NumberedCell* now) {
      if (old != nullptr && now != nullptr && *old == *now) return;
      ++difference_.changed_cells;
      if (!is_shown || !has_space_in(noted)) return;
      const std::size_t to_column = shared_to_[column];
      CellDifference one{.column = shown(to_.columns()[to_column].heading)};
      one.from = shown(text_in(from_, from, partner_of_to_[to_column]));
      one.to = shown(text_in(to_, to, to_column));
      add(std::move(one), noted);
    });
    if (is_shown) difference_.rows.push_back(std::move(noted));
  }

  // Counts the row if there is none.
  bool has_space() {
    if (bytes_ < limits_.bytes) {
      bytes_ += kBytesOfRow;
      return true;
    }
    ++difference_.omitted_rows;
    return false;
  }

  bool has_space_in(RowDifference& row) const {
    if (row.cells.size() < limits_.cells_of_row) return true;
    ++row.omitted_cells;
    return false;
  }

  void add(CellDifference cell, RowDifference& row) {
    bytes_ += kBytesOfCell + cell.column.size() + cell.from.value_or("").size() +
              cell.to.value_or("").size();
    row.cells.push_back(std::move(cell));
  }

  std::string shown(std::string_view text) const {
    if (text.size() <= limits_.cell_bytes) return std::string(text);
    return std::string(core::whole_characters(text, limits_.cell_bytes)) + "…";
  }

  std::string key_of(const Grid& grid, std::size_t row) const {
    if (!key_) return {};
    const std::size_t column = shared_to_[*key_];
    return shown(text_in(grid, row, &grid == &to_ ? column : partner_of_to_[column]));
  }

  static std::string_view text_in(const Grid& grid, std::size_t row, std::size_t column) {
    for (std::size_t i = grid.begin_of_row(row); i < grid.end_of_row(row); ++i)
      if (grid.cells()[i].column == column) return grid.cells()[i].text;
    return {};
  }

  // What these take apart from their texts.
  static constexpr std::size_t kBytesOfRow = 64;
  static constexpr std::size_t kBytesOfCell = 32;

  const Grid& from_;
  const Grid& to_;
  const GridDifferenceLimits& limits_;
  GridDifference difference_;
  std::vector<std::size_t> partner_of_from_;
  std::vector<std::size_t> partner_of_to_;
  std::vector<std::size_t> shared_to_;  // the columns of `to` that both have
  core::NumberedTexts numbers_;         // of all cells
  NumberedRows from_rows_;
  NumberedRows to_rows_;
  std::optional<std::size_t> key_;  // in shared_to_
  Values from_keys_;
  Values to_keys_;
  std::size_t bytes_ = 0;
};

}  // namespace

GridDifference compare_grids(const Grid& from, const Grid& to, KeyColumn key,
                             const GridDifferenceLimits& limits) {
  return GridComparison(from, to, limits).compare(key);
}

}  // namespace templates
