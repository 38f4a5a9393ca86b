import { Group, Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../../app/language.ts'
import { ActButton } from '../../parts/forms/act-button.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import type { Whole } from './refundable.ts'

/** Shows the id: few people may read the store's settings, which have description and address. */
const EndpointName = ({ id }: { id: string }) => (
  <>
    {' '}
    · <bdi className="code">{id}</bdi>
  </>
)

export const Notifications = ({ whole: { notifications } }: { whole: Whole }) => {
  const texts = useTexts()
  if (notifications.length === 0) return null
  return (
    <section className="card side">
      <Title order={2}>{texts.order.notifications}</Title>
      <Stack component="ul" className="bare lines" gap="xs" mt="sm">
        {notifications.map((one) => (
          <Group component="li" key={one.id} justify="space-between" gap="sm">
            <div>
              <Text ff="monospace" size="xs">
                {one.type}
              </Text>
              <Text size="xs" c="dimmed">
                <Moment at={one.ended_at ?? one.created_at} />
                {one.endpoint_id ? <EndpointName id={one.endpoint_id} /> : null}
                {one.last_error ? <bdi> · {one.last_error}</bdi> : null}
              </Text>
            </div>
            <Group gap="xs">
              <StatusBadge
                state={one.state}
                text={texts.notificationStates[one.state] ?? one.state}
              />
              {one.state === 'given_up' ? (
                <ActButton
                  path="/operator/v1/notifications/{id}/resend"
                  id={one.id}
                  done={texts.order.notifiedAgain}
                  size="compact-md"
                >
                  {texts.order.notify}
                </ActButton>
              ) : null}
            </Group>
          </Group>
        ))}
      </Stack>
    </section>
  )
}
