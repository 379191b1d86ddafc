import type { OutputOf } from '../../contract/contract.ts';
import { paths } from '../../contract/paths.ts';
import { useLoggedIn } from '../session.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { confirmTexts as texts, requestTexts } from './texts.ts';

/** Decision on a request, and where to return the money if it must be returned. */
export function Decided({ model, messages }: OutputOf<'POST /api/v3/withdrawal/confirm'>) {
  const go = useGo();
  const isLoggedIn = useLoggedIn();
  const isRefused = model.state === 'refused';
  const isReturn = model.state === 'return-due' && model.return_amount !== 0;
  return (
    <>
      <div role="status">
        <Notice answers tone={isRefused ? 'late' : 'good'} title={isRefused ? texts.refused : texts.done}>
          {[...messages, texts.code(model.code)].join(' ')}
        </Notice>
      </div>
      {isReturn && (
        <Button
          wide
          onClick={() =>
            go.to(isLoggedIn ? paths.returnLoan() : paths.login({ redirectTo: paths.returnLoan() }))
          }
        >
          {texts.giveBack}
        </Button>
      )}
      <Button wide kind={isReturn ? 'ghost' : 'primary'} onClick={() => go.to(paths.root())}>
        {requestTexts.home}
      </Button>
    </>
  );
}
