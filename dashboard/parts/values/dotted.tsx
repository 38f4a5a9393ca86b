import { Children, type ReactNode } from 'react'

/** Skips empty children. */
export const Dotted = ({ children }: { children: ReactNode }) =>
  Children.toArray(children).flatMap((child, index) => (index > 0 ? [' · ', child] : [child]))
