import { MoneyText } from '../ui/money-text.tsx';
import { useMoney } from '../ui/use-money.ts';
import { dueAndUntil } from '../../countries/payable-words.ts';
import { dated } from '../../ui/dated.tsx';
import type { Account, Instalment } from './balance-query.ts';
import css from './balance.module.css';
import { sumOf } from './choose.ts';
import { underWayOf, underWayTitle } from './payment/under-way.ts';
import { countOf, laterDayOf, overview } from './standing.ts';
import { balanceTexts as texts } from './texts.ts';

/** A loan that is confirmed and not yet paid out: nothing is owed, and nothing is settled. */
export const isOnItsWay = ({ debtfree, installments }: Account) => !debtfree && installments.length === 0;

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
  return isOnItsWay(account) ? texts.titleOnItsWay : texts.titleDebtFree;
}

/** Due amount not under way, else the next instalment. */
export function Owed({ account }: { account: Account }) {
  const money = useMoney();
  const { due, next, open } = overview(account);
  const isBesides = underWayOf(account).length > 0;
  if (due.length > 0) return <Due account={account} isBesides={isBesides} />;
  if (!next) return null;
  return (
    <div className={css.head}>
      {isBesides ? (
        <p>{dated(texts.thenNext(money(next.amount), dueOf(next)))}</p>
      ) : (
        <>
          <p className={css.caption}>{texts.nextPayment(next.number, countOf(account), open.length)}</p>
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
        <p className={css.caption}>{dated(texts.thenNext(money(next.amount), dueOf(next)))}</p>
      )}
    </div>
  );
}

const dueOf = ({ due_date_format: due, payable_until_format: until }: Instalment) =>
  dueAndUntil({ due, until });

/** The last day without surcharge, where it is not the due date. */
function LaterDay({ instalment }: { instalment: Instalment }) {
  const words = laterDayOf(instalment);
  return words === '' ? null : <p className={css.caption}>{dated(texts.payable(words))}</p>;
}
