// Whether what was sampled in the windows of a run grows. Nothing here samples anything, so that made-up series can
// show that the decision is able to fail (growth.test.mjs).

function medianOf(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// By how much it grew from the first window to the last, as part of its median: the median of the slopes between all
// pairs of windows (Theil–Sen), which up to about a quarter of the windows cannot move, whatever they have.
export function growthOf(series) {
  const slopes = [];
  for (let from = 0; from < series.length; ++from)
    for (let to = from + 1; to < series.length; ++to) slopes.push((series[to] - series[from]) / (to - from));
  const grown = medianOf(slopes) * (series.length - 1);
  if (grown === 0) return 0;
  const level = medianOf(series);
  return level > 0 ? grown / level : Math.sign(grown) * Infinity;
}

// How much later windows are above earlier ones, in standard deviations of what chance alone brings (Mann–Kendall, with
// its correction for ties). The slope of a saw-tooth of few teeth is that of its teeth; this tells it from growth.
export function trendOf(series) {
  let rises = 0;
  for (let from = 0; from < series.length; ++from)
    for (let to = from + 1; to < series.length; ++to) rises += Math.sign(series[to] - series[from]);
  const counts = new Map();
  for (const value of series) counts.set(value, (counts.get(value) ?? 0) + 1);
  const spread = (count) => count * (count - 1) * (2 * count + 5);
  const ties = [...counts.values()].reduce((sum, count) => sum + spread(count), 0);
  const variance = (spread(series.length) - ties) / 18;
  return variance > 0 ? (rises - Math.sign(rises)) / Math.sqrt(variance) : 0;
}

// Chance alone reaches this in one of twenty series.
const clearTrend = 1.645;

// Fewer windows say nothing.
const fewestWindows = 8;

// Judges each of `measures`, { name, series, most, yardstick }: `most` is the largest part by which it may grow, which
// counts if there is a clear trend. What
// was not sampled in a window is undefined there, and left out. `yardstick` is a series of what does not depend on
// the service, such as the time of a request that no worker sees: a measure that grows only as that does is that of
// a busier machine, so the smaller growth counts, of the measure and of its ratio to the yardstick.
// Gives { name, growth, most, problem } of each, with a problem if it grew by more or cannot be judged.
export function judge(measures, warmUp) {
  return measures.map(({ name, series, most, yardstick }) => {
    const windows = series
      .map((value, i) => ({ value, other: yardstick?.[i] }))
      .slice(warmUp)
      .filter(({ value, other }) => value !== undefined && (!yardstick || other > 0));
    if (windows.length < fewestWindows)
      return { name, most, problem: `${name} was sampled in ${windows.length} windows only` };
    const values = windows.map(({ value }) => value);
    const compared = yardstick ? [values, windows.map(({ value, other }) => value / other)] : [values];
    const growth = Math.min(...compared.map(growthOf));
    const isClear = compared.every((one) => trendOf(one) > clearTrend);
    const percent = (part) => `${(part * 100).toFixed(1)} %`;
    const problem =
      growth > most && isClear
        ? `${name} grew by ${percent(growth)}, and may by ${percent(most)}`
        : undefined;
    return { name, growth, most, problem };
  });
}

// The value that so large a part of the values does not exceed.
export function quantileOf(values, part) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
}

export { medianOf };
