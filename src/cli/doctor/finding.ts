/** `cure` is the fix, `null` if none is needed. */
export interface Finding {
  check: string
  verdict: Verdict
  text: string
  cure: string | null
  details?: Readonly<Record<string, string | number | null>>
}

export type Verdict = 'ok' | 'warning' | 'failed'

type About = Omit<Finding, 'verdict' | 'cure'>
type Defect = About & { cure: string }

export const ok = (about: About): Finding => ({ ...about, verdict: 'ok', cure: null })

export const warning = (about: Defect): Finding => ({ ...about, verdict: 'warning' })

export const failedCheck = (about: Defect): Finding => ({ ...about, verdict: 'failed' })

export const worstOf = (findings: readonly Finding[]): Verdict => {
  const found = new Set(findings.map(({ verdict }) => verdict))
  return found.has('failed') ? 'failed' : found.has('warning') ? 'warning' : 'ok'
}
