import { classes } from '../../ui/classes.ts';
import { Tag } from '../../ui/tag.tsx';
import css from './step-list.module.css';
import { welcomeTexts as texts } from './texts.ts';

/** A step as the list shows it. */
export interface ListedStep {
  readonly name: string;
  /** Number in 'paso n de 4'; undefined before and after the four. */
  readonly number?: number | undefined;
  /** `unneeded`: an earlier choice makes it superfluous. */
  readonly state: 'done' | 'now' | 'todo' | 'unneeded';
  readonly optional: boolean;
}

/** Progress of the application: every step with its mark; the word repeats the colour. */
export function StepList({ steps }: { steps: readonly ListedStep[] }) {
  return (
    <ol className={css.list}>
      {steps.map(({ name, number, state, optional }) => (
        <li
          key={name}
          className={classes(css.step, css[state])}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={css.mark} aria-hidden="true">
            {state === 'done' ? <Check /> : (number ?? '·')}
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

function Check() {
  return (
    <svg viewBox="0 0 24 24" width="16" height="16">
      <path
        d="m5 12.6 4.6 4.6L19 7.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
