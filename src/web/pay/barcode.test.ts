import { expect, it } from 'vitest';
import { barcodeImage } from './barcode.ts';

it('draws what a till reads', () => {
  expect(barcodeImage('99991799688226331968062428691490')).toMatch(/^data:image\/svg\+xml,/);
});

it.each(['', 'áé€', '1234\n5678'])('refuses %j, which no till reads', (text) => {
  expect(() => barcodeImage(text)).toThrow('no till reads this text');
});
