import { Message } from './message.tsx'

/** A message as it came, masked; JSON is set so that people can read it. */
export const Raw = ({ label, text }: { label: string; text: string }) => (
  <details className="raw">
    <summary>{label}</summary>
    <Message label={label} text={text} />
  </details>
)
