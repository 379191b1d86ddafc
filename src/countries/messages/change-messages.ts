import { email, type EmailMessage, type Sender } from './messages.ts';

/** Change of a loan that its borrower is notified of; amounts and dates are formatted. */
export type ChangeNews =
  | { readonly kind: 'paused'; readonly from: string; readonly to: string }
  | { readonly kind: 'waived'; readonly amount: string; readonly isFinished: boolean }
  | { readonly kind: 'settlement-offered'; readonly amount: string; readonly until: string }
  | { readonly kind: 'plan-offered'; readonly until: string }
  | { readonly kind: 'agreed'; readonly next: string }
  | { readonly kind: 'due-day-changed'; readonly next: string }
  | { readonly kind: 'accelerated'; readonly on: string }
  | { readonly kind: 'undone'; readonly what: string };

interface Told {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** Notifies the borrower of a change of their loan (docs/product/loan-changes.md). */
export function loanChangedEmail(
  sender: Sender,
  to: { readonly firstName: string; readonly news: ChangeNews; readonly url: string },
): EmailMessage {
  const { subject, paragraphs } = toldOf(to.news);
  return email(sender, {
    subject,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [...paragraphs],
    action: { label: 'Ver mi estado de cuenta', url: to.url },
  });
}

function toldOf(news: ChangeNews): Told {
  switch (news.kind) {
    case 'paused':
      return {
        subject: 'Pausamos los intereses por mora de tu préstamo',
        paragraphs: [
          `Del ${news.from} al ${news.to}, esos días incluidos, tu préstamo no suma intereses por mora.`,
          'Las fechas de tus cuotas no cambian: podés pagar cuando quieras, en todo o en parte.',
        ],
      };
    case 'waived':
      return {
        subject: 'Ya no debés una parte de tu préstamo',
        paragraphs: [
          `Decidimos no cobrarte ${news.amount}. No tenés que hacer nada: ya lo descontamos.`,
          ...(news.isFinished ? ['Con esto terminaste tu préstamo: no debés nada.'] : []),
        ],
      };
    case 'settlement-offered':
      return {
        subject: 'Te ofrecemos cancelar tu préstamo por menos',
        paragraphs: [
          `Si pagás ${news.amount} hasta el ${news.until}, cancelás todo tu préstamo y no debés nada más.`,
          'Podés pagarlo en partes, siempre que se complete hasta ese día. Elegí la oferta en tu cuenta. Si no se completa, lo que hayas pagado cuenta como cualquier pago.',
        ],
      };
    case 'plan-offered':
      return {
        subject: 'Te preparamos un plan de pagos',
        paragraphs: [
          'En tu cuenta podés ver las cuotas, el total y cuánto cuesta comparado con pagar hoy.',
          `Si te sirve, aceptalo con un código hasta el ${news.until}. Si no lo aceptás, no cambia nada.`,
        ],
      };
    case 'agreed':
      return {
        subject: 'Tu acuerdo de pago',
        paragraphs: [
          `Aceptaste el plan. Tu próxima cuota vence el ${news.next}.`,
          'Te lo mandamos en un archivo para que lo guardes; también queda en tu cuenta.',
        ],
      };
    case 'due-day-changed':
      return {
        subject: 'Cambiamos el día de tus cuotas',
        paragraphs: [
          `Desde ahora tus cuotas vencen otro día. La próxima vence el ${news.next}.`,
          'Te lo mandamos en un archivo para que lo guardes; también queda en tu cuenta.',
        ],
      };
    case 'accelerated':
      return {
        subject: 'Tu préstamo pasó a estar vencido entero',
        paragraphs: [
          `Desde el ${news.on} todas las cuotas de tu préstamo están vencidas. Por eso no te va a costar más: los intereses se siguen calculando con las fechas de cada cuota.`,
          'Si no podés pagar todo, escribinos y buscamos un plan.',
        ],
      };
    case 'undone':
      return {
        subject: 'Corregimos un cambio de tu préstamo',
        paragraphs: [
          `Dejamos sin efecto este cambio: ${news.what}. Tu préstamo queda como si no se hubiera hecho.`,
          'Si no estás de acuerdo, escribinos.',
        ],
      };
  }
}
