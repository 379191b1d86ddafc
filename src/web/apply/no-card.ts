import type { Profile } from '../profile.ts';
import { deviceStorage, type KeyValue } from '../storage.ts';

const storageKey = 'cuota.no-card';

/** Notes that a customer applies without a card: no later 'continue' asks for one (docs/product/application.md#debit-card). */
export function noteNoCard({ hash }: Pick<Profile, 'hash'>, storage: KeyValue = deviceStorage): void {
  storage.setItem(storageKey, hash);
}

export function hasNoCard({ hash }: Pick<Profile, 'hash'>, storage: KeyValue = deviceStorage): boolean {
  return storage.getItem(storageKey) === hash;
}

/** Steps that the customer has skipped for good. */
export const skippedBy = (profile: Pick<Profile, 'hash'>): readonly 'card'[] =>
  hasNoCard(profile) ? ['card'] : [];

/** Forgotten with the application, and once there is a card. */
export function forgetNoCard(storage: KeyValue = deviceStorage): void {
  storage.removeItem(storageKey);
}
