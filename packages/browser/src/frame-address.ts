import type { PageLanguage } from './texts.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export interface FrameAddress {
  state: 'valid'
  url: string
  /** Puente's origin, the only one that the element hears and speaks to. */
  origin: string
}

interface FrameDefect {
  state: 'invalid'
  defect: string
}

/** Returns the address of the card page for a frame, or why there is none. */
export const frameAddress = (
  payUrl: string,
  { shopOrigin, language }: { shopOrigin: string; language: PageLanguage | undefined },
): FrameAddress | FrameDefect => {
  let url: URL
  try {
    url = new URL(payUrl)
  } catch {
    return invalid(`pay-url is no address: ${payUrl}`)
  }
  const { protocol, hostname, origin } = url
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname))) {
    return invalid(`pay-url must begin with https://, and is ${payUrl}`)
  }
  if (shopOrigin === 'null') return invalid('the page must be served over http or https')
  url.hash = ''
  url.searchParams.set('framed_by', shopOrigin)
  if (language) url.searchParams.set('lang', language)
  return { state: 'valid', url: url.href, origin }
}

const invalid = (defect: string): FrameDefect => ({ state: 'invalid', defect })
