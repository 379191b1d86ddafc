import type { CountryPack } from '../country-pack.ts';
import { loanSteps, membershipTexts } from '../shared-texts.ts';

/** Uruguay (docs/product/countries.md#uruguay). */
export const uruguay: CountryPack = {
  code: 'UY',
  locale: 'es-UY',
  country: 'Uruguay',
  currency: 'UYU',
  timeZone: 'America/Montevideo',
  countryId: 858,
  maxAmount: 25_000,
  offer: { minAmount: 3_000, maxAmount: 25_000, step: 1_000 },

  mainDocument: 'Cédula',
  mainDocumentInText: 'cédula',
  maxLengthMainDocument: 8,
  prefix: '598',
  placeholderPhone: '99 123 456',
  maxLengthCellPhone: 8,
  hintCellPhone: 'Incluye el código de área de tu ciudad, sin el 0',
  emailDomains: [
    'gmail.com',
    'hotmail.com',
    'adinet.com.uy',
    'vera.com.uy',
    'outlook.com',
    'yahoo.com',
    'icloud.com',
    'live.com',
    'outlook.es',
    'hotmail.es',
    'yahoo.es',
    'montevideo.com.uy',
    'msn.com',
  ],

  tasaSigla: 'TEA',
  tasa: 'Tasa Efectiva Anual',
  showsCft: false,
  totalCost: {
    effective: 'Costo total efectivo anual',
    nominal: 'Costo total nominal anual',
    inFull: 'Costo total efectivo anual',
    inText: 'costo total efectivo anual',
  },
  note: 'Vale',
  noteInText: 'vale',

  accountNumber: {
    label: 'Número de cuenta',
    hint: 'Ingresá el número de cuenta tal como lo muestra tu banco.',
  },
  address: {
    houseNumber: 'Número de puerta',
    province: 'Departamento',
    dptNumber: 'Apartamento',
    floor: 'Piso',
    city: 'Localidad',
    provinceFirst: 'Primero elegí el departamento.',
  },
  hasPostalCode: false,
  hasOtherCity: false,
  asksBankAtSignup: false,
  usualBanks: [
    { code: '1', name: 'BROU' },
    { code: '113', name: 'Itaú' },
    { code: '137', name: 'Santander' },
    { code: '128', name: 'Scotiabank' },
    { code: '153', name: 'BBVA' },
    { code: '6905', name: 'Prex' },
  ],
  hasLegalNumber: false,

  footer: {
    waysOut: { withdrawal: 'Arrepentimiento', membershipEnd: 'Baja de la membresía', areProminent: false },
    contracts: '',
    legal: [
      'Préstamos personales de hasta $25.000. Plazo de 1 a 12 meses. TEA entre 70% y 117%. Sujeto a aprobación crediticia.',
      'Gastos administrativos: 40 UI al otorgamiento más hasta 80 UI por cobranza, con un máximo de 8 UI por cuota, más IVA.',
      'El crédito se acredita entre las 6 y las 24 horas hábiles. Pagás tus cuotas en las redes de cobranza Abitab, Red pagos y Correo Uruguayo.',
    ],
    links: [
      {
        label: 'Usuario financiero (BCU)',
        settingKey: 'regulator-url',
        defaultUrl: 'https://usuariofinanciero.bcu.gub.uy',
      },
      {
        label: 'Defensa del consumidor',
        settingKey: 'consumer-defence-url',
        defaultUrl: 'https://www.gub.uy/unidad-defensa-consumidor',
      },
      {
        label: 'Datos personales (URCDP)',
        settingKey: 'data-protection-url',
        defaultUrl: 'https://www.gub.uy/unidad-reguladora-control-datos-personales',
      },
    ],
  },
  grantPeriod: {
    title: '¿Cuándo recibo el dinero?',
    depositTakes: 'entre 6 y 24 horas hábiles',
    sameDayUntilHour: 16,
  },
  creditReport: {
    consulted:
      'Con tu cédula consultamos tus antecedentes de crédito: lo que informan bancos, financieras y otras empresas que prestan.',
    how: 'La Central de Riesgos Crediticios del Banco Central (BCU) es pública y gratis: la ves con una cuenta a tu nombre. Si hay un dato que no es correcto, pedile a la entidad que lo informó que lo corrija.',
    link: {
      label: 'Ver mi informe en el BCU',
      settingKey: 'credit-report-url',
      defaultUrl: 'https://www.gub.uy/tramites/consultas-central-riesgos-crediticios',
    },
  },
  lender: { taxNumberLabel: 'RUT', register: 'registro del Banco Central del Uruguay (BCU)' },
  loginFooterMessage: '¿Todavía no tenés tu préstamo? Pedilo 100% online con tu cédula.',
  personalDataLaw: 'Ley 18.331',
  personalDataLegend: [
    'Conforme a la Ley 18.331 y al Decreto 414/009 podés ejercer los derechos de acceso, rectificación, actualización, inclusión y supresión de tus datos.',
    'La Unidad Reguladora y de Control de Datos Personales (URCDP) es el órgano de control: recibe consultas y denuncias.',
  ],
  selfieHelp: {
    label: '¿Cómo sacarme la selfie con la cédula?',
    settingKey: 'selfie-help-url',
    defaultUrl: '',
  },
  deliveryTypes: ['bank-transfer', 'red-pagos'],
  applicationSteps: [
    {
      name: 'identity',
      shownWhen: 'always',
      doneWhen: ['avatar_verified', 'front_document_verified', 'back_document_verified'],
      skippable: false,
      number: 1,
    },
    {
      name: 'address',
      shownWhen: 'always',
      doneWhen: ['address_verified'],
      skippable: false,
      number: 2,
    },
    {
      name: 'delivery',
      shownWhen: 'always',
      doneWhen: ['delivery_type'],
      skippable: false,
      number: 3,
    },
    {
      name: 'account',
      shownWhen: 'delivery-is-bank-transfer',
      doneWhen: ['banking_verified'],
      skippable: false,
      number: 4,
    },
    {
      name: 'phone',
      shownWhen: 'contact-unverified',
      doneWhen: ['contact_data_verified'],
      skippable: false,
    },
    { name: 'review', shownWhen: 'always', doneWhen: [], skippable: false },
  ],
  membership: { ...membershipTexts, price: 6_300 },
  amounts: { drawPrize: 7_000, referralReward: 5_000, savingsTagAbove: 1_000 },
  loanSteps,
  withdrawalNote:
    'Podés arrepentirte dentro de los 5 días hábiles de aceptado el préstamo o de recibido el dinero, lo que ocurra último.',
};
