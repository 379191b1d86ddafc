import { queryOptions } from '@tanstack/react-query';

/** The picture of a code that a till scans, drawn here unless the page brought it. */
export const barcodeQuery = (digits: string) =>
  queryOptions({
    queryKey: ['barcode', digits],
    queryFn: async () => (await import('./barcode.ts')).barcodeImage(digits),
    staleTime: Infinity,
    meta: { quiet: true },
  });
