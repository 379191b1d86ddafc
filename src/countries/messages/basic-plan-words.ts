/** The plan without membership as messages and papers name it; amounts and rate are formatted by the caller. */
export interface BasicPlanWords {
  readonly instalments: number;
  readonly payment: string;
  readonly total: string;
  /** Includes the rate's name: 'TNA 260,00 %'. */
  readonly rate: string;
}

/** '12 cuotas de $85.000,00, en total $1.020.000,00, con una TNA 260,00 %'. */
export function basicPlanFigures({ instalments, payment, total, rate }: BasicPlanWords): string {
  const count = instalments === 1 ? '1 cuota' : `${instalments} cuotas`;
  return `${count} de ${payment}, en total ${total}, con una ${rate}`;
}
