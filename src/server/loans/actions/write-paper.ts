import { sql } from 'kysely';
import { paths } from '../../../contract/paths.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { DocumentNumber } from '../../../countries/country.ts';
import { writtenDocument } from '../../../countries/identifiers/document.ts';
import { packOf } from '../../../countries/index.ts';
import { lenderRows } from '../../../countries/lender.ts';
import { writtenTime } from '../../../countries/local-time.ts';
import { dueAndUntil } from '../../../countries/payable-words.ts';
import { loanChangedEmail } from '../../../countries/messages/change-messages.ts';
import { agreementPaper, type AgreementFacts } from '../../../countries/papers/agreement-paper.ts';
import { agreedAmount } from '../../../countries/papers/loan-change-texts.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { add, formatMoney, subtract, type Centavos } from '../../../domain/money.ts';
import type { AgreedRow, LoanAction } from '../../../domain/standing/actions.ts';
import { totalDues, type Dues } from '../../../domain/standing/allocation.ts';
import { formatPercentExact } from '../../../domain/rate.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import { storePaper, typeset } from '../../papers/service.ts';
import { transaction, type Queryable } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import type { RowWork } from '../../platform/work/dispatcher.ts';
import { actionsOf, type StoredAction } from '../service.ts';
import { agreementTotal, digestOf } from './answers.ts';
import { changePaperRows } from './paper-rows.ts';

/** PDF rendering uses one thread, shared with the contracts. */
const concurrency = 2;

export function changePaperWork(deps: Dependencies): RowWork {
  return {
    queue: changePaperRows,
    pools: [{ where: sql`true`, concurrency }],
    run: (actionId) => writeChangePaper(deps, actionId),
  };
}

interface Accepted extends StoredAction {
  readonly loanId: number;
  readonly publicId: string;
  readonly country: CountryCode;
  readonly customerId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly documentNumber: DocumentNumber;
  readonly email: string;
  readonly isErased: boolean;
  readonly channel: 'sms' | 'email';
  readonly at: Date;
  /** Fraction a year; null for a change of the due day. */
  readonly rate: number | null;
}

/**
 * Writes the paper of an accepted change, once, and mails it. A run killed after storing the file and before
 * the row only stores it again.
 */
export async function writeChangePaper(deps: Dependencies, actionId: number): Promise<void> {
  const { db, clock } = deps;
  const accepted = await acceptedAction(db, actionId);
  if (!accepted) return;
  const [action] = actionsOf([accepted], []);
  if (action?.kind !== 'agreement') throw new Error(`the action ${actionId} has no paper`);
  const printed = agreementPaper(factsOf(deps, accepted, action));
  const { storageKey, sha256, bytes } = await storePaper(deps, 'acuerdo', await typeset(printed));
  await transaction(db, async (tx) => {
    const at = clock.now();
    const written = await tx
      .updateTable('loan_action_paper')
      .set({ due_at: null, storage_key: storageKey, sha256, bytes, written_at: at })
      .where('action_id', '=', actionId)
      .where('storage_key', 'is', null)
      .returning('loan_id')
      .executeTakeFirst();
    // A concurrent run finished first and has notified the customer.
    if (!written) return;
    const { country, customerId, loanId } = accepted;
    const detail = { action: actionId, digest: sha256.toString('hex') };
    await recordEvent(tx, { at, country, kind: 'loan-change-written', customerId, loanId, detail });
    if (accepted.isErased) return;
    await enqueueMessage(tx, deps, country, {
      channel: 'email',
      to: accepted.email,
      customerId,
      ...letterOf(deps, accepted, action),
      attachment: { storageKey, name: action.isRefinancing ? 'acuerdo-de-pago.pdf' : 'cambio-de-dia.pdf' },
    });
  });
}

