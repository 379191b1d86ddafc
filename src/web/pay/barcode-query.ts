import { queryOptions } from '@tanstack/react-query';

/** Bars of a code to scan at a till, computed here unless the page included them. */
export const barcodeQuery = (digits: string) =>
  queryOptions({
    queryKey: ['barcode', digits],
    queryFn: async () => (await import('./barcode.ts')).barcodeOf(digits),
    staleTime: Infinity,
    meta: { quiet: true },
  });
