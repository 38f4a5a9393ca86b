import { pretty } from './pretty.ts'

/** A message as it is; JSON is set so that people can read it. What is longer than its place scrolls, also by keys. */
export const Message = ({ label, text }: { label: string; text: string }) => (
  <section aria-label={label}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by keys. */}
    <pre className="message" tabIndex={0}>
      {pretty(text)}
    </pre>
  </section>
)
