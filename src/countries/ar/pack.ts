import type { CountryPack } from '../country-pack.ts';
import { loanSteps, membershipTexts } from '../shared-texts.ts';

/** Argentina (docs/product/countries.md#argentina). */
export const argentina: CountryPack = {
  code: 'AR',
  locale: 'es-AR',
  country: 'Argentina',
  currency: 'ARS',
  timeZone: 'America/Argentina/Buenos_Aires',
  countryId: 858,
  maxAmount: 1_450_000,
  // The input takes three digits of thousands, so an offer cannot exceed 999.000
  // (docs/product/offer.md#amounts).
  offer: { minAmount: 3_000, maxAmount: 999_000, step: 1_000 },

  mainDocument: 'DNI',
  mainDocumentInText: 'DNI',
  maxLengthMainDocument: 8,
  prefix: '54',
  placeholderPhone: '15 5555 5555',
  maxLengthCellPhone: 10,
  hintCellPhone: 'Incluye el código de área de tu ciudad, sin el 0 y sin el 15.',
  emailDomains: [
    'gmail.com',
    'hotmail.com',
    'yahoo.com.ar',
    'outlook.com',
    'hotmail.com.ar',
    'live.com.ar',
    'outlook.com.ar',
    'yahoo.com',
    'icloud.com',
    'live.com',
    'fibertel.com.ar',
    'speedy.com.ar',
    'arnet.com.ar',
  ],

  tasaSigla: 'TNA',
  tasa: 'Tasa Nominal Anual',
  showsCft: true,
  totalCost: {
    effective: 'CFTEA',
    nominal: 'CFTNA',
    inFull: 'Costo financiero total efectivo anual (CFTEA)',
    inText: 'costo financiero total efectivo anual (CFTEA)',
  },
  note: 'Pagaré',
  noteInText: 'pagaré',

  accountNumber: { label: 'CBU', hint: 'Ingresá los 22 números de tu CBU o CVU, o tu alias.' },
  address: {
    houseNumber: 'Altura',
    province: 'Provincia',
    dptNumber: 'Departamento',
    floor: 'Piso',
    city: 'Ciudad',
    provinceFirst: 'Primero elegí la provincia.',
  },
  hasPostalCode: true,
  hasOtherCity: true,
  asksBankAtSignup: true,
  usualBanks: [
    { code: '011', name: 'Nación' },
    { code: '007', name: 'Galicia' },
    { code: '072', name: 'Santander' },
    { code: '014', name: 'Provincia' },
    { code: '017', name: 'BBVA' },
    { code: '285', name: 'Macro' },
  ],
  hasLegalNumber: true,

  footer: {
    waysOut: {
      withdrawal: 'Arrepentimiento',
      membershipEnd: 'Botón de baja',
      areProminent: true,
    },
    contracts: 'Contratos de adhesión – Ley 24.240',
    legal: [
      'Préstamos personales desde $3.000 hasta $500.000. Plazo de 1 a 12 meses. Tasa fija, interés simple. Sujeto a aprobación crediticia.',
      'Ejemplo: para un préstamo de $290.000 a 12 meses: TNA 260% (sin IVA), TEA 952%, CFTNA 315%. Cuota: $76.736. Total a devolver: $920.835. Sistema de amortización francés.',
      'El crédito se acredita entre las 3 y las 12 horas. Si lo solicitás un día hábil antes de las 16:00, se acredita el mismo día; después de las 16:00, el día hábil siguiente.',
    ],
    highlightedCost: 'CFTEA 1.296%',
    links: [
      {
        label: 'Usuarios financieros (BCRA)',
        settingKey: 'regulator-url',
        defaultUrl: 'https://www.bcra.gob.ar/BCRAyVos/Usuarios_Financieros.asp',
      },
      {
        label: 'Defensa de las y los consumidores. Para reclamos, ingresá acá',
        settingKey: 'consumer-defence-url',
        defaultUrl: 'https://www.argentina.gob.ar/produccion/defensadelconsumidor/formulario',
      },
      {
        label: 'Datos personales (AAIP)',
        settingKey: 'data-protection-url',
        defaultUrl: 'https://www.argentina.gob.ar/aaip',
      },
    ],
  },
  grantPeriod: {
    title: '¿Cuándo recibo el dinero?',
    depositTakes: 'entre 3 y 12 horas y, si el banco demora, hasta 24 horas hábiles',
    sameDayUntilHour: 16,
  },
  creditReport: {
    consulted:
      'Con tu DNI consultamos tu situación en la Central de Deudores del Banco Central (BCRA), que informan bancos, tarjetas y prestamistas.',
    how: 'Es pública y gratis: la ves con tu CUIT o CUIL. Si hay un dato que no es correcto, pedile a la entidad que lo informó que lo corrija.',
    link: {
      label: 'Ver mi informe en el BCRA',
      settingKey: 'credit-report-url',
      defaultUrl: 'https://www.bcra.gob.ar/BCRAyVos/Situacion_Crediticia.asp',
    },
  },
  lender: {
    taxNumberLabel: 'CUIT',
    register: 'registro de proveedores no financieros de crédito del BCRA',
  },
  loginFooterMessage: '¿Todavía no tenés tu préstamo? Pedilo 100% online con tu DNI y tu CBU.',
  personalDataLaw: 'Ley 25.326',
  personalDataLegend: [
    'El titular de los datos personales tiene la facultad de ejercer el derecho de acceso a los mismos en forma gratuita a intervalos no inferiores a seis meses, salvo que se acredite un interés legítimo al efecto conforme lo establecido en el artículo 14, inciso 3 de la Ley Nº 25.326.',
    'LA AGENCIA DE ACCESO A LA INFORMACIÓN PÚBLICA, en su carácter de Órgano de Control de la Ley Nº 25.326, tiene la atribución de atender las denuncias y reclamos que interpongan quienes resulten afectados en sus derechos por incumplimiento de las normas vigentes en materia de protección de datos personales.',
  ],
  selfieHelp: {
    label: '¿Cómo sacarme la selfie con el DNI?',
    settingKey: 'selfie-help-url',
    defaultUrl: '',
  },
  deliveryTypes: ['bank-transfer', 'pdv'],
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
      name: 'bank',
      shownWhen: 'always',
      doneWhen: ['banking_verified'],
      skippable: false,
      number: 3,
    },
    {
      name: 'card',
      shownWhen: 'always',
      doneWhen: ['credit_cart_verified'],
      skippable: true,
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
    'Podés arrepentirte dentro de los 10 días hábiles de aceptado el préstamo o de recibido el dinero, lo que ocurra último.',
};
