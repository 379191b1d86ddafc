import { type ReactNode, useState } from 'react';
import { useQueryValue } from '../router/context.ts';
import { Tabs } from '../ui/tabs.tsx';
import type { Account } from './balance-query.ts';
import css from './balance.module.css';
import { balanceTexts as texts } from './texts.ts';
import { ticketTexts } from './ticket-texts.ts';
import { later } from '../later.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';

const waiting = <SkeletonGroup shapes={['line', 'line', 'button']} />;
const DebtFreePanel = later(
  async () => ({ DebtFreePanel: (await import('./debt-free/debt-free-panel.tsx')).DebtFreePanel }),
  'DebtFreePanel',
  { waiting },
);
const TicketsPanel = later(() => import('./tickets-panel.tsx'), 'TicketsPanel', { waiting });

type TabId = 'instalments' | 'debt-free' | 'tickets';

/** The tab that is shown: that of the address, until another is chosen. */
export function useTab() {
  const isTickets = useQueryValue('reclamos') !== null;
  return useState<TabId>(isTickets ? 'tickets' : 'instalments');
}

interface AccountTabsProps {
  account: Account;
  selected: TabId;
  onSelect: (id: TabId) => void;
  /** Content of CUOTAS. */
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
        { id: 'tickets', label: <TicketsLabel account={account} /> },
      ]}
    >
      {selected === 'instalments' && instalments}
      {selected === 'debt-free' && <DebtFreePanel account={account} />}
      {selected === 'tickets' && <TicketsPanel account={account} />}
    </Tabs>
  );
}

/** RECLAMOS, with a mark while an answer has not been opened. */
function TicketsLabel({ account }: { account: Account }) {
  const unread = account.tickets.filter((ticket) => ticket.unread).length;
  if (unread === 0) return texts.tabTickets;
  return (
    <>
      {texts.tabTickets}
      <span className={css.unread} aria-hidden="true">
        {unread}
      </span>
      <span className="visually-hidden">, {ticketTexts.unreadTab(unread)}</span>
    </>
  );
}
