import { discrepancyLabels } from '../../../src/domain/discrepancy-labels.ts'
import { useLanguage } from '../../app/language.ts'

/** By API name, which newer servers may add to. */
interface DiscrepancyWords {
  kinds: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>>
}

export const useDiscrepancyWords = (): DiscrepancyWords => discrepancyLabels[useLanguage().language]
