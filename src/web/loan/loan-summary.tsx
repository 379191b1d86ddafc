import type { CountryPack } from '../../countries/country-pack.ts';
import { cardBrandName } from '../../countries/identifiers/cards.ts';
import { useCountry } from '../country.tsx';
import { sumOf, totalRows, sumTexts as summaryTotals } from '../membership/sum.ts';
import { type Profile, useProfileQuery } from '../profile.ts';
import { useLoggedIn } from '../session.ts';
import { Card } from '../ui/card.tsx';
import { FirstDue } from '../ui/first-due.tsx';
import { formatPercent } from '../ui/percent.ts';
import { MoneyText } from '../ui/money-text.tsx';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { useMoney } from '../ui/use-money.ts';
import { identityTexts } from './identity-texts.ts';
import css from './loan.module.css';
import type { Loan } from './loan-query.ts';
import { cashTexts, planTexts, summaryTexts as texts, withdrawnTexts } from './texts.ts';

/** The confirmed loan in figures. */
export function LoanSummary({ loan }: { loan: Loan }) {
  const money = useMoney();
  const pack = useCountry();
  const profile = useProfileQuery(useLoggedIn()).data;
  return (
    <Card>
      <div className={css.head}>
        <h2 className={css.caption}>{captionOf(loan)}</h2>
        <p>
          <MoneyText units={loan.amount_delivery} big />
        </p>
      </div>
      <DefinitionList
        items={[
          ...(loan.number === '' ? [] : [{ label: texts.number, value: loan.number }]),
          ...(loan.amount === loan.amount_delivery
            ? []
            : [{ label: texts.requested, value: money(loan.amount) }]),
          { label: texts.instalments, value: texts.times(loan.installment_count, money(loan.payment)) },
          { label: texts.firstDue, value: <FirstDue of={loan} /> },
          { label: pack.tasaSigla, value: formatPercent(loan.interest_rate) },
          ...(pack.showsCft ? [{ label: texts.cft, value: formatPercent(loan.cft) }] : []),
          { label: texts.state, value: stateOf(loan) },
          {
            label: texts.delivery,
            value: texts.deliveries[loan.delivery_type] ?? loan.delivery_type,
          },
          ...destinationOf(loan, pack.accountNumber.label),
          ...cardOf(loan, profile),
          ...membershipOf(loan),
          // Nothing is paid back of a loan without effect.
          ...(loan.state_slug === 'canceled' ? [] : totalRows(totalsOf(loan), money)),
        ]}
      />
      {loan.was_created_in_membership && loan.plan_changed_on === '' && loan.state_slug !== 'canceled' && (
        <WithoutMembership loan={loan} pack={pack} />
      )}
      {loan.plan_in_force && <PlanInForce plan={loan.plan_in_force} />}
    </Card>
  );
}

function membershipOf({ was_created_in_membership: wasIncluded, plan_changed_on: changedOn }: Loan) {
  if (!wasIncluded) return [];
  const value = changedOn === '' ? texts.included : texts.basicPlanSince(changedOn);
  return [{ label: texts.membership, value }];
}

/** A loan that changed to the plan without membership did so because that cost nothing. */
function totalsOf(loan: Loan) {
  return loan.plan_changed_on === '' ? loan : { ...loan, membership_price: 0 };
}

function stateOf({ state_slug, delivery_type, withdrawal, identity }: Loan): string {
  if (state_slug === 'canceled' && withdrawal) return withdrawnTexts.state;
  if (state_slug === 'approved' && delivery_type !== 'bank-transfer') return cashTexts.state;
  return identity && identity.state !== 'rejected'
    ? identityTexts.state[identity.state]
    : texts.states[state_slug];
}

/** Amount left after a prepayment, below the agreed figures. */
function PlanInForce({ plan }: { plan: NonNullable<Loan['plan_in_force']> }) {
  const money = useMoney();
  return (
    <section className={css.without} aria-label={planTexts.title}>
      <h3 className={css.caption}>{planTexts.title}</h3>
      <DefinitionList
        items={[
          { label: planTexts.advanced, value: money(plan.advanced) },
          {
            label: planTexts.left,
            value: planTexts.times(plan.instalment_count, money(plan.instalment)),
          },
          { label: planTexts.last, value: plan.last_due_date },
          { label: planTexts.total, value: money(plan.total), strong: true },
        ]}
      />
    </section>
  );
}

function captionOf({ state_slug, delivery_type, withdrawal }: Loan): string {
  if (withdrawal?.state === 'returned') return withdrawnTexts.had;
  if (state_slug === 'canceled') return texts.asked;
  // There is no report of cash that was fetched.
  if (state_slug === 'approved' && delivery_type !== 'bank-transfer') return cashTexts.toFetch;
  return state_slug === 'approved' || state_slug === 'finished' ? texts.received : texts.receive;
}

function destinationOf({ delivery_type, bank, pod }: Loan, accountLabel: string) {
  if (pod) return [{ label: texts.destination, value: `${pod.name}, ${pod.address}, ${pod.city}` }];
  if (delivery_type === 'red-pagos') return [{ label: texts.destination, value: texts.cash }];
  if (!bank) return [];
  return [
    ...(bank.bank ? [{ label: texts.bank, value: bank.bank }] : []),
    { label: accountLabel, value: <span className={css.number}>{bank.cbu}</span> },
  ];
}

/** The card that instalments are debited from; only its owner has one to see, and not on a masked loan. */
function cardOf({ first_name }: Loan, profile: Profile | undefined) {
  const card = first_name.includes('*') ? undefined : profile?.cards[0];
  if (!card) return [];
  const brand = cardBrandName(card.brand) ?? card.brand;
  return [{ label: texts.card, value: `${brand} •••• ${card.number.slice(-4)}` }];
}

/** `no_membership`: the same figures without the membership, and its total gain or loss. */
function WithoutMembership({ loan, pack }: { loan: Loan; pack: CountryPack }) {
  const money = useMoney();
  // The charges on the money delivered are the same in both.
  const without = { ...loan, final_amount: loan.original_final_amount };
  const { gain } = sumOf(loan, without);
  return (
    <section className={css.without}>
      <h3 className={css.caption}>{texts.without}</h3>
      <DefinitionList
        items={[
          { label: pack.tasaSigla, value: formatPercent(loan.original_interest_rate) },
          ...(pack.showsCft ? [{ label: texts.cft, value: formatPercent(loan.original_cft) }] : []),
          { label: summaryTotals.loan, value: money(loan.original_final_amount) },
          {
            label: gain < 0 ? texts.lost : texts.saved,
            value: money(Math.abs(gain)),
            strong: true,
          },
        ]}
      />
    </section>
  );
}
