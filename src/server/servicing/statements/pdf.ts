import type { PrintedDocument } from '../../../countries/papers/loan-contract.ts';
import { writtenDocument } from '../../../countries/identifiers/document.ts';
import { lenderNotice } from '../../../countries/lender.ts';
import { packOf } from '../../../countries/index.ts';
import { statementTexts as texts } from '../../../countries/papers/statement-texts.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { formatMoney, negate, type Centavos } from '../../../domain/money.ts';
import type { Publisher } from '../../content/service.ts';
import { payoffLabel, type Statement } from './service.ts';

/**
 * Widths in points: date, concept, detail, charge, payment, balance; together an A4 page less its margins.
 */
const widths = [54, 104, '*', 66, 66, 70] as const;

export function printedStatement(
  statement: Statement,
  { BRAND: brand, lenders }: Publisher,
  at: Date,
): PrintedDocument {
  const { movements, closing, country } = statement;
  const pack = packOf(country);
  const money = (amount: Centavos) => formatMoney(amount, pack.currency);
  return {
    title: texts.title,
    subtitle: `${brand} · al ${formatDate(statement.date)}`,
    language: pack.locale,
    author: brand,
    at,
    footer: `${texts.title} · Préstamo ${statement.loanNumber}`,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Titular', statement.fullName],
          [pack.mainDocument, writtenDocument(country, statement.documentNumber)],
          ['Número de préstamo', statement.loanNumber],
          ['Capital', money(statement.principal)],
        ],
      },
      { kind: 'paragraph', text: texts.explanation },
      {
        kind: 'table',
        amountsFrom: 3,
        widths,
        rows: [
          [...texts.heads],
          ...movements.map(({ date, concept, detail, charge, credit, balance }) => [
            formatDate(date),
            concept,
            detail,
            charge === 0 ? '' : money(charge),
            credit === 0 ? '' : money(credit),
            money(balance),
          ]),
        ],
      },
      { kind: 'subheading', text: `Cómo está tu préstamo al ${formatDate(statement.date)}` },
      {
        kind: 'facts',
        rows: [
          [texts.balance, money(closing.balance)],
          ...(closing.inFavour > 0 ? [[texts.inFavour, money(closing.inFavour)] as const] : []),
          ...(closing.shortfall > 0 ? [[texts.shortfall, money(closing.shortfall)] as const] : []),
          ...(closing.membership > 0 ? [[texts.membership, money(negate(closing.membership))] as const] : []),
          [texts.toCome, money(closing.toCome)],
          [texts.defaultInterest, money(closing.defaultInterest)],
          [texts.outstanding, money(closing.outstanding)],
          [texts.due, money(closing.due)],
          [payoffLabel(closing), money(closing.payoff)],
        ],
      },
      { kind: 'paragraph', text: lenderNotice(pack, brand, lenders[country]) },
    ],
  };
}
