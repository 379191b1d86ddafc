import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AMOUNT_DEBOUNCE_MS } from '../../countries/identifiers/amounts.ts';
import { CURRENCIES, type CurrencyFacts } from '../../domain/currency.ts';
import { formatNumber } from '../../domain/format-units.ts';
import { useCountry } from '../country.tsx';
import { TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { useMoney } from '../ui/use-money.ts';
import { ReadFailed } from '../ui/read-failed.tsx';
import type { EarlyPayment } from './pay-early.tsx';
import { prepaymentQuery, type Settlement, type Way } from './settlement-query.ts';
import css from './settlement.module.css';
import { prepaymentTexts as texts } from './texts.ts';
import { WayChoice } from './way-choice.tsx';

const betweenGroups = /\B(?=(\d{3})+(?!\d))/g;

/** Digits and separators as they are typed. */
const partsOf = (typed: string) => typed.replaceAll(/[^\d.,]/g, '');
const dotsIn = (text: string) => text.split('.').length;

/** Thousands grouped by dots; nothing behind the comma is dropped. */
function grouped(text: string): string {
  const [whole = '', ...decimals] = text.replaceAll('.', '').split(',');
  return [whole.replace(/^0+(?=\d)/, '').replace(betweenGroups, '.'), ...decimals].join(',');
}

/**
 * '12.345,67' as it is typed. The dots are the mask's own until the person types one: then it may be a decimal
 * point, and the text stays as typed until the field is left.
 */
export function maskMoney(typed: string, before: string): string {
  const text = partsOf(typed);
  const isOwn = dotsIn(text) <= dotsIn(before) && grouped(before) === before;
  return isOwn ? grouped(text) : text;
}

/** The field's text on blur, paste or autofill: the formatted amount, if it is one. */
export function writtenMoney(typed: string, currency: Pick<CurrencyFacts, 'exponent'>): string {
  const units = parseMoney(typed, currency);
  if (units !== null) return formatNumber(units);
  const text = partsOf(typed);
  return text.includes('.') ? text : grouped(text);
}

const groups = String.raw`(\d{1,3}(?:\.\d{3})+|\d+)`;
const readings = [
  new RegExp(`^${groups}(?:,(\\d*))?$`),
  new RegExp(`^${groups}\\.(\\d{0,2})$`),
  /^(\d{1,3}(?:,\d{3})+)\.(\d{0,2})$/,
];

/**
 * Currency units of an amount with a decimal comma (1.234,56) or point (1234.56, 1,234.56). A point before three
 * digits groups thousands.
 * @returns null where the text is no amount, or has more decimals than the currency
 */
export function parseMoney(text: string, { exponent }: Pick<CurrencyFacts, 'exponent'>): number | null {
  const amount = partsOf(text);
  const match = readings.map((reading) => reading.exec(amount)).find((found) => found !== null);
  if (!match) return null;
  const [, whole = '', decimals = ''] = match;
  const kept = decimals.replace(/0+$/, '');
  return kept.length > exponent || decimals.length > 2
    ? null
    : Number(`${whole.replaceAll(/[.,]/g, '')}.${kept || '0'}`);
}

interface PrepaymentCardProps {
  id: string;
  bounds: NonNullable<Settlement['prepayment']>;
  /** The amount with which the person comes; null for none. */
  meant: number | null;
  onPay: (payment: EarlyPayment) => void;
}

type Bounds = PrepaymentCardProps['bounds'];

const inside = (units: number | null, { min, max }: Bounds): units is number =>
  units !== null && units >= min && units <= max;

/** A round amount in the middle: both ways can be compared at once. */
function middleOf({ min, max }: Bounds, { smallestStep }: CurrencyFacts): number {
  const middle = (min + max) / 2;
  const step = max > 100_000 ? 1000 : 100;
  const round = Math.round(middle / step) * step;
  return inside(round, { min, max })
    ? round
    : (Math.round((middle * 100) / smallestStep) * smallestStep) / 100;
}

/** Paying a part ahead: how much, and what becomes of the instalments either way. */
export function PrepaymentCard({ id, bounds, meant, onPay }: PrepaymentCardProps) {
  const money = useMoney();
  const currency = CURRENCIES[useCountry().currency];
  const { min, max } = bounds;
  const limits = [money(min), money(max)] as const;
  const first = meant ?? middleOf(bounds, currency);
  const [way, setWay] = useState<Way>('fewer');
  const form = useForm({
    initial: { amount: formatNumber(first) },
    rules: {
      amount: (value) => (inside(parseMoney(value, currency), bounds) ? undefined : texts.wrong(...limits)),
    },
    ...(meant === null && { draft: `prepayment-${id}` }),
    onSubmit: () => undefined,
  });
  const typed = parseMoney(form.values.amount, currency);
  const amount = useSettled(inside(typed, bounds) ? typed : null, first);
  const query = useQuery(prepaymentQuery(id, amount));
  // Figures of an amount other than the field's would mislead; a cleared field is about to get one.
  const isOutside = typed !== null && !inside(typed, bounds);
  const quote = isOutside ? undefined : query.data;
  const chosen: Way = quote?.fewer ? way : 'smaller';
  // Only the amount shown may be paid.
  const isReady = quote?.amount === typed && !query.isPlaceholderData;
  const setAmount = (units: number) => form.field('amount').onValue(formatNumber(units));
  return (
    <Card aria-labelledby="prepayment-title">
      <h2 id="prepayment-title" className={css.title}>
        {texts.title}
      </h2>
      <p className={css.caption}>{texts.intro}</p>
      <form {...form.props}>
        <TextField
          {...form.field('amount')}
          label={texts.amount}
          hint={texts.bounds(...limits)}
          prefix={currency.symbol}
          inputMode={currency.exponent > 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          mask={maskMoney}
          written={(raw) => writtenMoney(raw, currency)}
        />
        <div className={css.ends}>
          <Button kind="text" onClick={() => setAmount(min)}>
            {texts.min(limits[0])}
          </Button>
          <Button kind="text" onClick={() => setAmount(max)}>
            {texts.max(limits[1])}
          </Button>
        </div>
      </form>
      {isOutside && <p className={css.caption}>{texts.outside(...limits)}</p>}
      {query.isError && <ReadFailed error={query.error} retry={query.refetch} />}
      {!quote && !isOutside && !query.isError && <SkeletonGroup shapes={['line', 'block']} />}
      {quote && (
        <WayChoice quote={quote} chosen={chosen} onChoose={setWay} isWaiting={query.isPlaceholderData} />
      )}
      <Button
        wide
        kind="ghost"
        disabled={!isReady}
        onClick={() => onPay({ kind: chosen, total: amount, what: texts.what(texts[chosen]) })}
      >
        {isOutside ? texts.payNothing : texts.pay(money(amount))}
      </Button>
    </Card>
  );
}

/** The last amount that was one, after a pause in typing, as with the offer. */
function useSettled(amount: number | null, initial: number): number {
  const [settled, setSettled] = useState(initial);
  useEffect(() => {
    if (amount === null || amount === settled) return;
    const timer = setTimeout(() => setSettled(amount), AMOUNT_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [amount, settled]);
  return settled;
}
