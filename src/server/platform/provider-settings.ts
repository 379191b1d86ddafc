import { z } from 'zod';

export const url = z.url({ protocol: /^https?$/, error: 'it must be an address: https://…' });

/** Address, or name and address, as in the header of an e-mail. */
const sender = z.union([z.email(), z.string().regex(/^[^<>]+ <[^\s<>@]+@[^\s<>@]+>$/)], {
  error: 'it must be an e-mail address',
});

/** Hosts of the gateway, as in its own SDKs (integrations/card-payments/examples/SOURCES.md). */
export const paywayHosts = {
  test: 'https://developers.decidir.com/api/v2',
  production: 'https://ventasonline.payway.com.ar/api/v2',
} as const;

/** Addresses of ARCA's services (integrations/invoicing/examples/SOURCES.md). */
export const arcaHosts = {
  test: {
    wsaa: 'https://wsaahomo.afip.gov.ar/ws/services/LoginCms',
    wsfe: 'https://wswhomo.afip.gov.ar/wsfev1/service.asmx',
  },
  production: {
    wsaa: 'https://wsaa.afip.gov.ar/ws/services/LoginCms',
    wsfe: 'https://servicios1.afip.gov.ar/wsfev1/service.asmx',
  },
} as const;

/** Settings of external providers; part of the settings of the process (`config.ts`). */
export const providerSettings = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'it must be an address: smtp://user:password@host:587' })
    .optional(),
  MAIL_FROM: sender.default('no-responder@cuota.example'),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_BASE_URL: url.default('https://api.twilio.com'),
  /** SMS messages tried by WhatsApp first, as `country=kind` pairs; none if absent. */
  WHATSAPP_MESSAGES: z.string().optional(),
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{5,30}$/, 'it must be the id of a phone number, digits only')
    .optional(),
  WHATSAPP_ACCESS_TOKEN: z.string().optional(),
  /** Key that signs delivery notifications. */
  WHATSAPP_APP_SECRET: z.string().optional(),
  /** Token that Meta sends when the webhook address is registered. */
  WHATSAPP_VERIFY_TOKEN: z.string().min(16).optional(),
  WHATSAPP_BASE_URL: url.default('https://graph.facebook.com'),
  WHATSAPP_API_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d$/, 'it must be a version such as v25.0')
    .default('v25.0'),
  GEOREF_BASE_URL: url.default('https://apis.datos.gob.ar/georef/api'),
  BCRA_BASE_URL: url.default('https://api.bcra.gob.ar'),
  /** The lender's own code in the BCRA's file; its lines are kept for comparison. */
  BCRA_LENDER: z
    .string()
    .regex(/^\d{5}$/, 'it must be a lender code of five digits')
    .optional(),
  REPET_BASE_URL: url.default('https://repet.jus.gob.ar'),
  /** Requests per minute that the BCRA allows from our address. */
  BCRA_REQUESTS_MINUTE: z.coerce.number().int().min(4).max(100_000).default(100),
  /** Range search for breached passwords; without it passwords are not checked. */
  PWNED_PASSWORDS_URL: url.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_ISSUER: url.default('https://accounts.google.com'),
  /** OpenID Connect provider for signing in to the console; set all three or none. */
  CONSOLE_OIDC_ISSUER: url.optional(),
  CONSOLE_OIDC_CLIENT_ID: z.string().optional(),
  CONSOLE_OIDC_CLIENT_SECRET: z.string().optional(),
  /** Name of the provider on the sign-in button. */
  CONSOLE_OIDC_NAME: z.string().min(1).max(40).default('la cuenta de la empresa'),
  /** `group=role` and `group=country` pairs; without them the console assigns roles. */
  CONSOLE_OIDC_GROUPS: z.string().optional(),
  CONSOLE_OIDC_GROUPS_CLAIM: z.string().min(1).default('groups'),
  FACEBOOK_APP_ID: z.string().optional(),
  FACEBOOK_APP_SECRET: z.string().optional(),
  FACEBOOK_BASE_URL: url.default('https://graph.facebook.com'),
  /** Defaults to the production host with NODE_ENV=production, otherwise to the test host. */
  PAYWAY_BASE_URL: url.optional(),
  PAYWAY_PUBLIC_KEY: z.string().optional(),
  PAYWAY_PRIVATE_KEY: z.string().optional(),
  /** First payment of a card being saved, in centavos; refunded at once. */
  CARD_FIRST_PAYMENT: z.coerce.number().int().min(1).max(100_000).default(100),
  /** PEM of the certificate that ARCA knows, and of its key; without them no Argentine invoice is issued. */
  ARCA_CERTIFICATE: z
    .string()
    .startsWith('-----BEGIN CERTIFICATE', 'it must be a PEM certificate')
    .optional(),
  ARCA_KEY: z.string().startsWith('-----BEGIN', 'it must be a PEM key').optional(),
  /** Point of sale that only this product uses. */
  ARCA_POINT_OF_SALE: z.coerce.number().int().min(1).max(99_998).optional(),
  /** Default to the production hosts with NODE_ENV=production, otherwise to the test hosts. */
  ARCA_WSAA_URL: url.optional(),
  ARCA_WSFE_URL: url.optional(),
  /** Provider of Uruguayan fiscal documents; without it none is issued. */
  CFE_URL: url.optional(),
  CFE_TOKEN: z.string().optional(),
  MERCADO_PAGO_BASE_URL: url.default('https://api.mercadopago.com'),
  MERCADO_PAGO_ACCESS_TOKEN: z.string().optional(),
  /** Secrets of signed webhooks, comma-separated; two during a rotation. */
  MERCADO_PAGO_WEBHOOK_SECRETS: z.string().optional(),
  BIND_BASE_URL: url.optional(),
  BIND_USERNAME: z.string().optional(),
  BIND_PASSWORD: z.string().optional(),
  BIND_ACCOUNT_ID: z.string().optional(),
  /** Receives the bank's vouchers; defaults to MAIL_FROM. */
  BIND_EMAIL: z.email('it must be an e-mail address').optional(),
} as const;
