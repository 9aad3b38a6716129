// AVIF: boxes in boxes (ISO/IEC 14496-12). The picture is an item, and so is each of its parts,
// previews, and texts about it; a table says where in the file the bytes of each are.
//
// As these places are absolute, nothing is taken out: what is to be removed is overwritten. So are
// all boxes that are not known to tell how to show the picture.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "templates/image/formats/cursor.h"
#include "templates/image/formats/formats.h"

namespace templates {
namespace {

using namespace std::string_view_literals;

// Both refer to the file.
struct Box {
  std::string_view type;
  std::string_view data;
};

// Of boxes and pieces of items in a file: far more than encoders make.
constexpr std::size_t kMostParts = 65'536;
// Of boxes in boxes: the samples of a track are the fifth level.
constexpr std::size_t kDeepestBox = 6;
constexpr std::size_t kBytesOfVersion = 4;

// Boxes with boxes in them that are known.
constexpr std::array kContainers{"meta"sv, "iprp"sv, "ipco"sv, "moov"sv,
                                 "trak"sv, "mdia"sv, "minf"sv, "stbl"sv};
constexpr std::array kKeptBoxes{
    "ftyp"sv, "mdat"sv,
    // Of items.
    "hdlr"sv, "pitm"sv, "iinf"sv, "iloc"sv, "iref"sv, "idat"sv, "grpl"sv, "ipro"sv, "dinf"sv,
    "ipma"sv,
    // Properties of items.
    "ispe"sv, "pixi"sv, "colr"sv, "pasp"sv, "clap"sv, "irot"sv, "imir"sv, "auxC"sv, "av1C"sv,
    "a1op"sv, "a1lx"sv, "lsel"sv, "rloc"sv, "clli"sv, "mdcv"sv, "cclv"sv, "amve"sv, "reve"sv,
    "ndwt"sv, "iscl"sv,
    // Of tracks, and of their samples.
    "mvhd"sv, "tkhd"sv, "tref"sv, "edts"sv, "mdhd"sv, "vmhd"sv, "nmhd"sv, "stsd"sv, "stts"sv,
    "ctts"sv, "cslg"sv, "stsc"sv, "stsz"sv, "stz2"sv, "stco"sv, "co64"sv, "stss"sv, "sdtp"sv,
    "sgpd"sv, "sbgp"sv};

template <typename Types>
bool has_type(const Types& types, std::string_view type) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

// The first bytes of many boxes: a version, and flags.
unsigned take_version(Cursor& cursor) {
  const unsigned version = cursor.big_endian(1);
  cursor.take(3);
  return version;
}

struct Extent {
  std::uint64_t begin = 0;  // in the file
  std::uint64_t size = 0;
};

class AvifReader {
 public:
  explicit AvifReader(std::string_view file) : file_(file) {}

  core::Result<PictureFile> read() {
    picture_.bare = file_;
    const auto boxes = boxes_in(file_);
    is_cut_off_ = !boxes && parts_ <= kMostParts;
    if (!boxes) return problem();
    bool has_pixels = false;
    for (const Box& box : *boxes) {
      has_pixels = has_pixels || box.type == "mdat";
      if (box.type == "meta" && !blank_items(box)) return problem();
    }
    if (picture_.width == 0) return damaged(PictureType::avif);
    if (!has_pixels) return cut_off(PictureType::avif);
    if (!blank_unknown(file_, 1)) return problem();
    return std::move(picture_);
  }

 private:
  core::Error problem() const {
    return is_cut_off_ ? cut_off(PictureType::avif) : damaged(PictureType::avif);
  }

  // The boxes directly in `data`; nothing if one of them does not end within it, or if there are
  // too many in the file.
  std::optional<std::vector<Box>> boxes_in(std::string_view data) {
    std::vector<Box> boxes;
    Cursor cursor(data);
    while (!cursor.is_at_end()) {
      const std::string_view begin = cursor.rest();
      std::uint64_t size = cursor.big_endian(4);
      const std::string_view type = cursor.take(4);
      if (size == 0) size = begin.size();
      if (size == 1) {
        size = std::uint64_t{cursor.big_endian(4)} << 32U;
        size += cursor.big_endian(4);
      }
      const std::size_t header = begin.size() - cursor.rest().size();
      if (cursor.is_cut_off() || size < header || size > begin.size() || ++parts_ > kMostParts)
        return std::nullopt;
      boxes.push_back({type, cursor.take(size - header)});
    }
    return boxes;
  }

  // Overwrites the texts and previews among the items of a table.
  bool blank_items(const Box& meta) {
    types_.clear();
    extents_.clear();
    previews_.clear();
    inside_ = 0;
    if (!read_meta(meta)) return false;
    for (const auto& [item, extents] : extents_) {
      for (const Extent& extent : extents)
        is_cut_off_ =
            is_cut_off_ || extent.begin > file_.size() || extent.size > file_.size() - extent.begin;
      if (is_cut_off_ || !blank_item(item, extents)) return false;
    }
    return true;
  }

