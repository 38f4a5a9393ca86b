import type { ReactNode } from 'react'

/** Frame for wide content that scrolls by keyboard too. */
export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls has to be reached by keyboard
  <section className="scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
)
