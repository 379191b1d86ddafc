export interface SocialIdentity {
  /** The provider's stable id of the person. */
  readonly subject: string;
  /** Only an address that the provider has verified. */
  readonly email: string;
  /**
   * The provider decides whose mailbox that is: it runs it, or the domain's. Of another's it knows who had it when it was
   * verified, which may be somebody else today.
   */
  readonly isEmailTheirs: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

/** A social login provider. */
export interface IdentityProvider {
  /**
   * @param nonce what the browser began the attempt with; the provider was told its SHA-256. Access tokens have none
   * @returns who the token belongs to, or undefined when it is not a valid token for us, and for this attempt
   */
  verify(token: string, nonce: string): Promise<SocialIdentity | undefined>;
}
