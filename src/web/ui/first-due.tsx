import { untilWords } from '../../countries/payable-words.ts';
import { dated } from '../../ui/dated.tsx';

interface FirstDueProps {
  /** Both DD-MM-YYYY. A proposal that was kept by an earlier release has no last day. */
  of: { readonly start_date: string; readonly start_payable_until?: string };
}

/** The first due date and, where banks are closed on it, the last day without surcharge. */
export function FirstDue({ of: { start_date: due, start_payable_until: until = '' } }: FirstDueProps) {
  const words = untilWords({ due, until });
  return dated(words === '' ? due : `${due}, ${words}`);
}
