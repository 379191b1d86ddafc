import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { paths } from '../../contract/paths.ts';
import type { DeliveryType } from '../../countries/country-pack.ts';
import { cardBrandName } from '../../countries/identifiers/cards.ts';
import { lists } from '../apply/lists.ts';
import { useCountry } from '../country.tsx';
import type { Profile } from '../profile.ts';
import { Link } from '../shell/link.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/fields/select.tsx';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { textLinkClass } from '../ui/text-link.tsx';
import css from './review.module.css';
import { destinationTexts as texts } from './texts.ts';

interface DestinationProps {
  profile: Profile;
  delivery: DeliveryType | undefined;
  account: string;
  onAccount: (number: string) => void;
}

/** Destination of the money, and the card for debits if there is one. */
export function Destination({ profile, delivery, account, onAccount }: DestinationProps) {
  const pack = useCountry();
  const isAsked = pack.applicationSteps.some(({ name }) => name === 'delivery');
  const card = profile.cards[0];
  return (
    <Card>
      <div className={css.row}>
        <h2>{texts.title}</h2>
        <Link
          to={isAsked ? paths.delivery() : paths.bank()}
          className={textLinkClass}
          aria-label={texts.changeAccount}
        >
          {texts.change}
        </Link>
      </div>
      {delivery === 'red-pagos' && (
        <>
          <h3>{texts.cash}</h3>
          <p>{texts.cashText}</p>
        </>
      )}
      {delivery === 'pdv' && <PickupPoint id={profile.delivery_point} />}
      {delivery === 'bank-transfer' && <Account profile={profile} account={account} onAccount={onAccount} />}
      {card && (
        <>
          <h3>{texts.card}</h3>
          <p>
            {cardBrandName(card.brand) ?? card.brand} •••• {card.number.slice(-4)}
          </p>
          <p className={css.small}>{texts.cardText}</p>
        </>
      )}
    </Card>
  );
}

function PickupPoint({ id }: { id: string }) {
  const { data: points } = useQuery(lists.pickupPoints());
  const point = points?.find((each) => each.id === id);
  return (
    <>
      <h3>{texts.point}</h3>
      {point && (
        <p>
          {point.name}
          <br />
          {point.address}, {point.city}
        </p>
      )}
      <p className={css.small}>{texts.pointText}</p>
    </>
  );
}

function Account({ profile, account, onAccount }: Omit<DestinationProps, 'delivery'>) {
  const id = useId();
  const pack = useCountry();
  const { banks } = profile;
  const chosen = banks.find(({ accountNumber }) => accountNumber === account) ?? banks[0];
  if (!chosen) return null;
  const isAlias = pack.hasLegalNumber && /\D/.test(chosen.accountNumber);
  const holder = chosen.account_holder || `${profile.first_name} ${profile.last_name}`;
  return (
    <>
      {banks.length > 1 && (
        <div className={css.field}>
          <label htmlFor={id}>{texts.choose}</label>
          <Select
            id={id}
            value={chosen.accountNumber}
            onChange={(event) => onAccount(event.target.value)}
            options={banks.map(({ bankName, accountNumber }) => ({
              value: accountNumber,
              label: bankName ? `${bankName} · ${accountNumber}` : accountNumber,
            }))}
          />
        </div>
      )}
      <DefinitionList
        items={[
          ...(chosen.bankName ? [{ label: texts.bank, value: chosen.bankName }] : []),
          { label: isAlias ? texts.alias : pack.accountNumber.label, value: chosen.accountNumber },
          { label: texts.holder, value: holder },
        ]}
      />
    </>
  );
}
