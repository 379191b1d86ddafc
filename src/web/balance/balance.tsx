import { useState } from 'react';
import { formatDocument, parseDocument } from '../../countries/identifiers/document.ts';
import { useCountry } from '../country.tsx';
import { paths } from '../paths.ts';
import { DelayNotice } from '../shell/delay-notice.tsx';
import { Link } from '../shell/link.tsx';
import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/tag.tsx';
import { AccountTabs, type TabId } from './account-tabs.tsx';
import { askProviders } from './ask-providers.ts';
import { type BalanceAddress, goneOnReload } from './balance-address.ts';
import type { Account, Instalment } from './balance-query.ts';
import css from './balance.module.css';
import { Head, titleOf } from './head.tsx';
import { InstalmentTable } from './instalment-table.tsx';
import { LoginHint } from './login-hint.tsx';
import { PayBar } from './pay-bar.tsx';
import { PayInstalments } from './pay-instalments.tsx';
import { chooseTexts } from './payment-texts.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { balanceTexts as texts } from './texts.ts';
import { useChoice } from './use-choice.ts';
import { useReturn } from './use-return.ts';

interface BalanceProps {
  account: Account;
  address: BalanceAddress;
  onRefetch: () => void;
  isReloading: boolean;
  /** Opens the cancellation of the loan. */
  onCancel: () => void;
  /** Another dialog stands before the page. */
  isCovered: boolean;
}

/** The balance that has come. */
export function Balance({ account, address, onRefetch, isReloading, onCancel, isCovered }: BalanceProps) {
  const choice = useChoice(account, address.total);
  const hasChoice = choice.chosen.length > 0;
  const [tab, setTab] = useState<TabId>('instalments');
  const [isPaying, setPaying] = useState(address.total !== null && hasChoice);
  const [isOtherTotal, setOtherTotal] = useState(address.total !== null && !hasChoice);
  const [removed, setRemoved] = useState<Instalment | null>(null);

  /** B §4: reloading clears the query, the choice and with it the total. */
  function reload(): void {
    choice.clear();
    setPaying(false);
    setOtherTotal(false);
    address.drop(...goneOnReload);
    void askProviders(account).then(onRefetch);
  }
  useReturn(reload);

  return (
    <>
      <Screen
        title={titleOf(account)}
        intro={<Whose account={account} />}
        bar={
          tab === 'instalments' &&
          choice.selectable.length > 0 && <PayBar choice={choice} onPay={() => setPaying(true)} />
        }
      >
        <Head account={account} onCancel={onCancel} />
        <DelayNotice isBalance />
        {address.redirectionFromError && <Notice tone="late">{chooseTexts.fromError}</Notice>}
        {isOtherTotal && <Notice tone="late">{chooseTexts.otherTotal}</Notice>}
        <Card>
          <AccountTabs
            account={account}
            selected={tab}
            onSelect={setTab}
            instalments={
              <InstalmentTable
                account={account}
                choice={choice}
                onReload={reload}
                isReloading={isReloading}
                onRemove={setRemoved}
              />
            }
          />
        </Card>
        <Elsewhere account={account} />
      </Screen>
      {isPaying && hasChoice && !isCovered && (
        <PayInstalments
          account={account}
          choice={choice}
          onClose={() => setPaying(false)}
          onAsked={() => address.drop(...goneOnReload)}
          onOutdated={onRefetch}
        />
      )}
      {removed && (
        <RemoveDialog
          account={account}
          instalment={removed}
          onDone={reload}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}

/** Where to go from here. */
function Elsewhere({ account }: { account: Account }) {
  return (
    <>
      <LoginHint account={account} />
      {account.loanId !== null && (
        <Link to={paths.statement(account.loanId)} className={css.another}>
          {texts.statement}
        </Link>
      )}
      <Link to={paths.accountStatus()} className={css.another}>
        {texts.another}
      </Link>
    </>
  );
}

/** Whose account this is, as far as who looks may know. */
function Whose({ account }: { account: Account }) {
  const pack = useCountry();
  const parsed = parseDocument(pack.code, account.documentNumber);
  const document = texts.document(
    pack.mainDocument,
    parsed.ok ? formatDocument(pack.code, parsed.value) : account.documentNumber,
  );
  const name = account.profile ? `${account.profile.first_name} ${account.profile.last_name}` : '';
  return <p>{name ? texts.owner(name, document) : document}</p>;
}
