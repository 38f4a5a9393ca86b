import { Drawer, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { api } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { Failed } from '../../parts/loaded.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { StoreName } from '../../parts/stores/store-name.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { dayText, windowText } from '../../parts/values/honduras-day.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { declineMeaning } from './decline-meaning.ts'
import type { MoneySearch, MoneyTab, SearchWindow } from './money-search.ts'

interface Props {
  search: MoneySearch
  window: SearchWindow
  close: () => void
}

/** Payments or refunds behind a sum. */
export const RowsBehind = ({ search, window, close }: Props) => {
  const { texts, format, language } = useLanguage()
  const isPhone = useMediaQuery('(max-width: 48em)')
  const { show, day } = search
  const days = day ? { from: day, to: day } : window
  const title = show
    ? format(texts.money.rowsTitle, {
        kind: search.code
          ? declineMeaning(search.code, texts.money.declineCodes)
          : texts.money.kinds[show],
        days: day ? dayText(day, language) : windowText(window, language),
      })
    : ''
  return (
    <Drawer
      opened={show !== undefined}
      onClose={close}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '85%' : 'lg'}
      title={title}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {show ? <Rows kind={show} days={days} search={search} /> : null}
    </Drawer>
  )
}

const Rows = ({
  kind,
  days,
  search: { store, currency, code },
}: {
  kind: MoneyTab
  days: SearchWindow
  search: MoneySearch
}) => {
  const texts = useTexts()
  const query = {
    ...days,
    kind,
    ...(store === undefined ? {} : { store_id: store }),
    ...(currency === undefined ? {} : { currency }),
    ...(code === undefined ? {} : { code }),
  }
  const pages = usePages(['money-rows', query], (cursor, signal) =>
    api.GET('/operator/v1/money/rows', {
      params: { query: { ...query, limit: 50, ...cursor } },
      signal,
    }),
  )
  if (pages.error) return <Failed error={pages.error} tryAgain={() => void pages.refetch()} />
  if (pages.isPending) return <Text role="status">{texts.loading}</Text>
  return (
    <Stack gap="md">
      {pages.rows.length === 0 ? <Text c="dimmed">{texts.money.noRows}</Text> : null}
      <ul className="bare lines">
        {pages.rows.map((row) => (
          <li key={row.id}>
            <div className="ends">
              {row.order ? (
                <Link to="/orders/$id" params={{ id: row.order.id }} className="row-link">
                  <bdi>{row.order.number ?? row.order.external_id}</bdi>
                </Link>
              ) : (
                <span>{texts.money.noOrder}</span>
              )}
              <Amount amount={row.amount} currency={row.currency} />
            </div>
            <Text size="xs" c="dimmed">
              <StoreName id={row.store_id} /> · <Moment at={row.at} />
              {row.code ? (
                <>
                  {' '}
                  · <bdi>{declineMeaning(row.code, texts.money.declineCodes)}</bdi>
                </>
              ) : null}
            </Text>
          </li>
        ))}
      </ul>
      <MoreButton pages={pages} />
    </Stack>
  )
}
