import { eachPiece } from './process.ts';

/** Returns the length of a text, or acts on a command: `hang`, `grow` (memory) or `end`. */
eachPiece((bytes) => {
  const text = Buffer.from(bytes).toString('utf8');
  if (text === 'hang') return;
  if (text === 'grow') {
    const held: Buffer[] = [];
    setInterval(() => held.push(Buffer.alloc(20 * 1024 * 1024, 1)), 5);
    return;
  }
  if (text === 'end') process.exit(3);
  process.send?.(bytes.length);
});
