import { PHONE_CODE_LIFETIME_MINUTES } from '../../countries/constants.ts';
import { draftKey } from '../forms/drafts.ts';
import { readObject, tabStorage, writeObject } from '../storage.ts';

/** Storage key among the drafts, so that a logout forgets it with them. */
const key = draftKey('phone-code-sent');

/** Notes that a code is on its way, so that a reload offers to type it in and sends no second one. */
export function keepSentCode(hash: string, cellphone: string, nowMs: number): void {
  writeObject(tabStorage, key, { hash, cellphone, sentAt: nowMs });
}

/** The phone with a code that is still valid; '' when none was sent or it expired. */
export function phoneOfSentCode(hash: string, nowMs: number): string {
  const sent = readObject(tabStorage, key);
  const endsAt = Number(sent?.['sentAt']) + PHONE_CODE_LIFETIME_MINUTES * 60_000;
  return sent?.['hash'] === hash && typeof sent['cellphone'] === 'string' && nowMs < endsAt
    ? sent['cellphone']
    : '';
}

export function forgetSentCode(): void {
  tabStorage.removeItem(key);
}
