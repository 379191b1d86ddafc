import type { Currency } from '../domain/money.ts';
import type { CountryCode } from './countries.ts';

export type { CountryCode } from './countries.ts';

/** Delivery method of the money (docs/product/application.md#delivery). */
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

/** Evidence that a step is done: a verification, or the chosen delivery method. */
export type StepMark = Verification | 'delivery_type';

/** Condition for a step to be part of the application (docs/product/application.md#order). */
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

/** Screen of the guided application; the pack lists them in order. */
export interface ApplicationStep {
  readonly name: ApplicationStepName;
  readonly shownWhen: StepCondition;
  /** Marks that complete the step; empty for a step that never completes by itself. */
  readonly doneWhen: readonly StepMark[];
  /** True if the customer may continue without it (docs/product/application.md#debit-card). */
  readonly skippable: boolean;
  /** The n of 'paso n de 4', if the screen shows one. */
  readonly number?: 1 | 2 | 3 | 4;
}

/**
 * External page at an address from an environment setting; the default applies while it is unset. With
 * neither, the screen shows its own help instead of a link.
 */
export interface SettingLink {
  readonly label: string;
  readonly settingKey: string;
  readonly defaultUrl: string;
}

export interface LoanStepText {
  readonly title: string;
  readonly text: string;
}

/** Paid membership tier (docs/product/borrowers-area.md#membership). `{brand}` is replaced by the brand setting. */
export interface MembershipText {
  readonly name: string;
  /** Default price in currency units, until an operator sets another. */
  readonly price: number;
  readonly pricePrefix: string;
  readonly benefits: readonly string[];
}

/**
 * Differences between countries that are small enough for every page (docs/product/countries.md#text-pack).
 * Lists, holidays, terms and the promissory note are separate modules that pages load on demand. Amounts are
 * whole currency units. `{brand}` in a text is replaced by the brand setting.
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
   * Advertised maximum, in currency units. Offers stop at `offer.maxAmount` (docs/product/offer.md#amounts).
   */
  readonly maxAmount: number;
  /** Limits of the amount input, in currency units. */
  readonly offer: { readonly minAmount: number; readonly maxAmount: number; readonly step: number };

  /** Form for labels. */
  readonly mainDocument: string;
  /** Form for use in a sentence. */
  readonly mainDocumentInText: string;
  readonly maxLengthMainDocument: number;
  readonly prefix: string;
  readonly placeholderPhone: string;
  readonly maxLengthCellPhone: number;
  readonly hintCellPhone: string;
  /** Domains suggested at sign-up, the country's own first (docs/product/signup-and-login.md#form). */
  readonly emailDomains: readonly string[];

  /** Label of the annual rate in plans, and its long form. */
  readonly tasaSigla: 'TNA' | 'TEA';
  readonly tasa: string;
  /** True if plan cards show the CFT. */
  readonly showsCft: boolean;
  /**
   * Names of the total cost, as in the country's promissory note
   * (docs/product/loan-and-money.md#effective-cost).
   */
  readonly totalCost: {
    /** Label of the effective cost by actual dates. */
    readonly effective: string;
    readonly nominal: string;
    /** Effective cost: the full label, and the form for use in a sentence. */
    readonly inFull: string;
    readonly inText: string;
  };
  /** Label of the promissory note. */
  readonly note: string;
  /** Form for use in a sentence. */
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
  /**
   * True if the city list has 9999 'other city' with a free-text field (docs/product/application.md#address).
   */
  readonly hasOtherCity: boolean;
  readonly asksBankAtSignup: boolean;
  /** Most common banks under their everyday names, by the codes of `banksOf`. */
  readonly usualBanks: readonly { readonly code: string; readonly name: string }[];
  /** True if CUIT/CUIL is part of a bank account (docs/product/application.md#bank-account). */
  readonly hasLegalNumber: boolean;

  readonly footer: {
    /** Links to the public pages for withdrawing from a loan and ending the membership. */
    readonly waysOut: {
      readonly withdrawal: string;
      readonly membershipEnd: string;
      /**
       * True if the law requires them to be prominent on first access
       * (docs/product/rights.md#sources-of-the-terms).
       */
      readonly areProminent: boolean;
    };
    /** Link to the page of the contracts in force; '' if the law does not require one. */
    readonly contracts: string;
    readonly legal: readonly string[];
    /** Total cost, set in at least five times the size of the rate (BCRA Com. A 5853). */
    readonly highlightedCost?: string;
    readonly links: readonly SettingLink[];
  };
  readonly grantPeriod: {
    readonly title: string;
    /** Advertised duration of the deposit ('entre 3 y 12 horas'); {@link arrivalRules} adds the rest. */
    readonly depositTakes: string;
    /**
     * Local hour before which a request on a business day is credited the same day
     * (docs/product/confirmation.md#grant-times).
     */
    readonly sameDayUntilHour: number;
  };
  /** Source of a person's known debts: the register consulted, and how to view it. */
  readonly creditReport: {
    readonly consulted: string;
    readonly how: string;
    readonly link: SettingLink;
  };
  readonly loginFooterMessage: string;
  /** Texts about the lending company; its identity comes from the process settings. */
  readonly lender: {
    readonly taxNumberLabel: string;
    /** Central bank's register of lenders, worded to follow 'en el'. */
    readonly register: string;
  };
  /**
   * Law on access to, correction and removal of personal data; cited wherever data is requested
   * (docs/product/rights.md#own-data).
   */
  readonly personalDataLaw: string;
  /** Authority's legend, required on every form and page about personal data. */
  readonly personalDataLegend: readonly string[];
  readonly selfieHelp: SettingLink;
  readonly deliveryTypes: readonly DeliveryType[];
  readonly applicationSteps: readonly ApplicationStep[];
  readonly membership: MembershipText;
  /** In currency units. */
  readonly amounts: {
    /** Gift card of the prize draw (docs/product/shell.md#promotion). */
    readonly drawPrize: number;
    /** Default reward for referrer and referee each, until an operator changes it. */
    readonly referralReward: number;
    /** Minimum savings for a savings tag, exclusive. */
    readonly savingsTagAbove: number;
  };
  readonly loanSteps: readonly LoanStepText[];
  /** Short note under the withdrawal button; the page itself is in `withdrawal.ts`. */
  readonly withdrawalNote: string;
}
