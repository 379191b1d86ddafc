import { download, type StaffInput } from '../api.ts';
import { ExportButton } from '../ui/export-button.tsx';

type Query = StaffInput<'POST /api/staff/figures/export'>['query'];

/** Takes one of these tables away. */
export function TableFile({ query, what }: { query: Query; what: string }) {
  return (
    <ExportButton
      of="POST /api/staff/figures/export"
      what={what}
      take={() => download('POST /api/staff/figures/export', { query })}
    />
  );
}
