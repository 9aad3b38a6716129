// Draws on SVG what Chart.js draws on a canvas: the part of CanvasRenderingContext2D that it uses.
"use strict";

const escapeXml = (text) => String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const short = (value) => (Number.isFinite(value) ? Number(value.toFixed(2)) : 0);

class SvgContext {
  #parts = [];
  #stack = [];
  #clips = 0;
  #path = [];
  // What save() keeps: the matrix, the number of open groups, and the styles.
  #matrix = new DOMMatrix();
  #groups = 0;
  #measure = document.createElement("canvas").getContext("2d");

  canvas;
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  lineCap = "butt";
  lineJoin = "miter";
  lineDashOffset = 0;
  globalAlpha = 1;
  font = "12px sans-serif";
  textAlign = "left";
  textBaseline = "alphabetic";
  direction = "ltr";
  #dash = [];

  constructor(canvas) {
    this.canvas = canvas;
  }

  static #kept = ["fillStyle", "strokeStyle", "lineWidth", "lineCap", "lineJoin", "lineDashOffset"].concat(
    "globalAlpha",
    "font",
    "textAlign",
    "textBaseline",
  );

  save() {
    const styles = Object.fromEntries(SvgContext.#kept.map((name) => [name, this[name]]));
    this.#stack.push({ styles, matrix: this.#matrix, groups: this.#groups, dash: this.#dash });
    this.#groups = 0;
  }

  restore() {
    const kept = this.#stack.pop();
    if (!kept) return;
    this.#parts.push("</g>".repeat(this.#groups));
    Object.assign(this, kept.styles);
    this.#matrix = kept.matrix;
    this.#groups = kept.groups;
    this.#dash = kept.dash;
  }

  translate(x, y) {
    this.#matrix = this.#matrix.translate(x, y);
  }

  rotate(angle) {
    this.#matrix = this.#matrix.rotate((angle * 180) / Math.PI);
  }

  scale(x, y) {
    this.#matrix = this.#matrix.scale(x, y);
  }

  setTransform() {}
  resetTransform() {}
  clearRect() {}

  setLineDash(dash) {
    this.#dash = [...dash];
  }

  getLineDash() {
    return this.#dash;
  }

  measureText(text) {
    this.#measure.font = this.font;
    return this.#measure.measureText(text);
  }

  #at(x, y) {
    const point = this.#matrix.transformPoint(new DOMPoint(x, y));
    return `${short(point.x)} ${short(point.y)}`;
  }

  beginPath() {
    this.#path = [];
  }

  moveTo(x, y) {
    this.#path.push(`M${this.#at(x, y)}`);
  }

  lineTo(x, y) {
    this.#path.push(`${this.#path.length > 0 ? "L" : "M"}${this.#at(x, y)}`);
  }

  bezierCurveTo(x1, y1, x2, y2, x, y) {
    this.#path.push(`C${this.#at(x1, y1)} ${this.#at(x2, y2)} ${this.#at(x, y)}`);
  }

  quadraticCurveTo(x1, y1, x, y) {
    this.#path.push(`Q${this.#at(x1, y1)} ${this.#at(x, y)}`);
  }

  rect(x, y, width, height) {
    const corners = [
      this.#at(x, y),
      this.#at(x + width, y),
      this.#at(x + width, y + height),
      this.#at(x, y + height),
    ];
    this.#path.push(`M${corners.join("L")}Z`);
  }

  arc(x, y, radius, start, end, isBackwards = false) {
    this.ellipse(x, y, radius, radius, 0, start, end, isBackwards);
  }

  ellipse(x, y, radiusX, radiusY, rotation, start, end, isBackwards = false) {
    const turn = 2 * Math.PI;
    let sweep = isBackwards ? start - end : end - start;
    sweep = sweep >= turn ? turn : ((sweep % turn) + turn) % turn;
    const at = (angle) => {
      const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
      const [px, py] = [radiusX * Math.cos(angle), radiusY * Math.sin(angle)];
      return [x + px * cos - py * sin, y + px * sin + py * cos];
    };
    this.lineTo(...at(start));
    // An arc of SVG cannot be a whole circle, so it is drawn in parts.
    const count = Math.ceil(sweep / (Math.PI / 2));
    const degrees = short((rotation * 180) / Math.PI);
    for (let i = 1; i <= count; ++i) {
      const angle = start + ((isBackwards ? -1 : 1) * sweep * i) / count;
      const radii = `${short(radiusX)} ${short(radiusY)} ${degrees}`;
      this.#path.push(`A${radii} 0 ${isBackwards ? 0 : 1} ${this.#at(...at(angle))}`);
    }
  }

  closePath() {
    if (this.#path.length > 0) this.#path.push("Z");
  }

  // A colour of SVG 1.1, which many programs know alone.
  #paint(name, style) {
    const [red, green, blue, alpha] = (typeof style === "string" && parseColour(style)) || [128, 128, 128, 1];
    const opacity = short(alpha * this.globalAlpha);
    return `${name}="rgb(${red},${green},${blue})"${opacity < 1 ? ` ${name}-opacity="${opacity}"` : ""}`;
  }

  fill(rule) {
    if (this.#path.length === 0) return;
    const evenOdd = rule === "evenodd" ? ' fill-rule="evenodd"' : "";
    this.#parts.push(`<path d="${this.#path.join("")}" ${this.#paint("fill", this.fillStyle)}${evenOdd}/>`);
  }

  stroke() {
    if (this.#path.length === 0 || !(this.lineWidth > 0)) return;
    const dash = this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.join(" ")}"` : "";
    this.#parts.push(
      `<path d="${this.#path.join("")}" fill="none" ${this.#paint("stroke", this.strokeStyle)} ` +
        `stroke-width="${short(this.lineWidth)}" stroke-linecap="${this.lineCap}" ` +
        `stroke-linejoin="${this.lineJoin}"${dash}/>`,
    );
  }

  clip(rule) {
    const id = `clip${++this.#clips}`;
    const evenOdd = rule === "evenodd" ? ' clip-rule="evenodd"' : "";
    this.#parts.push(
      `<clipPath id="${id}"><path d="${this.#path.join("")}"${evenOdd}/></clipPath><g clip-path="url(#${id})">`,
    );
    this.#groups += 1;
  }

  fillRect(x, y, width, height) {
    this.beginPath();
    this.rect(x, y, width, height);
    this.fill();
  }

  strokeRect(x, y, width, height) {
    this.beginPath();
    this.rect(x, y, width, height);
    this.stroke();
  }

  fillText(text, x, y) {
    const anchor = { center: "middle", right: "end", end: "end" }[this.textAlign] ?? "start";
    const size = Number(/(\d+(\.\d+)?)px/.exec(this.font)?.[1] ?? 12);
    // Not every program knows dominant-baseline.
    const down = { top: 0.8, hanging: 0.8, middle: 0.35, bottom: -0.2 }[this.textBaseline] ?? 0;
    const { a, b, c, d } = this.#matrix;
    const { x: left, y: top } = this.#matrix.transformPoint(new DOMPoint(x, y + down * size));
    const matrix = [a, b, c, d].map((one) => Number(one.toFixed(4)));
    this.#parts.push(
      `<text transform="matrix(${matrix.join(" ")} ${short(left)} ${short(top)})" text-anchor="${anchor}" ` +
        `style="font:${escapeXml(this.font)}" ${this.#paint("fill", this.fillStyle)}>${escapeXml(text)}</text>`,
    );
  }

  strokeText() {}

  drawImage() {}

  createLinearGradient() {
    return { addColorStop: () => {} };
  }

  // The drawing with what stands above it.
  toSvg(width, height) {
    const open = this.#stack.reduce((sum, { groups }) => sum + groups, this.#groups);
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}">${this.#parts.join("")}${"</g>".repeat(open)}</svg>\n`
    );
  }
}

