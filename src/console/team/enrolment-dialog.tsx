import { asSeen, call } from '../api.ts';
import { WordsDialog } from '../ui/write-dialog.tsx';
import type { PersonDialogProps } from './person.ts';

/** For who lost their passkeys, or never had one. */
export function EnrolmentDialog({ person, ...part }: PersonDialogProps) {
  return (
    <WordsDialog
      {...part}
      title={`Mandar un link de alta a ${person.name}`}
      action="Pedir aprobación"
      write={(body) => call('POST /api/staff/people/{id}/enrolment', { ...asSeen(person), body })}
      said={`Espera aprobación: el link de alta de ${person.name} sale cuando otra persona lo apruebe.`}
    >
      <p>
        Recibe en {person.email} un link para agregar una llave de acceso. Sirve una vez y vence en 24 horas.
      </p>
    </WordsDialog>
  );
}
