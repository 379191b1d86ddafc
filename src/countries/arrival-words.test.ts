import { expect, test } from 'vitest';
import { arrivalRules } from './arrival.ts';
import { COUNTRIES } from './countries.ts';
import { packOf } from './index.ts';
import { documentText, legalDocument } from './papers/terms.ts';
import { SERVER_ENTRIES } from './server-entries.ts';
import { LAWS } from './law/laws.ts';

/** docs/product/confirmation.md#grant-times: all texts agree on when money arrives. */
test.each(COUNTRIES)(
  '%s: footer, steps, terms and rules name the same hours and the same hour of the day',
  (code) => {
    const pack = packOf(code);
    const rules = arrivalRules(pack).join(' ');
    const terms = documentText(
      legalDocument(code, 'terminos', '{brand}', SERVER_ENTRIES[code].lender.demonstration),
    );
    for (const rule of arrivalRules(pack)) expect(terms).toContain(rule);
    const texts = [...pack.footer.legal, ...pack.loanSteps.map(({ text }) => text), terms, rules];
    const sentences = texts
      .flatMap((text) => text.split(/(?<=[.;])\s+/))
      .filter((sentence) => /acredit|deposit|depósito|transferimos|el dinero se/i.test(sentence))
      .filter((sentence) => !/crediticia|acreditarse/i.test(sentence));
    const hours = sentences.flatMap(
      (sentence) => sentence.match(/\d+ (?:y las |y )?(?:\d+ )?horas(?: hábiles)?/g) ?? [],
    );
    const known: readonly string[] =
      pack.grantPeriod.depositTakes.match(/\d+ y \d+ horas(?: hábiles)?|\d+ horas hábiles/g) ?? [];
    expect(hours.map((each) => each.replace('y las', 'y')).filter((each) => !known.includes(each))).toEqual(
      [],
    );
    const times = new Set(sentences.flatMap((sentence) => sentence.match(/\d+:00/g) ?? []));
    expect([...times]).toEqual([`${pack.grantPeriod.sameDayUntilHour}:00`]);
    expect(JSON.stringify(LAWS[code].withdrawal)).not.toMatch(/acredit/);
  },
);
