import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { cleanUpImage } from './image-cleanup.ts';
import { latestImages } from './service.ts';
import { marksOf, newCustomer } from '../../testing/new-customer.ts';
import { bomb, photo, photoForm, photoOf, photoWithPlace } from '../../testing/photos.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { LIMIT_IMAGES_DAY: '8' } });
});
afterAll(() => product.close());

const avatar = 'POST /api/v3/upload_avatar';
const document = 'POST /api/v3/upload';
const files = () => join(product.dataDir, 'files');
/** What is kept under a name, as the product reads it: in the folder it is encrypted. */
const keptAs = async (name: string) => (await product.deps.ports.images.get(name))!;
const idOf = (url: string) => /\/api\/files\/([\w-]+)/.exec(url)?.[1] ?? '';

describe.each(['AR', 'UY'] as const)('photos in %s', (country) => {
  test('each kind is taken, marked as verified and shown by its addresses', async () => {
    const customer = await newCustomer(product, country);
    const { token } = customer;
    const send = { country, token };
    const selfie = await product.call(avatar, { ...send, form: photoForm(await photo('jpeg')) });
    expect(selfie).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(await marksOf(product, customer)).toMatchObject({
      avatar_verified: 1,
      front_document_verified: 0,
    });
    for (const [type, format] of [
      ['front_document', 'png'],
      ['back_document', 'webp'],
    ] as const) {
      const answer = await product.call(document, {
        ...send,
        form: photoForm(await photo(format), { type }),
      });
      expect(answer.status).toBe(200);
      for (const address of [answer.body.model.url, answer.body.model.thumb]) {
        const shown = await product.raw(address, { country });
        expect(shown.status).toBe(200);
        expect(shown.headers.get('content-type')).toBe('image/jpeg');
        expect(shown.headers.get('content-disposition')).toBe(`attachment; filename="${type}.jpg"`);
        expect(shown.headers.get('content-security-policy')).toBe(
          "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
        );
        expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
        expect(shown.headers.get('cache-control')).toBe('no-store');
      }
    }
    expect(await marksOf(product, customer)).toMatchObject({
      avatar_verified: 1,
      front_document_verified: 1,
      back_document_verified: 1,
    });
  });
});

describe('what is kept of a photo', () => {
  test('a new JPEG, upright, without position, maker or text', async () => {
    const original = await photoWithPlace();
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const { token } = await newCustomer(product);
    const answer = await product.call(avatar, { token, form: photoForm(original) });
    const id = idOf(answer.body.model.url);
    const kept = await keptAs(`${id}.jpg`);
    const { exif, icc, xmp, iptc, orientation, width, height, format } = await sharp(kept).metadata();
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      iptc: undefined,
      orientation: undefined,
    });
    expect(kept.includes('CamaraSecreta')).toBe(false);
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 400, height: 600 });
    // Turned a quarter clockwise, the red left half is the top.
    const { data } = await sharp(kept)
      .extract({ left: 200, top: 100, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([data[0]! > 200, data[2]! < 60]).toEqual([true, true]);
    const thumb = await sharp(await keptAs(`${id}.thumb.jpg`)).metadata();
    expect(Math.max(thumb.width, thumb.height)).toBe(320);
  });

  test('a large photo becomes 2000 pixels, a file behind the image is gone, files are private', async () => {
    const large = await sharp({ create: { width: 5000, height: 2500, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([large, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]);
    const { token } = await newCustomer(product);
    const answer = await product.call(avatar, {
      token,
      form: photoForm(polyglot, {}, '../../etc/passwd.svg'),
    });
    expect(answer.status).toBe(200);
    const name = `${idOf(answer.body.model.url)}.jpg`;
    const kept = await keptAs(name);
    expect(await sharp(kept).metadata()).toMatchObject({ width: 2000, height: 1000 });
    expect(kept.includes('<script>')).toBe(false);
    const path = join(files(), name);
    expect((await readFile(path)).includes(kept.subarray(0, 16))).toBe(false);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(files())).mode & 0o777).toBe(0o700);
  });
});

