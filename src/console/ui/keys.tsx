import css from './keys.module.css';

interface KeysProps {
  /** Default "Teclas". */
  label?: string;
  keys: readonly (readonly [key: string, what: string])[];
}

/** Legend of a page's shortcuts, hidden where there is no keyboard. */
export const Keys = ({ label = 'Teclas', keys }: KeysProps) => (
  <ul className={css.keys} aria-label={label}>
    {keys.map(([key, what]) => (
      <li key={key}>
        <kbd>{key}</kbd> {what}
      </li>
    ))}
  </ul>
);
