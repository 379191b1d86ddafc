import { useId } from 'react';
import { DelayNotice } from '../../shell/delay-notice.tsx';
import { ExternalLink } from '../../shell/link.tsx';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Radio } from '../../ui/fields/radio.tsx';
import { useRoundMoney } from '../../ui/use-money.ts';
import { BankData } from './bank-data.tsx';
import { isAbove, type PaymentMethod, shows } from './payment-methods.ts';
import { payTexts as texts } from './payment-texts.ts';
import css from './payment.module.css';

interface MethodChoiceProps {
  methods: readonly PaymentMethod[];
  /** Amount to pay, currency units. */
  total: number;
  /** '' for none. */
  chosen: string;
  onChoose: (slug: string) => void;
  onVideo: (method: PaymentMethod) => void;
}

/** Payment methods as radio buttons; the chosen one shows its details. */
export function MethodChoice({ methods, total, chosen, onChoose, onVideo }: MethodChoiceProps) {
  const money = useRoundMoney();
  const name = useId();
  return (
    <fieldset className={css.methods}>
      <legend className="visually-hidden">{texts.legend}</legend>
      {methods.map((method) => (
        <div key={method.slug} className={css.method}>
          <label className={css.choice}>
            <Radio
              name={name}
              value={method.slug}
              checked={chosen === method.slug}
              disabled={isAbove(method, total)}
              onChange={() => onChoose(method.slug)}
            />
            <span className={css.words}>
              <strong>{method.name}</strong>
              {shows(method, 'info') && <span className={css.info}>{method.info}</span>}
              {method.max_amount !== null && (
                <span className={css.info}>
                  {(isAbove(method, total) ? texts.aboveLimit : texts.limit)(money(method.max_amount))}
                </span>
              )}
              {shows(method, 'highlighted') && (
                <span>
                  <Tag tone="good">{texts.recommended}</Tag>
                </span>
              )}
            </span>
            {shows(method, 'logo') && method.logo && (
              <img className={css.logo} src={method.logo} alt="" width="72" height="30" />
            )}
          </label>
          {chosen === method.slug && <Details method={method} onVideo={() => onVideo(method)} />}
        </div>
      ))}
    </fieldset>
  );
}

const facts = ['barcode', 'print', 'download', 'due-date'] as const;

function Details({ method, onVideo }: { method: PaymentMethod; onVideo: () => void }) {
  const shown = facts.filter((fact) => shows(method, fact)).map((fact) => texts.facts[fact]);
  const hasLink = shows(method, 'link') && method.url !== '';
  const isEmpty =
    !shows(method, 'extra') &&
    shown.length === 0 &&
    !method.bank &&
    !hasLink &&
    !shows(method, 'video') &&
    !shows(method, 'delay');
  if (isEmpty) return null;
  return (
    <div className={css.details}>
      {shows(method, 'extra') && method.extra && <p>{method.extra}</p>}
      {shown.length > 0 && <p className={css.info}>{shown.join(' · ')}</p>}
      {shows(method, 'delay') && <DelayNotice />}
      {method.bank && shows(method, 'bank') && <BankData bank={method.bank} method={method} />}
      {(hasLink || shows(method, 'video')) && (
        <p className={css.links}>
          {shows(method, 'video') && (
            <Button kind="text" onClick={onVideo}>
              {texts.video}
            </Button>
          )}
          {hasLink && <ExternalLink href={method.url}>{texts.site(method.name)}</ExternalLink>}
        </p>
      )}
    </div>
  );
}
