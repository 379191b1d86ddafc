import { useState } from 'react';
import { Tabs } from '../ui/tabs.tsx';
import type { Account } from './balance-query.ts';
import css from './balance.module.css';
import { DebtFreePanel } from './debt-free-panel.tsx';
import { InstalmentTable } from './instalment-table.tsx';
import { balanceTexts as texts } from './texts.ts';
import { TicketsPanel } from './tickets-panel.tsx';

type TabId = 'instalments' | 'debt-free' | 'tickets';

/** CUOTAS, LIBRE DEUDA and RECLAMOS (B §2). */
export function AccountTabs({ account }: { account: Account }) {
  const [selected, setSelected] = useState<TabId>('instalments');
  return (
    <Tabs<TabId>
      className={css.tabs ?? ''}
      label={texts.tabs}
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: 'instalments', label: texts.tabInstalments },
        { id: 'debt-free', label: texts.tabDebtFree },
        { id: 'tickets', label: texts.tabTickets },
      ]}
    >
      {selected === 'instalments' && <InstalmentTable instalments={account.installments} />}
      {selected === 'debt-free' && <DebtFreePanel account={account} />}
      {selected === 'tickets' && <TicketsPanel tickets={account.tickets} />}
    </Tabs>
  );
}
