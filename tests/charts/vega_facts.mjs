// What a drawing of Vega says: how many marks of each kind it has, the texts of its axes, legends and headers, and
// how large its views are.

// Run where the variable `view` holds the view: in the worker of our pages, or in a page with the library alone.
export function factsOfView(width) {
  const marks = {};
  const texts = {};
  const areas = [];
  const visit = (group, role) => {
    for (const item of group.items ?? []) {
      if (group.marktype !== "group") continue;
      if (/^(scope|cell)$|_group$/.test(role) && item.width > 0 && item.height > 0)
        areas.push(`${Math.round(item.width)}x${Math.round(item.height)}`);
      for (const inner of item.items ?? []) {
        const own = inner.role ?? "";
        if (inner.marktype === "group") {
          visit(inner, own === "mark" || own === "scope" ? (inner.name ?? own) : own || role);
          continue;
        }
        const isGuide = /^(axis|legend|title)/.test(own) || /header|title|legend|axis/.test(role);
        if (!isGuide) {
          marks[inner.marktype] = (marks[inner.marktype] ?? 0) + inner.items.length;
        } else if (inner.marktype === "text") {
          const kind = own || role;
          for (const { text, opacity } of inner.items)
            if (opacity !== 0) (texts[kind] ??= []).push(...[text].flat().map(String));
        }
      }
    }
  };
  const root = view.scenegraph().root;
  for (const item of root.items) visit({ marktype: "group", items: [item] }, "root");
  const { x1, y1, x2, y2 } = root.bounds;
  return { marks, texts, areas, size: [Math.round(x2 - x1), Math.round(y2 - y1)], given: width };
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
  const shape = ([width, height]) => width / height;
  const ratio = shape(ours.size) / shape(theirs.size);
  if (ratio > 4 || ratio < 0.25)
    found.push(`its shape is ${ours.size.join("x")}, not ${theirs.size.join("x")}`);
  return found;
}
