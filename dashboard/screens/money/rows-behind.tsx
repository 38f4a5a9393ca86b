import { Stack, Text } from '@mantine/core'
import { declineInWords } from '../../../src/domain/decline-text.ts'
import { useLanguage } from '../../app/language.ts'
import { OrderLink } from '../../parts/order-link.tsx'
import { PageList } from '../../parts/page-list.tsx'
import { pagesQuery, usePages } from '../../parts/pages.ts'
import { known } from '../../parts/search.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { StoreName } from '../../parts/stores/store-name.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Dotted } from '../../parts/values/dotted.tsx'
import { dayText, windowText } from '../../parts/values/honduras-day.ts'
import { Moment } from '../../parts/values/moment.tsx'
import type { MoneySearch, MoneyTab, SearchWindow } from './money-search.ts'

interface Props {
  search: MoneySearch
  window: SearchWindow
  close: () => void
}

export const RowsBehind = ({ search, window, close }: Props) => {
  const { texts, format, language } = useLanguage()
  const { show, day } = search
  const days = day ? { from: day, to: day } : window
  const title = show
    ? format(texts.money.rowsTitle, {
        kind: search.code
          ? declineInWords({ code: search.code }, language)
          : texts.money.kinds[show],
        days: day ? dayText(day, language) : windowText(window, language),
      })
    : ''
  return (
    <Sheet opened={show !== undefined} onClose={close} size="lg" phoneSize="85%" title={title}>
      {show ? <Rows kind={show} days={days} search={search} /> : null}
    </Sheet>
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
  const { texts, language } = useLanguage()
  const query = { ...days, kind, ...known({ store_id: store, currency, code }), limit: 50 }
  return (
    <Stack gap="md">
      <PageList
        pages={usePages(pagesQuery('/operator/v1/money/rows', query))}
        loading={<Text role="status">{texts.loading}</Text>}
        empty={<Text c="dimmed">{texts.money.noRows}</Text>}
      >
        {(rows) => (
          <ul className="bare lines">
            {rows.map((row) => (
              <li key={row.decline_id ?? row.id}>
                <div className="ends">
                  {row.order ? <OrderLink order={row.order} /> : <span>{texts.money.noOrder}</span>}
                  <Amount amount={row.amount} currency={row.currency} />
                </div>
                <Text size="xs" c="dimmed">
                  <Dotted>
                    <StoreName id={row.store_id} />
                    <Moment at={row.at} />
                    {row.code ? <bdi>{declineInWords({ code: row.code }, language)}</bdi> : null}
                  </Dotted>
                </Text>
              </li>
            ))}
          </ul>
        )}
      </PageList>
    </Stack>
  )
}
