import { discrepancyWords } from '../../../src/domain/discrepancy-words.ts'
import { useLanguage } from '../../app/language.tsx'

/** By the names that the API has; it may have more of them one day. */
interface DiscrepancyWords {
  kinds: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>>
}

export const useDiscrepancyWords = (): DiscrepancyWords => discrepancyWords[useLanguage().language]
