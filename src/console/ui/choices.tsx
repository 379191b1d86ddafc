import css from './page.module.css';

interface ChoicesProps<Value extends string> {
  legend: string;
  options: readonly Value[];
  nameOf: (value: Value) => string;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  /** Error if the form is sent without a choice; absent if that is allowed. */
  none?: string;
}

/** Some of a short list. */
export function Choices<Value extends string>({
  legend,
  options,
  nameOf,
  chosen,
  onChange,
  none = '',
}: ChoicesProps<Value>) {
  return (
    <fieldset className={css.set}>
      <legend>{legend}</legend>
      <div className={css.choices}>
        {options.map((value, index) => (
          <label key={value}>
            <input
              ref={(box) => box?.setCustomValidity(index === 0 && chosen.length === 0 ? none : '')}
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(
                  options.filter((each) => (each === value ? event.target.checked : chosen.includes(each))),
                )
              }
            />
            {nameOf(value)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
