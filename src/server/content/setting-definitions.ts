import { paths } from '../../contract/paths.ts';
import { byCountry, type CountryCode } from '../../countries/countries.ts';
import { packOf } from '../../countries/index.ts';
import {
  PAYMENT_DISPLAY_NAMES,
  PAYMENT_DISPLAYS,
  type PaymentDisplay,
  type PaymentMethod,
} from '../../countries/payment-method.ts';
import { paymentMethodsOf } from '../../countries/payment-methods.ts';
import { REFERRAL } from '../../countries/promotions.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import { decisionSettings } from './decision-settings.ts';
import { identityReview, type SettingDefinition } from './identity-setting.ts';
import type { SettingKind } from './setting-kinds.ts';

const supportPhone = byCountry((code) => SERVER_ENTRIES[code].settings.supportPhone);
const onOff: SettingKind = { type: 'switch' };
const contact: SettingKind = { type: 'contact' };
const address: SettingKind = { type: 'address', isOptional: true };
const neededAddress: SettingKind = { type: 'address', isOptional: false };
const message = (...placeholders: string[]): SettingKind => ({
  type: 'text',
  most: 500,
  placeholders,
});

const toggle = (title: string, describes: string, group: SettingDefinition['group'], isOn = false) =>
  ({ title, describes, group, kind: onOff, default: isOn ? 'on' : 'off' }) as const;
const phone = (title: string, describes: string) =>
  ({ title, describes, group: 'contact', kind: contact, default: supportPhone }) as const;
const prepared = (title: string, text: string, ...placeholders: string[]) =>
  ({
    title,
    describes: 'Lo que WhatsApp trae escrito al abrirse.',
    group: 'messages',
    kind: message(...placeholders),
    default: text,
  }) as const;
const link = (
  title: string,
  describes: string,
  value: SettingDefinition['default'],
  kind: SettingKind = address,
) => ({ title, describes, group: 'links', kind, default: value }) as const;
/**
 * Addresses of pages with passwords or sessions, guarded because one person alone could lead borrowers to a
 * copy.
 */
const ownLink = (...given: Parameters<typeof link>) => ({ ...link(...given), isMoney: true }) as const;

export type { SettingDefinition };

/** Only countries in the referral programme have its dates and reward. */
const referral = (value: string, none: string) =>
  byCountry((code) => (REFERRAL.countries.includes(code) ? value : none));

const slugsOf = (methods: readonly PaymentMethod[]) =>
  methods.flatMap(({ slug, isOptional }) => (isOptional ? [] : [slug])).join(',');

/**
 * Environment settings (docs/product/shell.md#environment-settings): rows of the table `setting`, read on
 * every call, so that a change takes effect at once. All are public. A switch is on with '1', 'on', 'true' or
 * 'si'. A WhatsApp contact is a phone number in digits or a complete address; an empty one hides its button.
 * Placeholders of messages: docs/product/shell.md#message-templates.
 */
