import { Fragment } from 'react';

/** A mail address that breaks after its @ and before its points, if it has to. */
export const Mail = ({ address }: { address: string }) =>
  address.split(/(?<=@)|(?=\.)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
