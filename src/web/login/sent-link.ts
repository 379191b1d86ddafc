import { call } from '../api.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { createStore } from '../store.ts';

/**
 * Whether a link has just been sent by SMS: /login-link then says so in a dialog first
 * (docs/product/signup-and-login.md#phone).
 */
export const linkJustSent = createStore(false);

/** Whether somebody comes to /login to give another number: the cellphone's field is then what they see. */
export const changesNumber = createStore(false);

/** Where the last link leads once it is opened; a link that is sent again leads there too. */
let lastTarget: string | null = null;

/** Asks for a login link by SMS. @throws ApiFailure */
export async function sendLink(
  pack: CountryPack,
  phone: string,
  redirectTo: string | null = lastTarget,
): Promise<void> {
  await call('POST /api/auth/sendpin', {
    body: { cellphone: phone, cellphone_prefix: pack.prefix, ...(redirectTo && { redirectTo }) },
  });
  lastTarget = redirectTo;
}
