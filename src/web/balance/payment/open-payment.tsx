import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../../../contract/paths.ts';
import { call } from '../../api.ts';
import { queryClient } from '../../query-client.ts';
import { clearFailures } from '../../shell/failures.ts';
import { reportFailure } from '../../shell/report-failure.ts';
import { Link } from '../../shell/link.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import type { Instalment } from '../balance-query.ts';
import css from '../instalments.module.css';
import { methodsQuery, shows } from './payment-methods.ts';
import { openPaymentTexts as texts } from './payment-texts.ts';

type Payment = NonNullable<Instalment['payment']>;

interface OpenPaymentProps {
  number: number;
  isOnline: boolean;
  payment: Payment;
  onRemove: () => void;
}

/**
 * Actions on a payment under way: print or delete a coupon, continue or delete an online payment
 * (docs/product/payments.md#open-payment).
 */
export function OpenPayment({ number, isOnline, payment, onRemove }: OpenPaymentProps) {
  const methods = useQuery(methodsQuery);
  const method = methods.data?.find(({ slug }) => slug === payment.method);
  const hint = <span className="visually-hidden">{texts.ofInstalment(number)}</span>;
  return (
    <div className={css.open}>
      {method && <span className={css.by}>{texts.by(method.name)}</span>}
      <span className={css.actions}>
        {isOnline ? (
          <GoOn payment={payment} className={buttonClass({ kind: 'text' }, css.action)}>
            {texts.goOn}
            {hint}
          </GoOn>
        ) : (
          <Link to={paths.coupon(payment.hash)} className={css.action}>
            {method?.bank ? texts.seeTransfer : texts.print}
            {hint}
          </Link>
        )}
        <Button kind="text" className={css.action} onClick={onRemove}>
          {texts.remove}
          {hint}
        </Button>
      </span>
    </div>
  );
}

interface GoOnProps {
  payment: Payment;
  className: string | undefined;
  children: ReactNode;
}

/** The card's page opens in a tab of its own unless that is switched off, a provider's site in this one. */
export function GoOn({ payment, className, children }: GoOnProps) {
  const method = useQuery(methodsQuery).data?.find(({ slug }) => slug === payment.method);
  const inNewTab = !method || shows(method, 'new-tab');
  if (payment.url !== paths.debitPayment(payment.hash)) {
    return (
      <button type="button" className={className} onClick={() => void goToProvider(payment)}>
        {children}
      </button>
    );
  }
  return (
    <Link
      to={payment.url}
      {...(className !== undefined && { className })}
      {...(inNewTab && { target: '_blank', rel: 'noopener' })}
    >
      {children}
      {inNewTab && <span className="visually-hidden">{texts.newTab}</span>}
    </Link>
  );
}

/** Asks first whether there is still something to go on with. */
async function goToProvider({ hash }: Payment): Promise<void> {
  clearFailures();
  try {
    const { url } = await call('POST /api/v3/online_payment', { body: { hash } });
    location.assign(url);
  } catch (error) {
    reportFailure(error);
    await queryClient.invalidateQueries({ queryKey: ['balance'] });
  }
}
