#include "templates/image/image.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "core/fields.h"
#include "core/text/encodings.h"
#include "core/text/json_writer.h"
#include "core/text/markdown_writer.h"
#include "core/text/sizes.h"
#include "core/text/text.h"
#include "html/html.h"
#include "html/message.h"
#include "html/readable.h"
#include "templates/documents/recognition.h"
#include "templates/registry.h"
#include "templates/rendered_content.h"
#include "templates/sent_file.h"

namespace templates {
namespace {

using core::JsonType;
using core::JsonValue;
using html::Html;
using html::Language;

constexpr std::size_t kLongestPictureName = 120;
constexpr std::size_t kMostOfAlt = 2000;

std::string size_in_words(const PictureFile& picture, Language language) {
  return html::readable_count(picture.width, language) + " × " +
         html::readable_count(picture.height, language);
}

// "58.3 kB", in German "58,3 kB", in French "58,3 ko".
std::string file_size(std::size_t bytes, Language language) {
  const std::string text = core::size_text(static_cast<std::int64_t>(bytes));
  const std::size_t space = text.find(' ');
  const std::string number = html::readable_number(text.substr(0, space), language);
  std::string unit = text.substr(space + 1);
  if (unit.starts_with("byte"))
    return html::plain_text(language, html::Message("{} bytes"), {number});
  if (language == Language::french) unit.back() = 'o';
  return number + ' ' + unit;
}

// "PNG · 800 × 600 · 12 kB"
Html facts_of(const Image& image, Language language) {
  return html::format("<p class=\"picture-facts\">{} · {} · {}</p>\n",
                      kind_of(image.picture.type).name, size_in_words(image.picture, language),
                      file_size(image.bytes.size(), language));
}

constexpr std::array<std::string_view, 8> kImageMembers{
    "data", "alt", "filename", "keepMetadata", "base64", "image", "file", "altText"};
constexpr std::array<Source, 4> kImageSources{
    {{"data", true, true}, {"base64", true, true}, {"image", true, true}, {"file", true, true}}};
constexpr std::array kImageForms{Form::picture};
constexpr FileType file_of(PictureType type) {
  return {kind_of(type).media_type,
          kind_of(type).extensions,
          "data",
          FileType::Form::base64,
          true,
          true};
}
constexpr std::array kImageFiles{file_of(PictureType::png),  file_of(PictureType::jpeg),
                                 file_of(PictureType::gif),  file_of(PictureType::webp),
                                 file_of(PictureType::avif), file_of(PictureType::svg)};

// SVG is one too where its name does not say that it is something else.
const FileType* recognise_image(std::string_view name, std::string_view bytes) {
  const auto type = picture_type_of(bytes);
  if (!type || (*type == PictureType::svg && !is_any_text(name) && extension_of(name) != "svg"))
    return nullptr;
  return &kImageFiles[static_cast<std::size_t>(*type)];
}

class ImageModel : public Model {
 public:
  ImageModel(JsonValue content, Image image) : Model(content), image_(std::move(image)) {}

  RenderedContent page(RenderingOptions options) const override;
  std::optional<std::string> form(Form form) const override;
  void examine(ContentFindings& findings) const override;
  std::optional<std::string> words() const override { return image_.alt + '\n' + image_.filename; }
  std::optional<std::size_t> file_bytes() const override { return image_.bytes.size(); }
  std::string settings() const override {
    const PictureFile& picture = image_.picture;
    return "size: " + std::string(kind_of(picture.type).name) + ", " +
           size_in_words(picture, Language::english) + '\n';
  }

 private:
  core::JsonTree content_without_metadata() const;

