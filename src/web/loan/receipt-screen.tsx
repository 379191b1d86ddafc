import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { paths } from '../../contract/paths.ts';
import { receiptAmountLabel, receiptRows, receiptTitle } from '../../countries/papers/receipt.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { LookupFailed } from '../shell/lookup-failed.tsx';
import { usePathParam } from '../router/context.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { useMoney } from '../ui/use-money.ts';
import { LoanInvoices } from './loan-invoices.tsx';
import css from './loan.module.css';
import { receiptTexts as texts } from './texts.ts';

type Receipt = OutputOf<'GET /api/v3/transference-receipt/{id}'>['result'];

/** Account digits that fit next to the label on a phone: a CBU has more. */
const longestBeside = 16;

/**
 * Transfer receipt, printable. A receipt that cannot be had leads back to the loan after 2 s
 * (docs/product/confirmation.md#receipt).
 */
export function ReceiptScreen() {
  const id = usePathParam('id');
  const go = useGo();
  const query = useQuery({
    queryKey: ['receipt', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/transference-receipt/{id}', { params: { id }, signal })).result,
    meta: { quiet: true },
  });
  if (query.data) return <ReceiptSheet loanId={id} receipt={query.data} onBack={go.back} />;
  if (query.isError)
    return (
      <LookupFailed
        title={texts.failedTitle}
        text={texts.failed}
        to={paths.loan(id)}
        action={texts.failedBack}
      />
    );
  return <ScreenSkeleton shapes={['title', 'money', 'line', 'line', 'line', 'line']} />;
}

interface SheetProps {
  loanId: string;
  receipt: Receipt;
  onBack: () => void;
}

function ReceiptSheet({ loanId, receipt, onBack }: SheetProps) {
  const money = useMoney();
  const pack = useCountry();
  const facts = {
    code: receipt.code,
    amount: money(receipt.amount),
    date: receipt.delivery_date,
    name: receipt.name,
    destination: receipt.cbu,
    place: receipt.place,
    legalNumber: receipt.cuit,
  };
  return (
    <Screen title={receiptTitle(facts)}>
      <Card>
        <div className={css.head}>
          <p className={css.caption}>{receiptAmountLabel(facts)}</p>
          <p>
            <MoneyText units={receipt.amount} big />
          </p>
        </div>
        <DefinitionList
          items={receiptRows(facts, pack).map(([label, value]) => ({
            label,
            value: <span className={css.number}>{value}</span>,
            isBelow: value === receipt.cbu && value.length > longestBeside,
          }))}
        />
      </Card>
      <Card soft className="no-print">
        <LinkButton wide href={receipt.pdf_url} download>
          {texts.download}
        </LinkButton>
        <Button wide kind="ghost" onClick={() => window.print()}>
          {texts.print}
        </Button>
        <Button wide kind="text" onClick={onBack}>
          {texts.back}
        </Button>
      </Card>
      <LoanInvoices loanId={loanId} />
    </Screen>
  );
}
