import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { use } from '../../../app/api.ts'
import { useLanguage, useTexts } from '../../../app/language.ts'
import { Loaded } from '../../../parts/loaded.tsx'
import { Scroll } from '../../../parts/scroll.tsx'
import { useStores } from '../../../parts/stores/store-name.tsx'
import { StorePicker } from '../../../parts/stores/store-picker.tsx'
import { type MoneySearch, type SearchWindow, showing } from '../money-search.ts'
import { SettlementTable } from './settlement-table.tsx'

interface Props {
  search: MoneySearch
  change: (search: MoneySearch) => void
  window: SearchWindow
}

/** Prompts for a store if there are several. */
export const Settlements = ({ search, change, window }: Props) => {
  const texts = useTexts().money.settlement
  const stores = useStores()
  const storeId = search.store ?? (stores.length === 1 ? stores[0]?.id : undefined)
  if (stores.length === 0) return null
  if (storeId) {
    return <SettlementsOfStore storeId={storeId} currency={search.currency} window={window} />
  }
  return (
    <section>
      <Stack gap="sm">
        <Title order={2}>{texts.title}</Title>
        <Text c="dimmed">{texts.note}</Text>
        <StorePicker
          label={texts.choose}
          maw={360}
          value={undefined}
          set={(store) => store && change({ ...showing(search), store })}
        />
      </Stack>
    </section>
  )
}

interface OfStore {
  storeId: string
  currency?: string | undefined
  window: SearchWindow
}

export const SettlementsOfStore = ({ storeId, currency, window }: OfStore) => {
  const texts = useTexts().money.settlement
  return (
    <section>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{texts.title}</Title>
          <Button
            component="a"
            variant="default"
            href={`/operator/v1/stores/${encodeURIComponent(storeId)}/settlements.csv?from=${window.from}&to=${window.to}`}
            download
          >
            {texts.export}
          </Button>
        </Group>
        <Text c="dimmed">{texts.note}</Text>
        <Days key={storeId} storeId={storeId} currency={currency} window={window} />
      </Stack>
    </section>
  )
}

const FIRST_ROWS = 10
/** A phone shows rows as cards. */
const FIRST_CARDS = 3

const Days = ({ storeId, currency, window }: OfStore) => {
  const { format } = useLanguage()
  const texts = useTexts().money.settlement
  const [isWhole, setWhole] = useState(false)
  const isPhone = useMediaQuery('(max-width: 48em)')
  const settlements = use.useQuery('get', '/operator/v1/stores/{id}/settlements', {
    params: { path: { id: storeId }, query: window },
  })
  return (
    <Loaded query={settlements}>
      {({ data }) => {
        const rows = data.filter((row) => !currency || row.currency === currency).reverse()
        const shown = isWhole ? rows : rows.slice(0, isPhone ? FIRST_CARDS : FIRST_ROWS)
        if (rows.length === 0) return <Text>{texts.nothing}</Text>
        return (
          <>
            <Scroll label={texts.title}>
              <SettlementTable rows={shown} />
            </Scroll>
            {rows.some(({ gateway, gateway_is_whole: all }) => gateway && !all) ? (
              <Text size="xs" c="dimmed">
                {texts.partlyNote}
              </Text>
            ) : null}
            {shown.length < rows.length ? (
              <Button
                variant="default"
                style={{ alignSelf: 'start' }}
                onClick={() => setWhole(true)}
              >
                {format(texts.all, { count: rows.length })}
              </Button>
            ) : null}
          </>
        )
      }}
    </Loaded>
  )
}
