import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** What a card's barcode says; the defaults are those of `newCustomer`. */
export interface CardFields {
  readonly documentNumber: string;
  readonly lastName?: string;
  readonly firstName?: string;
  readonly gender?: string;
  /** DD/MM/YYYY. */
  readonly birth?: string;
}

export function cardText(fields: CardFields): string {
  const {
    documentNumber,
    lastName = 'PRUEBA',
    firstName = 'ANA MARIA',
    gender = 'F',
    birth = '02/01/1990',
  } = fields;
  return `00327345190@${lastName}@${firstName}@${gender}@${documentNumber}@A@${birth}@06/01/2015@209`;
}

/** The layout of the first cards. */
export function firstCardText(fields: CardFields): string {
  const {
    documentNumber,
    lastName = 'PRUEBA',
    firstName = 'ANA',
    gender = 'F',
    birth = '02/01/1990',
  } = fields;
  return `@${documentNumber}    @A@1@${lastName}@${firstName}@ARGENTINA@${birth}@${gender}@01/11/2011@00079064950@7055 @01/11/2026@421@0@ILR:2.20`;
}

export interface Camera {
  /** Degrees by which the card is held askew. */
  readonly tilt?: number;
  /** Width of the barcode within the photo of 1600 pixels. */
  readonly codeWidth?: number;
  readonly blur?: number;
}

/** A photo of a card with a PDF417 on it. */
export async function documentPhoto(text: string, camera: Camera = {}): Promise<Buffer> {
  const { tilt = 0, codeWidth = 900, blur } = camera;
  const { image, error } = await writeBarcode(text, { format: 'PDF417', scale: 4, addQuietZones: true });
  if (!image) throw new Error(error);
  const code = await sharp(Buffer.from(await image.arrayBuffer()))
    .resize({ width: codeWidth })
    .png()
    .toBuffer();
  const card = sharp({ create: { width: 1400, height: 880, channels: 3, background: '#d8e6ee' } });
  const printed = await card
    .composite([{ input: code, left: 60, top: 480 }])
    .png()
    .toBuffer();
  const turned = sharp(printed).rotate(tilt, { background: '#5a4a3c' });
  const photo = sharp(await turned.png().toBuffer()).resize({ width: 1600 });
  return (blur === undefined ? photo : photo.blur(blur)).jpeg({ quality: 80 }).toBuffer();
}
