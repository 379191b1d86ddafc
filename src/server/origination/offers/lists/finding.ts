/** Fault in a cell of a price list. A `hole` is allowed, but shown to the approver. */
export interface Finding {
  readonly cell: string;
  readonly text: string;
  readonly kind: 'fault' | 'hole';
}

export const fault = (cell: string, text: string): Finding => ({ cell, text, kind: 'fault' });
export const hole = (cell: string, text: string): Finding => ({ cell, text, kind: 'hole' });

export const hasFaults = (findings: readonly Finding[]): boolean =>
  findings.some(({ kind }) => kind === 'fault');
