// Pictures of 24 by 16 pixels, red on the left and blue on the right, and what may be in them besides.
import { deflateSync } from "node:zlib";

const decode = (text) => Buffer.from(text, "base64");
const uint = (number, size = 4) => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(number, 0, size);
  return bytes;
};

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
// Of a PNG.
export const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(data)]);
  return Buffer.concat([uint(body.length - 4), body, uint(crc32(body))]);
};

// `chunks` are [type, data], before the pixels. The right half is transparent if `isTransparent`.
export function png({ width = 24, height = 16, chunks = [], isTransparent = false } = {}) {
  const row = Buffer.alloc(1 + 4 * width);
  for (let x = 0; x < width; ++x)
    row.set(x < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, isTransparent ? 0 : 255], 1 + 4 * x);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    decode("iVBORw0KGgo="),
    chunk("IHDR", [...uint(width), ...uint(height), 8, 6, 0, 0, 0]),
    ...chunks.map(([type, data]) => chunk(type, data)),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", ""),
  ]);
}

// A PNG that claims to have this size.
export function claiming(width, height) {
  const file = png();
  const start = file.subarray(0, 8);
  return Buffer.concat([
    start,
    chunk("IHDR", [...uint(width), ...uint(height), 8, 6, 0, 0, 0]),
    file.subarray(33),
  ]);
}

export const jpeg = decode(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpR" +
    "Uk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABgDASIAAhEB" +
    "AxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS" +
    "0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKz" +
    "tLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgEC" +
    "BAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpj" +
    "ZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6" +
    "/9oADAMBAAIRAxEAPwDn6o6n/wAsvx/pV6qOp/8ALL8f6UZB/wAjGn8//SWfZ53/ALjU+X5ooUUUV+knwB//2Q==",
);
export const gif = decode(
  "R0lGODdhGAAQAIEAAP8AAAAA/wAAAAAAACwAAAAAGAAQAEAIPwABCBxIUGCAgwgTHizIEIDChwEaFoSoUCJBigktDsSIUKNBjhE9ggypcaRHhyBPmhSZ" +
    "kiVHlS1LxrS4UibHgAA7",
);
// Red, then blue.
export const animatedGif = decode(
  "R0lGODlhGAAQAIEAAP8AAAAAAAAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQABQAAACwAAAAAGAAQAAAIIgABCBxIsKDBgwgTKlzIsKHDhxAjSpxI" +
    "saLFixgzatxoMCAAIfkEAAUAAAAsAAAAABgAEACBAAD/AAAAAAAAAAAACCIAAQgcSLCgwYMIEypcyLChw4cQI0qcSLGixYsYM2rcaDAgADs=",
);
export const webp = decode("UklGRiYAAABXRUJQVlA4TBoAAAAvF8ADAA8Q87//8x8OhASEB/6v1S2I6H8kMw==");
export const avif = decode(
  "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADnBp" +
    "dG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAACUAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxAAAAAAAAAAAAamlwcnAAAABL" +
    "aXBjbwAAABRpc3BlAAAAAAAAABgAAAAQAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQAMAAAAABNjb2xybmNseAABAA0AAYAAAAAXaXBtYQAAAAAAAAABAAEE" +
    "AQKDBAAAAC1tZGF0EgAKCRgQ7+wQENAYQDIWRZABhhhhQNpwoBTYV8WzcOd98vM5QA==",
);
export const svg = (inside = "", attributes = 'viewBox="0 0 24 16"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>` +
      `<path fill="#f00" d="M0 0h12v16H0z"/><path fill="#00f" d="M12 0h12v16H12z"/>${inside}</svg>`,
  );

export const pictures = {
  PNG: ["image/png", png()],
  JPEG: ["image/jpeg", jpeg],
  GIF: ["image/gif", gif],
  WebP: ["image/webp", webp],
  AVIF: ["image/avif", avif],
  SVG: ["image/svg+xml", svg()],
};

// What cameras write: an orientation and a place.
export const place = "GPS 52.5200 N 13.4050 E";
export const exif = (orientation) =>
  Buffer.concat([
    Buffer.from(
      `MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0`,
      "latin1",
    ),
    Buffer.alloc(4),
    Buffer.from(place),
  ]);
export const pngWithExif = (orientation) => png({ chunks: [["eXIf", exif(orientation)]] });
export function jpegWithExif(orientation) {
  const data = Buffer.concat([Buffer.from("Exif\0\0"), exif(orientation)]);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1]), uint(data.length + 2, 2), data]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}
export function webpWithExif(orientation) {
  const littleEndian = (number) => uint(number).reverse();
  const part = (type, data) =>
    Buffer.concat([Buffer.from(type), littleEndian(data.length), data, Buffer.alloc(data.length % 2)]);
  const size = Buffer.from([8, 0, 0, 0, 23, 0, 0, 15, 0, 0]);
  const parts = [part("VP8X", size), webp.subarray(12), part("EXIF", exif(orientation))];
  return part("RIFF", Buffer.concat([Buffer.from("WEBP"), ...parts]));
}

export const image = (file, content = { alt: "Red and blue" }, more = {}) => ({
  template: "image",
  content: { data: file.toString("base64"), ...content },
  ...more,
});
