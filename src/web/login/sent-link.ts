import { call } from '../api.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { readObject, tabStorage, writeObject } from '../storage.ts';
import { createStore } from '../store.ts';
import { SMS_COUNTDOWN_S } from '../timings.ts';
import { secondsLeft } from '../ui/countdown.tsx';

/**
 * True right after a link was sent by SMS: /login-link then opens with a dialog
 * (docs/product/signup-and-login.md#phone).
 */
export const linkJustSent = createStore(false);

/** True if a person comes to /login to change the number: then the cellphone's field is shown. */
export const changesNumber = createStore(false);

/**
 * Last link: time sent, ms of the device's clock, and its target, which a resent link keeps. Stored in the tab, so that
 * a reload neither restarts the wait nor loses the target.
 */
const storageKey = 'cuota.link-sent';
const lastSent = () => readObject(tabStorage, storageKey) ?? {};

function lastTarget(): string | null {
  const { target } = lastSent();
  return typeof target === 'string' ? target : null;
}

/** Seconds until another link can be asked for; all of them where it is not known when the last one was sent. */
export function secondsToWait(): number {
  const { at } = lastSent();
  if (typeof at !== 'number') return SMS_COUNTDOWN_S;
  return Math.min(SMS_COUNTDOWN_S, secondsLeft(at + SMS_COUNTDOWN_S * 1000, Date.now()));
}

/** Asks for a login link by SMS. @throws ApiFailure */
export async function sendLink(
  pack: CountryPack,
  phone: string,
  redirectTo: string | null = lastTarget(),
): Promise<void> {
  await call('POST /api/auth/sendpin', {
    body: { cellphone: phone, cellphone_prefix: pack.prefix, ...(redirectTo && { redirectTo }) },
  });
  writeObject(tabStorage, storageKey, { at: Date.now(), target: redirectTo });
}

/** Reason why a link did not open, shown on /login until the person leaves. */
export const badLink = createStore<string | null>(null);
