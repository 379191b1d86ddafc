import type { Plan } from '../plan.ts';
import { totalRows } from '../membership/total-rows.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatMoney, formatPercentExact } from '../ui/money.ts';
import { DefinitionList, StackBar } from '../ui/stack-bar.tsx';
import { costParts } from './cost-card.tsx';
import { detailTexts as texts } from './texts.ts';

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
      <h3>{texts.rates}</h3>
      <DefinitionList
        items={[
          { label: texts.tna, value: formatPercentExact(plan.tna) },
          { label: texts.tea, value: formatPercentExact(plan.tea) },
          { label: texts.cftna, value: formatPercentExact(plan.cftna) },
          { label: texts.cftea, value: formatPercentExact(plan.cftea), strong: true },
          { label: texts.cfteaDated, value: formatPercentExact(plan.cftea_dated) },
        ]}
      />
      <p>{texts.system}</p>
      <p>{texts.debit}</p>
    </Dialog>
  );
}
