export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Section 2.1. */
export const HONDURAS_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

export const NO_TRANSACTION = '00000000-0000-4000-8000-000000000000'

export const NO_PAYMENT = 999_999_999
