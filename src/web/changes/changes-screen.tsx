import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { Button, ExternalLinkButton } from '../../ui/button.tsx';
import { dated } from '../../ui/dated.tsx';
import { Tag } from '../../ui/tag.tsx';
import { LoanPageFailed, ToBalance } from '../loan/to-balance.tsx';
import { type EarlyPayment, PayEarly } from '../settlement/pay-early.tsx';
import { usePathParam } from '../router/context.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Card } from '../ui/card.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { useMoney } from '../ui/use-money.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import {
  type AcceptedChange,
  changesQuery,
  type LoanChanges,
  type SettlementOffer,
} from './changes-query.ts';
import css from './changes.module.css';
import { DueDayCard } from './due-day-card.tsx';
import { PlanFigures } from './plan-figures.tsx';
import { changesTexts as texts, historyTexts, offerTexts, planTexts } from './texts.ts';

/** Offers for the loan, its due day, and past agreements (docs/product/loan-changes.md). */
export function ChangesScreen() {
  const id = usePathParam('id');
  const query = useQuery(changesQuery(id));
  const retry = () => void query.refetch();
  if (query.data) return <Changes id={id} changes={query.data} onOutdated={retry} />;
  if (query.isError)
    return <LoanPageFailed texts={texts} error={query.error} retry={retry} isRetrying={query.isFetching} />;
  return <ScreenSkeleton shapes={['title', 'money', 'line', 'line', 'button', 'block']} />;
}

interface ChangesProps {
  id: string;
  changes: LoanChanges;
  onOutdated: () => void;
}

function Changes({ id, changes, onOutdated }: ChangesProps) {
  const [payment, setPayment] = useState<EarlyPayment | null>(null);
  const [accepts, setAccepts] = useState<AcceptedChange | null>(null);
  const { settlement_offers: offers, plan, due_day } = changes;
  const hasOffer = offers.length > 0 || plan !== null;
  const history = <History changes={changes.changes} />;
  return (
    <>
      <Screen title={texts.title}>
        {offers.map((offer) => (
          <OfferCard key={offer.id} offer={offer} onPay={setPayment} />
        ))}
        {plan && <PlanCard plan={plan} endsOffer={offers.length > 0} onAccept={setAccepts} />}
        {!hasOffer && history}
        {!hasOffer && <NoOffer />}
        <DueDayCard id={id} dueDay={due_day} onAccept={setAccepts} />
        {hasOffer && history}
        <ToBalance />
      </Screen>
      {payment && (
        <PayEarly id={id} payment={payment} onClose={() => setPayment(null)} onOutdated={onOutdated} />
      )}
      {accepts && (
        <AcceptDialog id={id} change={accepts} onClose={() => setAccepts(null)} onOutdated={onOutdated} />
      )}
    </>
  );
}

function NoOffer() {
  const go = useGo();
  return (
    <Card>
      <p>{texts.noOffer}</p>
      <Button wide kind="ghost" onClick={() => go.to(paths.cannotPay())}>
        {texts.cannotPay}
      </Button>
    </Card>
  );
}

interface OfferCardProps {
  offer: SettlementOffer;
  onPay: (payment: EarlyPayment) => void;
}

/** Amount that pays the loan off, its last day, and the waived part. */
function OfferCard({ offer: { id, amount, remaining, until, saved }, onPay }: OfferCardProps) {
  const money = useMoney();
  const pay = () => onPay({ kind: 'offer', offer: id, total: remaining, what: offerTexts.what });
  return (
    <Card aria-labelledby={`offer-${id}`}>
      <h2 id={`offer-${id}`} className={css.title}>
        {offerTexts.title}
      </h2>
      <p>
        <MoneyText units={remaining} big />
      </p>
      <p>
        <Tag tone="good">{offerTexts.saved(money(saved))}</Tag>
      </p>
      <p>{dated(offerTexts.text(until))}</p>
      {remaining < amount && (
        <p className={css.caption}>{offerTexts.paid(money(amount - remaining), money(amount))}</p>
      )}
      <p className={css.caption}>{offerTexts.late}</p>
      <Button wide onClick={pay}>
        {offerTexts.pay(money(remaining))}
      </Button>
    </Card>
  );
}

interface PlanCardProps {
  plan: NonNullable<LoanChanges['plan']>;
  /** A settlement offer is open, which the plan ends. */
  endsOffer: boolean;
  onAccept: (change: AcceptedChange) => void;
}

function PlanCard({ plan: { id, until, figures }, endsOffer, onAccept }: PlanCardProps) {
  return (
    <Card aria-labelledby="plan-title">
      <h2 id="plan-title" className={css.title}>
        {planTexts.title}
      </h2>
      <p className={css.caption}>{dated(planTexts.until(until))}</p>
      <PlanFigures figures={figures} />
      {endsOffer && <p className={css.caption}>{planTexts.endsOffer}</p>}
      <Button wide onClick={() => onAccept({ kind: 'plan', offer: id, digest: figures.digest })}>
        {planTexts.accept}
      </Button>
    </Card>
  );
}

/** Newest first. With nothing on offer it is the page's first part. */
function History({ changes }: { changes: LoanChanges['changes'] }) {
  if (changes.length === 0) return null;
  return (
    <Card aria-labelledby="history-title">
      <h2 id="history-title" className={css.title}>
        {historyTexts.title}
      </h2>
      <ul className={css.stack}>
        {changes.toReversed().map(({ id, on, text, pdf_url: url }) => (
          <li key={id} className={css.stack}>
            <span>
              {dated(on)}: {text}
            </span>
            {url !== '' && (
              <ExternalLinkButton small kind="ghost" href={url}>
                {historyTexts.paper(text)}
              </ExternalLinkButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
