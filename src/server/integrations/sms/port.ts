export type Delivery = 'sent' | 'delivered' | 'read' | 'failed';

/** What the provider says of a message that it took. */
export interface DeliveryReport {
  /** Undefined where what it says is none of these. */
  readonly delivery: Delivery | undefined;
  /** The provider's own code of a failure. */
  readonly code: string;
  /** Its id of the message. */
  readonly providerId: string;
}

/** A report as it came over the wire. */
export interface ReceivedReport {
  /** Our id, which stands in the address that the provider was given. */
  readonly messageId: string;
  readonly form: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

/** An SMS gateway. */
export interface SmsGateway {
  /**
   * @param to E.164 number
   * @param messageId ours: reports of the message name it
   * @returns the provider's id
   * @throws when the provider did not accept it
   */
  send(to: string, text: string, messageId: number): Promise<string>;
  /** Absent where the provider reports nothing. @returns undefined when the provider has not signed it */
  reportOf?(report: ReceivedReport): DeliveryReport | undefined;
}
