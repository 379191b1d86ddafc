const on: ReadonlySet<string> = new Set(['1', 'on', 'true', 'yes', 'si', 'sí']);

/** True if a switch setting is on; a missing or other value means off. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && on.has(value.trim().toLowerCase());
}
