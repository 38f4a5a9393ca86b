import type { NoteCall } from '../../adapter.ts'
import { callSite } from './call-site.ts'

/** Longest head of an answer for the delivery log. */
const KEPT_CHARACTERS = 4_096

/** Wraps the transport to note each call. Over http, its query holds a signature. */
export const notedCalls =
  (noteCall: NoteCall | undefined): typeof callSite =>
  async (call) => {
    if (!noteCall) return callSite(call)
    const startedAt = performance.now()
    const answer = await callSite(call)
    const { method, url, body: sent } = call
    const about = { method, url, sent, isRead: method === 'GET' }
    const durationMs = performance.now() - startedAt
    if (answer.outcome === 'unanswered') {
      noteCall({ ...about, durationMs, answer: undefined, error: answer.detail })
    } else {
      const { status, text } = answer
      const head = Buffer.from(text.slice(0, KEPT_CHARACTERS))
      const isCut = text.length > KEPT_CHARACTERS
      noteCall({ ...about, durationMs, answer: { status, head, isCut } })
    }
    return answer
  }
