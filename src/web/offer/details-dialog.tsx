import type { Plan } from '../plan.ts';
import { totalRows } from '../membership/total-rows.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatMoney } from '../ui/money.ts';
import { DefinitionList, StackBar } from '../ui/stack-bar.tsx';
import { costParts } from './cost-card.tsx';
import { LegalRates } from './legal-rates.tsx';
import { detailTexts as texts, rateTexts } from './texts.ts';

/**
 * 'Detalles del préstamo' with what the law asks for before a contract (Ley 24.240 art. 36, BCRA Com. A 7199;
 * in Uruguay too, whose ceiling counts all charges): amounts, dates, system, and the rates with two decimals.
 */
export function DetailsDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
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
          { label: texts.amount, value: formatMoney(plan.amount) },
          { label: texts.delivered, value: formatMoney(plan.amount_delivery) },
          {
            label: texts.instalments,
            value: texts.times(plan.installmentsQuantity, formatMoney(plan.payment)),
          },
          { label: texts.firstDue, value: plan.start_date },
          { label: texts.frequency, value: texts.monthly },
          ...totalRows(plan),
        ]}
      />
      <StackBar parts={costParts(plan)} />
      <LegalRates plan={plan} />
      <p>{rateTexts.system}</p>
      <p>{texts.debit}</p>
    </Dialog>
  );
}
