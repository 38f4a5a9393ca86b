import { List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { Icon } from '../../app/theme/icons.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { needsAttention } from '../health/needs-attention.ts'

const REFETCH_MS = 10_000

const latest = (instants: readonly (string | null | undefined)[]): string | undefined =>
  instants
    .filter((at) => typeof at === 'string')
    .sort()
    .at(-1)

/** Shows store health and the time of its evidence. */
export const AllIsWell = () => {
  const { format } = useLanguage()
  const texts = useTexts().attention
  const health = use.useQuery(
    'get',
    '/operator/v1/health',
    { params: { query: { limit: 100 } } },
    { refetchInterval: REFETCH_MS },
  )
  return (
    <Loaded query={health}>
      {({ data, next_cursor: next }) => {
        const failing = data.filter(needsAttention)
        const isWell = failing.length === 0
        const event = latest(data.map(({ webhooks_in }) => webhooks_in.accepted_at))
        const compared = latest(data.map(({ last_reconciliation: run }) => run?.ended_at))
        return (
          <div className={isWell ? 'card calm' : 'card group'}>
            {isWell ? (
              <span className="mark" aria-hidden="true">
                <Icon name="check" size={36} />
              </span>
            ) : null}
            <Text fw={700} size="lg">
              {isWell ? texts.allIsWell : <Failing stores={failing} all={data.length} />}
            </Text>
            <List
              listStyleType="none"
              ta={isWell ? 'center' : 'start'}
              c="dimmed"
              mt={isWell ? 0 : 'xs'}
            >
              {isWell ? (
                <List.Item>{format(texts.storesAnswer, { all: data.length })}</List.Item>
              ) : null}
              {next ? (
                <List.Item>
                  <Link to="/status">{texts.moreStores}</Link>
                </List.Item>
              ) : null}
              <List.Item>
                {texts.lastEvent} {event ? <Moment at={event} /> : texts.never}
              </List.Item>
              <List.Item>
                {texts.lastReconciliation} {compared ? <Moment at={compared} /> : texts.never}
              </List.Item>
            </List>
          </div>
        )
      }}
    </Loaded>
  )
}

const Failing = ({ stores, all }: { stores: readonly Schemas['StoreHealth'][]; all: number }) => {
  const { format } = useLanguage()
  const texts = useTexts().attention
  const [first] = stores
  const isOne = stores.length === 1 && first !== undefined
  return (
    <>
      {format(texts.needAttention, { failing: stores.length, all })}{' '}
      <Link to="/status" search={isOne ? { store: first.store_id } : {}}>
        {isOne && first.concerns[0] ? texts.concerns[first.concerns[0]] : texts.seeHealth}
      </Link>
    </>
  )
}
