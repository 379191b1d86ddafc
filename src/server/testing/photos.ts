import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A photo of 600 × 400 with a red left half, lying on its side as EXIF says, taken at a known place. */
export function photoWithPlace(): Promise<Buffer> {
  const red = { create: { width: 300, height: 400, channels: 3 as const, background: '#ff0000' } };
  return sharp({ create: { width: 600, height: 400, channels: 3, background: '#0000ff' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'CamaraSecreta', Copyright: 'Ana Prueba' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '34/1 36/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '58/1 22/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** Encoding a photo costs more than uploading it, so that each is made once. */
const made = new Map<string, Promise<Buffer>>();

/** The smallest photo that the application takes, in one colour. */
export function photo(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif' = 'jpeg',
  background = '#336699',
): Promise<Buffer> {
  const name = `${format} ${background}`;
  const known = made.get(name) ?? photoOf(320, 240, format, background);
  made.set(name, known);
  return known;
}

/** A photo of a size, in one colour. */
export function photoOf(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif' = 'jpeg',
  background = '#336699',
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** A PNG of a few kilobytes that says it is `side` pixels wide and high. */
export function bomb(side: number): Buffer {
  const rows = deflateSync(Buffer.alloc(Math.ceil(side / 8) + 1), { level: 9 });
  return pngOf(side, { depth: 1, type: 0, interlace: 0 }, rows);
}

interface Colours {
  /** Bits of a sample. */
  readonly depth: number;
  /** 0 is grey, 6 is RGBA. */
  readonly type: number;
  readonly interlace: 0 | 1;
}

/** A square PNG around rows that are deflated already. */
export function pngOf(side: number, { depth, type, interlace }: Colours, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([depth, type, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A form as the upload tile sends it. */
export function photoForm(
  bytes: Buffer,
  fields: Readonly<Record<string, string>> = {},
  name = 'selfie.jpg',
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name);
  return form;
}
