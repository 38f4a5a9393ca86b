const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Reports whether others can read requests in transit: plain HTTP that leaves this machine. */
export const isReadableInTransit = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !LOOPBACK.test(hostname)
}

export const HTTPS_NEEDED = {
  en: 'Must be an https address: in production what goes to a shop must not be readable on its way',
  es: 'Debe ser una dirección https: en producción, lo que va a una tienda no debe poder leerse en el camino',
} as const
