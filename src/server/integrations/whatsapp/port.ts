import type { WhatsAppContent } from '../../../countries/messages/whatsapp-templates.ts';
import type { DeliveryReport } from '../sms/port.ts';

/** A message made of an approved template. */
export interface WhatsAppMessage {
  /** E.164 number. */
  readonly to: string;
  /** Language code of the registered template. */
  readonly language: string;
  readonly content: WhatsAppContent;
  /** Ours: reports of the message name it. */
  readonly messageId: number;
}

/**
 * Outcome of submitting a message. `later`: refused for now, may be retried. `unknown`: no answer, so it may have been
 * accepted; never submitted again.
 */
export type WhatsAppOutcome =
  | { readonly outcome: 'taken'; readonly providerId: string }
  /** @property isOurFault no message of this kind is accepted until the token, template or account is fixed */
  | { readonly outcome: 'refused'; readonly code: string; readonly isOurFault: boolean }
  | { readonly outcome: 'later'; readonly code: string }
  | { readonly outcome: 'unknown' };

/** Delivery state of an accepted message. */
export interface WhatsAppReport extends DeliveryReport {
  /** Our id. */
  readonly messageId: number;
}

/** A notification as it came over the wire; all bytes of the body are signed. */
export interface WhatsAppNotification {
  readonly body: string;
  readonly signature: string;
}

export interface WhatsAppGateway {
  /** Never throws for faults of the provider or the network. */
  send(message: WhatsAppMessage): Promise<WhatsAppOutcome>;
  /** @returns undefined without a valid signature; ignores reports of foreign messages */
  reportsOf(notification: WhatsAppNotification): readonly WhatsAppReport[] | undefined;
  /** True if the provider asks to confirm the notification address. */
  isVerifyToken(token: string): boolean;
  /** Stand-in only: receiver of its notifications. */
  listen?(listener: (notification: WhatsAppNotification) => Promise<void>): void;
}
