import { queryOptions } from '@tanstack/react-query';

/** Bars of a code that a till scans, drawn here unless the page brought them. */
export const barcodeQuery = (digits: string) =>
  queryOptions({
    queryKey: ['barcode', digits],
    queryFn: async () => (await import('./barcode.ts')).barcodeOf(digits),
    staleTime: Infinity,
    meta: { quiet: true },
  });
