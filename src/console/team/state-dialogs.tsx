import { asSeen, call } from '../api.ts';
import { REASONS } from '../../words/texts.ts';
import { ReasonDialog } from '../ui/write-dialog.tsx';
import type { PersonDialogProps } from './person.ts';

export function ShutOutDialog({ person, ...part }: PersonDialogProps) {
  return (
    <ReasonDialog
      {...part}
      title={`Dar de baja a ${person.name}`}
      action="Dar de baja"
      kind="danger"
      names={REASONS}
      first="left"
      write={(body) => call('POST /api/staff/people/{id}/disable', { ...asSeen(person), body })}
      said={({ outcome }) =>
        outcome === 'pending_approval'
          ? `Ya diste de baja a alguien hoy: la de ${person.name} espera que otra persona la apruebe.`
          : `${person.name} ya no puede entrar.`
      }
    >
      <p>Pierde el acceso y se cierran sus sesiones en el momento.</p>
    </ReasonDialog>
  );
}

export function EnableDialog({ person, ...part }: PersonDialogProps) {
  return (
    <ReasonDialog
      {...part}
      title={`Volver a habilitar a ${person.name}`}
      action="Pedir aprobación"
      names={REASONS}
      first="joined"
      write={(body) => call('POST /api/staff/people/{id}/enable', { ...asSeen(person), body })}
      said={`Espera aprobación: ${person.name} vuelve a entrar cuando otra persona lo apruebe.`}
    >
      <p>Vuelve con los roles y países que tenía.</p>
    </ReasonDialog>
  );
}
