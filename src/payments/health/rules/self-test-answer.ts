export interface TestAnswer {
  status: number
  /** Start of the body. */
  text: string
}

export interface StoppedAtAnswer {
  stoppedAt: 'signature' | 'answer'
  /** For people. */
  detail: string
}

/**
 * Returns where the test event stopped and what to check; `undefined` if accepted. Unknown answers
 * do not come from Puente's intake.
 */
export const stoppedByAnswer = ({ status, text }: TestAnswer): StoppedAtAnswer | undefined => {
  if (status === 200) return undefined
  if (text === 'bad-signature') {
    return {
      stoppedAt: 'signature',
      detail:
        'The body or its signature was changed on the way, the clock of the server is wrong, or another Puente answers there that has another secret.',
    }
  }
  const ours = OURS[text]
  const said = text.trim()
  const detail = ours ?? `${meaningOf(status)}${said ? ` It said: ${said}` : ''}`
  return { stoppedAt: 'answer', detail }
}

const OURS: Readonly<Record<string, string>> = {
  'unknown-store': 'Another Puente answers there, which does not have this store.',
  'not-stored':
    'Puente took it and could not store it: the database is away, or the secret of the store cannot be opened with its sealing keys.',
  'too-large': 'Puente takes no body of this size: see WEBHOOK_MAX_BYTES.',
  'bad-request': 'The request was changed on the way: Puente could not read it.',
}

const meaningOf = (status: number): string => {
  if (status < 300)
    return `It was answered ${status}, as Puente never does: something else is there.`
  if (status < 400) {
    return `It was sent elsewhere (${status}), and the gateway is not known to follow: enter the address where it ends.`
  }
  if (status === 401 || status === 403) {
    return `Something before Puente lets nobody in without a password or from outside (${status}): the webhook address has to be open.`
  }
  if (status === 404 || status === 405) {
    return `Something answers there, and does not pass this path on to Puente (${status}).`
  }
  if (status < 500) return `Something before Puente refused it (${status}).`
  return `What stands before Puente could not pass it on (${status}).`
}
