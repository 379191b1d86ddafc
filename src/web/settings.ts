import { useSyncExternalStore } from 'react';
import { HELP_PANEL_FAILURES, WHATSAPP_ONBOARDING_DEFAULT_MS } from '../countries/constants.ts';
import { call } from './api.ts';
import { createStore } from './store.ts';

/** Environment settings by name (A §3); a missing one is undefined. */
export type Settings = Readonly<Record<string, string>>;

const none: Settings = {};
const store = createStore(none);
let asking: Promise<void> | undefined;

/** Fetches the settings of the host's country, once per visit. A failure leaves them empty: all have defaults. */
export async function loadSettings(): Promise<void> {
  try {
    await ask();
  } catch {
    // They are asked for again when somebody cannot do without.
  }
}

/**
 * The settings once they have arrived, for what no default may decide.
 * @throws ApiFailure when they cannot be had
 */
export async function arrivedSettings(): Promise<Settings> {
  await ask();
  return store.get();
}

async function ask(): Promise<void> {
  asking ??= call('GET /api/v3/enviroments').then(({ model }) => store.set(model));
  try {
    await asking;
  } catch (error) {
    asking = undefined;
    throw error;
  }
}

/** The settings outside React. */
export const currentSettings: Pick<typeof store, 'get' | 'subscribe'> = store;

/** The settings; empty until they arrive, so every reader needs a default. */
export function useSettings(): Settings {
  return useSyncExternalStore(store.subscribe, store.get, () => none);
}

/** The brand shown to borrowers (product decisions §1). */
export function brandOf(values: Settings): string {
  return values.brand || 'Wayni';
}

/** {@link brandOf} the current settings. */
export function useBrand(): string {
  return brandOf(useSettings());
}

/**
 * Milliseconds until the WhatsApp onboarding button appears: `whatsapp-onboarding-top` is in seconds,
 * 120000 ms if it is not numeric; null (never) for 0 (A §9).
 */
export function onboardingDelayMs(setting: string | undefined): number | null {
  const seconds = setting?.trim() ? Number(setting) : Number.NaN;
  if (!Number.isFinite(seconds) || seconds < 0) return WHATSAPP_ONBOARDING_DEFAULT_MS;
  return seconds === 0 ? null : seconds * 1000;
}

/** Failures of bank or card after which a help panel opens (A §8; default 1). */
export function helpAfterFailures(settings: Settings): number {
  const count = Number(settings['whatsapp-open-force-error-count']);
  return Number.isInteger(count) && count > 0 ? count : HELP_PANEL_FAILURES;
}
