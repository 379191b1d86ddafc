import { type ComponentProps, type ReactNode, useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import own from './file-field.module.css';
import css from './page.module.css';

interface FileFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: ReactNode;
  onFile: (file: File | undefined) => void;
  /** Content below the field. */
  children?: ReactNode;
}

/** File of a form: our button and the file's name instead of the browser's own. */
export function FileField({ label, onFile, children, ...input }: FileFieldProps) {
  const [name, setName] = useState('');
  return (
    <label className={css.field}>
      <span>{label}</span>
      <span className={own.file}>
        <input
          {...input}
          type="file"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            setName(file?.name ?? '');
            onFile(file);
          }}
        />
        <span aria-hidden="true" className={buttonClass({ kind: 'ghost', small: true })}>
          Elegir archivo
        </span>
        <span aria-hidden="true" className={own.fileName}>
          {name}
        </span>
      </span>
      {children}
    </label>
  );
}
