export interface Reply {
  status: number
  headers?: Record<string, string>
  body: unknown
}

export const reply = (status: number, body: unknown): Reply => ({ status, body })
