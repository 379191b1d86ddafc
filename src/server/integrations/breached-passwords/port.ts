/** A list of passwords that were found in breaches of other sites. */
export interface BreachedPasswords {
  /** @throws when it cannot be asked, or answers something else than its list */
  isBreached(password: string): Promise<boolean>;
}
