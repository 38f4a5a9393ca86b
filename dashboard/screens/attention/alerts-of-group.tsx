import { Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { orderLabel } from '../../parts/order-link.tsx'
import { PageList } from '../../parts/page-list.tsx'
import { pagesQuery, usePages } from '../../parts/pages.ts'
import { known } from '../../parts/search.ts'
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
  const filter = known({ kind: group.kind, store_id: group.store_id ?? undefined })
  const pages = usePages(pagesQuery('/operator/v1/alerts', filter))
  const { isSuccess } = pages
  useEffect(() => {
    if (isSuccess) whenShown()
  }, [isSuccess, whenShown])
  return (
    <Stack gap="xs">
      <PageList pages={pages}>
        {(alerts) => (
          <Stack component="ul" gap="xs" className="bare lines">
            {alerts.map((alert) => (
              <Group component="li" key={alert.id} justify="space-between" gap="xs" wrap="nowrap">
                <Text size="xs">
                  {alert.order ? (
                    <Link to="/orders/$id" params={{ id: alert.order.id }}>
                      {texts.order} {orderLabel(alert.order)}
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
        )}
      </PageList>
    </Stack>
  )
}
