import { fieldMessage } from '../text/field-messages.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Reports whether others can read requests in transit: plain HTTP that leaves this machine. */
export const isReadableInTransit = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !LOOPBACK.test(hostname)
}

export const HTTPS_NEEDED = fieldMessage('httpsInProduction')
