/** The larger median of two lists of times by the smaller: near 1 when nothing tells them apart. */
export function medianRatio(a: readonly number[], b: readonly number[]): number {
  const [one, other] = [medianOf(a), medianOf(b)];
  return Math.max(one, other) / Math.min(one, other);
}

function medianOf(times: readonly number[]): number {
  const sorted = times.toSorted((x, y) => x - y);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
