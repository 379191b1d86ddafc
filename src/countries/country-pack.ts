import type { Currency } from '../domain/money.ts';
import type { CountryCode } from './countries.ts';

export type { CountryCode } from './countries.ts';

/** Delivery of the money to the customer (docs/product/application.md#delivery). */
export type DeliveryType = 'bank-transfer' | 'red-pagos' | 'pdv';

/** Profile marks that complete a step (docs/product/application.md#marks). */
export type Verification =
  | 'avatar_verified'
  | 'front_document_verified'
  | 'back_document_verified'
  | 'address_verified'
  | 'banking_verified'
  | 'credit_cart_verified'
  | 'contact_data_verified';

/** A sign that a step is done: a verification, or the choice of how to receive the money. */
export type StepMark = Verification | 'delivery_type';

/** When a step is part of the application (docs/product/application.md#order). */
export type StepCondition = 'always' | 'delivery-is-bank-transfer' | 'contact-unverified';

export type ApplicationStepName =
  | 'identity'
  | 'address'
  | 'bank'
  | 'delivery'
  | 'card'
  | 'account'
  | 'phone'
  | 'review';

/** One screen of the guided application; the pack lists them in order. */
export interface ApplicationStep {
  readonly name: ApplicationStepName;
  readonly shownWhen: StepCondition;
  /** The step is done once it has all of these; empty for a step that is never done by itself. */
  readonly doneWhen: readonly StepMark[];
  /** The customer may go on without it (docs/product/application.md#debit-card). */
  readonly skippable: boolean;
  /** The n of 'paso n de 4', where the screen shows one. */
  readonly number?: 1 | 2 | 3 | 4;
}

/**
 * External page with its address in an environment setting; the default applies while it is unset. With neither, the
 * screen shows its own help instead of a link.
 */
export interface SettingLink {
  readonly label: string;
  readonly settingKey: string;
  readonly defaultUrl: string;
}

/** A way to pay, as the account statement lists them (docs/product/payments.md#methods). */
export interface StatementPaymentMethod {
  readonly slug: string;
  readonly name: string;
  readonly info: string;
}

export interface LoanStepText {
  readonly title: string;
  readonly text: string;
}

/** Paid membership tier (docs/product/borrowers-area.md#membership). `{brand}` is replaced by the brand setting. */
export interface MembershipText {
  readonly name: string;
  /** Price in currency units, until an operator sets another. */
  readonly price: number;
  readonly pricePrefix: string;
  readonly benefits: readonly string[];
}

/**
 * Everything that differs by country and is small enough for every page
 * (docs/product/countries.md#text-pack). Lists, holidays, terms and the promissory note are modules of their
 * own: a page loads them when it needs them. Amounts are whole currency units. `{brand}` in a text stands for
 * the brand setting.
 */
export interface CountryPack {
  readonly code: CountryCode;
  readonly locale: `es-${string}`;
  readonly country: string;
  readonly currency: Currency;
  readonly timeZone: string;
  /** Sent as country_id in both countries (docs/product/signup-and-login.md#payload). */
  readonly countryId: 858;
  /**
   * The advertised maximum, in currency units. Offers stop at `offer.maxAmount`
   * (docs/product/offer.md#amounts).
   */
  readonly maxAmount: number;
  /** Limits of the amount input, in currency units. */
  readonly offer: { readonly minAmount: number; readonly maxAmount: number; readonly step: number };

  /** As a label. */
  readonly mainDocument: string;
  /** Inside a sentence. */
  readonly mainDocumentInText: string;
  readonly maxLengthMainDocument: number;
  readonly prefix: string;
  readonly placeholderPhone: string;
  readonly maxLengthCellPhone: number;
  readonly hintCellPhone: string;
  /** Domains that the sign-up field suggests, the country's own first (docs/product/signup-and-login.md#form). */
  readonly emailDomains: readonly string[];

