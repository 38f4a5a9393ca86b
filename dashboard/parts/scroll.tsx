import type { ReactNode } from 'react'

/** Something wide: it moves within its own frame, by keyboard as well, and the page stays as wide as it is. */
export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls has to be reached by keyboard
  <section className="scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
)
