// What a drawing of Vega says: how many marks of each kind it has, the texts of its axes, legends and headers, and
// how large its views are, and which names of axes and headers stand in each other's way.

// Run where the variable `view` holds the view: in the worker of our pages, or in a page with the library alone.
export function factsOfView(width) {
  const marks = {};
  const texts = {};
  const areas = [];
  const boxes = [];
  const visit = (group, role, left = 0, top = 0) => {
    for (const item of group.items ?? []) {
      if (group.marktype !== "group") continue;
      if (/^(scope|cell)$|_group$/.test(role) && item.width > 0 && item.height > 0)
        areas.push(`${Math.round(item.width)}x${Math.round(item.height)}`);
      const [x, y] = [left + (item.x ?? 0), top + (item.y ?? 0)];
      for (const inner of item.items ?? []) {
        const own = inner.role ?? "";
        if (inner.marktype === "group") {
          visit(inner, own === "mark" || own === "scope" ? (inner.name ?? own) : own || role, x, y);
          continue;
        }
        const isGuide = /^(axis|legend|title)/.test(own) || /header|title|legend|axis/.test(role);
        if (!isGuide) {
          marks[inner.marktype] = (marks[inner.marktype] ?? 0) + inner.items.length;
        } else if (inner.marktype === "text") {
          const kind = own || role;
          for (const { text, opacity, angle = 0, bounds } of inner.items) {
            if (opacity === 0) continue;
            const lines = [text].flat().map(String);
            (texts[kind] ??= []).push(...lines);
            if (lines.join("").trim() !== "" && angle % 90 === 0)
              boxes.push({
                text: lines.join(" "),
                x1: x + bounds.x1,
                x2: x + bounds.x2,
                y1: y + bounds.y1,
                y2: y + bounds.y2,
              });
          }
        }
      }
    }
  };
  const root = view.scenegraph().root;
  for (const item of root.items) visit({ marktype: "group", items: [item] }, "root");
  const { x1, y1, x2, y2 } = root.bounds;
  const overlaps = boxes.flatMap((one, i) =>
    boxes
      .slice(i + 1)
      .filter(
        (other) =>
          Math.min(one.x2, other.x2) - Math.max(one.x1, other.x1) > -3 &&
          Math.min(one.y2, other.y2) - Math.max(one.y1, other.y1) > 2,
      )
      .map((other) => `${one.text} / ${other.text}`),
  );
  return { marks, texts, areas, overlaps, size: [Math.round(x2 - x1), Math.round(y2 - y1)], given: width };
}

// What of the library's drawing ours lacks or contradicts. Numbers on axes may be closer or wider apart, as sizes
// differ; all else has to be there.
export function vegaDifferences(ours, theirs) {
  const found = [];
  for (const [kind, count] of Object.entries(theirs.marks))
    if (ours.marks[kind] !== count) found.push(`${ours.marks[kind] ?? 0} marks of ${kind}, not ${count}`);
  for (const [kind, list] of Object.entries(theirs.texts)) {
    const own = new Set(ours.texts[kind] ?? []);
    const isNumber = (text) => /^[−\-+$]?[\d.,]+[kMGTµmn%]?$/.test(text) || text === "";
    // Ours tell dates in another way.
    const isDate = (text) =>
      /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text);
    const missing = [...new Set(list)].filter((text) => !own.has(text) && !isNumber(text) && !isDate(text));
    if (
      /axis-label/.test(kind)
        ? missing.length > list.length / 2
        : missing.length > 0 && !/title-text/.test(kind)
    )
      found.push(`${kind} lacks ${missing.slice(0, 4).join(", ")}`);
  }
  if (ours.overlaps.length > theirs.overlaps.length)
    found.push(`overlapping: ${ours.overlaps.slice(0, 4).join(", ")}`);
  const shape = ([width, height]) => width / height;
  const ratio = shape(ours.size) / shape(theirs.size);
  if (ratio > 4 || ratio < 0.25)
    found.push(`its shape is ${ours.size.join("x")}, not ${theirs.size.join("x")}`);
  return found;
}
