import { useState } from 'react';
import type { StaffRole } from '../../contract/staff/permissions.ts';
import type { CountryCode } from '../../countries/countries.ts';
import { asSeen, call } from '../api.ts';
import { useMe } from '../session.ts';
import { countryName, REASONS, ROLE_NAMES, ROLES } from '../../words/texts.ts';
import { Choices } from '../ui/choices.tsx';
import { ReasonDialog } from '../ui/write-dialog.tsx';
import type { PersonDialogProps } from './person.ts';

export function AccessDialog({ person, ...part }: PersonDialogProps) {
  const me = useMe();
  const [roles, setRoles] = useState<StaffRole[]>([...person.roles]);
  const [countries, setCountries] = useState<CountryCode[]>([...person.countries]);
  return (
    <ReasonDialog
      {...part}
      title={`Acceso de ${person.name}`}
      action="Pedir aprobación"
      names={REASONS}
      first="joined"
      write={(reason) =>
        call('POST /api/staff/people/{id}/access', {
          ...asSeen(person),
          body: { roles, countries, ...reason },
        })
      }
      said={`Espera aprobación: el acceso de ${person.name} cambia cuando otra persona lo apruebe.`}
    >
      <Choices
        legend="Roles"
        options={ROLES}
        nameOf={(role) => ROLE_NAMES[role]}
        chosen={roles}
        onChange={setRoles}
      />
      <Choices
        legend="Países"
        options={me.countries}
        nameOf={countryName}
        chosen={countries}
        onChange={setCountries}
      />
    </ReasonDialog>
  );
}