function letterOf(
  { config }: Pick<Dependencies, 'config'>,
  { country, firstName, publicId }: Accepted,
  { rows, isRefinancing }: Agreed,
) {
  const [first] = rows;
  const next =
    first === undefined
      ? ''
      : dueAndUntil({ due: formatDate(first.dueDate), until: formatDate(first.payableUntil) });
  const kind = isRefinancing ? 'agreed' : 'due-day-changed';
  const sender = { brand: config.BRAND, pack: packOf(country) };
  const url = publicUrlOf(config, country) + paths.loanOld(publicId);
  return loanChangedEmail(sender, { firstName, news: { kind, next }, url });
}

type Agreed = Extract<LoanAction, { kind: 'agreement' }>;

async function acceptedAction(db: Queryable, actionId: number): Promise<Accepted | undefined> {
  const { rows } = await sql<Accepted>`
    select a.id, a.kind, a.value_date as "on", a.place, a.body, a.loan_id as "loanId", a.country,
      a.accepted_by as channel, a.created_at as "at", l.public_id as "publicId", l.customer_id as "customerId",
      c.first_name as "firstName", c.last_name as "lastName", c.document_number as "documentNumber", c.email,
      c.erased_at is not null as "isErased",
      (select (o.terms->>'rate')::float8 from plan_offer o where o.action_id = a.id) as rate
    from loan_action_paper p join loan_action a on a.id = p.action_id join loan l on l.id = a.loan_id
    join customer c on c.id = l.customer_id
    where p.action_id = ${actionId} and p.storage_key is null`.execute(db);
  return rows[0];
}

function factsOf(
  { config }: Pick<Dependencies, 'config'>,
  accepted: Accepted,
  action: Agreed,
): AgreementFacts {
  const { country, at, rate } = accepted;
  const pack = packOf(country);
  const money = (amount: Centavos) => formatMoney(amount, pack.currency);
  return {
    brand: config.BRAND,
    language: pack.locale,
    isDueDay: !action.isRefinancing,
    lender: lenderRows(pack, config.lenders[country]),
    customer: `${accepted.firstName} ${accepted.lastName}`,
    documentLabel: pack.mainDocument,
    document: writtenDocument(country, accepted.documentNumber),
    loanNumber: String(accepted.loanId),
    on: formatDate(action.on),
    parts: partsOf(action, money),
    rows: action.rows.map((row) => rowOf(row, money)),
    total: money(agreementTotal(action)),
    rate: rate === null || rate === 0 ? '' : formatPercentExact(rate),
    evidence: {
      at,
      local: `${writtenTime(at, pack.timeZone)}, hora de ${pack.country}`,
      channel: accepted.channel,
      digest: digestOf(bodyOf(action)),
    },
  };
}

/** Figures that the borrower accepted, without the action's identity and position. */
function bodyOf({ base, waived, rows, isRefinancing }: Agreed) {
  return { kind: 'agreement', base, waived, rows, isRefinancing } as const;
}

const PARTS: readonly (readonly [name: string, of: (dues: Dues) => Centavos])[] = [
  ['Capital', ({ principal }) => principal],
  ['Intereses con IVA', ({ interest, tax }) => add(interest, tax)],
  ['Cargos con IVA', ({ fee, feeTax }) => add(fee, feeTax)],
  ['Mora con IVA', ({ defaultInterest, defaultInterestTax }) => add(defaultInterest, defaultInterestTax)],
  ['Total', totalDues],
];

function partsOf({ base, waived }: Agreed, money: (amount: Centavos) => string): AgreementFacts['parts'] {
  return PARTS.filter(([name, of]) => name === 'Total' || of(base) > 0).map(([name, of]) => [
    name,
    money(of(base)),
    of(waived) === 0 ? '' : money(of(waived)),
    money(subtract(of(base), of(waived))),
  ]);
}

function rowOf(row: AgreedRow, money: (amount: Centavos) => string): readonly string[] {
  const { number, dueDate, payableUntil, principal, interest, tax, fee, feeTax, carried } = row;
  const amounts = [principal, add(interest, tax), add(fee, feeTax), totalDues(carried), agreedAmount(row)];
  return [String(number), formatDate(dueDate), formatDate(payableUntil), ...amounts.map(money)];
}
