/** Content of an e-mail: paragraphs and one action. */
export interface Letter {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /** Another way for who cannot take the action. */
  readonly help?: { readonly label: string; readonly url: string };
  readonly closing?: string;
  /** Unsubscribe link at the very end. */
  readonly footer?: { readonly label: string; readonly url: string };
}

/** Letter with its sender; text and HTML are rendered from it. */
export interface SignedLetter extends Letter {
  readonly brand: string;
  /** BCP 47 language tag. */
  readonly language: string;
  /** {@link lenderNotice}; the outbox adds it, so that no letter lacks it. */
  readonly lender?: string;
}

export function letterText({
  greeting,
  paragraphs,
  action,
  help,
  closing,
  footer,
  brand,
  lender,
}: SignedLetter): string {
  return [
    greeting,
    ...paragraphs,
    `${action.label}: ${action.url}`,
    ...(help === undefined ? [] : [`${help.label}: ${help.url}`]),
    ...(closing === undefined ? [] : [closing]),
    `El equipo de ${brand}`,
    ...(lender === undefined ? [] : [lender]),
    ...(footer === undefined ? [] : [`${footer.label}: ${footer.url}`]),
  ].join('\n\n');
}