  /** Label of the annual rate in plans, and its long form. */
  readonly tasaSigla: 'TNA' | 'TEA';
  readonly tasa: string;
  /** True if plan cards show the CFT. */
  readonly showsCft: boolean;
  /** Total cost of a loan, in the words of the country's promissory note (docs/product/loan-and-money.md#effective-cost). */
  readonly totalCost: {
    /** Effective, by the real dates: a label. */
    readonly effective: string;
    readonly nominal: string;
    /** The effective one as a label in full, and inside a sentence. */
    readonly inFull: string;
    readonly inText: string;
  };
  /** The promissory note as a label. */
  readonly note: string;
  /** Inside a sentence. */
  readonly noteInText: string;

  readonly accountNumber: { readonly label: string; readonly hint: string };
  readonly address: {
    readonly houseNumber: string;
    readonly province: string;
    readonly dptNumber: string;
    readonly floor: string;
    readonly city: string;
    /** Hint of the city field until a province is chosen. */
    readonly provinceFirst: string;
  };
  readonly hasPostalCode: boolean;
  /** True if 9999 'other city' and its free-text field exist (docs/product/application.md#address). */
  readonly hasOtherCity: boolean;
  readonly asksBankAtSignup: boolean;
  /** The banks that most people have, under their everyday names, by the codes of `banksOf`. */
  readonly usualBanks: readonly { readonly code: string; readonly name: string }[];
  /** True if CUIT/CUIL is part of a bank account (docs/product/application.md#bank-account). */
  readonly hasLegalNumber: boolean;

  readonly footer: {
    /** Links to the public pages of giving a loan back and of ending the membership. */
    readonly waysOut: {
      readonly withdrawal: string;
      readonly membershipEnd: string;
      /** The law wants them prominent at first access (docs/product/rights.md#sources-of-the-terms). */
      readonly areProminent: boolean;
    };
    /** Link to the page of the contracts in force; '' where the law asks for none. */
    readonly contracts: string;
    /** Legal paragraphs, in order. */
    readonly legal: readonly string[];
    /** The total cost to be set in at least five times the size of the rate (BCRA Com. A 5853). */
    readonly highlightedCost?: string;
    readonly links: readonly SettingLink[];
  };
  readonly grantPeriod: {
    readonly title: string;
    /** Advertised duration of the deposit ('entre 3 y 12 horas'); {@link arrivalRules} has the rest. */
    readonly depositTakes: string;
    /**
     * Local hour up to which a business day's request is credited the same day
     * (docs/product/confirmation.md#grant-times).
     */
    readonly sameDayUntilHour: number;
  };
  /** Source of a person's known debts: the register consulted, and how to see it. */
  readonly creditReport: {
    readonly consulted: string;
    readonly how: string;
    readonly link: SettingLink;
  };
  readonly loginFooterMessage: string;
  /** Words about the company that lends; who it is are settings of the process. */
  readonly lender: {
    readonly taxNumberLabel: string;
    /** The central bank's register of those who lend, after 'en el'. */
    readonly register: string;
  };
  /**
   * Law on access to, correction and removal of personal data; named wherever data is requested
   * (docs/product/rights.md#own-data).
   */
  readonly personalDataLaw: string;
  /** The authority's legend for every form and page about personal data. */
  readonly personalDataLegend: readonly string[];
  readonly selfieHelp: SettingLink;
  readonly statementPaymentMethods: readonly StatementPaymentMethod[];
  readonly deliveryTypes: readonly DeliveryType[];
  readonly applicationSteps: readonly ApplicationStep[];
  readonly membership: MembershipText;
  /** In currency units. */
  readonly amounts: {
    /** The gift card of the draw (docs/product/shell.md#promotion). */
    readonly drawPrize: number;
    /** Reward of referrer and referee each, until an operator changes it. */
    readonly referralReward: number;
    /** A savings tag appears only above this. */
    readonly savingsTagAbove: number;
  };
  readonly loanSteps: readonly LoanStepText[];
  /** Short note under the withdrawal button; the page itself is in `withdrawal.ts`. */
  readonly withdrawalNote: string;
}
