import { Message } from '../message.tsx'

export const Raw = ({ label, text }: { label: string; text: string }) => (
  <details className="raw">
    <summary>{label}</summary>
    <Message label={label} text={text} />
  </details>
)
