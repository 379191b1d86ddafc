// node scripts/payment-video.mjs: draws the payment dialog's video anew, src/web/balance/payment/how-to-pay.webm. Every frame is
// a function of its time, drawn and encoded in Chromium; the file around the frames is written here.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

import { findChromium } from './chromium.mjs';
import { ROOT } from './install.mjs';

const SIZE = { width: 960, height: 540 };
const FRAMES_PER_SECOND = 20;
const SECONDS = 14;
const KEY_EVERY = 3.5 * FRAMES_PER_SECOND;
const FONT = 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});
try {
  const page = await browser.newPage();
  // An encoder is to be had on a secure page only.
  await page.route('http://localhost/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<canvas></canvas>' }),
  );
  await page.goto('http://localhost/');
  await page.addScriptTag({ path: join(ROOT, 'scripts', 'payment-video-scenes.mjs'), type: 'module' });
  const frames = await page.evaluate(encode, {
    ...SIZE,
    framesPerSecond: FRAMES_PER_SECOND,
    count: SECONDS * FRAMES_PER_SECOND,
    keyEvery: KEY_EVERY,
    font: readFileSync(join(ROOT, FONT)).toString('base64'),
  });
  const file = webm(frames.map(({ data, ...rest }) => ({ ...rest, data: Buffer.from(data, 'base64') })));
  writeFileSync(join(ROOT, 'src', 'web', 'balance', 'payment', 'how-to-pay.webm'), file);
  console.log(`${file.length} bytes`);
} finally {
  await browser.close();
}

/** Runs in the page: draws and encodes. */
async function encode({ width, height, framesPerSecond, count, keyEvery, font }) {
  const bytes = Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0));
  document.fonts.add(await new FontFace('Figtree', bytes.buffer, { weight: '300 900' }).load());
  const canvas = document.querySelector('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  const frames = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      let letters = '';
      for (const byte of data) letters += String.fromCharCode(byte);
      frames.push({
        ms: Math.round(chunk.timestamp / 1000),
        isKey: chunk.type === 'key',
        data: btoa(letters),
      });
    },
    error: (error) => {
      throw error;
    },
  });
  encoder.configure({
    codec: 'vp09.00.31.08',
    width,
    height,
    framerate: framesPerSecond,
    bitrateMode: 'quantizer',
  });
  for (let index = 0; index < count; index += 1) {
    globalThis.drawPaymentVideo(context, index / framesPerSecond);
    const timestamp = Math.round((index * 1e6) / framesPerSecond);
    const frame = new VideoFrame(canvas, { timestamp });
    encoder.encode(frame, { keyFrame: index % keyEvery === 0, vp9: { quantizer: 42 } });
    frame.close();
    if (encoder.encodeQueueSize > 8) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await encoder.flush();
  return frames;
}

/** A WebM file with an index of its key frames, so that it can be sought. */
function webm(frames) {
  const clusters = [];
  for (const frame of frames) {
    if (frame.isKey) clusters.push([]);
    clusters.at(-1).push(frame);
  }
  const info = element(0x1549a966, [
    element(0x2ad7b1, number(1_000_000)),
    element(0x4489, float(SECONDS * 1000)),
    element(0x4d80, text('cuota')),
    element(0x5741, text('cuota')),
  ]);
  const video = element(0xe0, [element(0xb0, number(SIZE.width)), element(0xba, number(SIZE.height))]);
  const track = [
    element(0xd7, number(1)),
    element(0x73c5, number(1)),
    element(0x83, number(1)),
    element(0x86, text('V_VP9')),
    video,
  ];
  const tracks = element(0x1654ae6b, [element(0xae, track)]);
  const blocks = clusters.map((cluster) => clusterOf(cluster));
  // Positions count from the segment's first byte; the length of the index does not depend on its content.
  const index = (starts) => element(0x1c53bb6b, starts.map(cuePoint));
  const start = info.length + tracks.length + index(clusters.map(([{ ms }]) => [ms, 0])).length;
  let at = start;
  const starts = clusters.map(([{ ms }], position) => {
    const here = at;
    at += blocks[position].length;
    return [ms, here];
  });
  return Buffer.concat([
    element(0x1a45dfa3, [
      element(0x4282, text('webm')),
      element(0x4287, number(4)),
      element(0x4285, number(2)),
    ]),
    element(0x18538067, [info, tracks, index(starts), ...blocks]),
  ]);
}

function cuePoint([ms, position]) {
  const place = element(0xb7, [element(0xf7, number(1)), element(0xf1, number(position, 4))]);
  return element(0xbb, [element(0xb3, number(ms, 4)), place]);
}

function clusterOf(cluster) {
  const [{ ms: from }] = cluster;
  const blocks = cluster.map(({ ms, isKey, data }) => {
    const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0]);
    head.writeInt16BE(ms - from, 1);
    return element(0xa3, [head, data]);
  });
  return element(0x1f43b675, [element(0xe7, number(from)), ...blocks]);
}

/** An EBML element: its id, eight bytes of length, its contents. */
function element(id, contents) {
  const body = Array.isArray(contents) ? Buffer.concat(contents) : contents;
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([number(id), length, body]);
}

function number(value, bytes = Math.max(1, Math.ceil(value.toString(16).length / 2))) {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

function float(value) {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(value);
  return buffer;
}

function text(value) {
  return Buffer.from(value, 'utf8');
}
