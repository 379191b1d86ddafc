interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** PDF files. */
  readonly attachments?: readonly { readonly name: string; readonly content: Buffer }[];
}

/** An e-mail gateway. */
export interface EmailGateway {
  /**
   * @returns the provider's id
   * @throws when the provider did not accept it
   */
  send(email: Email): Promise<string>;
  /** Closes the connections; nothing can be sent any more. */
  close(): void;
}
