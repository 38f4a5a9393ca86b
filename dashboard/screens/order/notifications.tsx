import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import type { Whole } from './whole-query.ts'

export const Notifications = ({ whole: { notifications } }: { whole: Whole }) => {
  const texts = useTexts()
  const resend = useAction(
    use.useMutation('post', '/operator/v1/notifications/{id}/resend'),
    texts.order.notifiedAgain,
  )
  if (notifications.length === 0) return null
  return (
    <section>
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
                {one.last_error ? <bdi> · {one.last_error}</bdi> : null}
              </Text>
            </div>
            <Group gap="xs">
              <StatusBadge
                state={one.state}
                text={texts.notificationStates[one.state] ?? one.state}
              />
              {one.state === 'given_up' ? (
                <Button
                  variant="default"
                  size="compact-md"
                  loading={resend.isPending}
                  onClick={() => resend.run({ params: { path: { id: one.id } } })}
                >
                  {texts.order.notify}
                </Button>
              ) : null}
            </Group>
          </Group>
        ))}
      </Stack>
    </section>
  )
}
