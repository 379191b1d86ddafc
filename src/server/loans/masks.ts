/** `A***`: enough for its owner to recognise, without its length. */
export function maskName(name: string): string {
  const [initial] = name.trim();
  return initial === undefined ? '' : `${initial}***`;
}

/** The last four characters of an account number or alias. */
export function maskAccount(account: string): string {
  return account.length > 4 ? `****${account.slice(-4)}` : '****';
}
