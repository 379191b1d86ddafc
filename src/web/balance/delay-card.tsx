import { useState } from 'react';
import { writtenDocument } from '../../countries/identifiers/document.ts';
import { useCountry } from '../country.tsx';
import { HelpForm } from '../shell/help/help-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { dated } from '../../ui/dated.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useMoney } from '../ui/use-money.ts';
import type { Account } from './balance-query.ts';
import css from './balance.module.css';
import { balanceTexts, delayTexts as texts } from './texts.ts';

interface DelayCardProps {
  delay: NonNullable<Account['delay']>;
  /** Document of the debtor; the visitor may be another person. */
  documentNumber: string;
}

/** For a borrower in arrears: the cost of a day, the next steps, and a request for a plan. */
export function DelayCard({ delay, documentNumber }: DelayCardProps) {
  const money = useMoney();
  const [isAsking, setAsking] = useState(false);
  const pack = useCountry();
  const document = balanceTexts.document(pack.mainDocument, writtenDocument(pack.code, documentNumber));
  const { next_day, held_until, default_on } = delay;
  return (
    <Card soft aria-labelledby="delay-title">
      <h2 id="delay-title">{texts.title}</h2>
      <ul className={css.facts}>
        {next_day > 0 && <li>{texts.nextDay(money(next_day))}</li>}
        <li>{dated(texts.held(held_until))}</li>
        {default_on !== '' && <li>{dated(texts.defaultOn(default_on))}</li>}
      </ul>
      <Button wide kind="ghost" onClick={() => setAsking(true)}>
        {texts.ask}
      </Button>
      {isAsking && (
        <Dialog open title={texts.planTitle} onClose={() => setAsking(false)}>
          <HelpForm
            isMain
            about={{ ...planRequest, note: texts.planNote(document) }}
            onClose={() => setAsking(false)}
          />
        </Dialog>
      )}
    </Card>
  );
}

/** Subject of the ticket. */
const planRequest = {
  draft: 'plan-request',
  subject: texts.planSubject,
  intro: texts.planIntro,
  content: texts.planContent,
  send: texts.planSend,
  thanks: texts.planThanks,
} as const;
