import type { Language } from '../language.ts'
import type { Profile } from '../profile.ts'
import type { Receipt } from './receipt.ts'

/** The receipt as a PDF, in the language of who asks. */
export const receiptPdf = async (
  _receipt: Receipt,
  _options: { language: Language; profile: Profile },
): Promise<Buffer> => {
  throw new Error('not built yet')
}
