import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffRole } from '../../contract/staff/permissions.ts';
import type { CountryCode } from '../../countries/countries.ts';
import { call } from '../api.ts';
import { useMe } from '../session.ts';
import { countryName, REASONS, ROLE_NAMES, ROLES } from '../../words/texts.ts';
import { Choices } from '../ui/choices.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import type { PersonDialogProps } from './person.ts';

export function AccessDialog({ person, onClose, onDone }: PersonDialogProps) {
  const me = useMe();
  const [roles, setRoles] = useState<StaffRole[]>([...person.roles]);
  const [countries, setCountries] = useState<CountryCode[]>([...person.countries]);
  const reason = useReason(REASONS, 'joined');
  const ask = useMutation({
    mutationFn: () =>
      call('POST /api/staff/people/{id}/access', {
        params: { id: person.id },
        version: person.version,
        body: { roles, countries, ...reason.body },
      }),
    onSuccess: () =>
      onDone(`Espera aprobación: el acceso de ${person.name} cambia cuando otra persona lo apruebe.`),
  });
  return (
    <FormDialog title={`Acceso de ${person.name}`} action="Pedir aprobación" write={ask} onClose={onClose}>
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
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}