describe('what is refused', () => {
  test.each([
    ['text', () => Promise.resolve(Buffer.from('hola')), 422, 'image_type'],
    [
      'an SVG',
      () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
      422,
      'image_type',
    ],
    ['a PDF', () => Promise.resolve(Buffer.from('%PDF-1.7\n1 0 obj\n')), 422, 'image_type'],
    ['a GIF', () => photo('gif'), 422, 'image_type'],
    ['a TIFF', () => photo('tiff'), 422, 'image_type'],
    ['an AVIF', () => photo('avif'), 422, 'image_type'],
    [
      'a JPEG signature with something else behind it',
      () => Promise.resolve(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5000, 'x')])),
      422,
      'image_type',
    ],
    [
      'a PNG signature on an SVG',
      () => Promise.resolve(Buffer.from('\x89PNG\r\n\x1a\n<svg width="9" height="9"/>', 'latin1')),
      422,
      'image_type',
    ],
    ['a photo of ten by ten pixels', () => photoOf(10, 10), 422, 'image_small'],
    ['a photo that is one row too low', () => photoOf(320, 239), 422, 'image_small'],
    ['a photo that is one column too narrow', () => photoOf(319, 240), 422, 'image_small'],
    ['a strip of a large photo', () => photoOf(3000, 200), 422, 'image_small'],
    ['half a photo', async () => (await photoWithPlace()).subarray(0, 2500), 422, 'image_type'],
    ['a PNG without its pixels', () => Promise.resolve(bomb(2000)), 422, 'image_type'],
    ['a decompression bomb', () => Promise.resolve(bomb(60_000)), 413, 'image_size'],
    ['40 MB', () => Promise.resolve(Buffer.alloc(40 * 1024 * 1024, 0xff)), 413, 'too_large'],
  ])('%s', async (_what, make, status, code) => {
    const customer = await newCustomer(product);
    const before = (await readdir(files())).length;
    const answer = await product.call(avatar, { token: customer.token, form: photoForm(await make()) });
    expect(answer).toMatchObject({ status, body: { status: 'error', code } });
    expect((await readdir(files())).length).toBe(before);
    expect(await marksOf(product, customer)).toMatchObject({ avatar_verified: 0 });
  });

  test('no file, another kind, no login', async () => {
    const { token } = await newCustomer(product);
    const form = new FormData();
    form.append('type', 'front_document');
    expect((await product.call(document, { token, form })).body.fields).toEqual({ file: 'Campo requerido.' });
    const selfie = photoForm(await photo(), { type: 'avatar' });
    expect((await product.call(document, { token, form: selfie })).status).toBe(422);
    expect((await product.call(avatar, { form: photoForm(await photo()) })).status).toBe(401);
    expect((await product.call(avatar, { token, body: { file: 'x' } })).status).toBe(415);
  });

  test('more photos than a day allows, until the day is over', async () => {
    const { token } = await newCustomer(product);
    for (let n = 0; n < 8; n += 1) {
      expect((await product.call(avatar, { token, form: photoForm(await photo()) })).status).toBe(200);
    }
    const over = await product.call(avatar, { token, form: photoForm(await photo()) });
    expect(over).toMatchObject({ status: 429, body: { code: 'image_quota' } });
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(80_000);
  });
});

describe('addresses of photos', () => {
  const hour = 3_600_000;

  test('end after five minutes, cannot be forged or carried to another photo or country', async () => {
    const { token } = await newCustomer(product);
    const first = (await product.call(avatar, { token, form: photoForm(await photo()) })).body.model;
    const second = (await product.call(avatar, { token, form: photoForm(await photo()) })).body.model;
    const refused = [
      first.url.replace(idOf(first.url), idOf(second.url)),
      first.url.replace(idOf(first.url), `${idOf(first.url)}.thumb`),
      first.url.replace(/expires=\d+/, `expires=${Date.now() + hour}`),
      first.url.replace(/signature=.{4}/, 'signature=AAAA'),
      `/api/files/${idOf(first.url)}`,
    ];
    for (const address of refused) expect((await product.raw(address)).status).toBeGreaterThanOrEqual(404);
    expect((await product.raw(first.url, { country: 'UY' })).status).toBe(404);
    expect((await product.raw(first.url)).status).toBe(200);
    await product.advance(5 * 60_000 + 1000);
    await expect.poll(async () => (await product.raw(first.url)).status).toBe(404);
  });

  test('each view is recorded', async () => {
    const customer = await newCustomer(product);
    const { url, thumb } = (
      await product.call(avatar, { token: customer.token, form: photoForm(await photo()) })
    ).body.model;
    await product.raw(url);
    await product.raw(thumb);
    const views = await product.deps.db
      .selectFrom('event')
      .select('detail')
      .where('customer_id', '=', customer.id)
      .where('kind', '=', 'image-viewed')
      .orderBy('id')
      .execute();
    expect(views.map(({ detail }) => detail)).toEqual([
      { image: idOf(url), variant: 'full' },
      { image: idOf(url), variant: 'thumb' },
    ]);
  });
});