// The drawing in SVG with its title, legend and background; `drawing` is { svg, width, height }.
function composeSvg(drawing, theme, title, entries) {
  const margin = 24;
  // All sizes are in pixels of text that is not enlarged.
  const scale = theme.textScale;
  const [width, height] = [drawing.width / scale, drawing.height / scale];
  const measure = document.createElement("canvas").getContext("2d");
  measure.font = `700 22px ${theme.font}`;
  const lines = title ? wrapLines(measure, title, width) : [];
  measure.font = `14px ${theme.font}`;
  const shown = entries.slice(0, 60).map((entry) => ({ ...entry, name: shorten(entry.name, 48) }));
  const places = placeEntries(measure, shown, width);
  const titleHeight = lines.length * 28 + (lines.length && 12);
  const legendHeight = places.length ? (places.at(-1)[2] + 1) * 24 + 8 : 0;
  const font = escapeXml(theme.font);
  const texts = lines.map(
    (line, i) =>
      `<text y="${i * 28 + 22}" fill="${theme.text}" style="font:700 22px ${font}">${escapeXml(line)}</text>`,
  );
  for (const [entry, left, row] of places) {
    const top = titleHeight + row * 24;
    texts.push(
      `<rect x="${short(left)}" y="${top + 6}" width="12" height="12" fill="${escapeXml(entry.colour)}"/>` +
        `<text x="${short(left + 20)}" y="${top + 17}" fill="${theme.text}" style="font:14px ${font}">${escapeXml(entry.name)}</text>`,
    );
  }
  const size = [Math.ceil(width) + 2 * margin, Math.ceil(height) + 2 * margin + titleHeight + legendHeight];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${short(size[0] * scale)}" height="${short(size[1] * scale)}" ` +
    `viewBox="0 0 ${size.join(" ")}">` +
    `<rect width="${size[0]}" height="${size[1]}" fill="${theme.background}"/>` +
    `<g transform="translate(${margin} ${margin})">${texts.join("")}` +
    `<g transform="translate(0 ${titleHeight + legendHeight}) scale(${short(1 / scale)})">${drawing.svg}</g></g></svg>\n`
  );
}
