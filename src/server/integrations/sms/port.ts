export type Delivery = 'sent' | 'delivered' | 'read' | 'failed';

export interface DeliveryReport {
  /** Undefined for states that are of no interest. */
  readonly delivery: Delivery | undefined;
  /** Provider's code of a failure. */
  readonly code: string;
  /** Provider's id of the message. */
  readonly providerId: string;
}

interface ReceivedReport {
  /** Our message id, part of the callback address given to the provider. */
  readonly messageId: string;
  readonly form: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

export interface SmsGateway {
  /**
   * @param to E.164 number
   * @param messageId our id, named in delivery reports
   * @returns the provider's id
   * @throws if the provider did not accept the message
   */
  send(to: string, text: string, messageId: number): Promise<string>;
  /** Absent if the provider sends no reports. @returns undefined without a valid signature */
  reportOf?(report: ReceivedReport): DeliveryReport | undefined;
}
