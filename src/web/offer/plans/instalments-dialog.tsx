import { useId, useState } from 'react';
import type { Plan } from '../../plan.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useRoundMoney } from '../../ui/use-money.ts';
import { PlanCard } from './plan-card.tsx';
import css from './plans-card.module.css';
import { flagOf } from './shown-plans.ts';
import { chooserTexts as texts } from '../texts.ts';

/** All plans of the tab, in their order (docs/product/offer.md#dialogs). */
export function InstalmentsDialog({
  plans,
  count,
  onClose,
  onChoose,
}: {
  plans: readonly Plan[];
  count: number | null;
  onClose: () => void;
  onChoose: (count: number) => void;
}) {
  const money = useRoundMoney();
  const [marked, setMarked] = useState(count);
  const group = useId();
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
            onChoose={() => setMarked(plan.installmentsQuantity)}
          />
        ))}
      </div>
    </Dialog>
  );
}
