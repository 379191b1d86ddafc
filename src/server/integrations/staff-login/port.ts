/** What has to be kept between leaving for the identity provider and coming back. */
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
  /** What the button says. */
  readonly name: string;
  /** The provider's page, where the browser goes. */
  begin(
    state: string,
    redirectUri: string,
  ): Promise<{ readonly url: string; readonly secrets: SignInSecrets }>;
  /** @returns undefined when the code or what it brings cannot be trusted */
  finish(code: string, redirectUri: string, secrets: SignInSecrets): Promise<StaffPerson | undefined>;
}