  bool read_meta(const Box& meta) {
    if (meta.data.size() < kBytesOfVersion) return false;
    const auto boxes = boxes_in(meta.data.substr(kBytesOfVersion));
    if (!boxes) return false;
    std::uint32_t primary = 0;
    for (const Box& box : *boxes) {
      if (box.type == "idat") inside_ = place_of(box.data);
      if (box.type == "pitm") {
        Cursor cursor(box.data);
        primary = cursor.big_endian(take_version(cursor) == 0 ? 2 : 4);
      }
    }
    for (const Box& box : *boxes) {
      if (box.type == "iinf" && !read_names(box)) return false;
      if (box.type == "iloc" && !read_places(box)) return false;
      if (box.type == "iref" && !read_references(box)) return false;
      if (box.type == "iprp" && picture_.width == 0 && !read_properties(box, primary)) return false;
    }
    return true;
  }

  // The types of the items, whose names are overwritten.
  bool read_names(const Box& list) {
    Cursor cursor(list.data);
    cursor.big_endian(take_version(cursor) == 0 ? 2 : 4);
    const auto boxes = boxes_in(cursor.rest());
    if (!boxes) return false;
    for (const Box& box : *boxes) {
      Cursor entry(box.data);
      const std::uint32_t item = entry.big_endian(take_version(entry) < 3 ? 2 : 4);
      entry.take(2);
      types_[item] = entry.take(4);
      // Their names say nothing of how they are shown.
      blank(place_of(entry.rest()), entry.rest().size());
    }
    return true;
  }

  bool read_places(const Box& list) {
    Cursor cursor(list.data);
    const unsigned version = take_version(cursor);
    const unsigned sizes = cursor.big_endian(2);
    const std::size_t offset_size = sizes >> 12U;
    const std::size_t length_size = sizes >> 8U & 0xfU;
    const std::size_t base_size = sizes >> 4U & 0xfU;
    const std::size_t index_size = version == 0 ? 0 : sizes & 0xfU;
    const auto number = [&cursor](std::size_t size) {
      std::uint64_t value = 0;
      for (; size > 4; --size) value = value << 8U | cursor.big_endian(1);
      return value << (8 * size) | cursor.big_endian(size);
    };
    const std::uint32_t items = cursor.big_endian(version < 2 ? 2 : 4);
    for (std::uint32_t i = 0; i < items && !cursor.is_cut_off(); ++i) {
      const std::uint32_t item = cursor.big_endian(version < 2 ? 2 : 4);
      const unsigned method = version == 0 ? 0 : cursor.big_endian(2) & 0xfU;
      cursor.take(2);
      const std::uint64_t base = number(base_size) + (method == 1 ? inside_ : 0);
      const std::uint32_t count = cursor.big_endian(2);
      if (count > 1 && offset_size + length_size == 0) return false;
      for (std::uint32_t k = 0; k < count && !cursor.is_cut_off(); ++k) {
        cursor.take(index_size);
        const std::uint64_t begin = base + number(offset_size);
        const std::uint64_t size = number(length_size);
        if (++parts_ > kMostParts) return false;
        // Items of another kind are made of others.
        if (method < 2) extents_[item].push_back({begin, size == 0 ? rest_after(begin) : size});
      }
    }
    return !cursor.is_cut_off();
  }

  std::uint64_t rest_after(std::uint64_t begin) const {
    return begin < file_.size() ? file_.size() - begin : 0;
  }

  // Previews refer to what they are previews of.
  bool read_references(const Box& list) {
    Cursor cursor(list.data);
    const std::size_t size = take_version(cursor) == 0 ? 2 : 4;
    const auto boxes = boxes_in(cursor.rest());
    if (!boxes) return false;
    for (const Box& box : *boxes)
      if (box.type == "thmb") previews_.insert(Cursor(box.data).big_endian(size));
    return true;
  }

  // The size of the primary item, and whether it is shown on its side.
  bool read_properties(const Box& parts, std::uint32_t primary) {
    const auto boxes = boxes_in(parts.data);
    if (!boxes || boxes->empty() || boxes->front().type != "ipco") return false;
    const auto properties = boxes_in(boxes->front().data);
    if (!properties) return false;
    bool is_on_its_side = false;
    for (const std::size_t place : properties_of(*boxes, primary)) {
      if (place == 0 || place > properties->size()) continue;
      const Box& property = (*properties)[place - 1];
      Cursor cursor(property.data);
      if (property.type == "ispe") {
        take_version(cursor);
        picture_.width = cursor.big_endian(4);
        picture_.height = cursor.big_endian(4);
      } else if (property.type == "irot") {
        is_on_its_side = cursor.big_endian(1) % 2 != 0;
      }
    }
    if (is_on_its_side) std::swap(picture_.width, picture_.height);
    return picture_.width != 0;
  }

