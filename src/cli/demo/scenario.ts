import { authentication } from './chapters/authentication.ts'
import { declinedAndRetried, expiredLink, paidOrder } from './chapters/getting-paid.ts'
import { paidTwice } from './chapters/paid-twice.ts'
import { fullRefund, partialRefund, portalRefund } from './chapters/refund.ts'
import { declinedSavedCard, savedCardChapter } from './chapters/saved-card.ts'
import type { Chapter, Scene } from './scene.ts'

/** The last chapter moves the gateway's clock. */
const chapters: readonly Chapter[] = [
  paidOrder,
  declinedAndRetried,
  authentication,
  savedCardChapter,
  declinedSavedCard,
  fullRefund,
  partialRefund,
  portalRefund,
  paidTwice,
  expiredLink,
]

/** Plays all chapters, checking each effect from outside. */
export const playScenario = async (scene: Scene): Promise<void> => {
  for (const { title, play } of chapters) {
    scene.chapter(title)
    await play(scene)
  }
}
