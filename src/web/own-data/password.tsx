import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { waysQuery } from '../proof/ways.ts';
import { Card } from '../ui/card.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { passwordTexts as texts } from './texts.ts';

/** Customer's password, next to the other logins (docs/product/signup-and-login.md#changing-the-password). */
export function Password() {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery(waysQuery);
  const isChange = query.data?.password;
  return (
    <Card>
      <h2>{texts.title}</h2>
      {query.isPending && <SkeletonGroup shapes={['line']} />}
      {query.isError ? (
        <>
          <p>{messageOf(query.error)}</p>
          <Button wide kind="ghost" busy={query.isFetching} onClick={() => void query.refetch()}>
            {texts.tryAgain}
          </Button>
        </>
      ) : (
        isChange !== undefined && (
          <>
            <p>{isChange ? texts.intro : texts.none}</p>
            <Button wide kind="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {isChange ? texts.change : texts.create}
            </Button>
          </>
        )
      )}
      {isOpen && isChange !== undefined && (
        <PasswordDialog
          isChange={isChange}
          onClose={() => setOpen(false)}
          onChanged={() => {
            setOpen(false);
            void query.refetch();
          }}
        />
      )}
    </Card>
  );
}
