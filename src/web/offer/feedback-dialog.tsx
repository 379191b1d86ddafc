import { useState } from 'react';
import { FEEDBACK_TEXT } from '../../countries/shared-texts.ts';
import { track } from '../analytics.ts';
import { useCountry } from '../country.tsx';
import { Fields } from '../forms/field.tsx';
import { ruleOf } from '../forms/rule.ts';
import { TextAreaField } from '../forms/later-fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { callAsService } from '../service-token.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { FormatMoney } from '../ui/money.ts';
import { useRoundMoney } from '../ui/use-money.ts';
import { Radio } from '../ui/fields/radio.tsx';
import css from './feedback-dialog.module.css';
import { feedbackTexts as texts } from './texts.ts';

type Reason = keyof typeof texts.reasons;
const reasons = Object.entries(texts.reasons) as [Reason, string][];

/** The figures of the offer that is answered about: currency units and months. */
export interface OfferFigures {
  readonly maxAmount: number;
  readonly maxMonths: number;
}

/** Immediate answer to a reason: the limits of this first loan, as in force. */
function answersOf(
  { maxAmount, maxMonths }: OfferFigures,
  money: FormatMoney,
): Partial<Record<Reason, string>> {
  const months = maxMonths === 1 ? '1 mes' : `${maxMonths} meses`;
  return {
    amount: FEEDBACK_TEXT.amount.replace('{amount}', () => money(maxAmount)),
    return_time: FEEDBACK_TEXT.return_time.replace('{term}', months),
  };
}

interface FeedbackProps {
  hash: string;
  figures: OfferFigures;
  onClose: () => void;
}

/** 'Why not interesting' and, once it is sent, the thanks (docs/product/offer.md#opinion). */
export function FeedbackDialog(props: FeedbackProps) {
  const { onClose } = props;
  const [sent, setSent] = useState(false);
  if (!sent) return <FeedbackForm {...props} onSent={() => setSent(true)} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.thanks}
      actions={
        <Button wide onClick={onClose}>
          {texts.back}
        </Button>
      }
    >
      <p role="status">{texts.thanksText}</p>
    </Dialog>
  );
}

function FeedbackForm({ hash, figures, onClose, onSent }: FeedbackProps & { onSent: () => void }) {
  const money = useRoundMoney();
  const pack = useCountry();
  const form = useForm({
    initial: { feedback: '', comment: '' },
    rules: {
      feedback: ruleOf(pack, 'feedback'),
      comment: ruleOf(pack, 'feedback_comment'),
    },
    onSubmit: async ({ feedback, comment }) => {
      await callAsService('POST /api/v3/lead/feedback/{hash}', {
        params: { hash },
        // Words of a reason that was given up stay hidden in the form.
        body: { feedback: feedback as Reason, comment: feedback === 'other' ? comment : '' },
      });
      track('feedback_sent', { reason: feedback });
      onSent();
    },
  });
  const chosen = form.values.feedback as Reason | '';
  const answer = chosen ? answersOf(figures, money)[chosen] : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      busy={form.busy}
      actions={
        <Button type="submit" form={form.id} wide busy={form.busy} disabled={!form.valid}>
          {texts.send}
        </Button>
      }
    >
      <form {...form.props}>
        <Fields>
          <fieldset>
            <legend className="visually-hidden">{texts.group}</legend>
            {reasons.map(([reason, label]) => (
              <label key={reason} className={css.reason}>
                <Radio
                  name="feedback"
                  value={reason}
                  checked={chosen === reason}
                  onChange={() => form.set({ feedback: reason })}
                />
                {label}
              </label>
            ))}
          </fieldset>
          <p className={css.answer} role="status">
            {answer}
          </p>
          {chosen === 'other' && (
            <TextAreaField {...form.field('comment')} label={texts.comment} maxLength={2000} rows={3} />
          )}
        </Fields>
      </form>
    </Dialog>
  );
}
