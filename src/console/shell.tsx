import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { call } from './api.ts';
import { PAGE_GROUPS } from './pages.ts';
import { classes } from '../ui/classes.ts';
import { usePath } from './place.ts';
import { SearchButton } from './search/search-button.tsx';
import { allows, useMe } from './session.ts';
import { ROLE_NAMES } from '../words/texts.ts';
import { Link } from './ui/link.tsx';
import css from './shell.module.css';
import { forgetDrafts } from './tickets/draft.ts';

/** Frame of every page: navigation, person, sign-out. */
export function Shell({ onOut, children }: { onOut: () => void; children: ReactNode }) {
  const me = useMe();
  const path = usePath();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => reveal(menu.current, path), [path]);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // A reader hears the new page, and the keyboard begins there.
    main.current?.querySelector<HTMLElement>('h1')?.focus();
    scrollTo(0, 0);
  }, [path]);
  const groups = PAGE_GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages.filter((page) => page.call === undefined || allows(me, page.call)),
  })).filter(({ pages }) => pages.length > 0);
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#contenido">
        Ir al contenido
      </a>
      <Header isOpen={isOpen} onMenu={() => setOpen(!isOpen)}>
        <Who onOut={onOut} />
      </Header>
      <nav id="menu" aria-label="Pantallas" className={classes(css.nav, isOpen && css.open)}>
        <Who onOut={onOut} />
        <div ref={menu} className={css.groups}>
          {groups.map(({ title, pages }) => (
            <div key={title} className={css.group}>
              {title !== '' && <span className={css.groupTitle}>{title}</span>}
              {pages.map(({ path: to, name }) => (
                <Link key={to} to={to} aria-current={currentOf(to, path)} onFollow={() => setOpen(false)}>
                  {name}
                </Link>
              ))}
            </div>
          ))}
        </div>
      </nav>
      <main id="contenido" ref={main} tabIndex={-1} className={css.main}>
        {children}
      </main>
    </div>
  );
}

/** Scrolls the list to the link of a page, unless it is in view. */
function reveal(list: HTMLElement | null, path: string): void {
  const link = [...(list?.querySelectorAll('a') ?? [])].find((each) => currentOf(each.pathname, path));
  if (!list || !link) return;
  const top = link.offsetTop - list.scrollTop;
  if (top < 0 || top + link.offsetHeight > list.clientHeight)
    list.scrollTop = link.offsetTop - list.clientHeight / 2;
}

interface HeaderProps {
  isOpen: boolean;
  onMenu: () => void;
  children: ReactNode;
}

function Header({ isOpen, onMenu, children }: HeaderProps) {
  const me = useMe();
  return (
    <header className={css.header}>
      <button type="button" className={css.fold} aria-expanded={isOpen} aria-controls="menu" onClick={onMenu}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
        Menú
      </button>
      <strong className={css.brand}>Consola</strong>
      {allows(me, 'POST /api/staff/search') && <SearchButton />}
      {children}
    </header>
  );
}

/** The person and the way out: in the header, and on a phone in the menu. */
function Who({ onOut }: { onOut: () => void }) {
  const me = useMe();
  const out = useMutation({
    mutationFn: () => call('POST /api/staff/sign-out'),
    onSettled() {
      forgetDrafts();
      onOut();
    },
  });
  return (
    <div className={css.who}>
      <span>
        {me.name}
        <small>{me.roles.map((role) => ROLE_NAMES[role]).join(', ')}</small>
      </span>
      <Button kind="ghost" small busy={out.isPending} onClick={() => out.mutate()}>
        Salir
      </Button>
    </div>
  );
}

/** The page that is shown, or the list of the row that is. */
function currentOf(to: string, path: string): 'page' | 'true' | undefined {
  if (to === path) return 'page';
  return to !== '/' && path.startsWith(`${to}/`) ? 'true' : undefined;
}
