export interface SocialIdentity {
  /** The provider's stable id of the person. */
  readonly subject: string;
  /** Only an address that the provider has verified. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A social login provider. */
export interface IdentityProvider {
  /** @returns who the token belongs to, or undefined when it is not a valid token for us */
  verify(token: string): Promise<SocialIdentity | undefined>;
}
