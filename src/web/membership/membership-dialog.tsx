import { withBrand } from '../../countries/lender.ts';
import { useCountry } from '../country.tsx';
import { MembershipSumNote } from './sum-note.tsx';
import { sumTexts } from './sum.ts';
import { useChargeSentence } from './use-charge-sentence.ts';
import type { PlanOptions } from '../plan.ts';
import { useBrand } from '../settings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useRoundMoney } from '../ui/use-money.ts';
import { BenefitList } from './benefit-list.tsx';
import css from './membership-dialog.module.css';
import { planOf } from '../offer/plans/shown-plans.ts';
import { membershipTexts as texts } from '../offer/texts.ts';
import { useMembershipPrice } from './use-membership.ts';

/**
 * The membership and its price: 'Me interesa' leads to its tab, 'No por ahora' to Basic
 * (docs/product/offer.md#dialogs).
 */
export function MembershipDialog({
  options,
  count,
  onClose,
  onAnswer,
}: {
  options: PlanOptions | undefined;
  /** Instalments of the chosen plan; null without one. */
  count: number | null;
  onClose: () => void;
  onAnswer: (wanted: boolean) => void;
}) {
  const money = useRoundMoney();
  const { membership } = useCountry();
  const name = withBrand(membership.name, useBrand());
  const member = options && planOf(options, 'membership', count);
  const basic = options && planOf(options, 'no_membership', count);
  const price = useMembershipPrice(member);
  const when = useChargeSentence();
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(name)}
      actions={
        <>
          <Button wide onClick={() => onAnswer(true)}>
            {texts.yes}
          </Button>
          <Button wide kind="ghost" onClick={() => onAnswer(false)}>
            {texts.no}
          </Button>
        </>
      }
    >
      <p className={css.price}>
        {membership.pricePrefix}
        {money(price)}
      </p>
      {member && basic ? <MembershipSumNote withMembership={member} without={basic} /> : <p>{when}</p>}
      <p>{sumTexts.free}</p>
      <p>{texts.intro}</p>
      <BenefitList />
    </Dialog>
  );
}
