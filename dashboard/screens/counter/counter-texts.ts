import { screenTexts } from '../../app/screen-texts.ts'

export const useCounterTexts = screenTexts({
  es: () => import('./locales/es.json'),
  en: () => import('./locales/en.json'),
})
