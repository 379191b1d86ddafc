import { useId, useState } from 'react';
import type { PlanOptions } from '../../plan.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useRoundMoney } from '../../ui/use-money.ts';
import { PlanCard } from './plan-card.tsx';
import css from './plans-card.module.css';
import { flagOf, lossIn, type VariantName } from './shown-plans.ts';
import { chooserTexts as texts } from '../texts.ts';

/** All plans of the tab, in their order (docs/product/offer.md#dialogs). */
export function InstalmentsDialog({
  options,
  variant,
  count,
  onClose,
  onChoose,
}: {
  options: PlanOptions;
  variant: VariantName;
  count: number | null;
  onClose: () => void;
  onChoose: (count: number) => void;
}) {
  const money = useRoundMoney();
  const [marked, setMarked] = useState(count);
  const group = useId();
  const { plans } = options[variant];
  const [sample] = plans;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      actions={
        marked !== null && (
          <Button wide onClick={() => onChoose(marked)}>
            {texts.choose(marked)}
          </Button>
        )
      }
    >
      {sample && <p>{texts.intro(money(sample.amount))}</p>}
      <div role="radiogroup" aria-label={texts.group} className={css.list}>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            flag={flagOf(plan, plans)}
            group={group}
            checked={plan.installmentsQuantity === marked}
            loss={lossIn(options, variant, plan)}
            onChoose={() => setMarked(plan.installmentsQuantity)}
          />
        ))}
      </div>
    </Dialog>
  );
}
