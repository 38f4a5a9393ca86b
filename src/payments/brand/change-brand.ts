import { createHash } from 'node:crypto'
import type { StoreRow } from '../../db/db.ts'
import { brandOf, deleteLogo, saveBrand, saveLogo } from '../../db/stores/brands.ts'
import { findStore, lockStore } from '../../db/stores/stores.ts'
import { readColor } from '../../domain/brand/brand-color.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Localized } from '../../locales/language.ts'
import { fieldMessage } from '../../runtime/text/field-messages.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { LOGO_LIMITS, readLogo } from './read-logo.ts'

interface BrandChanges {
  /** `null`: Puente's own. */
  color?: string | null | undefined
  /** Bytes of the image; `null`: none. */
  logo?: Buffer | null | undefined
}

type BrandOutcome =
  | { outcome: 'changed'; before: StoreRow; store: StoreRow }
  | { outcome: 'no-such-store' }
  | { outcome: 'refused'; field: 'color' | 'logo'; reason: Localized }

/** Changes the look of customers' pages. */
export const changeBrand = (
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  storeId: StoreId,
  { color: typed, logo }: BrandChanges,
): Promise<BrandOutcome> =>
  db.query.transaction().execute(async (trx): Promise<BrandOutcome> => {
    const before = await lockStore(trx, storeId)
    if (!before) return { outcome: 'no-such-store' }
    const color = typed ? readColor(typed) : undefined
    if (typed && !color)
      return { outcome: 'refused', field: 'color', reason: fieldMessage('color') }
    const image = logo ? readLogo(logo) : undefined
    if (image?.ok === false)
      return { outcome: 'refused', field: 'logo', reason: LOGO_FLAWS[image.reason] }
    const now = clock.now()
    const { color: knownColor, logo: knownLogo } = brandOf(before)
    const name = logo && image?.ok ? nameOf(logo, image.type) : undefined
    if (logo && name) await saveLogo(trx, { store_id: storeId, name, bytes: logo, now })
    if (logo === null) await deleteLogo(trx, storeId)
    const brand = {
      color: typed === undefined ? knownColor : color,
      logo: logo === undefined ? knownLogo : name,
    }
    await saveBrand(trx, storeId, { brand, now })
    const store = await findStore(trx, storeId)
    return store ? { outcome: 'changed', before, store } : { outcome: 'no-such-store' }
  })

const LOGO_FLAWS = {
  'not-an-image': fieldMessage('logoType'),
  'too-large': fieldMessage('logoBytes', { most: LOGO_LIMITS.bytes / 1_000 }),
  size: fieldMessage('logoSize', { least: LOGO_LIMITS.leastPixels, most: LOGO_LIMITS.mostPixels }),
} as const

/** Content-addressed, so browsers can cache each image for ever. */
const nameOf = (bytes: Buffer, type: string): string =>
  `${createHash('sha256').update(bytes).digest('hex')}.${type}`
