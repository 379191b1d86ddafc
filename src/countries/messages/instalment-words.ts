/**
 * 'cuota 3 de 12'; 'cuota 13' for one that a change of the loan numbered after all the agreed ones.
 * @param count number of agreed instalments
 */
export function instalmentWords({
  number,
  count,
}: {
  readonly number: number;
  readonly count: number;
}): string {
  return number > count ? `cuota ${number}` : `cuota ${number} de ${count}`;
}
