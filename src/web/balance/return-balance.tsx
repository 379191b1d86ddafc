import { useState } from 'react';
import { PayEarly } from '../settlement/pay-early.tsx';
import { Screen } from '../shell/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { dated } from '../../ui/dated.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { useMoney } from '../ui/use-money.ts';
import { AccountTabs, useTab } from './account-tabs.tsx';
import type { Account } from './balance-query.ts';
import css from './balance.module.css';
import { creditTexts } from './credit-texts.ts';
import { Elsewhere, SessionEnded } from './elsewhere.tsx';
import { Contact, LoanLinks, Whose } from './head.tsx';
import { OtherLoans } from './other-loans.tsx';
import { returnTexts as texts, balanceTexts } from './texts.ts';
import { isOfWholeLoan, type UnderWay, underWayOf } from './payment/under-way.ts';
import { UnderWayList } from './payment/under-way-list.tsx';

type Withdrawal = NonNullable<Account['withdrawal']>;

interface ReturnBalanceProps {
  account: Account;
  withdrawal: Withdrawal;
  onRemove: (payment: UnderWay) => void;
  onOutdated: () => void;
}

/**
 * The balance of a customer who withdrew from the loan: one amount to give back, and nothing else to be paid.
 */
export function ReturnBalance({ account, withdrawal, onRemove, onOutdated }: ReturnBalanceProps) {
  const [tab, setTab] = useTab();
  const { loanId } = account;
  const payments = underWayOf(account);
  const isReturning = payments.some(isOfWholeLoan);
  return (
    <Screen
      title={balanceTexts.titleReturn}
      intro={<Whose account={account} />}
      aside={
        <>
          <SessionEnded account={account} />
          <UnderWayList account={account} onRemove={onRemove} />
          <Card>
            {isReturning ? (
              <p>{texts.text}</p>
            ) : (
              <ToReturn
                withdrawal={withdrawal}
                loanId={loanId}
                barredBy={
                  payments.length > 0 ? texts.barred : account.installments.length === 0 ? texts.notYet : ''
                }
                onOutdated={onOutdated}
              />
            )}
            <p className={css.caption}>{dated(texts.code(withdrawal.code))}</p>
            <OtherLoans account={account} />
            <LoanLinks account={account} isEarly={false} />
            <Contact account={account} />
          </Card>
        </>
      }
    >
      <Card>
        <AccountTabs
          account={account}
          selected={tab}
          onSelect={setTab}
          instalments={<p>{dated(texts.instalments(withdrawal.until))}</p>}
        />
      </Card>
      <Elsewhere account={account} />
    </Screen>
  );
}

interface ToReturnProps {
  withdrawal: Withdrawal;
  loanId: string | null;
  /** Reason that prevents paying now, in Spanish; '' if none. */
  barredBy: string;
  onOutdated: () => void;
}

/** Amount, last day, and the button to pay. */
function ToReturn({ withdrawal: { amount, credit, until }, loanId, barredBy, onOutdated }: ToReturnProps) {
  const money = useMoney();
  const [isPaying, setPaying] = useState(false);
  return (
    <>
      <div className={css.head}>
        <p className={css.caption}>{texts.amount}</p>
        <p>
          <MoneyText units={amount} big />
        </p>
        {credit > 0 && <p className={css.caption}>{creditTexts.less(money(credit))}</p>}
        <p className={css.until}>{dated(texts.until(until))}</p>
      </div>
      <p>{texts.text}</p>
      {barredBy !== '' && <p className={css.caption}>{barredBy}</p>}
      <Button wide disabled={barredBy !== ''} onClick={() => setPaying(true)}>
        {texts.pay(money(amount))}
      </Button>
      {isPaying && loanId !== null && (
        <PayEarly
          id={loanId}
          payment={{ kind: 'withdrawal', total: amount, what: texts.what }}
          onClose={() => setPaying(false)}
          onOutdated={onOutdated}
        />
      )}
    </>
  );
}
