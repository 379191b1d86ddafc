import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { paths } from '../../contract/paths.ts';
import { withBrand } from '../../countries/lender.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { BenefitList } from './benefit-list.tsx';
import { useBrand } from '../settings.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { dated } from '../../ui/dated.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { Notice } from '../../ui/tag.tsx';
import { useMoney, useRoundMoney } from '../ui/use-money.ts';
import { MembershipDebt } from './membership-debt.tsx';
import { sumTexts } from './sum.ts';
import { endingTexts, membershipPageTexts as texts } from './texts.ts';

type Answer = OutputOf<'GET /api/v3/membership'>['model'];
type Membership = NonNullable<Answer['membership']>;

/**
 * /membresia: benefits, price and state of the membership, and the way out of it
 * (docs/product/borrowers-area.md#membership).
 */
export function MembershipScreen() {
  const { membership } = useCountry();
  const title = texts.title(withBrand(membership.name, useBrand()));
  const query = useQuery({
    queryKey: ['membership'],
    queryFn: async ({ signal }) => (await call('GET /api/v3/membership', { signal })).model,
    meta: { quiet: true },
  });
  if (query.isPending) return <ScreenSkeleton shapes={['title', 'line', 'line', 'button']} />;
  if (!query.data) {
    return (
      <Screen title={title}>
        <Card>
          <Notice tone="late" urgent title={texts.failed}>
            {messageOf(query.error)}
          </Notice>
          <Button wide onClick={() => void query.refetch()}>
            {texts.retry}
          </Button>
        </Card>
      </Screen>
    );
  }
  return (
    <Screen title={title}>
      <MembershipSection answer={query.data} />
    </Screen>
  );
}

/** Shown only if the profile may have it. */
function MembershipSection({ answer }: { answer: Answer }) {
  const money = useMoney();
  const roundMoney = useRoundMoney();
  const { pricePrefix } = useCountry().membership;
  const go = useGo();
  const { membership, price, has_membership_enabled: isEnabled } = answer;
  if (!isEnabled) {
    return (
      <Card>
        <p>{texts.unavailable}</p>
        <Button wide onClick={() => go.to(paths.welcome())}>
          {texts.back}
        </Button>
      </Card>
    );
  }
  const canEnd = membership !== null && canBeEnded(membership);
  return (
    <>
      <Card>
        {membership ? (
          <Facts membership={membership} />
        ) : (
          <p>
            {texts.none} {pricePrefix}
            {/* No loan is confirmed here: what is charged when depends on the day of that. */}
            {roundMoney(price)}. {sumTexts.chargedLater}
          </p>
        )}
        {membership?.ending?.plan && (
          <p>
            {endingTexts.freeUntil(
              membership.ending.free_until,
              `${endingTexts.instalments(membership.ending.plan.installmentsQuantity)} ${money(membership.ending.plan.payment)}`,
              money(membership.ending.plan.final_amount),
            )}
          </p>
        )}
        {membership && membership.owed > 0 && (
          <MembershipDebt
            loanId={membership.loan_id}
            amount={membership.owed}
            isBeingPaid={membership.is_being_paid}
            text={canEnd ? texts.due : texts.dueAfterTerm}
          />
        )}
        {canEnd && (
          <Button wide kind="ghost" onClick={() => go.to(paths.membershipCancellation())}>
            {texts.end}
          </Button>
        )}
      </Card>
      <Card>
        <h2>{texts.benefits}</h2>
        <BenefitList />
      </Card>
    </>
  );
}

/** While it runs, and until its price is charged where that comes later. */
const canBeEnded = ({ state, charge }: Membership) =>
  state === 'agreed' || state === 'active' || (state === 'expired' && charge.state === 'planned');

function Facts({ membership }: { membership: Membership }) {
  const money = useMoney();
  const { state, price, starts_on, ends_on, ended_on, charge, returned, waived } = membership;
  const charges = {
    ...texts.charges,
    none: charge.on ? texts.notBefore(charge.on) : texts.charges.none,
    planned: texts.charges.planned(charge.on, charge.is_debited),
  };
  return (
    <DefinitionList
      items={[
        { label: texts.state, value: texts.states[state] },
        { label: texts.price, value: money(price) },
        ...(starts_on ? [{ label: texts.term, value: dated(`${starts_on} a ${ends_on}`) }] : []),
        ...(ended_on ? [{ label: texts.endedOn, value: ended_on }] : []),
        { label: texts.payment, value: dated(charges[charge.state]) },
        ...(returned > 0 ? [{ label: texts.returned, value: money(returned) }] : []),
        ...(waived > 0 ? [{ label: texts.waived, value: money(waived) }] : []),
      ]}
    />
  );
}
