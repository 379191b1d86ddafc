/** Kinds of short messages that may be sent by WhatsApp, as named in the setting WHATSAPP_MESSAGES. */
export const WHATSAPP_KINDS = ['code', 'link', 'reminder', 'payment'] as const;
export type WhatsAppKind = (typeof WHATSAPP_KINDS)[number];

/** Template registered with Meta and approved there; a message only fills its placeholders. */
export interface WhatsAppTemplate {
  readonly name: string;
  readonly category: 'authentication' | 'utility';
  /** Text with a placeholder per parameter; undefined for Meta's own text (authentication). */
  readonly body: string | undefined;
  /** Copies the code, or opens an address under the public one. */
  readonly button: { readonly kind: 'copy-code' } | { readonly kind: 'url'; readonly text: string };
  /**
   * Meta's delivery timeout (`message_send_ttl_seconds`). Meta never delivers later, so the SMS that follows is the
   * only message (docs/product/providers.md#whatsapp).
   */
  readonly ttlSeconds: number;
}

/** All templates with their texts, one for each kind (docs/operations.md#whatsapp). */
export const WHATSAPP_TEMPLATES: Readonly<Record<WhatsAppKind, WhatsAppTemplate>> = {
  code: {
    name: 'clave_celular',
    category: 'authentication',
    body: undefined,
    button: { kind: 'copy-code' },
    ttlSeconds: 30,
  },
  link: {
    name: 'ingreso_cuenta',
    category: 'utility',
    body: 'Pediste entrar a tu cuenta. El botón vale {{1}} horas y se usa una sola vez. Si no fuiste vos, no hagas nada.',
    button: { kind: 'url', text: 'Entrar a mi cuenta' },
    ttlSeconds: 60,
  },
  reminder: {
    name: 'recordatorio_cuota',
    category: 'utility',
    body: 'Te recordamos que {{1}}. Hoy son {{2}}. Si ya pagaste, no tenés que hacer nada.',
    button: { kind: 'url', text: 'Ver mi estado de cuenta' },
    ttlSeconds: 900,
  },
  payment: {
    name: 'novedad_pago',
    category: 'utility',
    body: 'Tenemos una novedad de tu pago: {{1}} Con el botón ves el detalle.',
    button: { kind: 'url', text: 'Ver mi pago' },
    ttlSeconds: 900,
  },
};

/** Values for a template's placeholders. */
export interface WhatsAppContent {
  readonly kind: WhatsAppKind;
  readonly parameters: readonly string[];
  /** Code to copy, or the path after the public address and its slash. */
  readonly button: string;
}

/**
 * @param parameters one per placeholder of the body; for an authentication template, the code @param button
 * the code, or one of our addresses
 */
export function whatsappContent(
  kind: WhatsAppKind,
  parameters: readonly string[],
  button: string,
): WhatsAppContent {
  // Meta refuses line breaks, tabs and more than four spaces in a row.
  const plain = parameters.map((text) => text.replaceAll(/\s+/g, ' ').trim());
  return { kind, parameters: plain, button: button.replace(/^https?:\/\/[^/]+\//, '') };
}
