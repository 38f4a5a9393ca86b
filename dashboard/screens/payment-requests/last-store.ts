const KEY = 'puente.last-store'

/** Store of this device's last payment request. */
export const lastStore = (): string | undefined => localStorage.getItem(KEY) ?? undefined

export const rememberStore = (storeId: string): void => localStorage.setItem(KEY, storeId)
