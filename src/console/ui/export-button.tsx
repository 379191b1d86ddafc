import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import type { StaffKey } from '../../contract/contract.ts';
import { allows, useMe } from '../session.ts';
import { Trouble } from './list-parts.tsx';

interface ExportButtonProps {
  /** The call that gives the file: the button is for those who may make it. */
  of: StaffKey;
  /** Takes the file. @returns its name */
  take: () => Promise<string>;
  /** Table to export, if the page has several. */
  what?: string;
}

/** Takes a table away as CSV. */
export function ExportButton({ of, take, what }: ExportButtonProps) {
  const me = useMe();
  const file = useMutation({ mutationFn: take });
  if (!allows(me, of)) return null;
  return (
    <>
      <Button kind="ghost" small busy={file.isPending} onClick={() => file.mutate()}>
        Exportar CSV{what && <span className="visually-hidden">: {what}</span>}
      </Button>
      <Trouble error={file.error} />
      {file.data?.endsWith('-parte.csv') && (
        <Notice tone="late" answers>
          El archivo tiene las primeras 10.000 filas. Para el resto, elegí más filtros.
        </Notice>
      )}
    </>
  );
}
