/** A variant of an offer for an amount, or one of its plans (`creditStructure.selectedId`, `maxId`, `option`). */
export interface OptionId {
  readonly offerHash: string;
  /** Currency units. */
  readonly amount: number;
  readonly isMembership: boolean;
  /** Absent where the id names a variant. */
  readonly instalments?: number;
}

const FORM = /^([\w-]{16,100})\.([1-9]\d{0,8})\.([mn])(?:\.([1-9]\d?))?$/;

/** `{offer}.{amount}.{m|n}` for a variant, `….{instalments}` for a plan. */
export function optionId({ offerHash, amount, isMembership, instalments }: OptionId): string {
  const variant = `${offerHash}.${amount}.${isMembership ? 'm' : 'n'}`;
  return instalments === undefined ? variant : `${variant}.${instalments}`;
}

/** Undefined for what this product cannot have given out; that the offer exists is for the database to say. */
export function parseOptionId(text: string): OptionId | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  const [, offerHash = '', amount, variant, instalments] = match;
  return {
    offerHash,
    amount: Number(amount),
    isMembership: variant === 'm',
    ...(instalments === undefined ? {} : { instalments: Number(instalments) }),
  };
}
