import { useSyncExternalStore } from 'react';
import type { Lender } from '../countries/lender.ts';
import { HELP_PANEL_FAILURES, WHATSAPP_ONBOARDING_DEFAULT_MS } from './timings.ts';
import { call } from './api.ts';
import { setBusinessClock } from './business-clock.ts';
import { createStore } from './store.ts';

/** Environment settings by name (docs/product/shell.md#environment-settings); a missing one is undefined. */
export type Settings = Readonly<Record<string, string>>;

const none: Settings = {};
const store = createStore(none);
/** Settings that the page was rendered with: hydration needs the same. */
let drawnWith = none;
let asking: Promise<void> | undefined;

/** Fetches the settings of the host's country, once per visit. A failure leaves them empty: all have defaults. */
export async function loadSettings(): Promise<void> {
  try {
    await ask();
  } catch {
    // Requested again when a screen needs them.
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

async function load(): Promise<void> {
  const { model } = await call('GET /api/v3/enviroments');
  setBusinessClock(model.now, Date.now());
  store.set(model);
}

/** The settings that the page brings: they are not asked for. */
export function bringSettings(brought: Settings): void {
  setBusinessClock(brought.now, Date.now());
  drawnWith = brought;
  asking = Promise.resolve();
  store.set(brought);
}

/** As if none had arrived, for the next page that is drawn. */
export function forgetSettings(): void {
  setBusinessClock(undefined, 0);
  drawnWith = none;
  asking = undefined;
  store.set(none);
}

async function ask(): Promise<void> {
  asking ??= load();
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
  return useSyncExternalStore(store.subscribe, store.get, () => drawnWith);
}

/** The brand shown to borrowers (docs/product/shell.md#brand). */
export function brandOf(values: Settings): string {
  return values.brand || 'Wayni';
}

/** The lending company; undefined until the settings arrive, since it has no default. */
export function lenderOf(values: Settings): Lender | undefined {
  const { 'lender-name': name, 'lender-tax-number': taxNumber, 'lender-address': address } = values;
  const { 'lender-registration': registration, 'lender-email': email, 'lender-phone': phone } = values;
  if (!name || !taxNumber || !address || !registration || !email || !phone) return undefined;
  return { name, taxNumber, address, registration, email, phone };
}

/** {@link brandOf} the current settings. */
export function useBrand(): string {
  return brandOf(useSettings());
}

/**
 * Milliseconds until the WhatsApp onboarding button appears: `whatsapp-onboarding-top` is in seconds,
 * 120000 ms if it is not numeric; null (never) for 0 (docs/product/shell.md#onboarding-button).
 */
export function onboardingDelayMs(setting: string | undefined): number | null {
  const seconds = setting?.trim() ? Number(setting) : Number.NaN;
  if (!Number.isFinite(seconds) || seconds < 0) return WHATSAPP_ONBOARDING_DEFAULT_MS;
  return seconds === 0 ? null : seconds * 1000;
}

/**
 * Failures of bank or card after which a help panel opens (docs/product/application.md#rejected-data; default
 * 1).
 */
export function helpAfterFailures(settings: Settings): number {
  const count = Number(settings['whatsapp-open-force-error-count']);
  return Number.isInteger(count) && count > 0 ? count : HELP_PANEL_FAILURES;
}

/** The help centre where one is set; the default address opens the help panel, which is no place of its own. */
export function helpCentreOf(settings: Settings): string | undefined {
  const url = settings['help-url'];
  return url && !url.endsWith('#ayuda') ? url : undefined;
}

/** The product's landing site where one is set; this site's own root is the home. */
export function landingOf(settings: Settings): string | undefined {
  const url = settings['landing-page-url'];
  return url && url !== '/' ? url : undefined;
}
