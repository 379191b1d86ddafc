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

/** The plan without membership as contract and note state it. */
export interface BasicPlanTerms extends BasicPlanWords {
  /** Total financial cost, effective and annual, by the real dates of payment. */
  readonly cftDated: string;
  /** Country's name for it inside a sentence. */
  readonly costName: string;
  /** The most that default interest comes to in a year where the rate is a TEA; '' elsewhere. */
  readonly defaultTea: string;
}

/** Terms that apply if the membership is ended within its term without charge. */
export function basicPlanClause({ cftDated, costName, defaultTea, ...plan }: BasicPlanTerms): string {
  const inDefault = defaultTea === '' ? '' : ` (TEA por mora ${defaultTea} más IVA)`;
  return `Si la membresía se da de baja dentro del plazo para arrepentirse, sin costo, esta operación se rige desde su inicio por el plan sin membresía: ${basicPlanFigures(plan)} más IVA y un ${costName}, calculado sobre las fechas reales de pago, de ${cftDated}, con los mismos vencimientos; el interés por mora es de hasta el 150% de esa tasa${inDefault}. Después de ese plazo la baja no cambia la tasa ni las cuotas.`;
}
