import { useCountry } from '../../country.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { type DisplayPart, type PaymentMethod, shows } from './payment-methods.ts';
import { bankTexts as texts } from './payment-texts.ts';
import css from './payment.module.css';

interface BankLine {
  readonly part: DisplayPart;
  readonly label: string;
  readonly value: string;
}

/** Bank details for a transfer, each with a copy button (docs/product/payments.md#transfer-data). */
export function BankData({
  bank,
  method,
}: {
  bank: NonNullable<PaymentMethod['bank']>;
  method: PaymentMethod;
}) {
  const { hasLegalNumber } = useCountry();
  const lines: BankLine[] = [
    { part: 'entity-name', label: texts.entity, value: bank.entity_name },
    { part: 'account-number', label: texts.accountNumber, value: bank.account_number },
    { part: 'cbu', label: texts.cbu, value: bank.cbu },
    { part: 'account-holder', label: texts.holder, value: bank.account_holder },
    {
      part: 'legal-number',
      label: hasLegalNumber ? texts.cuit : texts.rut,
      value: bank.legal_number,
    },
  ];
  const shown = lines.filter(({ part, value }) => shows(method, part) && value !== '');
  return (
    <dl className={css.bank} aria-label={texts.title}>
      {shown.map(({ part, label, value }) => (
        <div key={part} className={css.line}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {shows(method, 'copy') && <CopyButton text={value} what={label} />}
        </div>
      ))}
      {shows(method, 'reference') && (
        <div className={css.line}>
          <dt>{texts.reference}</dt>
          <dd>{texts.referenceLater}</dd>
        </div>
      )}
    </dl>
  );
}
