export interface CancellationReason {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly content: string;
  /** The person writes the reason; required with these reasons and refused with others. */
  readonly showTextField: boolean;
}

/** Reasons in the balance's loan cancellation dialog (docs/product/borrowers-area.md#loan-cancellation). */
export const CANCELLATION_REASONS: readonly CancellationReason[] = [
  {
    id: 1,
    slug: 'regret',
    title: 'Me arrepentí',
    content: 'Pedí el préstamo y ya no lo quiero.',
    showTextField: false,
  },
  {
    id: 2,
    slug: 'not-needed',
    title: 'Ya no lo necesito',
    content: 'Resolví mi situación de otra manera.',
    showTextField: false,
  },
  {
    id: 3,
    slug: 'conditions',
    title: 'No me convienen las condiciones',
    content: 'El costo, las cuotas o los plazos no son lo que esperaba.',
    showTextField: false,
  },
  {
    id: 4,
    slug: 'not-mine',
    title: 'No reconozco este préstamo',
    content: 'Yo no pedí este préstamo.',
    showTextField: false,
  },
  {
    id: 5,
    slug: 'other',
    title: 'Otro motivo',
    content: 'Contanos con tus palabras.',
    showTextField: true,
  },
];

export const OTHER_REASON_NEEDED = 'Contanos el motivo.';
