/** A line of the file: what one lender tells of one person or firm. */
export interface DebtorLine {
  /** YYYYMM. */
  readonly period: string;
  readonly legalNumber: string;
  /** 1 to 5, 6 in older files; 11 stands for debts that are wholly secured, which count as 1. */
  readonly situation: number;
}

/** Lender 5, period 6, kind of number 2, number 11, activity 3, situation 2; then amounts, which nothing here uses. */
const layout = /^\d{5}(\d{6})\d{2}(\d{11}).{3}([ \d]\d)/;
const securedSituation = 11;

/**
 * Situation of a debtor with an unreadable line. It ranks above all others, so that no other line of the same
 * debtor hides it.
 */
export const UNREAD_SITUATION = 99;

/** Debtor's number on an unreadable line; undefined if the number is unreadable too. */
export const numberOf = (line: string): string | undefined => /^.{13}(\d{11})/.exec(line)?.[1];

/** @returns undefined when it is no line of the file */
export function debtorLine(line: string): DebtorLine | undefined {
  const [, period, legalNumber, situation] = layout.exec(line) ?? [];
  if (period === undefined || legalNumber === undefined || situation === undefined) return undefined;
  const number = Number(situation) === securedSituation ? 1 : Number(situation);
  return number >= 1 && number <= 6 ? { period, legalNumber, situation: number } : undefined;
}
