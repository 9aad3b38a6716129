// JPEG: segments, each with a marker and a length, and compressed data behind those that begin a
// scan.
#include <algorithm>

#include "templates/image/formats/cursor.h"
#include "templates/image/formats/formats.h"

namespace templates {
namespace {

using namespace std::string_view_literals;

constexpr char kMark = '\xff';
constexpr unsigned kStart = 0xd8;
constexpr unsigned kEnd = 0xd9;
constexpr unsigned kScan = 0xda;
// The markers between these are of the picture; those of applications follow.
constexpr unsigned kFirstOfPicture = 0xc0;
constexpr unsigned kFirstApplication = 0xe0;
constexpr std::string_view kExif = "Exif\0\0"sv;
// JFIF without the preview that may follow.
constexpr std::size_t kBytesOfJfif = 14;
constexpr std::size_t kBytesOfAdobe = 12;

// Markers without a segment: restarts, and one for temporary use.
bool stands_alone(unsigned marker) { return (marker >= 0xd0 && marker <= 0xd7) || marker == 0x01; }

// A segment with the size of the picture. Those among them that are not have tables.
bool begins_frame(unsigned marker) {
  return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

std::string segment_of(unsigned marker, std::string_view data) {
  const std::size_t length = data.size() + 2;
  return std::string{kMark, static_cast<char>(marker), static_cast<char>(length >> 8U),
                     static_cast<char>(length)}
      .append(data);
}

// How many bytes of a scan's data come before the next marker; nothing if there is none.
std::size_t bytes_of_scan(std::string_view rest) {
  for (std::size_t at = rest.find(kMark); at < rest.size() - 1; at = rest.find(kMark, at + 1)) {
    core::CpuLimit::check();
    const auto next = static_cast<unsigned char>(rest[at + 1]);
    if (next != 0 && next != 0xff && !stands_alone(next)) return at;
  }
  return std::string_view::npos;
}

class JpegReader {
 public:
  explicit JpegReader(std::string_view file) : cursor_(file) {}

  core::Result<PictureFile> read() {
    while (!is_ended_) {
      // What does not belong to a segment is passed over by all readers.
      cursor_.take(std::min(cursor_.rest().find(kMark), cursor_.rest().size()));
      while (cursor_.rest().starts_with("\xff\xff")) cursor_.take(1);
      cursor_.take(1);
      read_segment(cursor_.big_endian(1));
      if (cursor_.is_cut_off()) return cut_off(PictureType::jpeg);
    }
    if (!has_scan_) return damaged(PictureType::jpeg);
    turn(picture_, orientation_);
    return std::move(picture_);
  }

 private:
  void read_segment(unsigned marker) {
    if (marker == 0) return;  // none
    is_ended_ = marker == kEnd;
    if (is_ended_ || marker == kStart || stands_alone(marker)) {
      picture_.bare.append(1, kMark).append(1, static_cast<char>(marker));
      return;
    }
    const std::size_t length = cursor_.big_endian(2);
    const std::string_view data = cursor_.take(std::max<std::size_t>(length, 2) - 2);
    if (begins_frame(marker) && picture_.width == 0) {
      Cursor frame(data);
      frame.take(1);
      picture_.height = frame.big_endian(2);
      picture_.width = frame.big_endian(2);
    }
    picture_.bare += kept(marker, data);
    if (marker != kScan) return;
    has_scan_ = true;
    const std::string_view scan = cursor_.take(bytes_of_scan(cursor_.rest()));
    picture_.bare += scan;
  }

  // What is kept of a segment; empty for nothing.
  std::string kept(unsigned marker, std::string_view data) {
    const unsigned application = marker - kFirstApplication;
    if (marker < kFirstApplication)
      return marker < kFirstOfPicture ? std::string() : segment_of(marker, data);
    if (application == 0 && data.starts_with("JFIF\0"sv) && data.size() >= kBytesOfJfif) {
      std::string jfif(data.substr(0, kBytesOfJfif));
      jfif[kBytesOfJfif - 2] = jfif[kBytesOfJfif - 1] = '\0';
      return segment_of(marker, jfif);
    }
    if (application == 1 && data.starts_with(kExif) && orientation_ == 1) {
      orientation_ = orientation_in(data.substr(kExif.size()));
      if (orientation_ == 1) return {};
      return segment_of(marker, std::string(kExif) + tiff_with(orientation_));
    }
    // The colours: a profile, and how Adobe's programs have transformed them.
    if (application == 2 && data.starts_with("ICC_PROFILE\0"sv)) return segment_of(marker, data);
    if (application == 14 && data.starts_with("Adobe") && data.size() >= kBytesOfAdobe)
      return segment_of(marker, data.substr(0, kBytesOfAdobe));
    return {};
  }

  Cursor cursor_;
  PictureFile picture_{PictureType::jpeg};
  unsigned orientation_ = 1;
  bool has_scan_ = false;
  bool is_ended_ = false;
};

}  // namespace

core::Result<PictureFile> read_jpeg(std::string_view file) { return JpegReader(file).read(); }

}  // namespace templates
