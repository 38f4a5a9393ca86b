import { screenTexts } from '../../app/screen-texts.ts'

export const useHealthTexts = screenTexts({
  es: () => import('./locales/es.json'),
  en: () => import('./locales/en.json'),
})
