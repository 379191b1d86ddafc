import { call } from '../api.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { readObject, tabStorage, writeObject } from '../storage.ts';
import { createStore } from '../store.ts';
import { SMS_COUNTDOWN_S } from '../timings.ts';
import { secondsLeft } from '../ui/countdown.tsx';

/**
 * Whether a link has just been sent by SMS: /login-link then says so in a dialog first
 * (docs/product/signup-and-login.md#phone).
 */
export const linkJustSent = createStore(false);

/** Whether somebody comes to /login to give another number: the cellphone's field is then what they see. */
export const changesNumber = createStore(false);

/**
 * Of the last link: when it was sent, ms of the device's clock, and where it leads once it is opened; one that is sent
 * again leads there too. The tab keeps both, so that a reload neither begins the wait anew nor loses the way.
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
