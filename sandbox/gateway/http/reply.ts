export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  /** Injected fault, for the journal. */
  fault?: string
  isLost?: true
}

export const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

/** Redirects after a form POST, so a reload does not resubmit. */
export const seeOther = (location: string): Reply => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
})
