export interface SocialIdentity {
  readonly subject: string;
  /** Always an address that the provider has verified. */
  readonly email: string;
  /**
   * True if the provider runs the mailbox or its domain. For any other address it knows only who owned it at
   * the time of verification, which may have changed.
   */
  readonly isEmailTheirs: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

export interface IdentityProvider {
  /**
   * @param nonce from the start of the login attempt; the provider received its SHA-256. Access tokens have
   * none
   * @returns the token's owner, or undefined if the token is not valid for us and this attempt
   */
  verify(token: string, nonce: string): Promise<SocialIdentity | undefined>;
}
