import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

/** Environment settings by name (A §3); a missing one is undefined. */
export type Settings = Readonly<Record<string, string>>;

/** Settings of the host's country, fetched once per visit. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await call('GET /api/v3/enviroments', { signal })).model,
  staleTime: Infinity,
  meta: { quiet: true },
});

const none: Settings = {};

/** The settings; empty until they arrive, so every reader needs a default. */
export function useSettings(): Settings {
  return useQuery(settingsQuery).data ?? none;
}

/** The brand shown to borrowers (product decisions §1). */
export function useBrand(): string {
  return useSettings().brand || 'Wayni';
}

const on = new Set(['1', 'on', 'true', 'yes', 'si', 'sí']);

/** Whether a switch is on: '1', 'on', 'true', 'si'. */
export function isOn(value: string | undefined): boolean {
  return on.has((value ?? '').trim().toLowerCase());
}

/**
 * Milliseconds until the WhatsApp onboarding button appears: `whatsapp-onboarding-top` is in seconds,
 * 120000 ms if it is not numeric; null (never) for 0 (A §9).
 */
export function onboardingDelayMs(setting: string | undefined): number | null {
  const seconds = setting?.trim() ? Number(setting) : Number.NaN;
  if (!Number.isFinite(seconds) || seconds < 0) return 120_000;
  return seconds === 0 ? null : seconds * 1000;
}

/** Failures of bank or card after which a help panel opens (A §8; default 1). */
export function helpAfterFailures(settings: Settings): number {
  const count = Number(settings['whatsapp-open-force-error-count']);
  return Number.isInteger(count) && count > 0 ? count : 1;
}
