import { expect, test } from 'vitest';
import { troubleOf } from './photo-quality.ts';

const side = 80;

/** A grey picture from a brightness per pixel. */
function picture(brightness: (x: number, y: number) => number): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(side * side * 4);
  for (let index = 0; index < side * side; index += 1) {
    rgba.fill(brightness(index % side, Math.floor(index / side)), index * 4, index * 4 + 3);
    rgba[index * 4 + 3] = 255;
  }
  return rgba;
}

const letters = (x: number, y: number) => (x % 4 < 2 && y % 6 < 3 ? 30 : 220);

test('a bright picture with sharp edges is fine', () => {
  expect(troubleOf(picture(letters), side, side)).toBeNull();
});

test('a dark picture is dark, however sharp', () => {
  expect(
    troubleOf(
      picture((x, y) => letters(x, y) / 8),
      side,
      side,
    ),
  ).toBe('dark');
});

test('a picture of soft changes only is blurred', () => {
  expect(
    troubleOf(
      picture((x) => 120 + 60 * Math.sin(x / 12)),
      side,
      side,
    ),
  ).toBe('blurred');
});

test('a document fills the frame; a plain surface, or a card far away on it, is no document', () => {
  const onTable = (half: number) => (x: number, y: number) =>
    Math.abs(x - side / 2) < half && Math.abs(y - side / 2) < half ? letters(x, y) : 150;
  const look = (brightness: (x: number, y: number) => number) =>
    troubleOf(picture(brightness), side, side, 'document');
  expect(look(letters)).toBeNull();
  expect(look(onTable(26))).toBeNull();
  expect(look(() => 150)).toBe('empty');
  expect(look(onTable(5))).toBe('empty');
  // The same surface behind a face does not matter.
  expect(troubleOf(picture(onTable(5)), side, side, 'face')).toBeNull();
});

test('a picture too small to judge says nothing', () => {
  expect(troubleOf(new Uint8ClampedArray(16 * 16 * 4), 16, 16)).toBeNull();
});
