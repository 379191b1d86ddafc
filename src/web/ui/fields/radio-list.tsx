import { useId } from 'react';
import css from './radio-list.module.css';
import { Radio } from './radio.tsx';

interface RadioOption {
  readonly value: string;
  readonly label: string;
  /** Smaller, under the label. */
  readonly note?: string;
}

/** One of a few, all in view; the arrow keys choose. Nothing is chosen at first. */
export function RadioList({
  legend,
  options,
  chosen,
  onChoose,
}: {
  legend: string;
  options: readonly RadioOption[];
  /** '' for none. */
  chosen: string;
  onChoose: (value: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className={css.list}>
      <legend>{legend}</legend>
      {options.map(({ value, label, note }) => (
        <label key={value} className={css.option}>
          <Radio name={name} value={value} checked={chosen === value} onChange={() => onChoose(value)} />
          <span className={css.words}>
            {label}
            {note && <small>{note}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
