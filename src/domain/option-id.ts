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
