interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** PDF files. */
  readonly attachments?: readonly { readonly name: string; readonly content: Buffer }[];
}

export interface EmailGateway {
  /** @returns the provider's id @throws if the provider did not accept it */
  send(email: Email): Promise<string>;
  /** Closes the connections; nothing can be sent afterwards. */
  close(): void;
}
