import { ReturnNotice } from '../loan/return-notice.tsx';
import { paths } from '../paths.ts';
import { ContactButton } from '../shell/contact-button.tsx';
import { Link } from '../shell/link.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { dated } from '../ui/dated.tsx';
import { Card } from '../ui/card.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { formatMoney } from '../ui/money.ts';
import { Notice } from '../ui/tag.tsx';
import type { Account } from './balance-query.ts';
import css from './balance.module.css';
import { LifePicture } from './life-picture.tsx';
import { overview } from './standing.ts';
import { balanceTexts as texts } from './texts.ts';

/** A loan that is confirmed and not yet paid out: nothing is owed, and nothing is settled. */
const isOnItsWay = ({ debtfree, installments }: Account) => !debtfree && installments.length === 0;

/** The page's heading says the one thing that matters most now. */
export function titleOf(account: Account): string {
  const { delayed, next } = overview(account);
  if (delayed.length > 0) return texts.titleDelayed(delayed.length);
  if (next) return texts.titleNext(next.due_date_format);
  return isOnItsWay(account) ? texts.titleOnItsWay : texts.titleDebtFree;
}

/** What is owed today and the next due date, and the loan's life as a picture. */
export function Head({ account, onCancel }: { account: Account; onCancel: () => void }) {
  const go = useGo();
  const { open, isDefault } = overview(account);
  const { loanId, profile, documentNumber, canCancel } = account;
  return (
    <>
      <ReturnNotice loanId={open.length > 0 ? loanId : null} />
      <Card>
        {open.length > 0 ? <Owed account={account} /> : <NothingOwed account={account} />}
        <LifePicture instalments={account.installments} />
        {open.length === 0 && !isOnItsWay(account) && (
          <Button wide onClick={() => go.to(paths.root())}>
            {texts.ask}
          </Button>
        )}
        {isDefault && <Notice tone="bad">{texts.inDefault}</Notice>}
        {loanId && (
          <div className={css.loan}>
            <Link
              to={isOnItsWay(account) ? paths.loan(loanId) : paths.loanOld(loanId)}
              className={buttonClass({ kind: 'ghost', small: true })}
            >
              {texts.seeLoan}
            </Link>
            {open.length > 0 && (
              <Button small kind="ghost" onClick={() => go.to(paths.settlement(loanId))}>
                {texts.payEarly}
              </Button>
            )}
          </div>
        )}
        {canCancel && (
          <Button wide kind="text" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
        {open.length > 0 && (
          <ContactButton
            setting="whatsapp-autogestion"
            values={{ first_name: profile?.first_name ?? '', document_number: documentNumber }}
            label={texts.contact}
            kind="text"
          />
        )}
      </Card>
    </>
  );
}

function Owed({ account }: { account: Account }) {
  const { delayed, next, defaultInterest } = overview(account);
  const isOwedToday = account.total > 0;
  return (
    <div className={css.head}>
      <p className={css.caption}>{isOwedToday ? texts.payToday : texts.nextPayment}</p>
      <p>
        <MoneyText units={isOwedToday ? account.total : (next?.amount ?? 0)} big />
      </p>
      {delayed.length > 0 && (
        <p className={css.caption}>
          {defaultInterest > 0
            ? texts.delayedNote(delayed.length, formatMoney(defaultInterest))
            : texts.delayedPlain(delayed.length)}
        </p>
      )}
      {!isOwedToday && <p className={css.caption}>{texts.nothingToday}</p>}
      {isOwedToday && delayed.length === 0 && <p className={css.caption}>{texts.dueToday}</p>}
      {delayed.length > 0 && next && (
        <p className={css.caption}>{dated(texts.thenNext(formatMoney(next.amount), next.due_date_format))}</p>
      )}
    </div>
  );
}

function NothingOwed({ account }: { account: Account }) {
  if (isOnItsWay(account)) return <p>{texts.onItsWay}</p>;
  const hadLoan = account.installments.length > 0;
  return (
    <>
      <p>{hadLoan ? texts.paidAll : texts.noLoan}</p>
      <p className={css.caption}>{hadLoan ? texts.paidAllNext : texts.noLoanNext}</p>
    </>
  );
}
