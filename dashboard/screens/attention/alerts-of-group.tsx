import { Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api, type Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { MarkDone } from './alert-action.tsx'

export const AlertsOfGroup = ({
  group,
  whenShown,
}: {
  group: Schemas['AlertGroup']
  whenShown: () => void
}) => {
  const texts = useTexts().attention
  const query = { kind: group.kind, ...(group.store_id ? { store_id: group.store_id } : {}) }
  const pages = usePages(['alerts', query], (cursor) =>
    api.GET('/operator/v1/alerts', { params: { query: { ...query, ...cursor } } }),
  )
  const { isSuccess } = pages
  useEffect(() => {
    if (isSuccess) whenShown()
  }, [isSuccess, whenShown])
  return (
    <Stack gap="xs">
      <Stack component="ul" gap="xs" className="bare lines">
        {pages.rows.map((alert) => (
          <Group component="li" key={alert.id} justify="space-between" gap="xs" wrap="nowrap">
            <Text size="xs">
              {alert.order ? (
                <Link to="/orders/$id" params={{ id: alert.order.id }}>
                  {texts.order} {alert.order.number ?? alert.order.external_id}
                </Link>
              ) : (
                alert.what
              )}{' '}
              · <Moment at={alert.opened_at} />
            </Text>
            <MarkDone id={alert.id} />
          </Group>
        ))}
      </Stack>
      <MoreButton pages={pages} />
    </Stack>
  )
}
