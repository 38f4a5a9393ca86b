import { Stack } from '@mantine/core'
import { useEffect } from 'react'
import { PageList } from '../../parts/page-list.tsx'
import { pagesQuery, usePages } from '../../parts/pages.ts'
import { known } from '../../parts/search.ts'
import { AlertSubject } from './alert-subject.tsx'
import type { ShownGroup } from './alerts-of-group.tsx'

type OutageKind = NonNullable<
  Parameters<typeof pagesQuery<'/operator/v1/waiting-orders'>>[1]
>['kind']

/** Lists orders that wait for the end of an outage. */
export const WaitingOrders = ({ group, whenShown }: ShownGroup) => {
  const ofStore = known({ store_id: group.store_id ?? undefined })
  const filter = { kind: group.kind as OutageKind, ...ofStore }
  const pages = usePages(pagesQuery('/operator/v1/waiting-orders', filter))
  const { isSuccess } = pages
  useEffect(() => {
    if (isSuccess) whenShown()
  }, [isSuccess, whenShown])
  return (
    <PageList pages={pages}>
      {(orders) => (
        <Stack component="ul" gap="xs" className="bare lines">
          {orders.map((order) => (
            <li key={order.id}>
              <AlertSubject
                order={order}
                customer={{
                  name: order.customer.name ?? null,
                  email: order.customer.email ?? null,
                }}
                money={[{ amount: order.amount, currency: order.currency }]}
                payment_id={null}
              />
            </li>
          ))}
        </Stack>
      )}
    </PageList>
  )
}
