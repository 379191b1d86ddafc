import { paths } from '../../../contract/paths.ts';
import { paidFor } from '../../../countries/papers/coupon-texts.ts';
import { DelayNotice } from '../../shell/delay-notice.tsx';
import { Link } from '../../shell/link.tsx';
import { Button, buttonClass, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeDigits } from '../../ui/code-digits.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { dated } from '../../../ui/dated.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import css from '../balance.module.css';
import { GoOn } from './open-payment.tsx';
import { underWayTexts as texts } from './payment-texts.ts';
import { isHidden, isOnline, type UnderWay, underWayWhat } from './under-way.ts';

interface UnderWayCardProps {
  payment: UnderWay;
  /** First of several cards: shows the shared notes. */
  isFirst: boolean;
  /** A stranger's payment, as the owner sees it. */
  isStrangers: boolean;
  onRemove: () => void;
}

/** A payment under way: how much, until when, its code, and what can be done with it in one tap. */
export function UnderWayCard(props: UnderWayCardProps) {
  const { payment, isFirst, isStrangers, onRemove } = props;
  if (isHidden(payment)) return <HiddenCard payment={payment} isFirst={isFirst} />;
  return (
    <Card aria-label={underWayWhat(payment)}>
      <UnderWayFacts payment={payment} isStrangers={isStrangers} onRemove={onRemove} />
      {isFirst && <DelayNotice isBalance />}
    </Card>
  );
}

interface UnderWayFactsProps {
  payment: UnderWay;
  isStrangers?: boolean;
  /** Absent where payments are not removed. */
  onRemove?: () => void;
}

/** {@link UnderWayCard} without its frame. */
export function UnderWayFacts({ payment, isStrangers = false, onRemove }: UnderWayFactsProps) {
  const isCharging = payment.state === 'charging';
  const purpose = notes[payment.purpose];
  return (
    <>
      <div className={css.head}>
        <p className={css.caption}>{underWayWhat(payment)}</p>
        <p>
          <MoneyText units={payment.amount} big />
        </p>
        {isCharging ? (
          <p className={css.caption}>{texts.charging}</p>
        ) : (
          <>
            <p className={css.until}>{dated(texts.until(payment.due_date))}</p>
            <p className={css.caption}>{texts.untilNote}</p>
          </>
        )}
        {purpose !== undefined && <p className={css.caption}>{purpose}</p>}
        {isStrangers && <p className={css.caption}>{texts.stranger}</p>}
      </div>
      {!isCharging && !isOnline(payment) && <Code payment={payment} />}
      {!isCharging && <UnderWayActions payment={payment} {...(onRemove && { onRemove })} />}
    </>
  );
}

/** The owner's payment, as others see it. */
function HiddenCard({ payment, isFirst }: Pick<UnderWayCardProps, 'payment' | 'isFirst'>) {
  const what = texts.hidden(paidFor(payment));
  return (
    <Card aria-label={what}>
      <div className={css.head}>
        <p className={css.caption}>{what}</p>
        <p>{payment.state === 'charging' ? texts.charging : texts.hiddenNote}</p>
      </div>
      {isFirst && <DelayNotice isBalance />}
    </Card>
  );
}

const notes: Partial<Record<UnderWay['purpose'], string>> = {
  settlement: texts.settlement,
  fewer: texts.advance,
  smaller: texts.advance,
};

/** Digits to scan or type: the coupon's, else the reference. */
function Code({ payment: { barcode, reference } }: { payment: UnderWay }) {
  const code = barcode || reference;
  if (code === '') return null;
  const label = barcode === '' ? texts.reference : texts.code;
  return (
    <div className={css.code}>
      <span className={css.caption}>{label}</span>
      <strong>
        <CodeDigits code={code} />
      </strong>
      <CopyButton text={code} what={label.toLowerCase()} />
    </div>
  );
}

/** The way on with a payment. */
export function UnderWayActions({ payment, onRemove }: Pick<UnderWayFactsProps, 'payment' | 'onRemove'>) {
  const { hash, kind, pdf_url } = payment;
  return (
    <>
      {kind === 'coupon' || kind === 'transfer' ? (
        <Link to={paths.coupon(hash)} className={buttonClass({ wide: true })}>
          {texts.show[kind]}
        </Link>
      ) : (
        <GoOn payment={payment} className={buttonClass({ wide: true })}>
          {texts.goOn}
        </GoOn>
      )}
      <div className={css.loan}>
        {pdf_url !== '' && (
          <LinkButton small kind="ghost" href={pdf_url} download>
            {texts.download}
          </LinkButton>
        )}
        {onRemove && (
          <Button small kind="text" onClick={onRemove}>
            {texts.remove}
          </Button>
        )}
      </div>
    </>
  );
}
