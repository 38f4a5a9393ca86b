import { List, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { use } from '../../app/api.ts'
import { Icon } from '../../app/icons.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useTexts } from './texts.ts'

const latest = (instants: readonly (string | null | undefined)[]): string | undefined =>
  instants
    .filter((at) => typeof at === 'string')
    .sort()
    .at(-1)

/** Nothing is open: what was looked at to say so, and when. */
export const AllIsWell = () => {
  const texts = useTexts().attention
  const health = use.useQuery('get', '/operator/v1/health', { params: { query: { limit: 100 } } })
  return (
    <div className="card calm">
      <span className="mark" aria-hidden="true">
        <Icon name="check" size={36} />
      </span>
      <Text fw={700} size="lg">
        {texts.allIsWell}
      </Text>
      <Loaded query={health}>
        {({ data, next_cursor: next }) => {
          const event = latest(data.map(({ webhooks_in }) => webhooks_in.accepted_at))
          const compared = latest(data.map(({ last_reconciliation: run }) => run?.ended_at))
          const failing = data.filter(
            ({ gateway_account, storefront }) => gateway_account.since ?? storefront.since,
          )
          return (
            <Stack gap="xs" align="center">
              <List listStyleType="none" ta="center" c="dimmed">
                <List.Item>
                  {texts.stores(data.length, failing.length)}
                  {next ? (
                    <>
                      {' '}
                      <Link to="/status">{texts.moreStores}</Link>
                    </>
                  ) : null}
                </List.Item>
                <List.Item>
                  {texts.lastEvent} {event ? <Moment at={event} /> : texts.never}
                </List.Item>
                <List.Item>
                  {texts.lastReconciliation} {compared ? <Moment at={compared} /> : texts.never}
                </List.Item>
              </List>
            </Stack>
          )
        }}
      </Loaded>
    </div>
  )
}
