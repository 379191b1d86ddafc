import { useRef, useState } from 'react';
import { PausedNotice } from '../loan/paused-notice.tsx';
import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import type { FormatMoney } from '../ui/money.ts';
import { Notice } from '../../ui/tag.tsx';
import { scrollBehavior } from '../ui/scroll-behavior.ts';
import { useMoney } from '../ui/use-money.ts';
import { AccountTabs, useTab } from './account-tabs.tsx';
import { askProviders } from './payment/ask-providers.ts';
import { type BalanceAddress, goneOnReload } from './balance-address.ts';
import type { Account } from './balance-query.ts';
import { DelayCard } from './delay-card.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { Head } from './head.tsx';
import { titleOf } from './owed.tsx';
import { InstalmentTable } from './instalment-table.tsx';
import { PayBar } from './pay-bar.tsx';
import { PayInstalments } from './payment/pay-instalments.tsx';
import { chooseTexts } from './payment/payment-texts.ts';
import { RemoveDialog } from './payment/remove-dialog.tsx';
import { ReturnBalance } from './return-balance.tsx';
import type { UnderWay } from './payment/under-way.ts';
import { UnderWayList } from './payment/under-way-list.tsx';
import { type Choice, useChoice } from './use-choice.ts';
import { useRemoval } from './payment/use-removal.ts';
import { useReturn } from './use-return.ts';
import { Whose } from './whose.tsx';

interface BalanceProps {
  account: Account;
  address: BalanceAddress;
  onRefetch: () => void;
  isReloading: boolean;
  /** Opens the cancellation of the loan. */
  onCancel: () => void;
  /** True while another dialog is open over the page. */
  isCovered: boolean;
}

/** The balance that has come. */
export function Balance({ account, address, onRefetch, isReloading, onCancel, isCovered }: BalanceProps) {
  const money = useMoney();
  const choice = useChoice(account, address);
  const hasChoice = choice.chosen.length > 0;
  const isMeant = address.total !== null && choice.total === address.total;
  const [isPaying, setPaying] = useState(isMeant && hasChoice);
  const [isOtherTotal, setOtherTotal] = useState(address.total !== null && !isMeant);

  /** Reloading clears the query, the choice and with it the total (docs/product/payments.md#preselection). */
  function reload(): void {
    choice.clear();
    setPaying(false);
    setOtherTotal(false);
    address.drop(...goneOnReload);
    void askProviders(account).then(onRefetch);
  }
  useReturn(reload);
  const removal = useRemoval(account, reload);

  return (
    <>
      {account.withdrawal?.state === 'return-due' ? (
        <ReturnBalance
          account={account}
          withdrawal={account.withdrawal}
          onRemove={removal.ask}
          onOutdated={onRefetch}
        />
      ) : (
        <Debt
          account={account}
          choice={choice}
          notice={noticeOf(address, choice, isOtherTotal, money)}
          isReloading={isReloading}
          onReload={reload}
          onCancel={onCancel}
          onPay={() => setPaying(true)}
          onRemove={removal.ask}
        />
      )}
      {isPaying && hasChoice && !isCovered && (
        <PayInstalments
          account={account}
          choice={choice}
          onClose={() => setPaying(false)}
          onAsked={() => address.drop(...goneOnReload)}
          onOutdated={onRefetch}
        />
      )}
      {removal.payment && (
        <RemoveDialog
          account={account}
          payment={removal.payment}
          onDone={removal.done}
          onClose={removal.close}
        />
      )}
    </>
  );
}

/** Notice about the origin of the visit; '' for none. */
function noticeOf(
  { redirectionFromError }: BalanceAddress,
  { isDue, total }: Choice,
  isOtherTotal: boolean,
  money: FormatMoney,
): string {
  if (redirectionFromError) return chooseTexts.fromError;
  if (!isOtherTotal) return '';
  // That it is chosen already is true until the choice is changed.
  return isDue ? chooseTexts.otherDue(money(total)) : chooseTexts.otherTotal;
}

interface DebtProps extends Pick<BalanceProps, 'account' | 'isReloading' | 'onCancel'> {
  choice: Choice;
  notice: string;
  onReload: () => void;
  onPay: () => void;
  onRemove: (payment: UnderWay) => void;
}

/** Figures next to the instalments; a payment under way comes before both. */
function Debt(props: DebtProps) {
  const { account, choice, notice, isReloading, onReload, onCancel, onPay, onRemove } = props;
  const [tab, setTab] = useTab();
  const list = useRef<HTMLDivElement>(null);
  return (
    <Screen
      title={titleOf(account)}
      intro={<Whose account={account} />}
      bar={
        tab === 'instalments' &&
        choice.selectable.length > 0 && (
          <PayBar
            account={account}
            choice={choice}
            onPay={onPay}
            // The choice is below a phone's first screen.
            onNothing={() => list.current?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() })}
          />
        )
      }
      aside={
        <>
          <UnderWayList account={account} onRemove={onRemove} />
          <Head account={account} onCancel={onCancel} isAskQuiet={tab === 'debt-free'} />
          {account.delay && <DelayCard delay={account.delay} documentNumber={account.documentNumber} />}
        </>
      }
    >
      {account.paused && <PausedNotice />}
      {notice !== '' && <Notice tone="late">{notice}</Notice>}
      <Card>
        <div ref={list}>
          <AccountTabs
            account={account}
            selected={tab}
            onSelect={setTab}
            instalments={
              <InstalmentTable
                account={account}
                choice={choice}
                onReload={onReload}
                isReloading={isReloading}
                onRemove={onRemove}
              />
            }
          />
        </div>
      </Card>
      <Elsewhere account={account} />
    </Screen>
  );
}
