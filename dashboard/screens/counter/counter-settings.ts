import { lastStore, useStoreToCharge } from '../payment-requests/last-store.ts'
import { kept } from './kept.ts'

/** Settings of this device. */
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

export const useCounterSettings = (): CounterSettings => {
  const settings = keptSettings.use()
  return { ...settings, store: useStoreToCharge(settings.store) }
}
