// Reads Prometheus' text format, version 0.0.4, and refuses what a strict reader would.
import assert from "node:assert/strict";

const name = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const labelPair = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;

function readLabels(text) {
  const labels = {};
  for (let rest = text; rest;) {
    const [whole, key, value] = rest.match(labelPair) ?? assert.fail(`labels: ${text}`);
    assert.ok(!(key in labels), `${key} stands twice in ${text}`);
    labels[key] = value.replace(/\\(.)/g, (_, character) => (character === "n" ? "\n" : character));
    rest = rest.slice(whole.length);
  }
  return labels;
}

// The family that a sample belongs to, by its name.
function familyOf(families, sample) {
  if (families.has(sample)) return families.get(sample);
  const family = families.get(sample.replace(/_(bucket|sum|count)$/, ""));
  assert.equal(family?.type, "histogram", `${sample} has no TYPE`);
  return family;
}

function assertHistogram(family) {
  const groups = new Map();
  for (const { name: sample, labels, value } of family.samples) {
    const { le, ...others } = labels;
    const key = JSON.stringify(others);
    if (!groups.has(key)) groups.set(key, { buckets: [] });
    const group = groups.get(key);
    if (sample.endsWith("_bucket")) group.buckets.push([Number(le.replace("+Inf", "Infinity")), value]);
    else group[sample.slice(family.name.length + 1)] = value;
  }
  for (const [key, { buckets, sum, count }] of groups) {
    assert.ok(sum >= 0, `${key}: a sum`);
    assert.deepEqual(buckets.at(-1), [Infinity, count], `${key}: the last bucket holds all`);
    for (let i = 1; i < buckets.length; ++i)
      assert.ok(buckets[i][0] > buckets[i - 1][0] && buckets[i][1] >= buckets[i - 1][1], key);
  }
}

// Gives a map from the name of each family to { name, type, help, samples: [{ name, labels, value }] }.
export function readPrometheusText(text) {
  assert.ok(text.endsWith("\n"), "the last line ends");
  const families = new Map();
  const seen = new Set();
  let current;
  for (const line of text.slice(0, -1).split("\n")) {
    const [, keyword, subject, rest] = line.match(/^# (HELP|TYPE) (\S+) (.+)$/) ?? [];
    if (keyword === "HELP") {
      assert.match(subject, name);
      assert.ok(!families.has(subject), `${subject} stands in two places`);
      current = { name: subject, help: rest, samples: [] };
      families.set(subject, current);
    } else if (keyword === "TYPE") {
      assert.equal(subject, current?.name, "TYPE follows HELP");
      assert.ok(["counter", "gauge", "histogram"].includes(rest), line);
      current.type = rest;
    } else {
      const [, sample, labels, value] = line.match(sampleLine) ?? assert.fail(`no sample: ${line}`);
      assert.equal(familyOf(families, sample), current, `${sample} stands with its family`);
      const number = value === "+Inf" ? Infinity : Number(value);
      assert.ok(!Number.isNaN(number), line);
      const key = line.slice(0, line.lastIndexOf(" "));
      assert.ok(!seen.has(key), `${key} stands twice`);
      seen.add(key);
      current.samples.push({ name: sample, labels: readLabels(labels), value: number });
    }
  }
  for (const family of families.values()) {
    assert.ok(family.samples.length > 0, `${family.name} has samples`);
    assert.ok(family.type !== "counter" || family.name.endsWith("_total"), family.name);
    if (family.type === "histogram") assertHistogram(family);
  }
  return families;
}

// The sum of all samples of that name whose labels include the given ones.
export function total(families, sample, labels = {}) {
  const family = families.get(sample) ?? families.get(sample.replace(/_(bucket|sum|count)$/, ""));
  const fitting = (family ?? assert.fail(`there is no ${sample}`)).samples.filter(
    (one) => one.name === sample && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  );
  assert.ok(fitting.length > 0, `${sample} has ${JSON.stringify(labels)}`);
  return fitting.reduce((sum, { value }) => sum + value, 0);
}
