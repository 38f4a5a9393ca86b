import { useStores } from '../../parts/stores/store-name.tsx'
import { lastStore } from '../payment-requests/last-store.ts'
import { kept } from './kept.ts'

/** Choices of this device. */
export interface CounterSettings {
  store: string | undefined
  /** Separates the takings of tablets. */
  counter: string
  currency: string
}

export const keptSettings = kept<CounterSettings>('puente.counter.settings', (json) => ({
  store: lastStore(),
  counter: '1',
  currency: 'HNL',
  ...(json as Partial<CounterSettings> | null),
}))

/** Defaults to the first store. */
export const useCounterSettings = (): CounterSettings => {
  const settings = keptSettings.use()
  const stores = useStores()
  const isKnown = stores.length >= 100 || stores.some(({ id }) => id === settings.store)
  return { ...settings, store: isKnown ? settings.store : stores[0]?.id }
}
