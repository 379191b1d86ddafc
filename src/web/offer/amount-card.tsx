import { useId } from 'react';
import { AMOUNT_UNIT, amountDigits, writtenThousands } from '../../countries/identifiers/amounts.ts';
import { maskThousands } from '../../countries/fields/masks.ts';
import { CURRENCIES } from '../../domain/currency.ts';
import { useCountry } from '../country.tsx';
import { cameWhole } from '../forms/text-field.tsx';
import { Card } from '../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Slider } from '../ui/fields/slider.tsx';
import { useRoundMoney } from '../ui/use-money.ts';
import css from './amount-card.module.css';
import { amountTexts as texts } from './texts.ts';
import type { AmountState } from './use-amount.ts';

interface AmountCardProps {
  amount: AmountState;
  /** Bounds of the offer, currency units. */
  min: number;
  max: number;
}

/** Amount: the field in thousands, and the slider with its ends as buttons (docs/product/offer.md#amount-input). */
export function AmountCard({ amount, min, max }: AmountCardProps) {
  const money = useRoundMoney();
  const id = useId();
  const { symbol } = CURRENCIES[useCountry().currency];
  const { thousands, lastThousands, error } = amount;
  const most = amountDigits({ maxAmount: max });
  const digits = (thousands || lastThousands).length;
  return (
    <Card className={css.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="visually-hidden">
        {texts.title}
      </h2>
      <label className={classes(css.amount, error && css.wrong)} htmlFor={id}>
        <span className="visually-hidden">{texts.label}</span>
        <small aria-hidden="true">{symbol}</small>
        <input
          id={id}
          className={classes(css.thousands, digits > 3 ? css.digitsMore : css[`digits${digits}`])}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          value={thousands}
          placeholder={lastThousands}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target, nativeEvent }) => {
            const isWhole = cameWhole(nativeEvent, target.value.length - thousands.length);
            amount.type(isWhole ? writtenThousands(target.value, most) : maskThousands(target.value));
          }}
          onBlur={amount.snap}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        <span aria-hidden="true">.000</span>
      </label>
      <p id={`${id}-note`} className={classes(css.note, error && css.error)} aria-live="polite">
        {error ?? texts.hint(money(AMOUNT_UNIT))}
      </p>
      <Slider
        label={texts.slider}
        min={min}
        max={max}
        step={AMOUNT_UNIT}
        value={amount.nearest}
        onChange={amount.set}
        format={money}
      />
    </Card>
  );
}
