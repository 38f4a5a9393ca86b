import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../app/language.ts'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { storesQuery } from '../../parts/stores/stores-query.ts'
import { useActs } from '../../parts/stores/use-administers.ts'
import { useCounterSettings } from './counter-settings.ts'
import { useCounterTexts } from './counter-texts.ts'
import { OpenSales } from './open-sales.tsx'
import { SaleView } from './sale-view.tsx'
import { shown } from './sales.ts'
import { SettingsButton } from './settings.tsx'
import { CounterTakings } from './takings.tsx'
import { TicketView } from './ticket-view.tsx'
import { useSending } from './use-sending.ts'
import './counter.css'

/** Charges one customer after another, on a tablet or a phone. */
export const CounterScreen = () => {
  const texts = useCounterTexts()
  const { connect } = useTexts()
  const acts = useActs()
  const settings = useCounterSettings()
  const stores = useQuery(storesQuery).data?.data
  const key = shown.use()
  useSending()
  return (
    <Stack gap="md" className="counter">
      <Group justify="space-between" wrap="nowrap">
        <ScreenTitle name={texts.title} />
        <SettingsButton settings={settings} />
      </Group>
      {stores?.length === 0 ? (
        <Text>
          {texts.noStore} <Link to="/stores/new">{connect.title}</Link>
        </Text>
      ) : null}
      {acts === false ? <Text>{texts.readOnly}</Text> : null}
      {acts && settings.store ? (
        key === undefined ? (
          <TicketView settings={settings} store={settings.store} />
        ) : (
          <SaleView key={key} saleKey={key} />
        )
      ) : null}
      {settings.store ? (
        <>
          <OpenSales store={settings.store} counter={settings.counter} />
          <CounterTakings store={settings.store} counter={settings.counter} />
        </>
      ) : null}
    </Stack>
  )
}