export const SETTINGS = {
  channel: {
    title: 'Canal de atención',
    describes: 'Por dónde se le responde a la gente.',
    group: 'contact',
    kind: { type: 'choice', options: { whatsapp: 'WhatsApp', chat: 'Chat' } },
    default: 'whatsapp',
  },
  'chat-autostart': toggle('El chat se abre solo', 'A los 8 segundos de abrir la página.', 'contact'),
  'chat-url': {
    title: 'Dirección del chat',
    describes: 'La página del chat; vacía, no hay ninguna.',
    group: 'contact',
    kind: address,
    default: '',
  },
  'whatsapp-out-of-office': toggle('Fuera de horario', 'Esconde chat y WhatsApp en todas partes.', 'contact'),
  'whatsapp-origination-out-of-office': toggle(
    'Fuera de horario durante la solicitud',
    'Esconde chat y WhatsApp mientras alguien pide un préstamo.',
    'contact',
  ),
  'whatsapp-origination-lead': phone('WhatsApp de la oferta', 'Para quien todavía no tiene cuenta.'),
  'whatsapp-origination': phone('WhatsApp de la solicitud', 'Para quien está pidiendo un préstamo.'),
  'whatsapp-origination-loan-pending': phone(
    'WhatsApp del préstamo en camino',
    'Mientras el préstamo se revisa o se envía.',
  ),
  'whatsapp-onboarding-top': {
    title: 'Espera del botón de WhatsApp',
    describes: 'Segundos hasta que aparece durante la solicitud; con 0 no aparece.',
    group: 'contact',
    kind: { type: 'number', least: 0, most: 3_600 },
    default: '120',
  },
  'whatsapp-support': phone('WhatsApp de soporte', 'El contacto general.'),
  'whatsapp-autogestion': phone('WhatsApp de la cuenta', 'Para quien está en su cuenta.'),
  'whatsapp-origination-lead-message': prepared(
    'Mensaje desde la oferta',
    'Hola, soy {first_name}. Quiero continuar con mi préstamo de {option_amount}. Mi código es {hash}.',
    'first_name',
    'document_number',
    'hash',
    'option_amount',
  ),
  'whatsapp-origination-message': prepared(
    'Mensaje desde la solicitud',
    'Hola, soy {first_name}, documento {document_number}. Estoy en {page_name} y necesito ayuda.',
    'first_name',
    'document_number',
    'page_name',
    'hash',
    'option_amount',
  ),
  'whatsapp-origination-loan-pending-message': prepared(
    'Mensaje por un préstamo en camino',
    'Hola, soy {client}. Consulto por mi préstamo {loan_id} de {amount}.',
    'client',
    'loan_id',
    'amount',
  ),
  'whatsapp-support-message': prepared('Mensaje a soporte', 'Hola, necesito ayuda con mi préstamo.'),
  'whatsapp-autogestion-message': prepared(
    'Mensaje desde la cuenta',
    'Hola, soy {first_name}, documento {document_number}. Necesito ayuda con mi cuenta.',
    'first_name',
    'document_number',
  ),
  'share-message': {
    title: 'Invitación',
    describes: 'El mensaje con el que una persona invita a otra.',
    group: 'messages',
    kind: message('first_name', 'referral_link'),
    default: '¡Hola! Soy {first_name} y te invito a pedir tu préstamo online: {referral_link}',
  },
  'referral-from': {
    title: 'Referidos: primer día',
    describes: 'Desde cuándo se premia traer a alguien; vacío, no hay programa.',
    group: 'promotions',
    kind: { type: 'date', isOptional: true },
    default: referral(REFERRAL.from, ''),
    isMoney: true,
  },
  'referral-to': {
    title: 'Referidos: último día',
    describes: 'Hasta cuándo se premia, ese día incluido.',
    group: 'promotions',
    kind: { type: 'date', isOptional: true },
    default: referral(REFERRAL.to, ''),
    isMoney: true,
  },
  'referral-reward': {
    title: 'Referidos: premio',
    describes: 'Lo que recibe cada una de las dos personas.',
    group: 'promotions',
    kind: { type: 'money', least: 0, most: 1_000_000 },
    default: byCountry((code) =>
      REFERRAL.countries.includes(code) ? String(packOf(code).amounts.referralReward) : '0',
    ),
    isMoney: true,
  },
  'whatsapp-open-force-error-count': {
    title: 'Rechazos hasta ofrecer ayuda',
    describes: 'Cuentas o tarjetas rechazadas tras las que se abre el panel de ayuda.',
    group: 'contact',
    kind: { type: 'number', least: 1, most: 10 },
    default: '1',
  },
  'contact-form': link('Formulario de contacto', 'Vacío, se usa el cuadro de sugerencias.', ''),
  'landing-page-url': link('Sitio del producto', "Vacío o '/', no hay otro y nada lleva a él.", '/'),
  'recovery-url': ownLink(
    'Recuperar la contraseña',
    'La página que la recupera.',
    paths.login({ reset: '1' }),
    neededAddress,
  ),
  'self-service-url': ownLink(
    'Cuenta del cliente',
    '{document_number} se reemplaza por el documento.',
    `${paths.balance('')}{document_number}`,
    neededAddress,
  ),
  'renewal-url': ownLink(
    'Pedir otro préstamo',
    'Adónde va quien terminó de pagar.',
    paths.offer(),
    neededAddress,
  ),
  'help-url': link(
    'Centro de ayuda',
    'El del programa abre el panel de ayuda.',
    `${paths.signup()}#ayuda`,
    neededAddress,
  ),
  'credit-report-url': link(
    'Informe crediticio propio',
    'Dónde cada persona ve el suyo; vacío, no hay link.',
    byCountry((code) => packOf(code).creditReport.link.defaultUrl),
  ),
  'selfie-help-url': link(
    'Ayuda para la selfie',
    'Cómo sacarla con el documento; vacío, muestra un dibujo.',
    '',
  ),
  'regulator-url': link('Regulador', 'Su página para usuarios.', linkOf('regulator-url'), neededAddress),
  'consumer-defence-url': link(
    'Defensa del consumidor',
    'La página donde se reclama.',
    linkOf('consumer-defence-url'),
    neededAddress,
  ),
  'data-protection-url': link(
    'Protección de datos',
    'La autoridad de datos personales.',
    linkOf('data-protection-url'),
    neededAddress,
  ),
  'membership-price': {
    title: 'Precio de la membresía',
    describes: 'Se cobra una vez por préstamo. Quien está confirmando con otro precio lo vuelve a ver.',
    group: 'promotions',
    kind: { type: 'money', least: 1, most: 1_000_000 },
    default: byCountry((code) => String(packOf(code).membership.price)),
    isMoney: true,
  },
  'zero-rate-advance-limit': {
    title: 'Adelanto a tasa cero',
    describes: 'Lo máximo que se promete a quien tiene la membresía.',
    group: 'promotions',
    kind: { type: 'money', least: 0, most: 10_000_000 },
    default: byCountry((code) => String(SERVER_ENTRIES[code].settings.zeroRateAdvanceLimit)),
    isMoney: true,
  },
  'loan-withdrawal': {
    ...toggle(
      'Arrepentimiento en el estado de cuenta',
      'El botón también ahí; en el pie de página está siempre.',
      'links',
      true,
    ),
    isLegal: true,
  },
  'waiver-limit': {
    title: 'Quita de mora: límite por préstamo',
    describes: 'Hasta cuánta mora de un préstamo perdona una persona sola en un mes.',
    group: 'collections',
    kind: { type: 'money', least: 0, most: 10_000_000 },
    default: byCountry((code) => String(SERVER_ENTRIES[code].settings.waiverLimit)),
    isMoney: true,
    isPrivate: true,
  },
  'waiver-budget-collector': {
    title: 'Quita de mora: presupuesto de Cobranzas',
    describes: 'Hasta cuánta mora perdona sola, en un mes, una persona de Cobranzas.',
    group: 'collections',
    kind: { type: 'money', least: 0, most: 100_000_000 },
    default: byCountry((code) => String(SERVER_ENTRIES[code].settings.waiverLimit * 20)),
    isMoney: true,
    isPrivate: true,
  },
  'waiver-budget-head': {
    title: 'Quita de mora: presupuesto de la jefatura',
    describes: 'Hasta cuánta mora perdona sola, en un mes, una persona de la jefatura.',
    group: 'collections',
    kind: { type: 'money', least: 0, most: 100_000_000 },
    default: byCountry((code) => String(SERVER_ENTRIES[code].settings.waiverLimit * 100)),
    isMoney: true,
    isPrivate: true,
  },
  'payment-methods': {
    title: 'Medios de pago',
    describes:
      'Los que se ofrecen, en ese orden, y el importe máximo de cada uno. Un pago ya pedido sigue su curso.',
    group: 'payments',
    kind: { type: 'methods' },
    default: byCountry((code) => slugsOf(paymentMethodsOf(code))),
    isMoney: true,
  },
  'payment-video-url': {
    title: 'Video de los pagos',
    describes:
      'Un archivo de este sitio se ve ahí; otra dirección se abre aparte. Vacío: se usa nuestro video.',
    group: 'payments',
    kind: address,
    default: '',
  },
  ...paymentDisplaySettings(),
  'identity-review': identityReview,
  ...decisionSettings(),
  'delay-notice': {
    title: 'Aviso de demora de los pagos',
    describes: 'Dónde se avisa que un pago tarda en verse.',
    group: 'payments',
    kind: {
      type: 'choice',
      options: { balance: 'En el estado de cuenta', on: 'En todas partes', off: 'En ninguna' },
    },
    default: 'balance',
  },
} as const satisfies Record<string, SettingDefinition>;

