import type { ReactNode } from 'react'
import { StatusBadge } from '../../parts/values/status-badge.tsx'

export const Signal = ({
  name,
  state,
  word,
  children,
  act,
  below,
}: {
  name: string
  state: string
  word: string
  children: ReactNode
  act?: ReactNode
  below?: ReactNode
}) => (
  <li className="signal">
    <div className="signal-head">
      <h3>{name}</h3>
      <StatusBadge state={state} text={word} />
    </div>
    <div className="signal-body">{children}</div>
    {act ? <div className="signal-act">{act}</div> : null}
    <div className="signal-below" aria-live="polite">
      {below}
    </div>
  </li>
)
