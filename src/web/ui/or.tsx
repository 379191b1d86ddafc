import css from './or.module.css';

/** The word between one way and the others. */
export function Or({ children }: { children: string }) {
  return <p className={css.or}>{children}</p>;
}
