import { paths } from '../../contract/paths.ts';
import { writtenDocument } from '../../countries/identifiers/document.ts';
import { useCountry } from '../country.tsx';
import { useQueryText } from '../router/context.ts';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { Notice } from '../../ui/tag.tsx';
import { useMoney } from '../ui/use-money.ts';
import css from './pay.module.css';
import { cardSuccessTexts as texts, lookupTexts } from './texts.ts';

/** /debit-payment-success: outcome of a card payment, from the address (docs/product/payments.md#card-payment). */
export function DebitPaymentSuccessScreen() {
  const money = useMoney();
  const pack = useCountry();
  const go = useGo();
  const query = new URLSearchParams(useQueryText());
  const value = (name: string) => query.get(name) ?? '';
  const amount = Number(value('amount'));
  const document = value('document_number').replace(/\D/g, '');
  const toBalance = () => go.to(document ? paths.balance(document) : paths.accountStatus());
  if (!(amount > 0) || value('ingenico_transaction') === '') {
    return (
      <Screen title={lookupTexts.title}>
        <Card>
          <p role="alert">{texts.missing}</p>
          <Button wide onClick={toBalance}>
            {texts.balance}
          </Button>
        </Card>
      </Screen>
    );
  }
  return (
    <Screen title={texts.title}>
      <Card className={css.sheet ?? ''}>
        <Notice tone="good">{texts.text}</Notice>
        <DefinitionList
          items={[
            { label: texts.amount, value: money(amount), strong: true },
            { label: texts.fullname, value: value('fullname') },
            { label: pack.mainDocument, value: writtenDocument(pack.code, document) },
            { label: texts.date, value: value('ingenico_date') },
            {
              label: texts.transaction,
              value: <span className={css.operation}>{value('ingenico_transaction')}</span>,
            },
          ].filter(({ value: shown }) => shown !== '')}
        />
      </Card>
      <Card soft className="no-print">
        <Button wide onClick={toBalance}>
          {texts.balance}
        </Button>
        <Button wide kind="ghost" onClick={() => window.print()}>
          {texts.print}
        </Button>
      </Card>
    </Screen>
  );
}