describe('replaced and orphaned photos', () => {
  test('the newest counts; the earlier one is kept for its time and then removed', async () => {
    const customer = await newCustomer(product);
    const upload = async () =>
      idOf(
        (await product.call(avatar, { token: customer.token, form: photoForm(await photo()) })).body.model
          .url,
      );
    const first = await upload();
    const second = await upload();
    expect(await latestImages(product.deps.db, customer.id)).toEqual({ avatar: second });
    await cleanUpImage(product.deps, { imageId: first });
    expect(await readdir(files())).toContain(`${first}.jpg`);
    const later = {
      ...product.deps,
      clock: { now: () => new Date(product.deps.clock.now().getTime() + 91 * 86_400_000) },
    };
    await cleanUpImage(later, { imageId: first });
    await cleanUpImage(later, { imageId: second });
    const left = await readdir(files());
    expect(left).not.toContain(`${first}.jpg`);
    expect(left).not.toContain(`${first}.thumb.jpg`);
    expect(left).toEqual(expect.arrayContaining([`${second}.jpg`, `${second}.thumb.jpg`]));
  });

  test('two photos at once leave one that counts', async () => {
    const customer = await newCustomer(product);
    const form = photoForm(await photo());
    await Promise.all([1, 2, 3, 4].map(() => product.call(avatar, { token: customer.token, form })));
    const current = await product.deps.db
      .selectFrom('image')
      .select('id')
      .where('customer_id', '=', customer.id)
      .where('replaced_at', 'is', null)
      .execute();
    expect(current).toHaveLength(1);
  });

  test('the same upload sent twice at once leaves no files behind', async () => {
    const customer = await newCustomer(product);
    const form = photoForm(await photo());
    const headers = { 'idempotency-key': 'foto-1' };
    const before = new Set(await readdir(files()));
    await Promise.all([1, 2, 3].map(() => product.call(avatar, { token: customer.token, form, headers })));
    const made = (await readdir(files())).filter((name) => !before.has(name) && !name.includes('thumb'));
    // What the outbox will do an hour later, for the uploads that did not commit.
    for (const name of made) await cleanUpImage(product.deps, { imageId: name.replace('.jpg', '') });
    const left = (await readdir(files())).filter((name) => !before.has(name));
    const rows = await product.deps.db
      .selectFrom('image')
      .select(['storage_key', 'thumb_key'])
      .where('customer_id', '=', customer.id)
      .execute();
    expect(left.toSorted()).toEqual(rows.flatMap((row) => [row.storage_key, row.thumb_key]).toSorted());
    expect(rows).toHaveLength(1);
  });

  test('a clean-up is in the queue before the files are written', async () => {
    const customer = await newCustomer(product);
    const failing = { ...product.deps.ports.images, put: () => Promise.reject(new Error('disk full')) };
    const original = product.deps.ports.images;
    Object.assign(product.deps.ports, { images: failing });
    try {
      expect(
        (await product.call(avatar, { token: customer.token, form: photoForm(await photo()) })).status,
      ).toBe(500);
    } finally {
      Object.assign(product.deps.ports, { images: original });
    }
    expect(await marksOf(product, customer)).toMatchObject({ avatar_verified: 0 });
    const waiting = await sql<{
      data: { imageId: string };
    }>`select data from jobs.job where name = 'clean-up-image' order by created_on`.execute(product.deps.db);
    const known = await product.deps.db.selectFrom('image').select('id').execute();
    const ids = new Set(known.map(({ id }) => id));
    expect(ids.has(waiting.rows.at(-1)?.data.imageId ?? '')).toBe(false);
    expect(ids.has(waiting.rows.at(0)?.data.imageId ?? '')).toBe(true);
  });
});
