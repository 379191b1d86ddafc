import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ThreadTimeoutError } from '../../platform/work/thread.ts';
import { newCustomer, type TestCustomer } from '../../testing/new-customer.ts';
import { photo, photoForm } from '../../testing/photos.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { checkDocument } from './check-document.ts';
import { cardText, documentPhoto, firstCardText } from './testing/document-photo.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const profileOf = async ({ token, country }: TestCustomer) =>
  (await product.call('GET /api/v3/account-new', { token, country })).body.result;

async function upload(customer: TestCustomer, bytes: Buffer, type = 'front_document'): Promise<void> {
  const { token, country } = customer;
  const answer = await product.call('POST /api/v3/upload', {
    token,
    country,
    form: photoForm(bytes, { type }),
  });
  expect(answer.status).toBe(200);
}

/** What the profile says of the document once so many photos were looked at. */
async function checked(customer: TestCustomer, photos = 1) {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const rows = await product.deps.db
      .selectFrom('document_check')
      .select('image_id')
      .where('customer_id', '=', customer.id)
      .execute();
    if (rows.length >= photos) return (await profileOf(customer)).account_information.document_check;
    if (Date.now() > deadline) throw new Error('the photo was not looked at within 30 seconds');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('the barcode of an Argentine document', () => {
  test('says what was typed: a match, and the gender is filled in', async () => {
    const ana = await newCustomer(product);
    expect((await profileOf(ana)).account_information.document_check).toBeNull();
    await upload(ana, await documentPhoto(cardText(ana)));
    expect(await checked(ana)).toEqual({ outcome: 'match' });
    expect((await profileOf(ana)).gender).toBe('F');
  });

  test('the first card’s layout, on the back, held askew', async () => {
    const ana = await newCustomer(product);
    await upload(ana, await documentPhoto(firstCardText(ana), { tilt: 8 }), 'back_document');
    expect(await checked(ana)).toEqual({ outcome: 'match' });
  });

  test('a photo upside down and a small, slightly blurred code are read', async () => {
    const [one, two] = [await newCustomer(product), await newCustomer(product)];
    await upload(one, await documentPhoto(cardText(one), { tilt: 180 }));
    await upload(two, await documentPhoto(cardText(two), { codeWidth: 620, blur: 0.7 }));
    expect(await checked(one)).toEqual({ outcome: 'match' });
    expect(await checked(two)).toEqual({ outcome: 'match' });
  });

  test('accents and case do not matter, another person’s document does', async () => {
    const ana = await newCustomer(product);
    await upload(ana, await documentPhoto(cardText({ ...ana, firstName: 'ÁNA', lastName: 'PRÜEBA' })));
    expect(await checked(ana)).toEqual({ outcome: 'match' });

    const other = await newCustomer(product);
    const somebody = { documentNumber: '23680640', lastName: 'GARCIA', birth: '25/08/1979', gender: 'M' };
    await upload(other, await documentPhoto(cardText(somebody)));
    expect(await checked(other)).toEqual({
      outcome: 'mismatch',
      fields: ['document_number', 'last_name', 'birthdate'],
    });
    // A stranger's document tells nothing of this person.
    expect((await profileOf(other)).gender).toBe('');
  });

  test('a gender that is known stays', async () => {
    const ana = await newCustomer(product);
    await product.deps.db.updateTable('customer').set({ gender: 'X' }).where('id', '=', ana.id).execute();
    await upload(ana, await documentPhoto(cardText(ana)));
    expect(await checked(ana)).toEqual({ outcome: 'match' });
    expect((await profileOf(ana)).gender).toBe('X');
  });

  test('no code and another code are unreadable, and the step counts as done all the same', async () => {
    const [plain, other] = [await newCustomer(product), await newCustomer(product)];
    await upload(plain, await photo());
    await upload(other, await documentPhoto('https://example.com/otra-cosa'));
    expect(await checked(plain)).toEqual({ outcome: 'unreadable' });
    expect(await checked(other)).toEqual({ outcome: 'unreadable' });
    expect((await profileOf(plain)).credit_rating.front_document_verified).toBe(1);
  });

  // The decoder itself is given up after twenty seconds, in which no other photo is looked at.
  test('a narrow strip is no picture too large to hold', { timeout: 15_000 }, async () => {
    const ana = await newCustomer(product);
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const strip = sharp({ create: { width: 240, height: 2000, channels: 3, background: '#336699', noise } });
    await upload(ana, await strip.jpeg().toBuffer());
    expect(await checked(ana)).toEqual({ outcome: 'unreadable' });
  });

  test('the side with the code decides; a new photo takes the place of the old one', async () => {
    const ana = await newCustomer(product);
    await upload(ana, await photo());
    await upload(ana, await documentPhoto(cardText(ana)), 'back_document');
    expect(await checked(ana, 2)).toEqual({ outcome: 'match' });
    await upload(ana, await documentPhoto(cardText({ ...ana, birth: '03/01/1990' })), 'back_document');
    expect(await checked(ana, 3)).toEqual({ outcome: 'mismatch', fields: ['birthdate'] });
    await upload(ana, await documentPhoto(cardText(ana)), 'back_document');
    expect(await checked(ana, 4)).toEqual({ outcome: 'match' });
  });
});

test('an Uruguayan document has no barcode: unsupported', async () => {
  const ana = await newCustomer(product, 'UY', { documentNumber: '12345672' });
  await upload(ana, await documentPhoto(cardText(ana)));
  expect(await checked(ana)).toEqual({ outcome: 'unsupported' });
});

test('a selfie is not looked at', async () => {
  const ana = await newCustomer(product);
  const form = photoForm(await documentPhoto(cardText(ana)));
  await product.call('POST /api/v3/upload_avatar', { token: ana.token, form });
  await upload(ana, await documentPhoto(cardText(ana)));
  await checked(ana);
  const rows = await product.deps.db
    .selectFrom('document_check')
    .select('image_id')
    .where('customer_id', '=', ana.id)
    .execute();
  expect(rows).toHaveLength(1);
});

test('looked at once, also when its job runs again; a decoder that never ends gives unreadable', async () => {
  const ana = await newCustomer(product);
  await upload(ana, await documentPhoto(cardText(ana)));
  await checked(ana);
  const { db } = product.deps;
  const check = await db
    .selectFrom('document_check')
    .selectAll()
    .where('customer_id', '=', ana.id)
    .executeTakeFirstOrThrow();
  const late = { run: () => Promise.reject(new ThreadTimeoutError('late')) };
  await checkDocument(product.deps, check.image_id, late);
  expect((await profileOf(ana)).account_information.document_check).toEqual({ outcome: 'match' });
  await db.deleteFrom('document_check').where('image_id', '=', check.image_id).execute();
  await checkDocument(product.deps, check.image_id, late);
  expect((await profileOf(ana)).account_information.document_check).toEqual({ outcome: 'unreadable' });
  await checkDocument(product.deps, 'unknown', late);
});
