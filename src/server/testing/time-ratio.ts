/**
 * Two lists of times compared by their lower quartiles, the larger by the smaller: near 1 when nothing tells them
 * apart. What else the machine does only adds to a time, so that the quicker ones say most of the work itself.
 */
export function timeRatio(a: readonly number[], b: readonly number[]): number {
  const [one, other] = [lowerQuartileOf(a), lowerQuartileOf(b)];
  return Math.max(one, other) / Math.min(one, other);
}

function lowerQuartileOf(times: readonly number[]): number {
  const sorted = times.toSorted((x, y) => x - y);
  return sorted[Math.floor(sorted.length / 4)] ?? 0;
}
