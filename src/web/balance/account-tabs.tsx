import type { ReactNode } from 'react';
import { Tabs } from '../ui/tabs.tsx';
import type { Account } from './balance-query.ts';
import css from './balance.module.css';
import { DebtFreePanel } from './debt-free/debt-free-panel.tsx';
import { balanceTexts as texts } from './texts.ts';
import { TicketsPanel } from './tickets-panel.tsx';

export type TabId = 'instalments' | 'debt-free' | 'tickets';

interface AccountTabsProps {
  account: Account;
  selected: TabId;
  onSelect: (id: TabId) => void;
  /** What CUOTAS shows. */
  instalments: ReactNode;
}

/** CUOTAS, LIBRE DEUDA and RECLAMOS (docs/product/borrowers-area.md#tabs). */
export function AccountTabs({ account, selected, onSelect, instalments }: AccountTabsProps) {
  return (
    <Tabs<TabId>
      className={css.tabs ?? ''}
      label={texts.tabs}
      selected={selected}
      onSelect={onSelect}
      tabs={[
        { id: 'instalments', label: texts.tabInstalments },
        { id: 'debt-free', label: texts.tabDebtFree },
        { id: 'tickets', label: texts.tabTickets },
      ]}
    >
      {selected === 'instalments' && instalments}
      {selected === 'debt-free' && <DebtFreePanel account={account} />}
      {selected === 'tickets' && <TicketsPanel account={account} />}
    </Tabs>
  );
}
