/** Content of an e-mail: paragraphs and one action. */
export interface Letter {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  readonly closing?: string;
  /** Last of all: how to receive no more of the kind. */
  readonly footer?: { readonly label: string; readonly url: string };
}

/** A letter with its sender: all that its text and HTML are made of. */
export interface SignedLetter extends Letter {
  readonly brand: string;
  /** BCP 47 tag of its language. */
  readonly language: string;
  /** {@link lenderNotice}; the outbox adds it, so that no letter goes without. */
  readonly lender?: string;
}

/** A letter as plain text. */
export function letterText({
  greeting,
  paragraphs,
  action,
  closing,
  footer,
  brand,
  lender,
}: SignedLetter): string {
  return [
    greeting,
    ...paragraphs,
    `${action.label}: ${action.url}`,
    ...(closing === undefined ? [] : [closing]),
    `El equipo de ${brand}`,
    ...(lender === undefined ? [] : [lender]),
    ...(footer === undefined ? [] : [`${footer.label}: ${footer.url}`]),
  ].join('\n\n');
}
