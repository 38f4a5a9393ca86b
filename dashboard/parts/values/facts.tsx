import type { ReactNode } from 'react'

/** Leaves out facts without a value. */
export const Facts = ({
  facts,
  className = 'facts',
}: {
  facts: Readonly<Record<string, ReactNode>>
  className?: string
}) => (
  <dl className={className}>
    {Object.entries(facts)
      .filter(([, value]) => value !== null && value !== undefined && value !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
