/** An answer, not yet written. */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  /** What went wrong on purpose; for the journal. */
  fault?: string
  /** The connection is cut instead of answering. */
  isLost?: true
}

export const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

/** After a form was posted: the browser fetches the result, and a reload posts nothing again. */
export const seeOther = (location: string): Reply => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
})
