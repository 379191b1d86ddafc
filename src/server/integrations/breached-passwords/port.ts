export interface BreachedPasswords {
  /** @throws if it is unreachable or its response is malformed */
  isBreached(password: string): Promise<boolean>;
}
