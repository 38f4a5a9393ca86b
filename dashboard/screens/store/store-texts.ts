import { screenTexts } from '../../app/screen-texts.ts'

export const useStoreTexts = screenTexts({
  es: () => import('./locales/es.json'),
  en: () => import('./locales/en.json'),
})

export type StoreTexts = ReturnType<typeof useStoreTexts>
