import { pretty } from './values/pretty.ts'

/** Pretty-prints JSON in a frame that scrolls by keyboard too. */
export const Message = ({ label, text }: { label: string; text: string }) => (
  <section aria-label={label}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by keys. */}
    <pre className="message" tabIndex={0}>
      {pretty(text)}
    </pre>
  </section>
)
