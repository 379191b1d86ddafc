import { brandOf } from '../../countries/identifiers/cards.ts';
import { maskCardNumber, maskExpiry, maskSecurityCode } from '../../countries/masks.ts';
import { Fields, Pair } from '../forms/field.tsx';
import { TextField } from '../forms/text-field.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import { Tag } from '../ui/tag.tsx';
import { brandName, maskHolder, NUMBER_SHOWN } from './card-form.ts';
import css from './pay.module.css';
import { cardTexts as texts } from './texts.ts';

const maskNumber = (raw: string) => maskCardNumber(raw, NUMBER_SHOWN);

interface CardFieldsProps {
  field: (name: string) => FieldBinding;
  /** Digits of the number as typed so far. */
  digits: string;
  /** What the server has detected. */
  type: string | undefined;
  onNumberLeft: () => void;
}

/** Number with its brand, holder, expiry and security code (B §5). */
export function CardFields({ field, digits, type, onNumberLeft }: CardFieldsProps) {
  const brand = brandName(type ?? brandOf(digits) ?? '');
  const number = field('number');
  return (
    <Fields>
      <div className={css.number}>
        <TextField
          {...number}
          onLeave={() => {
            number.onLeave();
            onNumberLeft();
          }}
          label={texts.number}
          hint={texts.accepted}
          mask={maskNumber}
          inputMode="numeric"
          autoComplete="cc-number"
          required
        />
        <span role="status" className={css.brand}>
          {brand && <Tag tone="good">{brand}</Tag>}
        </span>
      </div>
      <TextField
        {...field('holder')}
        label={texts.holder}
        mask={maskHolder}
        autoComplete="cc-name"
        autoCapitalize="characters"
        required
      />
      <Pair>
        <TextField
          {...field('expiration_date')}
          label={texts.expiry}
          mask={maskExpiry}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM/AA"
          required
        />
        <TextField
          {...field('cvv')}
          label={texts.cvv}
          hint={texts.cvvHint}
          mask={maskSecurityCode}
          inputMode="numeric"
          autoComplete="cc-csc"
          required
        />
      </Pair>
    </Fields>
  );
}
