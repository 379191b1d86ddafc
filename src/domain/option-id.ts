/**
 * Identifies an offer variant for an amount, or one of its plans (`creditStructure.selectedId`, `maxId`,
 * `option`).
 */
interface OptionId {
  readonly offerHash: string;
  /** Currency units. */
  readonly amount: number;
  readonly isMembership: boolean;
  /** Absent if the id names a variant. */
  readonly instalments?: number;
}

const FORM =
  /^(?<offerHash>[\w-]{16,100})\.(?<amount>[1-9]\d{0,8})\.(?<variant>[mn])(?:\.(?<instalments>[1-9]\d?))?$/;

interface Parts {
  readonly offerHash: string;
  readonly amount: string;
  readonly variant: string;
  readonly instalments?: string;
}

/** `{offer}.{amount}.{m|n}` for a variant, `….{instalments}` for a plan. */
export function optionId({ offerHash, amount, isMembership, instalments }: OptionId): string {
  const variant = `${offerHash}.${amount}.${isMembership ? 'm' : 'n'}`;
  return instalments === undefined ? variant : `${variant}.${instalments}`;
}

/** Plan that a confirmation asks for. */
export interface ChosenPlan extends Omit<OptionId, 'instalments'> {
  /** Undefined if neither the confirmation nor its id names a number. */
  readonly instalments: number | undefined;
  /** Maximum of the offer as shown, in currency units; undefined if it was not sent. */
  readonly maxAmount: number | undefined;
}

/**
 * Parses the ids of a confirmation; explicit variant and instalments override those of the id
 * (docs/product/confirmation.md#review). @returns undefined for an id that this product never issues, or for
 * two ids of different offers
 */
export function chosenPlan(asked: {
  /** Id of a variant or plan. */
  readonly selectedId: string;
  /** Id of a variant or plan at the maximum amount; '' if it was not sent. */
  readonly maxId: string;
  readonly instalments: number | undefined;
  readonly isMembership: boolean | undefined;
}): ChosenPlan | undefined {
  const option = parseOptionId(asked.selectedId);
  const most = asked.maxId === '' ? undefined : parseOptionId(asked.maxId);
  if (!option || (asked.maxId !== '' && most?.offerHash !== option.offerHash)) return undefined;
  return {
    offerHash: option.offerHash,
    amount: option.amount,
    isMembership: asked.isMembership ?? option.isMembership,
    instalments: asked.instalments ?? option.instalments,
    maxAmount: most?.amount,
  };
}

/**
 * Parses the id of a plan or variant; undefined for a form this product never issues. Only the database knows
 * if the offer exists.
 */
export function parseOptionId(text: string): OptionId | undefined {
  const parts = FORM.exec(text)?.groups as Parts | undefined;
  if (!parts) return undefined;
  const { offerHash, amount, variant, instalments } = parts;
  return {
    offerHash,
    amount: Number(amount),
    isMembership: variant === 'm',
    ...(instalments === undefined ? {} : { instalments: Number(instalments) }),
  };
}
