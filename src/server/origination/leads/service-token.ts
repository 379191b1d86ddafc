import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';

const purpose = 'service-token';
/** Short-lived: about as long as a person looks at an offer. */
const lifetimeMinutes = 30;

interface ServiceToken {
  readonly token: string;
  readonly expired: Date;
}

/** Creates the credit-risk token of a channel (docs/product/calls.md#service-token): signed, not stored. */
export function createServiceToken(
  { vault, clock }: Pick<Dependencies, 'vault' | 'clock'>,
  channel: string,
): ServiceToken {
  const expired = after(clock.now(), lifetimeMinutes, 'minutes');
  const content = `${channel}.${expired.getTime()}`;
  return { token: `${content}.${vault.sign(purpose, content)}`, expired };
}

/** True for a token that we signed and that has not expired. */
export function isServiceToken(
  { vault, clock }: Pick<Dependencies, 'vault' | 'clock'>,
  token: string,
): boolean {
  const [channel, expires, signature] = token.split('.');
  if (!channel || !expires || !signature) return false;
  return vault.verify(purpose, `${channel}.${expires}`, signature) && Number(expires) > clock.now().getTime();
}
