import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { gatewayBaseUrl } from '../../../config/addresses.ts'
import type { Settings } from '../../../config/settings.ts'
import { errorMessage } from '../../runtime/failure.ts'
import { callThirdParty } from '../../runtime/net/outgoing.ts'
import { openRedis } from '../../runtime/redis/open-redis.ts'
import { type Finding, failedCheck, ok, warning } from './finding.ts'
import { judgeSkew, judgeSpace } from './judge.ts'

/** Checks that the gateway answers and measures clock skew. Needs no key. */
export const checkGateway = async (settings: Settings): Promise<Finding[]> => {
  const check = 'gateway'
  const baseUrl = gatewayBaseUrl(settings)
  const startedAt = Date.now()
  try {
    // 401 without a key (`gateway-api.md` 4.1) is an answer too.
    const response = await callThirdParty(`${baseUrl}/me`, {
      timeoutMs: settings.GATEWAY_TIMEOUT_MS,
    })
    const ourTime = (startedAt + Date.now()) / 2
    await response.body?.cancel()
    const text = `The gateway at ${baseUrl} answers (HTTP ${response.status}).`
    const details = { status: response.status, took_ms: Date.now() - startedAt }
    const cure = response.status < 500 ? CORRECT_URL : WAIT_FOR_GATEWAY
    const theirTime = Date.parse(response.headers.get('date') ?? '')
    return [
      EXPECTED.includes(response.status)
        ? ok({ check, text, details })
        : warning({ check, text, details, cure }),
      Number.isNaN(theirTime)
        ? warning({ check: 'clock', text: 'The gateway does not send its time.', cure: USE_NTP })
        : // `Date` truncates to seconds: correct by half a second on average.
          judgeSkew(ourTime - theirTime - 500, { check: 'clock', whose: "the gateway's" }),
    ]
  } catch (error) {
    const text = `The gateway at ${baseUrl} does not answer (${reasonOf(error)}).`
    return [failedCheck({ check, text, cure: OPEN_GATEWAY_ACCESS })]
  }
}

const EXPECTED = [200, 401, 403]

/** Picks the first failure of a host with several addresses. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return errorMessage(cause instanceof AggregateError ? cause.errors[0] : cause)
}

const CORRECT_URL = 'Correct GATEWAY_BASE_URL: it has no such path as /me, which every gateway has.'
const WAIT_FOR_GATEWAY = 'Wait for the gateway to recover, or ask it: Puente tries again by itself.'
const USE_NTP = 'Make sure that this machine sets its clock by NTP.'
const OPEN_GATEWAY_ACCESS =
  'Correct GATEWAY_BASE_URL, or let this machine reach it (DNS, proxy, firewall); without GATEWAY_BASE_URL, start the sandbox ("puente sandbox") or set its SANDBOX_PORT.'

export const checkRedis = async ({ REDIS_URL: url }: Settings): Promise<Finding> => {
  const check = 'redis'
  if (!url) return ok({ check, text: 'Redis is not configured: PostgreSQL runs the jobs.' })
  try {
    await openRedis(url)
    return ok({ check, text: 'Redis answers.' })
  } catch (error) {
    const cure = 'Start Redis or correct REDIS_URL; without REDIS_URL, PostgreSQL runs the jobs.'
    return failedCheck({ check, text: errorMessage(error), cure })
  }
}

/** Checks where DATA_DIR is or would be. */
export const checkSpace = async ({ DATA_DIR: dataDir }: Settings): Promise<Finding> => {
  const { bavail, bsize } = await statfs(existingFolderOf(resolve(dataDir)))
  return judgeSpace(bavail * bsize, dataDir)
}

const existingFolderOf = (path: string): string =>
  existsSync(path) ? path : existingFolderOf(dirname(path))
