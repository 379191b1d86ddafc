/** State to store between the redirect to the identity provider and the return. */
export interface SignInSecrets {
  readonly nonce: string;
  readonly verifier: string;
}

export interface StaffPerson {
  /** Provider's id of the person, never reassigned. */
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** The lender's identity provider for its staff. */
export interface StaffLogin {
  /** Button label. */
  readonly name: string;
  /** Address of the provider's page, to redirect the browser to. */
  begin(
    state: string,
    redirectUri: string,
  ): Promise<{ readonly url: string; readonly secrets: SignInSecrets }>;
  /** @returns undefined if the code or its claims cannot be trusted */
  finish(code: string, redirectUri: string, secrets: SignInSecrets): Promise<StaffPerson | undefined>;
}
