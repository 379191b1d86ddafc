import css from './code-digits.module.css';

/** A long code in groups of four, as it is read aloud at a till; copied, it is one word. */
export function CodeDigits({ code }: { code: string }) {
  const groups = /^\d+$/.test(code) ? (code.match(/.{1,4}/g) ?? []) : [code];
  return groups.map((group, index) => (
    <span key={`${index} ${group}`} className={css.group}>
      {group}
    </span>
  ));
}
