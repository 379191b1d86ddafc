import type { SignedLetter } from '../../countries/messages/letter.ts';

/*
 * Mail programs may ignore style sheets, so every rule is inline. One column of at most 600 px that shrinks
 * to any phone, without images or external resources.
 */
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TEXT = `margin:0 0 16px;font-size:16px;line-height:1.5;color:#2a1e40;overflow-wrap:anywhere`;
const SMALL = `margin:0 0 12px;font-size:14px;line-height:1.5;color:#5b5170;overflow-wrap:anywhere`;
const BUTTON =
  'display:inline-block;padding:14px 24px;border-radius:12px;background:#00d597;color:#38215d;font-size:16px;font-weight:700;line-height:20px;text-decoration:none';

/** Renders a letter as HTML, with the same content as its plain text. */
export function letterHtml(letter: SignedLetter): string {
  const { subject, action, help, footer, brand, language, lender } = letter;
  const [preview = ''] = letter.paragraphs;
  const url = escapeHtml(action.url);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light">',
    `<title>${escapeHtml(subject)}</title>`,
  ].join('');
  const rows = [
    `<p style="margin:0 0 20px;font-size:18px;font-weight:800;color:#38215d">${escapeHtml(brand)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#38215d">${escapeHtml(subject)}</h1>`,
    ...[letter.greeting, ...letter.paragraphs].map((line) => paragraph(line, TEXT)),
    `<p style="margin:24px 0"><a href="${url}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
    ...(help === undefined
      ? []
      : [
          `<p style="${TEXT}"><a href="${escapeHtml(help.url)}" style="color:#38215d;font-weight:700">${escapeHtml(help.label)}</a></p>`,
        ]),
    ...(letter.closing === undefined ? [] : [paragraph(letter.closing, SMALL)]),
    paragraph(`El equipo de ${brand}`, SMALL),
    // For readers who see no button, or do not trust it.
    `<p style="${SMALL}">Si el botón no funciona, copiá esta dirección: <span style="word-break:break-all">${url}</span></p>`,
    ...(lender === undefined ? [] : [paragraph(lender, SMALL)]),
    ...(footer === undefined
      ? []
      : [
          `<p style="${SMALL}"><a href="${escapeHtml(footer.url)}" style="color:#5b5170">${escapeHtml(footer.label)}</a></p>`,
        ]),
  ];
  return [
    `<!doctype html><html lang="${language}"><head>${head}</head>`,
    `<body style="margin:0;padding:0;background:#f5f3f9;${FONT}">`,
    // Preview line shown by inboxes next to the subject.
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>`,
    '<div role="main"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:16px 8px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border-radius:16px;text-align:left"><tr><td style="padding:24px 20px">',
    rows.join(''),
    '</td></tr></table></td></tr></table></div></body></html>',
  ].join('');
}

function paragraph(line: string, style: string): string {
  return `<p style="${style}">${escapeHtml(line)}</p>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
