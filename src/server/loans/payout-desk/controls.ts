import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { formatMoney, fromUnits, type Centavos } from '../../../domain/money.ts';
import {
  changeControl,
  isAboveCap,
  lockControl,
  payoutControl,
  type PayoutSwitches,
} from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import {
  countriesOf,
  DONE,
  doerOf,
  staffCommand,
  type Askers,
  type Facts,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import { changedBy } from '../manual-resolutions/service.ts';
import { resumeWaiting } from '../service.ts';

/** Commands to stop and resume a country's payouts and to set the daily cap. */
export function controlCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/pay-outs/controls/{country}/stop', async (tx, asked) => {
      const changed = await change(tx, deps, asked, (control) => ({ ...control, isStopped: true }));
      if (!changed.ok) return changed;
      const { country } = asked.params;
      await recordEvent(tx, {
        at: deps.clock.now(),
        country,
        kind: 'pay-outs-stopped',
        detail: { reason: asked.body.reason_code },
      });
      return ok({ answer: { messages: ['Los envíos quedan detenidos.'] }, facts: changed.value });
    }),
    staffCommand(deps, 'POST /api/staff/pay-outs/controls/{country}/resume', async (tx, asked) => {
      const changed = await change(tx, deps, asked, (control) => ({ ...control, isStopped: false }));
      if (!changed.ok) return changed;
      await resumeWaiting(tx, deps, asked.params.country);
      return ok({ answer: DONE, facts: changed.value });
    }),
    staffCommand(deps, 'POST /api/staff/pay-outs/controls/{country}/cap', async (tx, asked) => {
      const { daily_cap: units } = asked.body;
      const dailyCap = units === null ? undefined : fromUnits(units);
      const changed = await change(tx, deps, asked, (control) => ({ ...control, dailyCap }));
      if (!changed.ok) return changed;
      await resumeWaiting(tx, deps, asked.params.country);
      // Requester and approver see how many orders would never fit under the cap.
      const large = await countAboveCap(tx, asked.params.country);
      const { after, ...facts } = changed.value;
      return ok({
        answer: DONE,
        facts: { ...facts, after: { ...after, ...(large === 0 ? {} : { above_cap: large }) } },
      });
    }),
  ];
}

interface AskedOfControl extends Askers {
  readonly params: { readonly country: CountryCode };
  readonly body: { readonly reason: string };
  readonly seenVersion: number | undefined;
}

/**
 * Changes the control under the lock that running steps hold: afterwards no order is submitted under the old
 * value.
 */
async function change(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  asked: AskedOfControl,
  make: (control: PayoutSwitches) => Pick<PayoutSwitches, 'isStopped' | 'dailyCap'>,
): Promise<Result<Facts>> {
  const { country } = asked.params;
  if (!countriesOf(asked).includes(country)) return fail('country_forbidden');
  await lockControl(tx, country, 'change');
  const control = await payoutControl(tx, country);
  if (control.version !== asked.seenVersion) return changedBy(control.changedBy, 'los envíos del país');
  const made = make(control);
  if (made.isStopped === control.isStopped && made.dailyCap === control.dailyCap)
    return fail('nothing_changes');
  const by = doerOf(asked).name;
  await changeControl(tx, country, { ...made, reason: asked.body.reason, by }, clock.now());
  const shown = ({ isStopped, dailyCap }: Pick<PayoutSwitches, 'isStopped' | 'dailyCap'>) => ({
    pay_outs: isStopped ? 'stopped' : 'going',
    daily_cap: writtenCap(country, dailyCap),
  });
  return ok({
    subject: `pay-outs:${country}`,
    subjectName: `Envíos de ${packOf(country).country}`,
    country,
    before: shown(control),
    after: shown(made),
  });
}

/** Number of planned orders that alone exceed the cap, which two people must release one by one. */
async function countAboveCap(tx: Tx, country: CountryCode): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout d
    where d.state in ('planned', 'sent', 'unknown') and d.state = 'planned' and d.loan_country = ${country}
      and d.above_cap_approved_at is null and ${isAboveCap(sql`${country}`, sql`d.amount`)}
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

const writtenCap = (country: CountryCode, cap: Centavos | undefined) =>
  cap === undefined ? 'sin tope' : formatMoney(cap, packOf(country).currency);
