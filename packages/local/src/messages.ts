/** What a shop's process asks of the engine, its child process. One engine serves one Puente. */
export interface EngineRequest {
  port: number | undefined
  logLevel: 'silent' | 'error' | 'info'
  /** Addresses of the gateway, by the names of Puente's settings. */
  gateway: Readonly<Record<string, string>>
  store: StoreOfShop
}

export interface StoreOfShop {
  name: string
  language: 'es' | 'en'
  notifyUrl: string | null
  /** Random by default. */
  apiKey: string | undefined
  /** Random by default. */
  notifySecret: string | undefined
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

export type EngineReply =
  | { ok: true; url: string; webhookUrl: string; apiKey: string; notifySecret: string }
  | { ok: false; message: string }
