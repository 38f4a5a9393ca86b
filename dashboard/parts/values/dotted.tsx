import { Children, type ReactNode } from 'react'

/** Separates its children by dots; leaves out empty ones. */
export const Dotted = ({ children }: { children: ReactNode }) =>
  Children.toArray(children).flatMap((child, index) => (index > 0 ? [' · ', child] : [child]))
