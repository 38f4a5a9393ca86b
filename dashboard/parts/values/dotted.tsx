import { Children, Fragment, type ReactNode } from 'react'

/** Separates its children by dots; leaves out empty ones. */
export const Dotted = ({ children }: { children: ReactNode }) =>
  Children.toArray(children).map((child, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: The children have no id, and keep their order.
    <Fragment key={index}>
      {index > 0 ? ' · ' : null}
      {child}
    </Fragment>
  ))
