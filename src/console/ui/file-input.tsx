import { type ComponentProps, useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import css from './page.module.css';

interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  onFile: (file: File | undefined) => void;
}

/** File of a form, for use in a label: our button and the file's name instead of the browser's own. */
export function FileInput({ onFile, ...input }: FileInputProps) {
  const [name, setName] = useState('');
  return (
    <span className={css.file}>
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
      <span aria-hidden="true" className={css.fileName}>
        {name}
      </span>
    </span>
  );
}
