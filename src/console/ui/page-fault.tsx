import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { PageHead } from './page-head.tsx';
import css from './page.module.css';

interface PageFaultProps {
  children: ReactNode;
}

/** A page that cannot be drawn says so, and leaves the navigation where it is. */
export class PageFault extends Component<PageFaultProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <>
        <PageHead title="No pudimos mostrar esta pantalla" />
        <div className={css.form}>
          <p role="alert">Algo de lo que tiene no se puede mostrar. Si vuelve a pasar, avisale a sistemas.</p>
          <p>
            <Button small onClick={() => this.setState({ hasFailed: false })}>
              Volver a intentar
            </Button>
          </p>
        </div>
      </>
    );
  }
}
