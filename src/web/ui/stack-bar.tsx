import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import css from './stack-bar.module.css';

export interface StackPart {
  /** Colour by part: received amount, interest, tax, fees, price of the membership. */
  readonly kind: 'principal' | 'interest' | 'tax' | 'fees' | 'membership';
  readonly label: string;
  /** Size of the part, in any unit common to all. */
  readonly value: number;
  /** Formatted value, next to its label. */
  readonly text: ReactNode;
}

/** Parts of a total: a bar, with the same in words and figures below. Omits parts of zero. */
export function StackBar({ parts }: { parts: readonly StackPart[] }) {
  const shown = parts.filter((part) => part.value > 0);
  const total = shown.reduce((sum, part) => sum + part.value, 0);
  const starts = shown.map((_, index) => shown.slice(0, index).reduce((sum, part) => sum + part.value, 0));
  return (
    <div className={css.picture}>
      <svg className={css.bar} viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">
        {shown.map((part, index) => (
          <rect
            key={part.kind}
            x={((starts[index] ?? 0) / total) * 1000}
            y="0"
            width={Math.max(4, (part.value / total) * 1000 - 4)}
            height="14"
            className={css[part.kind]}
          />
        ))}
      </svg>
      <dl className={css.legend}>
        {shown.map((part) => (
          <div key={part.kind}>
            <dt className={classes(css.key, css[part.kind])}>{part.label}</dt>
            <dd>{part.text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Labels and their values, line by line. */
export function DefinitionList({
  items,
}: {
  items: readonly {
    label: ReactNode;
    value: ReactNode;
    strong?: boolean;
    /** On a phone the value has its own line: next to it the label would wrap word by word. */
    isBelow?: boolean;
  }[];
}) {
  return (
    <dl className={css.definitions}>
      {items.map((item, index) => (
        <div key={index} className={classes(item.strong && css.strong, item.isBelow && css.below)}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
