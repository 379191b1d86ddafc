import type { WhatsAppContent } from '../../../countries/messages/whatsapp-templates.ts';
import type { DeliveryReport } from '../sms/port.ts';

/** Message from an approved template. */
export interface WhatsAppMessage {
  /** E.164 number. */
  readonly to: string;
  /** Language code of the registered template. */
  readonly language: string;
  readonly content: WhatsAppContent;
  /** Our id, named in delivery reports. */
  readonly messageId: number;
}

/**
 * Outcome of submitting a message. `later`: refused temporarily, may be retried. `unknown`: no response, so
 * it may have been accepted; never submitted again.
 */
export type WhatsAppOutcome =
  | { readonly outcome: 'taken'; readonly providerId: string }
  /**
   * @property isOurFault no message of this kind is accepted until the token, template or account is fixed
   */
  | { readonly outcome: 'refused'; readonly code: string; readonly isOurFault: boolean }
  | { readonly outcome: 'later'; readonly code: string }
  | { readonly outcome: 'unknown' };

export interface WhatsAppReport extends DeliveryReport {
  /** Our id of the message. */
  readonly messageId: number;
}

/** Notification as received; the signature covers all bytes of the body. */
export interface WhatsAppNotification {
  readonly body: string;
  readonly signature: string;
}

export interface WhatsAppGateway {
  /** Never throws because of the provider or the network. */
  send(message: WhatsAppMessage): Promise<WhatsAppOutcome>;
  /** @returns undefined without a valid signature; ignores reports of messages that are not ours */
  reportsOf(notification: WhatsAppNotification): readonly WhatsAppReport[] | undefined;
  /** True if a token confirms the registration of the webhook address. */
  isVerifyToken(token: string): boolean;
  /** Sandbox only: sets the receiver of notifications. */
  listen?(listener: (notification: WhatsAppNotification) => Promise<void>): void;
}
