/** Replaces hidden characters. */
const hidden = '•••';
const shownDigits = 3;

/** The last three digits: enough to distinguish two people of one name. */
export function maskDocument(number: string): string {
  return number === '' ? '' : hidden + number.slice(-shownDigits);
}

/** The last four digits, as people name their own number. */
export function maskPhone(number: string): string {
  return number === '' ? '' : hidden + number.slice(-4);
}

/** First letter and domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : `${email.slice(0, 1)}${hidden}${email.slice(at)}`;
}

/** The last four characters of an account. */
export function maskAccount(account: string): string {
  return account === '' ? '' : hidden + account.slice(-4);
}

/** The search text as the audit may keep it: nothing of a short text. */
export function maskSearched(text: string): string {
  const typed = text.trim();
  if (typed.includes('@')) return maskEmail(typed);
  return typed.length > 2 * shownDigits ? hidden + typed.slice(-shownDigits) : hidden;
}

/** Initials. */
export function maskName(name: string): string {
  return name
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => `${part.slice(0, 1)}${hidden}`)
    .join(' ');
}
