import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { Tag } from '../../ui/tag.tsx';
import css from './step-list.module.css';
import { welcomeTexts as texts } from './texts.ts';

/** A step as the list shows it. */
export interface ListedStep {
  readonly name: string;
  /** Number in 'paso n de 4'; undefined before and after the four, which have a picture. */
  readonly number?: number | undefined;
  readonly picture?: StepPicture | undefined;
  /** `unneeded`: an earlier choice makes it superfluous. */
  readonly state: 'done' | 'now' | 'todo' | 'unneeded';
  readonly optional: boolean;
}

/** Progress of the application: every step with its mark; the word repeats the colour. */
export function StepList({ steps }: { steps: readonly ListedStep[] }) {
  return (
    <ol className={css.list}>
      {steps.map(({ name, number, picture, state, optional }) => (
        <li
          key={name}
          className={classes(css.step, css[state])}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={css.mark} aria-hidden="true">
            {state === 'done' ? <Mark of="done" /> : (number ?? (picture && <Mark of={picture} />))}
          </span>
          <span className={css.name}>
            {number && <span className="visually-hidden">{texts.step(number)} </span>}
            {name}
          </span>
          {state === 'todo' || state === 'unneeded' ? (
            <span className={css.word}>{state === 'todo' && optional ? texts.optional : texts[state]}</span>
          ) : (
            <Tag tone={state === 'done' ? 'good' : 'off'}>{texts[state]}</Tag>
          )}
        </li>
      ))}
    </ol>
  );
}

export type StepPicture = 'offer' | 'phone' | 'review';

const paths: Readonly<Record<StepPicture | 'done', string>> = {
  done: 'm5 12.6 4.6 4.6L19 7.6',
  offer:
    'M12 4v16M16 7.5c-1-1-2.4-1.4-4-1.4-2.2 0-4 1-4 2.9 0 4 8 2 8 6 0 1.9-1.8 2.9-4 2.9-1.7 0-3.2-.5-4.2-1.6',
  phone:
    'M8 3.5h8a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5ZM11 17.5h2',
  review: 'M5 19l1-4L16 5l3 3L9 18l-4 1Z',
};

function Mark({ of }: { of: StepPicture | 'done' }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width="16" height="16">
      <path
        d={paths[of]}
        fill="none"
        stroke="currentColor"
        strokeWidth={of === 'done' ? 3.2 : 2}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
