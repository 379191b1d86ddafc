import { sql } from 'kysely';
import { WRITE_OFF_DAYS } from '../product/stage.ts';
import { COUNTRIES } from '../../../../countries/countries.ts';
import { ledgerVersion } from '../../../loans/ledger/service.ts';
import { undoWriteOff, writeOffLoan } from '../../../loans/write-off/service.ts';
import { transaction } from '../../../platform/database.ts';
import type { Actor as Person } from '../../../staff/actions/service.ts';
import { same } from '../difference.ts';
import type { LoanModel } from '../model/loan.ts';
import { pickOf, type Play } from '../play.ts';
import type { Try } from './command.ts';

/** Two people write a loan off, or undo it. */
export const writeOff: Try = async (play, actor, { pick }) => {
  const { day } = play;
  const loans = actor.model.loans.filter(({ payout }) => payout === 'confirmed');
  const late = loans.filter((loan) => loan.writeOff !== undefined || loan.on(day).daysLate > WRITE_OFF_DAYS);
  const loan = pickOf(late.length > 0 ? late : loans, pick >> 4);
  if (!loan) return undefined;
  const isUndone = loan.writeOff !== undefined && pick % 3 > 0;
  const expected = isUndone ? undoAnswer(loan, day) : writeOffAnswer(loan, day);
  const answer = await carryOut(play, loan, isUndone);
  same(`the answer to ${isUndone ? 'undoing a write-off' : 'a write-off'}`, expected, answer);
  if (answer !== 'ok') return `${isUndone ? 'undo' : 'write-off'}: ${answer}`;
  loan.writeOff = isUndone ? undefined : loan.capital(day);
  actor.model.follow(loan, day);
  return isUndone ? 'undone' : 'written off';
};

function writeOffAnswer(loan: LoanModel, day: Play['day']): string {
  const { withdrawal, noted, writeOff: earlier } = loan;
  const isReturning = withdrawal?.state === 'return-due' && withdrawal.until >= day;
  if (noted !== 'approved' || isReturning || earlier !== undefined) return 'write_off_state';
  if (loan.capital(day).amount <= 0) return 'write_off_state';
  return loan.on(day).daysLate > WRITE_OFF_DAYS ? 'ok' : 'write_off_early';
}

function undoAnswer(loan: LoanModel, day: Play['day']): string {
  if (loan.noted !== 'approved' || loan.writeOff === undefined) return 'write_off_state';
  const { amount, waived } = loan.writeOff;
  const now = loan.capital(day);
  const lost = Math.max(0, now.waived - waived);
  return Math.min(amount, now.amount) + lost < amount ? 'write_off_recovered' : 'ok';
}

async function carryOut(play: Play, loan: LoanModel, isUndone: boolean): Promise<string> {
  const { deps } = play.product;
  const { country, publicId } = loan.agreed;
  const { rows } = await sql<{ id: number; file: number; staff: number[] }>`
    select l.id, (select min(id) from staff_file where country = ${country}) as file,
      array(select id from staff_member where subject like 'simulation-%' order by id) as staff
    from loan l where l.public_id = ${publicId}`.execute(deps.db);
  const [row] = rows;
  if (!row) throw new Error('a loan has gone');
  const people = row.staff.map((staffId): Person => ({
    staffId,
    name: '',
    roles: [],
    countries: COUNTRIES,
    permissions: new Set(),
  }));
  const [by, approver] = people;
  if (!by || !approver) throw new Error('the simulation has no staff');
  const done = await transaction(deps.db, async (tx) => {
    const reason = { reason_code: 'not-collectable', reason: '' } as const;
    const params = { id: row.id };
    const asked = { params, query: {}, seenVersion: await ledgerVersion(tx, row.id), by, approver };
    return isUndone
      ? undoWriteOff(tx, deps, { ...asked, body: { ...reason, reason_code: 'by-mistake' } })
      : writeOffLoan(tx, deps, { ...asked, body: { ...reason, file: row.file } });
  });
  return done.ok ? 'ok' : done.code;
}
