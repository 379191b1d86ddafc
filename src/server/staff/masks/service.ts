const hidden = '•••';
const shownDigits = 3;

/** Shows the last three digits, enough to distinguish two people with the same name. */
export function maskDocument(number: string): string {
  return number === '' ? '' : hidden + number.slice(-shownDigits);
}

/** Shows the last four digits, which people know of their own number. */
export function maskPhone(number: string): string {
  return number === '' ? '' : hidden + number.slice(-4);
}

export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : `${email.slice(0, 1)}${hidden}${email.slice(at)}`;
}

export function maskAccount(account: string): string {
  return account === '' ? '' : hidden + account.slice(-4);
}

/** Search text in the form that the audit may store; nothing of a short text. */
export function maskSearched(text: string): string {
  const typed = text.trim();
  if (typed.includes('@')) return maskEmail(typed);
  return typed.length > 2 * shownDigits ? hidden + typed.slice(-shownDigits) : hidden;
}

export function maskName(name: string): string {
  return name
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => `${part.slice(0, 1)}${hidden}`)
    .join(' ');
}
