const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Asked every few seconds by whoever supervises the process; a line or span of each would bury the others. */
export function isProbe(url: string | undefined): boolean {
  return probes.has((url ?? '').split('?')[0] ?? '');
}
