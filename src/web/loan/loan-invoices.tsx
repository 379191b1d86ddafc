import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { dated } from '../../ui/dated.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import css from './loan.module.css';
import { invoiceTexts as texts } from './texts.ts';

/** Invoices and credit notes of the loan, each as a file; nothing before the first one. */
export function LoanInvoices({ loanId }: { loanId: string }) {
  const query = useQuery({
    queryKey: ['invoices', loanId],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/loan/{id}/invoices', { params: { id: loanId }, signal })).result,
    meta: { quiet: true },
  });
  const invoices = query.data ?? [];
  if (invoices.length === 0) return null;
  return (
    <Card className="no-print">
      <h2>{texts.title}</h2>
      {invoices.map((invoice) => (
        <section key={invoice.id} aria-label={`${invoice.title} ${invoice.number}`}>
          <p className={css.caption}>
            {invoice.title} <span className={css.number}>{invoice.number}</span>
          </p>
          <p>
            <MoneyText units={invoice.total} /> {dated(texts.of(invoice.tax_date))}
          </p>
          <p className={css.caption}>{dated(texts.authorised(invoice.code, invoice.code_until))}</p>
          <LinkButton small kind="ghost" className={css.invoice} href={invoice.pdf_url} download>
            {texts.download}
            <span className="visually-hidden"> {invoice.number}</span>
          </LinkButton>
        </section>
      ))}
    </Card>
  );
}
