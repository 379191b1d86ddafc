import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes.ts';
import { dated } from './dated.tsx';
import css from './tag.module.css';

export type Tone = 'good' | 'late' | 'bad' | 'off';

/** A state in a word. The word says it; the colour only repeats it. */
export function Tag({ tone = 'off', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(css.tag, css[tone])}>{children}</span>;
}

/** Tick, exclamation mark, or a neutral i for information. */
const marks: Record<Tone, string> = {
  good: 'm8 12.4 2.7 2.7 5.3-5.6',
  late: 'M12 7.2v5.4M12 16.4v.2',
  bad: 'M12 7.2v5.4M12 16.4v.2',
  off: 'M12 16.8v-5.4M12 7.8v-.2',
};

/** A sentence that matters, in place. `urgent` interrupts a screen reader. */
export function Notice({
  tone = 'off',
  title,
  urgent,
  answers,
  children,
}: {
  tone?: Tone;
  title?: ReactNode;
  urgent?: boolean;
  /** Result of an action further down: scrolled into view, or a small phone shows nothing new. */
  answers?: boolean;
  children?: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answers) place.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [answers]);
  return (
    <div ref={place} className={classes(css.notice, css[tone])} role={urgent ? 'alert' : 'note'}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className={css.mark}>
        <circle cx="12" cy="12" r="9.5" fill="none" stroke="currentColor" strokeWidth="2" />
        <path
          d={marks[tone]}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <div className={css.words}>
        {title && <strong>{dated(title)}</strong>}
        {children && <div>{dated(children)}</div>}
      </div>
    </div>
  );
}
