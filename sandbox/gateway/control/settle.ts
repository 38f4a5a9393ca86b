import type { Sandbox } from '../context.ts'
import { json, type Reply } from '../http/reply.ts'
import { settleNow } from '../payments/reversals/settlement.ts'

/** `POST /sandbox/settle`: settles all charges now (3, 4.6). */
export const settle = async (sandbox: Sandbox): Promise<Reply> =>
  json(200, { settled: await settleNow(sandbox) })
