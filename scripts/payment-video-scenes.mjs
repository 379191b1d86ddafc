// The scenes of payment-video.mjs; runs in the page. Times are seconds, lengths pixels of a 960×540 picture.
const ink = '#231438';
const grey = '#5e5273';
const line = '#e4deee';
const good = '#00704a';
const font = (size, weight) => `${weight} ${size}px Figtree`;
const ease = (t) => 1 - (1 - Math.min(1, Math.max(0, t))) ** 3;
/** 0 before `from`, 1 after `seconds` more. */
const rise = (now, from, seconds = 0.5) => ease((now - from) / seconds);

const sceneSeconds = 3.5;
const scenes = [
  { title: '1. Elegí las cuotas', draw: drawInstalments },
  { title: '2. Elegí cómo pagar', draw: drawMethods },
  { title: '3. Pagá', draw: drawCoupon },
  { title: '4. ¡Listo!', draw: drawDone },
];

globalThis.drawPaymentVideo = (c, now) => {
  const index = Math.min(scenes.length - 1, Math.floor(now / sceneSeconds));
  const at = now - index * sceneSeconds;
  const { title, draw } = scenes[index];
  c.globalAlpha = 1;
  c.fillStyle = '#38215d';
  c.fillRect(0, 0, 960, 540);
  drawProgress(c, index, at);
  // Whole at its very beginning and end: what is seen before it plays, and after.
  const comes = index > 0 ? rise(at, 0, 0.4) : 1;
  const goes = index < scenes.length - 1 ? rise(at, sceneSeconds - 0.3, 0.3) : 0;
  c.globalAlpha = Math.min(comes, 1 - goes);
  write(c, title, 480, 92, { size: 46, weight: 800, colour: '#fff', align: 'center' });
  c.save();
  c.translate(0, index > 0 ? 24 * (1 - rise(at, 0, 0.5)) : 0);
  draw(c, at);
  c.restore();
};

function drawProgress(c, index, at) {
  for (let each = 0; each < scenes.length; each += 1) {
    const part = each < index ? 1 : each === index ? at / sceneSeconds : 0;
    box(c, 340 + each * 72, 500, 64, 8, 4, 'rgb(255 255 255 / 0.25)');
    if (part > 0) box(c, 340 + each * 72, 500, Math.max(8, 64 * part), 8, 4, '#00d597');
  }
}

function drawInstalments(c, at) {
  box(c, 240, 140, 480, 320, 24, '#fff');
  for (let row = 0; row < 3; row += 1) {
    const y = 168 + row * 72;
    const isTicked = row < 2 && at > 0.9 + row * 0.6;
    drawTick(c, 272, y + 8, isTicked ? rise(at, 0.9 + row * 0.6, 0.25) : 0);
    write(c, `Cuota ${row + 4}`, 336, y + 32, { size: 26, weight: 650 });
    box(c, 568, y + 12, 120, 26, 8, row < 2 ? '#efeaf8' : '#f7f5fb');
    if (row < 2) box(c, 272, y + 60, 416, 1.5, 0, line);
  }
  const pressed = at > 2.4 && at < 2.6 ? 4 : 0;
  box(c, 272 + pressed, 392 + pressed, 416 - 2 * pressed, 52 - 2 * pressed, 14, '#00d597');
  write(c, 'Pagar', 480, 426, { size: 24, weight: 750, align: 'center' });
}

function drawMethods(c, at) {
  const names = ['Efectivo, con un cupón', 'Transferencia bancaria', 'Pago online'];
  const chosen = at < 0.9 ? -1 : at < 1.5 ? 2 : at < 2.1 ? 1 : 0;
  for (const [row, name] of names.entries()) {
    const y = 140 + row * 108;
    box(c, 240, y, 480, 92, 20, row === chosen ? '#ddf8ee' : '#fff', row === chosen ? good : undefined);
    c.lineWidth = 3;
    c.strokeStyle = row === chosen ? good : '#8d80a6';
    c.beginPath();
    c.arc(284, y + 46, 14, 0, 7);
    c.stroke();
    if (row === chosen) {
      c.fillStyle = good;
      c.beginPath();
      c.arc(284, y + 46, 7, 0, 7);
      c.fill();
    }
    write(c, name, 324, y + 55, { size: 26, weight: 650 });
  }
}

