const on: ReadonlySet<string> = new Set(['1', 'on', 'true', 'yes', 'si', 'sí']);

/** Whether a setting that is a switch is on; one that is missing or says anything else is off. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && on.has(value.trim().toLowerCase());
}
