import { paths } from '../../contract/paths.ts';
import { useCountry } from '../country.tsx';
import { totalRows } from '../membership/sum.ts';
import type { Proposal } from '../proposal.ts';
import { Link } from '../shell/link.tsx';
import { Card } from '../ui/card.tsx';
import { FirstDue } from '../ui/first-due.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { formatPercent } from '../ui/percent.ts';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { useRoundMoney } from '../ui/use-money.ts';
import css from './loan-summary.module.css';
import { applyTexts as texts, deliveryNames } from './texts.ts';

/**
 * The selected proposal in short (docs/product/application.md#summary-and-bar). `changeable` leads back to
 * the offer.
 */
export function LoanSummary({ proposal, changeable }: { proposal: Proposal; changeable?: boolean }) {
  const money = useRoundMoney();
  return (
    <Card soft aria-label={texts.summary} className={css.summary}>
      <div className={css.words}>
        <h2 className={css.title}>{texts.summary}</h2>
        <p className={css.amount}>
          <MoneyText units={proposal.amount} round />
        </p>
        <p className={css.plan}>
          {texts.instalments(proposal.installmentsQuantity, money(proposal.payment))}
        </p>
        {proposal.start_date && (
          <p className={css.plan}>
            {texts.firstDue}: <FirstDue of={proposal} />
          </p>
        )}
      </div>
      {changeable && (
        <Link to={paths.offer()} className={css.change}>
          {texts.change}
          <span className="visually-hidden"> {texts.summary.toLowerCase()}</span>
        </Link>
      )}
      <details className={css.more}>
        <summary>{texts.details}</summary>
        <LoanFigures proposal={proposal} />
      </details>
    </Card>
  );
}

/** Figures of the selected proposal, updated by the steps. */
function LoanFigures({ proposal }: { proposal: Proposal }) {
  const money = useRoundMoney();
  const pack = useCountry();
  const { deliveryType, bank, pod } = proposal;
  const account =
    deliveryType === 'pdv'
      ? [pod?.name, pod?.address, pod?.city].filter(Boolean).join(', ')
      : (bank?.cbu ?? [bank?.bankName, bank?.accountNumber].filter(Boolean).join(' · '));
  return (
    <DefinitionList
      items={[
        {
          label: texts.instalments(proposal.installmentsQuantity, '').replace(/ de $/, ''),
          value: money(proposal.payment),
          strong: true,
        },
        { label: texts.firstDue, value: <FirstDue of={proposal} /> },
        { label: pack.tasaSigla, value: formatPercent(proposal.interestRate) },
        ...(pack.showsCft ? [{ label: texts.cft, value: formatPercent(proposal.cft) }] : []),
        ...(deliveryType ? [{ label: texts.delivery, value: deliveryNames[deliveryType] }] : []),
        ...(account
          ? [{ label: deliveryType === 'pdv' ? texts.point : texts.destination, value: account }]
          : []),
        ...totalRows(proposal, money),
      ]}
    />
  );
}
