import { PageHead } from '../ui/page-head.tsx';
import { SearchPanel } from '../search/search-panel.tsx';

/** The search as a page of its own. */
export function CustomersPage() {
  return (
    <>
      <PageHead title="Clientes" />
      <SearchPanel />
    </>
  );
}
