import { Group } from '@mantine/core'
import { useTexts } from '../../app/language.ts'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import type { PaymentRequest } from './request-queries.ts'

/** Badges for the state and a conflict. */
export const RequestBadges = ({
  request: { state, conflict },
}: {
  request: Pick<PaymentRequest, 'state' | 'conflict'>
}) => {
  const texts = useTexts()
  return (
    <Group gap="xs" component="span">
      <StatusBadge state={state} text={texts.requests.states[state]} />
      {conflict ? <StatusBadge state="on_hold" text={texts.conflicts[conflict]} /> : null}
    </Group>
  )
}
