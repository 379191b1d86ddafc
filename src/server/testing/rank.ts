/** The standardised rank sum of `a` against `b` (Mann-Whitney): near 0 when nothing tells them apart. */
export function rankZ(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))];
  const ranked = all.toSorted((x, y) => x.value - y.value);
  const sum = ranked.reduce((total, { isA }, index) => total + (isA ? index + 1 : 0), 0);
  const expected = (a.length * (all.length + 1)) / 2;
  return (sum - expected) / Math.sqrt((a.length * b.length * (all.length + 1)) / 12);
}
