import { paths } from '../../contract/paths.ts';
import { IdentityNotice } from '../loan/identity-notice.tsx';
import { identityTexts } from '../loan/identity-texts.ts';
import { ContactButton } from '../shell/help/contact-button.tsx';
import { Link } from '../shell/link.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { dated } from '../../ui/dated.tsx';
import { Card } from '../ui/card.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { Notice } from '../../ui/tag.tsx';
import { MembershipDebt } from '../membership/membership-debt.tsx';
import { useMoney } from '../ui/use-money.ts';
import type { Account, Instalment } from './balance-query.ts';
import css from './balance.module.css';
import { sumOf } from './choose.ts';
import { CreditNote, RefundNote } from './credit-note.tsx';
import { LifePicture } from './life-picture.tsx';
import { OtherLoans } from './other-loans.tsx';
import { laterDayOf, overview } from './standing.ts';
import { balanceTexts as texts } from './texts.ts';
import { isOfWholeLoan, underWayOf, underWayTitle } from './payment/under-way.ts';

/** A loan that is confirmed and not yet paid out: nothing is owed, and nothing is settled. */
const isOnItsWay = ({ debtfree, installments }: Account) => !debtfree && installments.length === 0;

/** The page's heading says the one thing that matters most now: a payment under way before all. */
export function titleOf(account: Account): string {
  const underWay = underWayOf(account);
  if (underWay.length > 0) return underWayTitle(underWay);
  const { delayed, due, next, open } = overview(account);
  if (delayed.length > 0) return texts.titleDelayed(delayed.length);
  const [nextDue = next] = due;
  if (nextDue && nextDue.due_date < account.date) return texts.titlePayable(laterDayOf(nextDue));
  if (nextDue) return texts.titleNext(nextDue.due_date_format);
  if (open.length > 0) return texts.titleCovered;
  if (!isOnItsWay(account)) return texts.titleDebtFree;
  return account.identity ? identityTexts.checking : texts.titleOnItsWay;
}

/** Amount owed today, next due date, and a drawing of the loan's course. */
export function Head({
  account,
  onCancel,
  isAskQuiet,
}: {
  account: Account;
  onCancel: () => void;
  /** True if the page's main button is elsewhere. */
  isAskQuiet: boolean;
}) {
  const go = useGo();
  const { open, isDefault } = overview(account);
  const isClosing = underWayOf(account).some(isOfWholeLoan);
  return (
    <Card>
      {open.length === 0 ? <NothingOwed account={account} /> : !isClosing && <Owed account={account} />}
      <CreditNote account={account} />
      <RefundNote account={account} />
      <OtherLoans account={account} />
      {account.membership_debts.map(({ loan_id: loanId, amount, payment }) => (
        <MembershipDebt key={loanId} loanId={loanId} amount={amount} isBeingPaid={payment !== null} />
      ))}
      <LifePicture instalments={account.installments} />
      {open.length === 0 && !isOnItsWay(account) && (
        <Button wide kind={isAskQuiet ? 'ghost' : 'primary'} onClick={() => go.to(paths.root())}>
          {texts.ask}
        </Button>
      )}
      {isDefault && <Notice tone="bad">{texts.inDefault}</Notice>}
      <LoanLinks account={account} isEarly={open.length > 0 && !isClosing} />
      {account.canCancel && (
        <Button wide kind="text" onClick={onCancel}>
          {texts.cancel}
        </Button>
      )}
      {open.length > 0 && <Contact account={account} />}
    </Card>
  );
}

/** The loan's own page, and paying it before its time. */
export function LoanLinks({ account, isEarly }: { account: Account; isEarly: boolean }) {
  const go = useGo();
  const { loanId } = account;
  if (loanId === null) return null;
  return (
    <div className={css.loan}>
      <Link
        to={isOnItsWay(account) ? paths.loan(loanId) : paths.loanOld(loanId)}
        className={buttonClass({ kind: 'ghost', small: true })}
      >
        {texts.seeLoan}
      </Link>
      {isEarly && (
        <Button small kind="ghost" onClick={() => go.to(paths.settlement(loanId))}>
          {texts.payEarly}
        </Button>
      )}
    </div>
  );
}

export function Contact({ account: { profile, documentNumber } }: { account: Account }) {
  return (
    <ContactButton
      setting="whatsapp-autogestion"
      values={{ first_name: profile?.first_name ?? '', document_number: documentNumber }}
      label={texts.contact}
      kind="text"
    />
  );
}

/** Due amount not under way, else the next instalment. */
function Owed({ account }: { account: Account }) {
  const money = useMoney();
  const { due, next } = overview(account);
  const isBesides = underWayOf(account).length > 0;
  if (due.length > 0) return <Due account={account} isBesides={isBesides} />;
  if (!next) return null;
  return (
    <div className={css.head}>
      {isBesides ? (
        <p>{dated(texts.thenNext(money(next.amount), next.due_date_format))}</p>
      ) : (
        <>
          <p className={css.caption}>{texts.nextPayment}</p>
          <p>
            <MoneyText units={next.amount} big />
          </p>
          <p className={css.caption}>{texts.nothingToday}</p>
          <LaterDay instalment={next} />
        </>
      )}
    </div>
  );
}

function payCaption(isBesides: boolean, isToday: boolean): string {
  if (isToday) return isBesides ? texts.alsoToday : texts.payToday;
  return isBesides ? texts.alsoPay : texts.pay;
}

function Due({ account, isBesides }: { account: Account; isBesides: boolean }) {
  const money = useMoney();
  const { due, delayed, next, defaultInterest } = overview(account);
  const [first] = due;
  return (
    <div className={css.head}>
      <p className={css.caption}>
        {payCaption(
          isBesides,
          due.some((each) => laterDayOf(each) === ''),
        )}
      </p>
      <p>
        <MoneyText units={sumOf(due)} big />
      </p>
      {delayed.length === 0 && first && first.due_date === account.date && (
        <p className={css.caption}>{texts.dueToday}</p>
      )}
      {delayed.length === 0 && first && <LaterDay instalment={first} />}
      {delayed.length > 0 && (
        <p className={css.caption}>
          {defaultInterest > 0
            ? texts.delayedNote(delayed.length, money(defaultInterest))
            : texts.delayedPlain(delayed.length)}
          {due.length > delayed.length &&
            texts.delayedAndDue(
              money(sumOf(delayed)),
              money(sumOf(due.filter((each) => !delayed.includes(each)))),
            )}
        </p>
      )}
      {delayed.length > 0 && next && (
        <p className={css.caption}>{dated(texts.thenNext(money(next.amount), next.due_date_format))}</p>
      )}
    </div>
  );
}

/** The last day without surcharge, where it is not the due date. */
function LaterDay({ instalment }: { instalment: Instalment }) {
  const words = laterDayOf(instalment);
  return words === '' ? null : <p className={css.caption}>{dated(texts.payable(words))}</p>;
}

function NothingOwed({ account }: { account: Account }) {
  const { identity, loanId } = account;
  if (isOnItsWay(account))
    return (
      <>
        {identity && loanId && <IdentityNotice identity={identity} loanId={loanId} />}
        <p>{texts.onItsWay}</p>
      </>
    );
  const hadLoan = account.installments.length > 0;
  return (
    <>
      <p>{hadLoan ? texts.paidAll : texts.noLoan}</p>
      <p className={css.caption}>{hadLoan ? texts.paidAllNext : texts.noLoanNext}</p>
    </>
  );
}
