import type { ReactNode } from 'react';
import { FieldNotes } from '../forms/field.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import { Radio } from '../ui/fields/radio.tsx';
import css from './choice-list.module.css';

/** One way to choose from. */
interface Choice {
  readonly value: string;
  readonly title: ReactNode;
  readonly text?: ReactNode;
}

/** A choice of one among few, each with a line about it; the whole card is the target. */
export function ChoiceList({
  binding: { id, name, value, error, onValue, onLeave },
  legend,
  hideLegend,
  choices,
}: {
  binding: FieldBinding;
  legend: string;
  hideLegend?: boolean;
  choices: readonly Choice[];
}) {
  return (
    // `radiogroup`, because a plain group may not be called invalid.
    <fieldset
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className={css.group}
    >
      <legend className={hideLegend ? 'visually-hidden' : css.legend}>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={css.choice}>
          <Radio
            name={`${id}-${name}`}
            value={choice.value}
            checked={value === choice.value}
            className={css.radio}
            onChange={() => onValue(choice.value)}
            onBlur={onLeave}
          />
          <span className={css.words}>
            <strong className={css.title}>{choice.title}</strong>
            {choice.text && <span className={css.text}>{choice.text}</span>}
          </span>
        </label>
      ))}
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}

/** Value of 'another one' in a list of stored items. */
export const another = 'nueva';

/** Place of a chosen entry in the stored list, or null where a new one is to be added. */
export function chosenIndex(choice: string, count: number): number | null {
  const index = Number(choice);
  return choice !== '' && choice !== another && index < count ? index : null;
}
