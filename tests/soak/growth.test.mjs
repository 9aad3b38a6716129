// The decision whether something grows, on series that are made up: what is flat passes, however much noise it has,
// and each kind of growth is found.
import assert from "node:assert/strict";
import { test } from "node:test";
import { growthOf, judge, medianOf, quantileOf, trendOf } from "./growth.mjs";

const warmUp = 5;
const windows = 20;
const seriesOf = (valueAt) => Array.from({ length: windows }, (_, i) => valueAt(i));
// From -1 to 1, always the same, without a trend.
const noise = (i) => Math.sin(i * 12.9898 + 4.1);
const problemOf = (series, most = 0.05, yardstick = undefined) =>
  judge([{ name: "memory", series, most, yardstick }], warmUp)[0].problem;
const assertFlat = (series, ...more) => assert.equal(problemOf(series, ...more), undefined);
const assertGrowing = (series, ...more) => assert.match(problemOf(series, ...more) ?? "", /^memory grew by/);

test("what is constant has no growth", () => {
  assert.equal(growthOf(seriesOf(() => 7)), 0);
  assert.equal(growthOf(seriesOf(() => 0)), 0);
});

test("growth is the part by which a line rises", () => {
  assert.ok(Math.abs(growthOf([90, 95, 100, 105, 110]) - 0.2) < 1e-9);
  assert.ok(Math.abs(growthOf([110, 105, 100, 95, 90]) + 0.2) < 1e-9);
});

test("a trend is clear or not, whichever its slope", () => {
  assert.ok(trendOf(seriesOf((i) => i)) > 5);
  assert.ok(trendOf(seriesOf((i) => i / 1000)) > 5);
  assert.ok(trendOf(seriesOf((i) => -i)) < -5);
  assert.ok(Math.abs(trendOf(seriesOf((i) => i % 2))) < 1);
  assert.equal(trendOf(seriesOf(() => 3)), 0);
});

test("what is flat with noise passes", () => {
  assertFlat(seriesOf((i) => 100 + 8 * noise(i)));
  assertFlat(
    seriesOf((i) => 100 + 50 * noise(i)),
    1,
  );
});

test("finds a slow leak", () => assertGrowing(seriesOf((i) => 100 + 0.5 * i)));

test("finds a slow leak under noise", () => assertGrowing(seriesOf((i) => 100 + i + 4 * noise(i))));

test("finds a leak that begins in the middle of the run", () =>
  assertGrowing(seriesOf((i) => 100 + Math.max(0, i - 11) * 3)));

test("growth within what is allowed passes", () => assertFlat(seriesOf((i) => 100 + 0.2 * i)));

test("what shrinks passes", () => assertFlat(seriesOf((i) => 200 - 5 * i)));

test("one step near an end of the run is not growth", () => {
  assertFlat(seriesOf((i) => (i < warmUp + 2 ? 100 : 130)));
  assertFlat(seriesOf((i) => (i < windows - 2 ? 100 : 130)));
});

test("finds a step in the middle of the run", () =>
  assertGrowing(seriesOf((i) => (i < warmUp + 8 ? 100 : 130))));

test("finds steps that go on", () => assertGrowing(seriesOf((i) => 100 + 10 * Math.floor(i / 4))));

test("a saw-tooth passes", () => {
  assertFlat(seriesOf((i) => 100 + 4 * (i % 3)));
  assertFlat(seriesOf((i) => 100 + 4 * (i % 5)));
  assertFlat(seriesOf((i) => 100 + 20 * (i % 4)));
});

test("finds a saw-tooth whose floor rises", () => assertGrowing(seriesOf((i) => 100 + 4 * (i % 3) + i)));

test("some windows that are far off do not matter", () => {
  assertFlat(seriesOf((i) => (i === 12 || i >= 18 ? 900 : 100 + noise(i))));
});

test("what happens during the warm-up does not matter", () =>
  assertFlat(seriesOf((i) => (i < warmUp ? i * 20 : 100))));

test("finds what begins at nothing", () => {
  assertGrowing(seriesOf((i) => (i < 14 ? 0 : i)));
  assertGrowing(seriesOf((i) => Math.max(0, i - warmUp)));
});

test("what grows as its yardstick does is that of a busier machine", () => {
  const busier = seriesOf((i) => 1 + i / 5);
  const series = busier.map((value, i) => value * (4 + 0.2 * noise(i)));
  assertGrowing(series, 0.5);
  assertFlat(series, 0.5, busier);
});

test("finds what grows more than its yardstick", () => {
  const busier = seriesOf((i) => 1 + i / 20);
  assertGrowing(
    busier.map((value, i) => value * (1 + i / 5)),
    0.5,
    busier,
  );
});

test("a yardstick that falls makes nothing grow", () =>
  assertFlat(
    seriesOf((i) => 100 + noise(i)),
    0.5,
    seriesOf((i) => 30 - i),
  ));

test("what was hardly sampled fails", () => {
  const some = seriesOf((i) => (i % 3 === 0 ? 100 : undefined));
  assert.match(problemOf(some), /^memory was sampled in 5 windows only$/);
  assert.match(
    problemOf(
      seriesOf(() => 100),
      0.05,
      some,
    ),
    /in 5 windows only$/,
  );
});

test("a window without a sample is left out", () => {
  assertFlat(seriesOf((i) => (i === 9 ? undefined : 100)));
  assertGrowing(seriesOf((i) => (i === 9 ? undefined : 100 + i)));
});

test("each measure is judged by its own limit", () => {
  const series = seriesOf((i) => 100 + i);
  const found = judge(
    [
      { name: "tables", series, most: 0.3 },
      { name: "memory", series, most: 0.05 },
    ],
    warmUp,
  );
  assert.deepEqual(
    found.map(({ name, problem }) => [name, problem !== undefined]),
    [
      ["tables", false],
      ["memory", true],
    ],
  );
});

test("quantiles are values that were there", () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i);
  assert.equal(quantileOf(values, 0.5), 50);
  assert.equal(quantileOf(values, 0.99), 99);
  assert.equal(quantileOf([3], 0.99), 3);
  assert.equal(quantileOf([], 0.99), undefined);
  assert.equal(medianOf([4, 1, 3, 2]), 2.5);
});
