import type { ReactNode } from 'react';
import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import css from './login.module.css';
import { linkTexts as texts } from './texts.ts';

/** The page that says that a link is on its way; `children` are the ways on. */
export function SentScreen({ message, children }: { message: string; children: ReactNode }) {
  return (
    <Screen title={texts.title}>
      <Card>
        <div className={css.sent}>
          <Phone />
          <p className={css.big}>{message}</p>
          <p>{texts.next}</p>
          <p>{texts.notReceived}</p>
        </div>
        {children}
      </Card>
    </Screen>
  );
}

function Phone() {
  return (
    <svg viewBox="0 0 64 64" width="72" height="72" aria-hidden="true" className={css.envelope}>
      <g fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <rect x="17" y="7" width="30" height="50" rx="6" />
        <path d="M28 50h8" />
        <path d="M24 19h16v12H30l-6 5z" />
      </g>
    </svg>
  );
}
