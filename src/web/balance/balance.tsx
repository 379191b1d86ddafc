import { useRef, useState, useEffect } from 'react';
import { PausedNotice } from '../loan/paused-notice.tsx';
import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import type { FormatMoney } from '../ui/money.ts';
import { useMoney } from '../ui/use-money.ts';
import { Notice } from '../../ui/tag.tsx';
import { scrollBehavior } from '../ui/scroll.ts';
import { AccountTabs, useTab } from './account-tabs.tsx';
import { type BalanceAddress, goneOnReload } from './balance-address.ts';
import type { Account } from './balance-query.ts';
import { Elsewhere, SessionEnded } from './elsewhere.tsx';
import { Head, WaysOut, Whose } from './head.tsx';
import { titleOf } from './owed.tsx';
import { InstalmentTable } from './instalment-table.tsx';
import { PayBar } from './pay-bar.tsx';
import { PayInstalments } from './payment/pay-instalments.tsx';
import { chooseTexts } from './payment/payment-texts.ts';
import { ReturnBalance } from './return-balance.tsx';
import { type UnderWay, isHidden, isOnline } from './payment/under-way.ts';
import { UnderWayList } from './payment/under-way-list.tsx';
import { type Choice, useChoice } from './use-choice.ts';
import { useRemoval } from './payment/use-removal.ts';
import { writtenDocument } from '../../countries/identifiers/document.ts';
import { useCountry } from '../country.tsx';
import { later, laterDialog } from '../later.tsx';
import { paths } from '../../contract/paths.ts';
import { useProfileQuery } from '../profile.ts';
import { useLoggedIn } from '../session.ts';
import { useGo } from '../shell/use-go.ts';
import { overview } from './standing.ts';
import { Button } from '../../ui/button.tsx';
import { dated } from '../../ui/dated.tsx';
import { Dialog } from '../ui/dialog.tsx';
import css from './balance.module.css';
import { balanceTexts, delayTexts as texts } from './texts.ts';
import { call } from '../api.ts';

const RemoveDialog = laterDialog(() => import('./payment/remove-dialog.tsx'), 'RemoveDialog');
const OwnAgreed = later<object, 'OwnAgreed'>(() => import('../cannot-pay/agreed.tsx'), 'OwnAgreed', {
  lost: () => undefined,
});
const HelpForm = later(() => import('../shell/help/help-form.tsx'), 'HelpForm');

/** Calls back when the browser restores this page from its cache: the content may be long out of date. */
function useReturn(onReturn: () => void): void {
  const latest = useRef(onReturn);
  useEffect(() => {
    latest.current = onReturn;
  });
  useEffect(() => {
    const come = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current();
    };
    addEventListener('pageshow', come);
    return () => removeEventListener('pageshow', come);
  }, []);
}

/**
 * Refreshes the state of online payments under way (docs/product/payments.md#hosted-checkout), since a provider's
 * webhook may be late. An unreachable provider changes nothing.
 */
export async function askProviders({ open_payments }: Account): Promise<void> {
  // A prepayment or a return leaves its instalments pending: only the payments show it is under way.
  const online = open_payments.filter(
    (payment) => isOnline(payment) && !isHidden(payment) && payment.state === 'open',
  );
  await Promise.allSettled(
    online.map(({ hash }) => call('POST /api/v3/online_payment/uCoupon', { body: { hash } })),
  );
}

interface DelayCardProps {
  account: Account;
  delay: NonNullable<Account['delay']>;
  /** The visitor may be another person. */
  isOwner: boolean;
}

/** For a borrower in arrears: the cost of a day, the next steps, and the ways out. */
function DelayCard({ account, delay, isOwner }: DelayCardProps) {
  const money = useMoney();
  const [isAsking, setAsking] = useState(false);
  const pack = useCountry();
  const debtor = writtenDocument(pack.code, account.documentNumber);
  const document = balanceTexts.document(pack.mainDocument, debtor);
  const { next_day, held_until, default_on } = delay;
  return (
    <Card soft aria-labelledby="delay-title">
      <h2 id="delay-title">{texts.title}</h2>
      <ul className={css.facts}>
        {next_day > 0 && <li>{texts.nextDay(money(next_day))}</li>}
        <li>{dated(texts.held(held_until))}</li>
        {default_on !== '' && <li>{dated(texts.defaultOn(default_on))}</li>}
      </ul>
      <WaysOut account={account} isOwner={isOwner} onAsk={() => setAsking(true)} />
      {isAsking && (
        <Dialog open title={texts.planTitle} onClose={() => setAsking(false)}>
          <HelpForm
            isMain
            about={{ ...planRequest, note: texts.planNote(document) }}
            onClose={() => setAsking(false)}
          />
        </Dialog>
      )}
    </Card>
  );
}

/** Subject of the ticket. */
const planRequest = {
  draft: 'plan-request',
  subject: texts.planSubject,
  intro: texts.planIntro,
  content: texts.planContent,
  send: texts.planSend,
  thanks: texts.planThanks,
} as const;

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

/** Something is late, or falls due today. */
function owesNow(account: Account): boolean {
  return overview(account).due.length > 0;
}

/** Figures next to the instalments; a payment under way comes before both. */
function Debt(props: DebtProps) {
  const { account, choice, notice, isReloading, onReload, onCancel, onPay, onRemove } = props;
  const [tab, setTab] = useTab();
  const list = useRef<HTMLDivElement>(null);
  const go = useGo();
  const { data: profile } = useProfileQuery(useLoggedIn());
  const isOwner = profile?.account_information.document_number === account.documentNumber;
  return (
    <Screen
      title={titleOf(account)}
      intro={<Whose account={account} />}
      aside={
        <>
          <SessionEnded account={account} />
          <UnderWayList account={account} onRemove={onRemove} />
          <Head account={account} onCancel={onCancel} isAskQuiet={tab === 'debt-free'} />
          {isOwner && <OwnAgreed />}
          {isOwner && owesNow(account) && !account.delay && (
            <Button wide kind="text" onClick={() => go.to(paths.cannotPay())}>
              {balanceTexts.cannotPay}
            </Button>
          )}
          {account.delay && <DelayCard account={account} delay={account.delay} isOwner={isOwner} />}
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
      {tab === 'instalments' && choice.selectable.length > 0 && (
        <PayBar
          account={account}
          choice={choice}
          onPay={onPay}
          // The choice is below a phone's first screen.
          onNothing={() => list.current?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() })}
        />
      )}
      <Elsewhere account={account} />
    </Screen>
  );
}
