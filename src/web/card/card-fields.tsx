import { brandOf, cardBrandName } from '../../countries/identifiers/cards.ts';
import {
  maskCardNumber,
  maskExpiry,
  maskSecurityCode,
  writtenExpiry,
} from '../../countries/fields/card-masks.ts';
import { Fields, Pair } from '../forms/field.tsx';
import { TextField } from '../forms/text-field.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import { Tag } from '../../ui/tag.tsx';
import css from './card-fields.module.css';
import type { useCardNumber } from './use-card-number.ts';

interface CardFieldsProps {
  field: (name: string) => FieldBinding;
  number: ReturnType<typeof useCardNumber>;
  texts: {
    readonly number: string;
    readonly numberHint?: string;
    readonly holder: string;
    readonly holderHint?: string;
    readonly expiry: string;
    readonly cvv: string;
    readonly cvvHint?: string;
  };
}

/**
 * Number with its brand, holder, expiry and security code, in the application and in a payment
 * (docs/product/countries.md#fields).
 */
export function CardFields({ field, number, texts }: CardFieldsProps) {
  const { digits, detected } = number;
  const brand = cardBrandName(detected.type ?? brandOf(digits) ?? '');
  const binding = number.follow(field('number'));
  return (
    <Fields>
      <div className={css.number}>
        <TextField
          {...binding}
          onLeave={() => {
            binding.onLeave();
            detected.ask();
          }}
          label={texts.number}
          hint={texts.numberHint}
          mask={maskCardNumber}
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
        hint={texts.holderHint}
        autoComplete="cc-name"
        autoCapitalize="characters"
        required
      />
      <Pair>
        <TextField
          {...field('expiration_date')}
          label={texts.expiry}
          mask={maskExpiry}
          written={writtenExpiry}
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
