/** State to store between the redirect to the identity provider and the return. */
export interface SignInSecrets {
  readonly nonce: string;
  readonly verifier: string;
}

export interface StaffPerson {
  /** The provider's own name for the person; never given to another. */
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** The lender's identity provider, for people of the staff. */
export interface StaffLogin {
  /** Button label. */
  readonly name: string;
  /** The provider's page, where the browser goes. */
  begin(
    state: string,
    redirectUri: string,
  ): Promise<{ readonly url: string; readonly secrets: SignInSecrets }>;
  /** @returns undefined if the code or its claims cannot be trusted */
  finish(code: string, redirectUri: string, secrets: SignInSecrets): Promise<StaffPerson | undefined>;
}
