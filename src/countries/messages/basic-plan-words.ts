/** Plan without membership for messages and documents; the caller formats amounts and rate. */
export interface BasicPlanWords {
  readonly instalments: number;
  readonly payment: string;
  readonly total: string;
  /** Includes the name of the rate: 'TNA 260,00 %'. */
  readonly rate: string;
}

/** '12 cuotas de $85.000,00, en total $1.020.000,00, con una TNA 260,00 %'. */
export function basicPlanFigures({ instalments, payment, total, rate }: BasicPlanWords): string {
  const count = instalments === 1 ? '1 cuota' : `${instalments} cuotas`;
  return `${count} de ${payment}, en total ${total}, con una ${rate}`;
}

/** Plan without membership for contract and note. */
export interface BasicPlanTerms extends BasicPlanWords {
  /** Total financial cost, effective and annual, by the actual payment dates. */
  readonly cftDated: string;
  /** Country's name of the cost, for use in a sentence. */
  readonly costName: string;
  /** Most that default interest amounts to in a year, if the rate is a TEA; '' otherwise. */
  readonly defaultTea: string;
}

/** Terms that apply if the membership is ended within its free period. */
export function basicPlanClause({ cftDated, costName, defaultTea, ...plan }: BasicPlanTerms): string {
  const inDefault = defaultTea === '' ? '' : ` (TEA por mora ${defaultTea} más IVA)`;
  return `Si la membresía se da de baja dentro del plazo para arrepentirse, sin costo, esta operación se rige desde su inicio por el plan sin membresía: ${basicPlanFigures(plan)} más IVA y un ${costName}, calculado sobre las fechas reales de pago, de ${cftDated}, con los mismos vencimientos; el interés por mora es de hasta el 150% de esa tasa${inDefault}. Después de ese plazo la baja no cambia la tasa ni las cuotas.`;
}
