import { classes } from '../ui/classes.ts';
import { Tag } from '../ui/tag.tsx';
import css from './step-list.module.css';
import { welcomeTexts as texts } from './texts.ts';

/** A step as the list shows it. */
export interface ListedStep {
  readonly name: string;
  readonly state: 'done' | 'now' | 'todo';
  readonly optional: boolean;
}

/** Where the application stands: every step with its mark; the word says what the colour repeats. */
export function StepList({ steps }: { steps: readonly ListedStep[] }) {
  return (
    <ol className={css.list}>
      {steps.map(({ name, state, optional }, index) => (
        <li
          key={name}
          className={classes(css.step, css[state])}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={css.mark} aria-hidden="true">
            {state === 'done' ? <Check /> : index + 1}
          </span>
          <span className={css.name}>{name}</span>
          {state === 'todo' ? (
            <span className={css.word}>{optional ? texts.optional : texts.todo}</span>
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
