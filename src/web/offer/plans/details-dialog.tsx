import { hasStep } from '../../../countries/application-steps.ts';
import { useCountry } from '../../country.tsx';
import type { Plan } from '../../plan.ts';
import { totalRows } from '../../membership/sum.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FirstDue } from '../../ui/first-due.tsx';
import { DefinitionList, StackBar } from '../../ui/stack-bar.tsx';
import { useRoundMoney } from '../../ui/use-money.ts';
import { costParts } from './cost-parts.ts';
import { LegalRates } from './legal-rates.tsx';
import { detailTexts as texts, rateTexts } from '../texts.ts';

/**
 * 'Detalles del préstamo' with the disclosures required before a contract (Ley 24.240 art. 36, BCRA Com. A
 * 7199; in Uruguay too, where the ceiling counts all charges): amounts, dates, system, and the rates with two
 * decimals.
 */
export function DetailsDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const money = useRoundMoney();
  const pack = useCountry();
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      actions={
        <Button wide onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <DefinitionList
        items={[
          { label: texts.amount, value: money(plan.amount) },
          { label: texts.delivered, value: money(plan.amount_delivery) },
          {
            label: texts.instalments,
            value: texts.times(plan.installmentsQuantity, money(plan.payment)),
          },
          { label: texts.firstDue, value: <FirstDue of={plan} /> },
          { label: texts.frequency, value: texts.monthly },
          ...totalRows(plan, money),
        ]}
      />
      <StackBar parts={costParts(plan, money)} />
      <LegalRates plan={plan} />
      <p>{rateTexts.system}</p>
      {hasStep(pack, 'card') && <p>{texts.debit}</p>}
    </Dialog>
  );
}
