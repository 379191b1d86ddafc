import { useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { dated } from '../../ui/dated.tsx';
import { Notice } from '../../ui/tag.tsx';
import { Link } from '../shell/link.tsx';
import { useMoney } from '../ui/use-money.ts';
import { changesQuery, type LoanChanges } from './changes-query.ts';
import { noteTexts as texts } from './texts.ts';

/** On the owner's balance: an offer that waits, a pause, or the plan in force. One notice, the most urgent. */
export function AgreedNote({ loanId }: { loanId: string }) {
  const money = useMoney();
  const changes = useQuery(changesQuery(loanId)).data;
  const text = changes && noteOf(changes, money);
  if (text === undefined) return null;
  return (
    <Notice tone="good">
      {dated(text)} <Link to={paths.changes(loanId)}>{texts.see}</Link>
    </Notice>
  );
}

/** Latest change that gave the loan other instalments. */
const replacementOf = (changes: LoanChanges['changes']) =>
  changes.findLast(({ kind }) => kind === 'agreement' || kind === 'due-day-change');

/** Note on a loan with other instalments than those confirmed, with the way to those of today. */
export function ReplacedNote({ loanId, balance }: { loanId: string; balance: string }) {
  const { data } = useQuery(changesQuery(loanId));
  const replaced = data && replacementOf(data.changes);
  if (replaced === undefined) return null;
  return (
    <Notice>
      {dated(texts.confirmed[replaced.kind === 'agreement' ? 'agreement' : 'dueDay'](replaced.on))}{' '}
      <Link to={balance}>{texts.seeToday}</Link>
    </Notice>
  );
}

function noteOf(
  { settlement_offers: [offer], plan, pause, changes }: LoanChanges,
  money: (units: number) => string,
): string | undefined {
  if (plan) return texts.plan(plan.until);
  if (offer) return texts.offer(money(offer.remaining), offer.until);
  const agreements = changes.filter(({ kind }) => kind === 'pause' || kind === 'agreement');
  const isAgreedLast = agreements.at(-1)?.kind === 'agreement';
  if (pause && !isAgreedLast)
    return pause.is_in_force ? texts.paused(pause.to) : texts.pauseToCome(pause.from, pause.to);
  const replaced = replacementOf(changes);
  if (replaced === undefined) return undefined;
  return replaced.kind === 'agreement' ? texts.agreement(replaced.on) : texts.dueDay(replaced.on);
}
