import css from './page.module.css';

interface ChoicesProps<Value extends string> {
  legend: string;
  options: readonly Value[];
  nameOf: (value: Value) => string;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

/** Some of a short list. */
export function Choices<Value extends string>({
  legend,
  options,
  nameOf,
  chosen,
  onChange,
}: ChoicesProps<Value>) {
  return (
    <fieldset className={css.set}>
      <legend>{legend}</legend>
      <div className={css.choices}>
        {options.map((value) => (
          <label key={value}>
            <input
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
