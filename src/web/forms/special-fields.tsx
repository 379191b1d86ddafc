import { useCallback } from 'react';
import {
  maskBirthdate,
  maskCellPhone,
  writtenBirthdate,
  writtenCellPhone,
} from '../../countries/fields/masks.ts';
import { useCountry } from '../country.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

type Ready = Omit<
  TextFieldProps,
  'mask' | 'written' | 'type' | 'inputMode' | 'autoComplete' | 'prefix' | 'placeholder'
>;

/** A cellphone of the country; its prefix, 0 and 15 are dropped when the field is left. */
export function PhoneField(props: Ready) {
  const pack = useCountry();
  const written = useCallback((raw: string) => writtenCellPhone(pack.code, raw), [pack.code]);
  return (
    <TextField
      hint={pack.hintCellPhone}
      {...props}
      mask={maskCellPhone}
      written={written}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      prefix={`+${pack.prefix}`}
      placeholder={pack.placeholderPhone}
    />
  );
}

/** A date typed as DD-MM-YYYY: for a birth date, quicker than any calendar. */
export function DateField(props: Ready & { autoComplete?: string }) {
  return (
    <TextField
      {...props}
      mask={maskBirthdate}
      written={writtenBirthdate}
      inputMode="numeric"
      placeholder="DD-MM-AAAA"
    />
  );
}
