import { useMutation } from '@tanstack/react-query';
import type { CountryCode } from '../../countries/countries.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { classes } from '../../ui/classes.ts';
import { upload } from '../api.ts';
import { FileField } from './file-field.tsx';
import css from './page.module.css';

/** A receipt as the server knows it. */
export interface Evidence {
  readonly id: string;
  readonly name: string;
}

interface EvidenceFieldProps {
  country: CountryCode;
  evidence: Evidence | undefined;
  onChange: (evidence: Evidence | undefined) => void;
  /** The command goes without one, too. */
  optional?: boolean;
}

/** A receipt (PDF, JPG, PNG): it is sent when it is chosen, and the command names it. */
export function EvidenceField({ country, evidence, onChange, optional = false }: EvidenceFieldProps) {
  const send = useMutation({
    mutationFn: async (file: File) =>
      (await upload('POST /api/staff/files', file, { query: { country, name: file.name.slice(-120) } }))
        .result,
    onSuccess: onChange,
  });
  const fault = send.error ? messageOf(send.error) : '';
  return (
    <FileField
      label={`Comprobante (${optional ? 'opcional; ' : ''}PDF, JPG o PNG, hasta 5 MB)`}
      // Files still uploading or refused are not sent.
      ref={(input) => input?.setCustomValidity(send.isPending ? 'Esperá a que termine de subir.' : fault)}
      accept="application/pdf,image/jpeg,image/png"
      required={!optional && evidence === undefined}
      onFile={(file) => {
        onChange(undefined);
        if (file) send.mutate(file);
        else send.reset();
      }}
    >
      <small className={classes(css.minor, fault && css.fault)} role="status">
        {send.isPending && 'Subiendo…'}
        {fault}
        {evidence && `Adjunto: ${evidence.name}`}
      </small>
    </FileField>
  );
}

/** The receipts that were attached; each view is recorded. */
export function EvidenceLinks({ files }: { files: readonly string[] }) {
  return files.map((id) => (
    <a key={id} className={css.link} href={`/api/staff/files/${id}`} target="_blank" rel="noreferrer">
      Comprobante {id}
    </a>
  ));
}
