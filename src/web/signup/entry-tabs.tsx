import type { ReactNode } from 'react';
import { paths } from '../../contract/paths.ts';
import { useGo } from '../shell/use-go.ts';
import { Tabs } from '../ui/tabs.tsx';
import { entryTexts } from './texts.ts';

const tabs = [
  { id: 'first', label: entryTexts.first },
  { id: 'client', label: entryTexts.client },
] as const;

/**
 * 'Primer préstamo' and 'Soy cliente/a': the second is the login screen
 * (docs/product/signup-and-login.md#form).
 */
export function EntryTabs({ selected, children }: { selected: 'first' | 'client'; children: ReactNode }) {
  const go = useGo();
  return (
    <Tabs
      label={entryTexts.label}
      tabs={tabs}
      selected={selected}
      onSelect={(tab) => {
        if (tab !== selected) go.to(tab === 'first' ? paths.signup() : paths.login());
      }}
    >
      {children}
    </Tabs>
  );
}