  // Their numbers, from 1.
  static std::vector<std::size_t> properties_of(const std::vector<Box>& boxes, std::uint32_t item) {
    std::vector<std::size_t> found;
    for (const Box& box : boxes) {
      if (box.type != "ipma") continue;
      Cursor cursor(box.data);
      const unsigned version = cursor.big_endian(1);
      const std::size_t size = cursor.big_endian(3) % 2 == 0 ? 1 : 2;
      const std::uint32_t entries = cursor.big_endian(4);
      for (std::uint32_t i = 0; i < entries && !cursor.is_cut_off(); ++i) {
        const bool is_item = cursor.big_endian(version < 1 ? 2 : 4) == item;
        for (std::uint32_t count = cursor.big_endian(1); count > 0; --count) {
          const std::uint32_t number = cursor.big_endian(size) & (size == 1 ? 0x7fU : 0x7fffU);
          if (is_item && found.size() < kMostParts) found.push_back(number);
        }
      }
    }
    return found;
  }

  // Overwrites the bytes of an item that is a text about the picture, or a preview. False where the
  // items together are larger than twice the file: a track may name those of the picture again.
  bool blank_item(std::uint32_t item, const std::vector<Extent>& extents) {
    const std::string_view type = types_[item];
    if (type != "Exif" && type != "mime" && type != "uri " && !previews_.contains(item))
      return true;
    // Readers look for TIFF data in Exif; this has nothing in it.
    constexpr std::string_view kEmptyExif = "\0\0\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0"sv;
    std::string_view left = type == "Exif" ? kEmptyExif : std::string_view();
    for (const Extent& extent : extents) {
      blanked_ += extent.size;
      if (blanked_ > 2 * file_.size()) return false;
      blank(extent.begin, extent.size);
      left.copy(picture_.bare.data() + extent.begin, extent.size);
      left.remove_prefix(std::min<std::size_t>(left.size(), extent.size));
    }
    return true;
  }

  // Overwrites the boxes in `data` that are not known to be needed, and tables of tracks with all
  // of their items, which are texts.
  bool blank_unknown(std::string_view data, std::size_t depth) {
    const auto boxes = boxes_in(data);
    if (!boxes || depth > kDeepestBox) return false;
    for (const Box& box : *boxes) {
      const bool is_table = box.type == "meta";
      if (is_table && depth > 1) {
        if (!blank_items(box)) return false;
        blank_box(box);
      } else if (has_type(kContainers, box.type)) {
        if (!blank_unknown(box.data.substr(is_table ? kBytesOfVersion : 0), depth + 1))
          return false;
      } else if (has_type(kKeptBoxes, box.type)) {
        blank_notes(box);
      } else {
        blank_box(box);
      }
    }
    return true;
  }

  // Overwrites when a track was made, and the name of the program that made it.
  void blank_notes(const Box& box) {
    constexpr std::array kWithTimes{"mvhd"sv, "tkhd"sv, "mdhd"sv};
    constexpr std::size_t kBytesBeforeName = 24;
    if (has_type(kWithTimes, box.type)) {
      const std::size_t times = box.data.starts_with('\1') ? 16 : 8;
      const std::string_view rest = box.data.substr(std::min(kBytesOfVersion, box.data.size()));
      blank(place_of(rest), std::min(times, rest.size()));
    } else if (box.type == "hdlr" && box.data.size() > kBytesBeforeName) {
      blank(place_of(box.data) + kBytesBeforeName, box.data.size() - kBytesBeforeName);
    }
  }

  void blank_box(const Box& box) {
    picture_.bare.replace(place_of(box.type), box.type.size(), "free");
    blank(place_of(box.data), box.data.size());
  }
  void blank(std::size_t begin, std::size_t size) {
    std::fill_n(picture_.bare.begin() + static_cast<std::ptrdiff_t>(begin), size, '\0');
  }

  std::size_t place_of(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - file_.data());
  }

  std::string_view file_;
  PictureFile picture_{PictureType::avif};
  std::map<std::uint32_t, std::string_view> types_;
  std::map<std::uint32_t, std::vector<Extent>> extents_;
  std::set<std::uint32_t> previews_;
  std::uint64_t inside_ = 0;  // where the data within the table begins
  std::uint64_t blanked_ = 0;
  std::size_t parts_ = 0;
  bool is_cut_off_ = false;
};

}  // namespace

bool begins_as_avif(std::string_view file) {
  Cursor cursor(file);
  const std::size_t size = cursor.big_endian(4);
  if (cursor.take(4) != "ftyp" || size < 16 || size > file.size()) return false;
  for (std::string_view brands = file.substr(8, size - 8); brands.size() >= 4;
       brands.remove_prefix(4))
    if (brands.starts_with("avif") || brands.starts_with("avis")) return true;
  return false;
}

core::Result<PictureFile> read_avif(std::string_view file) { return AvifReader(file).read(); }

}  // namespace templates
