import { createHmac } from 'node:crypto';
import { sameBytes } from '../../platform/secrets.ts';

/** Computes Twilio's `X-Twilio-Signature` of a form: HMAC-SHA1 over the address and all fields sorted by name. */
export function twilioSignature(
  authToken: string,
  url: string,
  form: Readonly<Record<string, string>>,
): string {
  const members = Object.keys(form).toSorted();
  const signed = url + members.map((name) => `${name}${form[name] ?? ''}`).join('');
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64');
}

export function isTwilioSigned(
  authToken: string,
  url: string,
  form: Readonly<Record<string, string>>,
  signature: string,
): boolean {
  const given = Buffer.from(signature, 'base64');
  const right = Buffer.from(twilioSignature(authToken, url, form), 'base64');
  return given.length === right.length && sameBytes(given, right);
}