  Image image_;
};

RenderedContent ImageModel::page(RenderingOptions options) const {
  RenderedContent content;
  const PictureFile& picture = image_.picture;
  content.html = facts_of(image_, options.language);
  content.picture = ShownPicture{.width = picture.width,
                                 .height = picture.height,
                                 .is_opaque = picture.is_opaque(),
                                 .alt = image_.alt};
  content.summary = beginning_for_summary(image_.alt);
  // The file name replaces a missing title.
  if (!image_.filename.empty()) content.first_heading = {1, {}, image_.filename};
  content.stylesheets = {html::kImageStylesheet};
  content.scripts = {html::kImageScript};
  return content;
}

std::optional<std::string> ImageModel::form(Form form) const {
  if (form == Form::picture) return image_.bytes;
  if (form != Form::markdown) return std::nullopt;
  const std::string facts = std::string(kind_of(image_.picture.type).name) + ", " +
                            size_in_words(image_.picture, Language::english) + " pixels";
  return "This is a picture (" + facts + ")" +
         (image_.alt.empty() ? "." : ": " + core::markdown_line(image_.alt)) + "\n";
}

void ImageModel::examine(ContentFindings& findings) const {
  if (!image_.filename.empty()) findings.first_heading = image_.filename;
  if (core::is_blank(image_.alt)) {
    findings.warnings.push_back({core::WarningCode::missing_alt,
                                 "/content/alt is missing: it says what the picture shows to those "
                                 "who do not see it; give it beside the file or data, or now by "
                                 "PATCH with {\"set\": [{\"op\": \"add\", \"path\": \"/alt\", "
                                 "\"value\": \"…\"}]}",
                                 "/content/alt"});
  }
  if (!image_.keeps_metadata && image_.picture.bare != image_.bytes)
    findings.stored = content_without_metadata();
}

core::JsonTree ImageModel::content_without_metadata() const {
  const std::string data = core::to_base64(core::as_bytes(image_.picture.bare));
  core::JsonWriter json;
  json.begin_object();
  for (const JsonValue& member : content()) {
    json.key(member.name());
    if (member.text().data() == image_.sent.text().data())
      json.value(data);
    else
      json.raw(member.text());
  }
  json.end_object();
  return *core::JsonTree::parse(json.text());
}

}  // namespace

core::Result<std::optional<Image>> read_image(JsonValue content) {
  core::FieldReader fields;
  if (!content.is(JsonType::object)) fields.fail_type(content, "an object");
  const auto file = fields.find(content, {"data", "base64", "image", "file"}, {JsonType::string});
  const auto alt = fields.find(content, {"alt", "altText"}, {JsonType::string});
  const auto filename = fields.find(content, {"filename"}, {JsonType::string});
  const auto keeps = fields.find(content, {"keepMetadata"}, {JsonType::boolean});
  for (const auto& line : {alt, filename})
    if (line) fields.check_line(*line);
  if (alt && core::count_code_points(alt->string()) > kMostOfAlt)
    fields.fail(*alt, "must have at most 2,000 characters");
  std::optional<Image> image;
  if (auto bytes = file ? core::decode_file(file->string()) : std::nullopt) {
    auto picture = read_picture(*bytes);
    if (picture)
      image = Image{
          *std::move(bytes), *std::move(picture), {}, {}, keeps && keeps->text() == "true", *file};
    else
      fields.fail(*file, picture.error().message);
  } else if (file) {
    fields.fail(*file, "must be a picture in base64");
  }
  if (auto problem = fields.problem()) return *std::move(problem);
  if (image && alt) image->alt = alt->string();
  if (image && filename) image->filename = beginning_for_title(bare_file_name(filename->string()));
  return image;
}

std::string picture_name(std::string_view title, PictureType type) {
  const std::string kept = bare_file_name(title);
  std::string_view name = kept;
  if (media_type_of_name(name).starts_with("image/")) name = name.substr(0, name.rfind('.'));
  name = core::trim(core::first_code_points(name, kLongestPictureName), " .");
  const std::string_view extensions = kind_of(type).extensions;
  return std::string(name.empty() ? "picture" : name) + '.' +
         std::string(extensions.substr(0, extensions.find(' ')));
}

constinit const TemplateDefinition kImageTemplate{
    .id = core::Template::image,
    .label = "Image",
    .noun = "Picture",
    .singular = "a picture",
    .plural = "pictures",
    .read = read_as<ImageModel, read_image>,
    .members = kImageMembers,
    .sources = kImageSources,
    .files = kImageFiles,
    .recognise = recognise_image,
    .forms = kImageForms,
    .example = R"({"data": "R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=", "alt": "A dot"})",
    // Models send the address of a file instead: they cannot copy what is in one.
    .content_schema = {},
    .has_file = true,
};

}  // namespace templates