function drawCoupon(c, at) {
  box(c, 250, 140, 300, 320, 20, '#fff');
  write(c, 'Cupón de pago', 400, 190, { size: 26, weight: 750, align: 'center' });
  box(c, 290, 214, 220, 18, 6, '#efeaf8');
  box(c, 290, 244, 160, 18, 6, '#efeaf8');
  let x = 290;
  for (let bar = 0; x < 506; bar += 1) {
    const width = [3, 6, 3, 9, 3, 6][(bar * 5) % 6];
    box(c, x, 290, width, 110, 0, ink);
    x += width + [4, 3, 6][bar % 3];
  }
  const beam = 290 + 220 * ((at * 0.6) % 1);
  box(c, beam, 280, 4, 130, 2, '#f96440');
  box(c, 610, 170, 150, 260, 24, ink, '#8d80a6');
  box(c, 622, 190, 126, 210, 10, '#fff');
  box(c, 640, 216, 90, 14, 5, '#efeaf8');
  box(c, 640, 240, 60, 14, 5, '#efeaf8');
  for (let bar = 0; bar < 12; bar += 1) box(c, 640 + bar * 7.6, 276, bar % 3 ? 2.5 : 4.5, 60, 0, ink);
  write(c, 'Impreso o en el celular', 480, 484, {
    size: 22,
    weight: 500,
    colour: '#d9cfea',
    align: 'center',
  });
}

function drawDone(c, at) {
  box(c, 240, 150, 480, 290, 24, '#fff');
  const size = 58 * rise(at, 0.4, 0.6);
  c.fillStyle = '#00d597';
  c.beginPath();
  c.arc(480, 236, size, 0, 7);
  c.fill();
  if (at > 0.8) drawCheck(c, 480, 238, 30 * rise(at, 0.8, 0.3), ink, 9);
  write(c, 'Cuota 4', 300, 368, { size: 26, weight: 650 });
  const paid = rise(at, 1.4, 0.4);
  box(c, 552, 338, 120, 42, 21, paid > 0.5 ? '#ddf8ee' : '#efeaf8');
  write(c, paid > 0.5 ? 'Pagada' : 'Pendiente', 612, 367, {
    size: paid > 0.5 ? 22 : 20,
    weight: 700,
    colour: paid > 0.5 ? good : grey,
    align: 'center',
  });
  write(c, 'Te avisamos cuando se acredita', 480, 416, {
    size: 22,
    weight: 500,
    colour: grey,
    align: 'center',
  });
}

function drawTick(c, x, y, amount) {
  box(c, x, y, 36, 36, 9, amount > 0 ? good : '#fff', amount > 0 ? good : '#8d80a6');
  if (amount > 0) drawCheck(c, x + 18, y + 19, 10 * amount, '#fff', 5);
}

function drawCheck(c, x, y, size, colour, width) {
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.lineCap = 'round';
  c.lineJoin = 'round';
  c.beginPath();
  c.moveTo(x - size, y);
  c.lineTo(x - size * 0.25, y + size * 0.75);
  c.lineTo(x + size, y - size * 0.7);
  c.stroke();
}

function box(c, x, y, width, height, radius, fill, stroke) {
  c.beginPath();
  c.roundRect(x, y, width, height, radius);
  c.fillStyle = fill;
  c.fill();
  if (!stroke) return;
  c.lineWidth = 3;
  c.strokeStyle = stroke;
  c.stroke();
}

function write(c, words, x, y, { size, weight, colour = ink, align = 'left' }) {
  c.font = font(size, weight);
  c.fillStyle = colour;
  c.textAlign = align;
  c.fillText(words, x, y);
}
