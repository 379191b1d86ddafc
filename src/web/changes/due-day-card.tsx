import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { fromUnits, subtract, toUnits } from '../../domain/money.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { SelectField } from '../forms/later-fields.tsx';
import { Card } from '../ui/card.tsx';
import { useMoney } from '../ui/use-money.ts';
import { ReadFailed } from '../ui/read-failed.tsx';
import { type AcceptedChange, dueDayQuery, type LoanChanges } from './changes-query.ts';
import css from './changes.module.css';
import { PlanRows } from './plan-figures.tsx';
import { dueDayTexts as texts } from './texts.ts';

/** Every month has these days. */
const DAYS = Array.from({ length: 28 }, (_, index) => index + 1);

interface DueDayCardProps {
  id: string;
  dueDay: LoanChanges['due_day'];
  onAccept: (change: AcceptedChange) => void;
}

/** Moves the due day once a year; the interest of the days between is shown first. */
export function DueDayCard({ id, dueDay: { day: today, is_available, reason }, onAccept }: DueDayCardProps) {
  const field = useId();
  const [day, setDay] = useState('');
  const options = DAYS.filter((each) => each !== today).map((each) => ({
    value: String(each),
    label: String(each),
  }));
  return (
    <Card aria-labelledby={`${field}-title`}>
      <h2 id={`${field}-title`} className={css.title}>
        {texts.title}
      </h2>
      <p className={css.caption}>{is_available ? texts.today(today) : reason}</p>
      {is_available && (
        <SelectField
          id={field}
          name="day"
          label={texts.day}
          placeholder={texts.choose}
          options={options}
          value={day}
          error={undefined}
          onValue={setDay}
          onLeave={() => undefined}
        />
      )}
      {is_available && day !== '' && <Figures id={id} day={Number(day)} onAccept={onAccept} />}
    </Card>
  );
}

interface FiguresProps {
  id: string;
  day: number;
  onAccept: DueDayCardProps['onAccept'];
}

function Figures({ id, day, onAccept }: FiguresProps) {
  const money = useMoney();
  const query = useQuery(dueDayQuery(id, day));
  if (query.isPending) return <SkeletonGroup shapes={['line', 'block']} />;
  if (query.isError) return <ReadFailed error={query.error} retry={query.refetch} />;
  const { digest, added, total } = query.data;
  return (
    <>
      <p>
        {added === 0
          ? texts.same(money(total))
          : texts.extra(
              money(total),
              money(toUnits(subtract(fromUnits(total), fromUnits(added)))),
              money(added),
            )}
      </p>
      <PlanRows figures={query.data} />
      <Button wide onClick={() => onAccept({ kind: 'due-day', day, digest })}>
        {texts.accept(day)}
      </Button>
    </>
  );
}
