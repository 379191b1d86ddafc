import type { WhatsAppContent } from '../../../countries/messages/whatsapp-templates.ts';
import type { DeliveryReport } from '../sms/port.ts';

/** A message made of an approved template. */
export interface WhatsAppMessage {
  /** E.164 number. */
  readonly to: string;
  /** Code of the language in which the template is registered. */
  readonly language: string;
  readonly content: WhatsAppContent;
  /** Ours: reports of the message name it. */
  readonly messageId: number;
}

/**
 * What became of giving a message to WhatsApp. `later`: not taken, and may be at another time. `unknown`: no answer,
 * so it may have been taken; it is never given again.
 */
export type WhatsAppOutcome =
  | { readonly outcome: 'taken'; readonly providerId: string }
  /** @property isOurFault no message of this kind will be taken until somebody mends it: token, template, account */
  | { readonly outcome: 'refused'; readonly code: string; readonly isOurFault: boolean }
  | { readonly outcome: 'later'; readonly code: string }
  | { readonly outcome: 'unknown' };

/** What WhatsApp says of a message that it took. */
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
  /** Never throws for what the provider or the network does. */
  send(message: WhatsAppMessage): Promise<WhatsAppOutcome>;
  /** @returns undefined when the provider has not signed it; what is not a report of ours is left out */
  reportsOf(notification: WhatsAppNotification): readonly WhatsAppReport[] | undefined;
  /** Whether the provider is the one that asks for the address of notifications to be confirmed. */
  isVerifyToken(token: string): boolean;
  /** Of the stand-in only: who gets its notifications. */
  listen?(listener: (notification: WhatsAppNotification) => Promise<void>): void;
}
