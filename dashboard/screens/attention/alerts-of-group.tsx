import { Group, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { Schemas } from '../../app/api.ts'
import { PageList } from '../../parts/page-list.tsx'
import { pagesQuery, usePages } from '../../parts/pages.ts'
import { known } from '../../parts/search.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { MarkDone, RetryTask } from './alert-action.tsx'
import { AlertSubject } from './alert-subject.tsx'

export interface ShownGroup {
  group: Schemas['AlertGroup']
  whenShown: () => void
}

/** Lists only open alerts. */
export const AlertsOfGroup = ({ group, whenShown }: ShownGroup) => {
  const { kind, cause, store_id: storeId } = group
  const subject = cause === kind ? undefined : cause
  const filter = known({ kind, store_id: storeId ?? undefined, subject })
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
              <Group component="li" key={alert.id} justify="space-between" gap="xs">
                <Text size="xs">
                  {alert.order ? <AlertSubject {...alert} order={alert.order} /> : alert.what} ·{' '}
                  <Moment at={alert.opened_at} />
                </Text>
                <Group gap="xs">
                  <RetryTask alert={alert} />
                  <MarkDone id={alert.id} />
                </Group>
              </Group>
            ))}
          </Stack>
        )}
      </PageList>
    </Stack>
  )
}
