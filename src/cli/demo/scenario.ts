import { authentication } from './chapters/authentication.ts'
import { declinedAndRetried, expiredLink, paidOrder } from './chapters/getting-paid.ts'
import { paidTwice } from './chapters/paid-twice.ts'
import { fullRefund, partialRefund, portalRefund } from './chapters/refund.ts'
import { declinedSavedCard, savedCard } from './chapters/saved-card.ts'
import type { Chapter, Scene } from './scene.ts'

/** The clock of the gateway moves in the last one. */
const chapters: readonly Chapter[] = [
  paidOrder,
  declinedAndRetried,
  authentication,
  savedCard,
  declinedSavedCard,
  fullRefund,
  partialRefund,
  portalRefund,
  paidTwice,
  expiredLink,
]

/** The main job, step by step; each one is checked where its effect can be seen from outside. */
export const playScenario = async (scene: Scene): Promise<void> => {
  for (const { title, play } of chapters) {
    scene.chapter(title)
    await play(scene)
  }
}
