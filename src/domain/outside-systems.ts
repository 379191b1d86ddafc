/** Permissions of API keys; each call of a partner declares one (docs/product/integrations.md#api-keys). */
export const PARTNER_SCOPES = ['leads.create', 'leads.read', 'events.read'] as const;
export type PartnerScope = (typeof PARTNER_SCOPES)[number];

export const PARTNER_KINDS = ['partner', 'own'] as const;
export type PartnerKind = (typeof PARTNER_KINDS)[number];

/** Event types by the kind of partner that gets them; migration 0215 writes them. */
export const EVENTS_OF = {
  partner: ['lead.changed'],
  own: [
    'loan.confirmed',
    'loan.delivered',
    'loan.canceled',
    'loan.changed',
    'loan.finished',
    'payment.received',
    'payment.reversed',
  ],
} as const satisfies Record<PartnerKind, readonly string[]>;

export type PartnerEventType = (typeof EVENTS_OF)[PartnerKind][number];
export const PARTNER_EVENTS: readonly [PartnerEventType, ...PartnerEventType[]] = [
  ...EVENTS_OF.partner,
  ...EVENTS_OF.own,
];
