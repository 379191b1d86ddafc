export type Delivery = 'sent' | 'delivered' | 'read' | 'failed';

/** Delivery state of an accepted message. */
export interface DeliveryReport {
  /** Undefined for any other state. */
  readonly delivery: Delivery | undefined;
  /** The provider's own code of a failure. */
  readonly code: string;
  /** Its id of the message. */
  readonly providerId: string;
}

/** A report as it came over the wire. */
interface ReceivedReport {
  /** Our message id, part of the callback address given to the provider. */
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
