import { Checkbox } from '../ui/fields/checkbox.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { dated } from '../../ui/dated.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { FormatMoney } from '../ui/money.ts';
import { useMoney } from '../ui/use-money.ts';
import type { Instalment } from './balance-query.ts';
import { isSelectable } from './choose.ts';
import css from './instalments.module.css';
import { OpenPayment } from './payment/open-payment.tsx';
import { isPaid, isUnderWay, lastDayOf, stateName, toneOf } from './standing.ts';
import { balanceTexts, instalmentTexts as texts } from './texts.ts';
import { isHidden, isOfWholeLoan, type UnderWay } from './payment/under-way.ts';
import { rowId } from './payment/use-removal.ts';
import { creditTexts } from './credit-texts.ts';

/** Notes beyond the state: paid and missing part, reversed part, covering credit. */
export function notesOf(instalment: Instalment, payment: UnderWay | undefined, money: FormatMoney): string[] {
  const {
    amount: toPay,
    credit,
    paid,
    paid_with_credit,
    missing,
    reversals,
    advance,
    days_late,
  } = instalment;
  const isPart = !isPaid(instalment) && paid > 0;
  // A payment under way has a day of its own.
  const lastDay = payment ? '' : lastDayOf(instalment);
  return [
    ...(advance ? [texts.advance] : []),
    ...(lastDay === '' ? [] : [days_late > 0 ? texts.wasPayable(lastDay) : balanceTexts.payable(lastDay)]),
    ...(isPart ? [texts.paidSoFar(money(paid), money(missing))] : []),
    ...(credit > 0 ? [toPay === 0 ? creditTexts.coversAll : creditTexts.covers(money(credit))] : []),
    ...(paid_with_credit > 0 ? [creditTexts.paidWith(money(paid_with_credit))] : []),
    ...reversals.map(({ amount, date }) => texts.reversed(money(amount), date)),
    ...(payment?.purpose === 'settlement' ? [texts.closing] : []),
  ];
}

interface InstalmentRowProps {
  instalment: Instalment;
  /** The payment under way that bars it from being chosen. */
  payment: UnderWay | undefined;
  isChosen: boolean;
  onToggle: () => void;
  onRemove: (payment: UnderWay) => void;
}

/** One instalment. Only what can be paid now has a box to choose it by. */
export function InstalmentRow({ instalment, payment, isChosen, onToggle, onRemove }: InstalmentRowProps) {
  const money = useMoney();
  const { number, shortfall, amount, due_date_format, pay_date_format, interest_acum_amount, state_name } =
    instalment;
  const isOpen = isUnderWay(instalment) && payment && !isHidden(payment) && !isOfWholeLoan(payment);
  const openPayment = isOpen ? payment : undefined;
  const notes = notesOf(instalment, payment, money);
  return (
    <tr
      id={rowId(number)}
      tabIndex={-1}
      className={openPayment ? css.isOpen : notes.length > 0 ? css.hasNotes : undefined}
    >
      <th scope="row" className={css.number}>
        {isSelectable(instalment) ? (
          <Checkbox
            label={<Name number={number} isShortfall={shortfall} />}
            checked={isChosen}
            onChange={onToggle}
          />
        ) : (
          <span className={css.noBox}>
            <Name number={number} isShortfall={shortfall} />
          </span>
        )}
      </th>
      <td className={css.due}>
        <span className={css.wide}>{due_date_format}</span>
        <span className={css.narrow}>
          <When instalment={instalment} />
        </span>
      </td>
      <td className={css.paidOn}>{pay_date_format || texts.none}</td>
      <td className={css.interest}>
        {interest_acum_amount > 0 ? (
          <>
            <span className={css.narrow}>{texts.interest} </span>
            <MoneyText units={interest_acum_amount} />
          </>
        ) : (
          <span className={css.wide}>{texts.none}</span>
        )}
      </td>
      <td className={css.amount}>
        <MoneyText units={amount} />
      </td>
      <td className={css.state}>
        <Tag tone={toneOf(instalment)}>{stateName(instalment)}</Tag>
        {notes.map((note) => (
          <p key={note} className={css.note}>
            {dated(note)}
          </p>
        ))}
        {openPayment && (
          <OpenPayment
            number={number}
            isOnline={state_name === 'online'}
            payment={openPayment}
            onRemove={() => onRemove(openPayment)}
          />
        )}
      </td>
    </tr>
  );
}

/** '4' in its column, 'Cuota 4' on a card; a screen reader always hears the latter. */
function Name({ number, isShortfall }: { number: number; isShortfall: boolean }) {
  if (isShortfall) return texts.shortfall;
  return (
    <>
      <span className={css.wide}>
        <span className="visually-hidden">{texts.number} </span>
        {number}
      </span>
      <span className={css.narrow}>{texts.numbered(number)}</span>
    </>
  );
}

/** The date that matters, in words; it is never broken at its hyphens. */
function When({ instalment }: { instalment: Instalment }) {
  const { pay_date_format, due_date_format, days_late, advance } = instalment;
  const isPast = days_late > 0 && !isPaid(instalment);
  const paid = advance ? texts.wasAdvanced : texts.wasPaid;
  const words = pay_date_format ? paid : isPast ? texts.wasDue : texts.isDue;
  return (
    <>
      {words} <span className={css.date}>{pay_date_format || due_date_format}</span>
    </>
  );
}
