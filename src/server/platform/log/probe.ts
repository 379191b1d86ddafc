const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Health checks every few seconds; a log line or span for each would bury the others. */
export function isProbe(url: string | undefined): boolean {
  return probes.has((url ?? '').split('?')[0] ?? '');
}