export type SettingName = keyof typeof SETTINGS;

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

export const definitionOf = (name: SettingName): SettingDefinition => SETTINGS[name];

/** Kinds of change: by one person, or by two, with different permissions. */
export type ChangeKind = 'plain' | 'guarded' | 'money';

/**
 * Kind of change of a setting. Contacts, addresses and legal texts are guarded, because one person alone
 * could send borrowers to a copy of the lender, or hide their legal rights.
 */
export function changeKindOf(name: SettingName): ChangeKind {
  const { kind, isMoney, isLegal } = definitionOf(name);
  if (isMoney === true) return 'money';
  return isLegal === true || kind.type === 'contact' || kind.type === 'address' ? 'guarded' : 'plain';
}

type PaymentDisplaySetting = `payment-display-${PaymentDisplay}`;

/**
 * Display switches of the payment dialog; each applies to all methods that have such a part
 * (docs/product/payments.md#methods).
 */
function paymentDisplaySettings(): Record<PaymentDisplaySetting, SettingDefinition> {
  const entries = PAYMENT_DISPLAYS.map((part): [PaymentDisplaySetting, SettingDefinition] => [
    `payment-display-${part}`,
    toggle(
      `Al pagar se ve: ${PAYMENT_DISPLAY_NAMES[part]}`,
      'En los medios de pago que lo tienen.',
      'payment-page',
      true,
    ),
  ]);
  return Object.fromEntries(entries) as Record<PaymentDisplaySetting, SettingDefinition>;
}

/** Built-in addresses of a footer link, by country. */
function linkOf(key: string): Readonly<Record<CountryCode, string>> {
  return byCountry(
    (code) => packOf(code).footer.links.find((each) => each.settingKey === key)?.defaultUrl ?? '',
  );
}
