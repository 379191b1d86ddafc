import css from './drawings.module.css';

/** Drawing of a good selfie: a person with the document next to the face. */
export function SelfieDrawing({ label }: { label?: string }) {
  return (
    <svg
      viewBox="0 0 120 120"
      className={label ? css.large : css.small}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path className={css.soft} d="M8 120c0-24 16-36 38-36s38 12 38 36Z" />
      <path className={css.hair} d="M20 48c0-20 11-32 27-32s27 12 27 32v10H20Z" />
      <ellipse className={css.skin} cx="47" cy="54" rx="21" ry="26" />
      <path className={css.hair} d="M25 46c6-14 16-18 24-18 10 0 17 6 20 18-12 0-20-3-25-9-4 5-10 8-19 9Z" />
      <path className={css.line} d="M38 54v3M56 54v3M40 68c4 4 10 4 14 0" />
      <rect className={css.card} x="70" y="50" width="44" height="30" rx="4" />
      <rect className={css.face} x="75" y="56" width="12" height="15" rx="2" />
      <path className={css.text} d="M92 59h16M92 65h16M92 71h10" />
      <path
        className={css.skin}
        d="M84 80c0-4 4-6 8-6s8 2 8 6v8c0 6-4 10-9 14l-7 18H66l10-24c6-3 8-8 8-16Z"
      />
    </svg>
  );
}

/** The front or the back of a document. */
export function DocumentDrawing({ side }: { side: 'front' | 'back' }) {
  return (
    <svg viewBox="0 0 120 120" className={css.small} aria-hidden="true">
      <rect className={css.card} x="10" y="28" width="100" height="64" rx="8" />
      {side === 'front' ? (
        <>
          <rect className={css.face} x="20" y="42" width="28" height="36" rx="4" />
          <path className={css.text} d="M58 46h40M58 58h40M58 70h26" />
        </>
      ) : (
        <>
          <path className={css.text} d="M20 42h46M20 52h36" />
          <rect className={css.face} x="78" y="38" width="22" height="18" rx="3" />
          <path className={css.code} d="M20 72h80M20 82h80" />
        </>
      )}
    </svg>
  );
}
