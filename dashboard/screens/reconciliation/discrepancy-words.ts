import { DOMAIN_TEXTS } from '../../../src/domain/texts.ts'
import { useLanguage } from '../../app/language.ts'

/** By API name, which newer servers may add to. */
interface DiscrepancyWords {
  kinds: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>>
}

export const useDiscrepancyWords = (): DiscrepancyWords =>
  DOMAIN_TEXTS[useLanguage().language].discrepancies
