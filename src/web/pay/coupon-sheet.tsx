import {
  COUPON_TEXTS,
  couponRows,
  type CouponRow,
  transferRows,
} from '../../countries/papers/coupon-texts.ts';
import { useCountry } from '../country.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeDigits } from '../ui/code-digits.tsx';
import { classes } from '../../ui/classes.ts';
import { CancelPayment } from './cancel-payment.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { Coupon } from './coupon-query.ts';
import css from './pay.module.css';
import { PaymentHead, PayUntil } from './payment-head.tsx';
import { couponTexts as texts } from './texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import type { Barcode } from './barcode.ts';
import { barcodeQuery } from './barcode-query.ts';

/** The code a till scans, with its digits to be copied or typed in. */
function BarcodeView({ digits }: { digits: string }) {
  const code = useQuery(barcodeQuery(digits));
  return (
    <div className={css.barcode}>
      {code.data && <Bars barcode={code.data} label={texts.barcodeOf(digits)} />}
      {code.isPending && (
        <div role="status">
          <span className="visually-hidden">{texts.barcodeWait}</span>
          <Skeleton shape="block" />
        </div>
      )}
      {code.isError && (
        <Notice tone="bad" urgent>
          {COUPON_TEXTS.barcodeFailed}
        </Notice>
      )}
      {digits !== '' && (
        <>
          <p className={css.digits}>
            <CodeDigits code={digits} />
          </p>
          <CopyButton text={digits} what={texts.number} isNamed />
        </>
      )}
    </div>
  );
}

/** Barcode as wide as its container, inline so that the page waits for no image. */
function Bars({ barcode: { box, bars }, label }: { barcode: Barcode; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      className={css.bars}
      viewBox={box}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      {bars.map(({ width, path }) => (
        <path key={width} d={path} stroke="#000" strokeWidth={width} />
      ))}
    </svg>
  );
}

/** All that is taken along to the till or typed into the bank's page; the only thing that prints. */
export function CouponSheet({ coupon, kind }: { coupon: Coupon; kind: 'coupon' | 'transfer' }) {
  const { code } = useCountry();
  const account = transferRows(coupon, code);
  return (
    <Card className={css.sheet ?? ''}>
      <div className={css.supplier}>
        <img src={coupon.logo} alt="" width="64" height="40" className={css.logo} />
        <strong>{coupon.supplier_name}</strong>
      </div>
      <PaymentHead coupon={coupon} />
      <PayUntil date={coupon.due_date} />
      {(kind === 'coupon' || coupon.barcode !== '') && <BarcodeView digits={coupon.barcode} />}
      <p>{COUPON_TEXTS.how[kind]}</p>
      {account.length > 0 && <Rows title={texts.account} rows={account} isStacked />}
      <Rows title={texts.data} rows={couponRows(coupon, code)} />
      <p className={css.small}>{COUPON_TEXTS.after(coupon.due_date)}</p>
    </Card>
  );
}

/** Stacked: each value is below its label, so every row has room for a copy button. */
function Rows({
  title,
  rows,
  isStacked,
}: {
  title: string;
  rows: readonly CouponRow[];
  isStacked?: boolean;
}) {
  return (
    <section>
      <h2 className={css.subtitle}>{title}</h2>
      <dl className={classes(css.rows, isStacked && css.stacked)}>
        {rows.map(({ label, value, isCopied }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span>{value}</span>
              {isCopied && <CopyButton text={value} what={label} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Download, print, cancel. */
export function CouponActions({ coupon }: { coupon: Coupon }) {
  return (
    <Card soft className="no-print">
      <LinkButton wide href={coupon.pdf_url} download>
        {texts.download}
      </LinkButton>
      <Button wide kind="ghost" onClick={() => window.print()}>
        {texts.print}
      </Button>
      {coupon.extra && <p className={css.small}>{coupon.extra}</p>}
      <CancelPayment coupon={coupon} />
      <p className={css.small}>{texts.other}</p>
    </Card>
  );
}
