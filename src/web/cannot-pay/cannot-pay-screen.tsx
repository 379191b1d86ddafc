import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays, calendarDate, daysBetween, formatDate } from '../../domain/calendar-date.ts';
import { CURRENCIES } from '../../domain/currency.ts';
import { formatNumber } from '../../domain/format-units.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { Fields } from '../forms/field.tsx';
import { SelectField, TextAreaField } from '../forms/later-fields.tsx';
import { TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { ToBalance } from '../loan/to-balance.tsx';
import { queryClient } from '../query-client.ts';
import { maskMoney, parseMoney, writtenMoney } from '../settlement/prepayment-card.tsx';
import { FailureLine } from '../shell/failure-line.tsx';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { RadioList } from '../ui/fields/radio-list.tsx';
import { useMoney } from '../ui/use-money.ts';
import { ReadFailed } from '../ui/read-failed.tsx';
import { Agreed, paymentHelpQuery, type PaymentHelp } from './agreed.tsx';
import { cannotPayTexts as texts } from './texts.ts';

type Way = 'part' | 'date' | 'plan' | 'other' | 'quiet';

/** /no-puedo-pagar: ways out for a borrower who cannot pay now. */
export function CannotPayScreen() {
  const query = useQuery(paymentHelpQuery);
  const [done, setDone] = useState('');
  if (query.isPending) return <ScreenSkeleton shapes={['title', 'line', 'block', 'button']} />;
  if (!query.data)
    return (
      <Screen title={texts.title}>
        <Card>
          <ReadFailed error={query.error} retry={query.refetch} />
        </Card>
      </Screen>
    );
  const finish = (messages: readonly string[]) => {
    setDone(messages[0] ?? '');
    void queryClient.invalidateQueries({ queryKey: paymentHelpQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: ['balance'] });
  };
  return (
    <Screen title={texts.title} intro={<p>{texts.intro}</p>}>
      {/* The agreement is named once: by the notice that it was made, and afterwards by itself. */}
      <div role="status">{done !== '' && <Notice tone="good">{done}</Notice>}</div>
      {done !== '' && <ToBalance kind="primary" />}
      {done === '' && <Agreed help={query.data} />}
      <Ways help={query.data} onDone={finish} />
    </Screen>
  );
}

interface WayProps {
  help: PaymentHelp;
  onDone: (messages: readonly string[]) => void;
}

/** The ways, and the form of the chosen one. */
function Ways({ help, onDone }: WayProps) {
  const money = useMoney();
  const [way, setWay] = useState<Way | ''>('');
  const choose = (value: string) => setWay(value as Way);
  const finish = (messages: readonly string[]) => {
    setWay('');
    onDone(messages);
  };
  if (help.loan_id === '') return <Card>{texts.noLoan}</Card>;
  const promiseDays = daysBetween(calendarDate(help.today), calendarDate(help.promise_until));
  return (
    <Card>
      <p>{help.owed > 0 ? texts.owed(money(help.owed)) : texts.nothingOwed}</p>
      <RadioList
        legend={texts.ways}
        chosen={way}
        onChoose={choose}
        options={[
          { value: 'part', label: texts.part, note: texts.partNote },
          { value: 'date', label: texts.date, note: texts.dateNote(promiseDays) },
          { value: 'plan', label: texts.plan, note: texts.planNote },
          { value: 'other', label: texts.other, note: texts.otherNote },
          {
            value: 'quiet',
            label: texts.quiet,
            note:
              help.hardship_from === ''
                ? texts.quietNote(help.hardship_days)
                : texts.quietUsed(help.hardship_from),
          },
        ]}
      />
      {way === 'part' && <ToBalance kind="primary" label={texts.toBalance} />}
      {way === 'date' &&
        (help.promise ? <Extend help={help} onDone={finish} /> : <MakePromise help={help} onDone={finish} />)}
      {(way === 'plan' || way === 'other') && <Tell key={way} kind={way} onDone={finish} />}
      {way === 'quiet' && help.hardship_days > 0 && <Quiet help={help} onDone={finish} />}
    </Card>
  );
}

/** Days from the first to the last, as options. */
function dayOptions(first: string, last: string) {
  const from = calendarDate(first);
  return Array.from({ length: daysBetween(from, calendarDate(last)) + 1 }, (_, index) => {
    const day = addDays(from, index);
    return { value: day, label: formatDate(day) };
  });
}

function MakePromise({ help, onDone }: WayProps) {
  const money = useMoney();
  const currency = CURRENCIES[useCountry().currency];
  const { most, owed, loan_id: loanId } = help;
  const form = useForm({
    initial: { amount: formatNumber(owed > 0 ? owed : most), until: '' },
    rules: {
      amount: (value) => {
        const amount = parseMoney(value, currency);
        return amount !== null && amount > 0 && amount <= most ? undefined : texts.wrongAmount(money(most));
      },
      until: (value) => (value === '' ? texts.chooseDay : undefined),
    },
    onSubmit: async ({ amount, until }) => {
      const body = { loan_id: loanId, amount: parseMoney(amount, currency) ?? 0, until };
      onDone((await call('POST /api/v3/promise', { body })).messages);
    },
  });
  return (
    <form {...form.props}>
      <Fields>
        <TextField
          {...form.field('amount')}
          label={texts.amount}
          prefix={currency.symbol}
          inputMode={currency.exponent > 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          mask={maskMoney}
          written={(raw) => writtenMoney(raw, currency)}
        />
        <SelectField
          {...form.field('until')}
          label={texts.until}
          placeholder={texts.chooseDay}
          options={dayOptions(help.today, help.promise_until)}
        />
        <FailureLine form={form.id} />
        <Button wide type="submit" busy={form.busy}>
          {texts.promise}
        </Button>
      </Fields>
    </form>
  );
}

function Extend({ help, onDone }: WayProps) {
  const { promise } = help;
  const form = useForm({
    initial: { until: '' },
    rules: { until: (value) => (value === '' ? texts.chooseDay : undefined) },
    onSubmit: async ({ until }) => {
      const params = { id: promise?.id ?? '' };
      onDone((await call('POST /api/v3/promise/{id}/extend', { params, body: { until } })).messages);
    },
  });
  if (!promise || promise.extendable_until === '') return <p>{texts.promiseExtended}</p>;
  const [day = '', month = '', year = ''] = promise.until.split('-');
  const first = addDays(calendarDate(`${year}-${month}-${day}`), 1);
  return (
    <form {...form.props}>
      <Fields>
        <p>{texts.promiseOpen}</p>
        <SelectField
          {...form.field('until')}
          label={texts.until}
          placeholder={texts.chooseDay}
          options={dayOptions(first, promise.extendable_until)}
        />
        <FailureLine form={form.id} />
        <Button wide type="submit" busy={form.busy}>
          {texts.extend}
        </Button>
      </Fields>
    </form>
  );
}

function Tell({ kind, onDone }: { kind: 'plan' | 'other'; onDone: WayProps['onDone'] }) {
  const form = useForm({
    initial: { content: '' },
    rules: { content: (value) => (value.trim() === '' ? texts.noContent : undefined) },
    onSubmit: async ({ content }) => {
      onDone((await call('POST /api/v3/payment-help', { body: { kind, content } })).messages);
    },
  });
  const isPlan = kind === 'plan';
  return (
    <form {...form.props}>
      <Fields>
        <TextAreaField
          {...form.field('content')}
          label={isPlan ? texts.content : texts.otherContent}
          rows={4}
          maxLength={1000}
        />
        <FailureLine form={form.id} />
        <Button wide type="submit" busy={form.busy}>
          {isPlan ? texts.ask : texts.send}
        </Button>
      </Fields>
    </form>
  );
}

const REASONS = ['income', 'expense', 'other'] as const;
type Reason = (typeof REASONS)[number];

function Quiet({ help, onDone }: WayProps) {
  const [reason, setReason] = useState<Reason | ''>('');
  const start = useMutation({
    mutationFn: (given: Reason) => call('POST /api/v3/hardship', { body: { reason: given } }),
    onSuccess: ({ messages }) => onDone(messages),
    meta: { quiet: true },
  });
  return (
    <>
      <RadioList
        legend={texts.reason}
        chosen={reason}
        onChoose={(value) => setReason(value as Reason)}
        options={REASONS.map((value) => ({ value, label: texts.reasons[value] }))}
      />
      {start.error && <p role="alert">{messageOf(start.error)}</p>}
      <Button
        wide
        busy={start.isPending}
        disabled={reason === ''}
        onClick={() => reason !== '' && start.mutate(reason)}
      >
        {texts.startQuiet(help.hardship_days)}
      </Button>
    </>
  );
}
