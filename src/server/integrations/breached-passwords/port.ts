/** List of passwords found in breaches of other sites. */
export interface BreachedPasswords {
  /** @throws if it is unreachable or its response is malformed */
  isBreached(password: string): Promise<boolean>;
}
