import { Component, type ReactNode } from 'react';
import type { Routing } from './context.ts';

interface Props {
  readonly broken: Routing['broken'];
  /** Error boundary, reset on navigation. */
  readonly place: string;
  readonly children: ReactNode;
}

interface State {
  readonly place: string;
  readonly hasFailed: boolean;
}

/** Catches what breaks while a page is drawn. */
export class Boundary extends Component<Props, State> {
  override state: State = { place: this.props.place, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, hasFailed: false };
  }

  override render() {
    const { broken: Broken, children } = this.props;
    return this.state.hasFailed ? <Broken reset={() => this.setState({ hasFailed: false })} /> : children;
  }
}
